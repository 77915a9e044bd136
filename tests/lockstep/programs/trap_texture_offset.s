# A texel offset of texauto is not implemented.
#! block 32
#! out r 64
#! fault UNIMPLEMENTED at pc 0x8 (texauto
.kernel trap_texture_offset
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    texauto.live {$r0,_,_,_}, $t0, $s0, {$r0}, 0x1, 0x0, 0x0
    @never nop.exit
