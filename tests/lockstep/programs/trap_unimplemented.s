# A texture instruction with four coordinates.
#! block 32
#! out r 64
#! fault UNIMPLEMENTED at pc 0x8 (texauto
.kernel trap_unimplemented
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    texauto.all {$r0,$r1,$r2,$r3}, $t0, $s0, {$r0,$r1,$r2,$r3}, 0x0, 0x0, 0x0
    @never nop.exit
