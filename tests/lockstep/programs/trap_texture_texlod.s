# A texture instruction with a level of detail is not implemented.
#! block 32
#! out r 64
#! fault UNIMPLEMENTED at pc 0x8 (texlod
.kernel trap_texture_texlod
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    texlod.live {$r0,_,_,_}, $t0, $s0, {$r0}, 0x0, 0x0, 0x0
    @never nop.exit
