# A signed s[] operand of an unsigned 16-bit multiplication.
#! block 32
#! out r 64
#! fault ILLEGAL_MEMORY_SIGN at pc 0x8
.kernel trap_memory_sign
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    .word 0x40049005, 0x00200780
    @never nop.exit
