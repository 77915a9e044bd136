# A texel offset of texauto in z is not implemented; with two coordinates it is ignored.
#! block 32
#! out r 64
#! fault UNIMPLEMENTED at pc 0x10 (texauto
.kernel trap_texture_offset_z
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    texauto.live {$r0,_,_,_}, $t0, $s0, {$r0,$r1}, 0x0, 0x0, 0x1
    texauto.live {$r0,_,_,_}, $t0, $s0, {$r0,$r1,$r2}, 0x0, 0x0, 0x1
    @never nop.exit
