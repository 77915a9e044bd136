# A cube map is not implemented.
# Rules: HEAD-7.
#! block 32
#! out r 64
#! fault UNIMPLEMENTED at pc 0x8 (texauto.cube
.kernel trap_texture_cube
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    texauto.cube.live {$r0,_,_,_}, $t0, $s0, {$r0}
    @never nop.exit
