# Autoincrement without an address register.
#! block 32
#! out r 64
#! fault ILLEGAL_POSTINCR at pc 0x8
.kernel trap_postincr
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    .word 0x12000805, 0x4400c780
    @never nop.exit
