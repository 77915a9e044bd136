# A 32-bit s[] operand of a 16-bit multiplication.
#! block 32
#! out r 64
#! fault ILLEGAL_MEMORY_SIZE at pc 0x8
.kernel trap_memory_size
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    .word 0x4004d005, 0x00200780
    @never nop.exit
