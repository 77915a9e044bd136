# An s[] operand of a conversion from bytes that is not a byte.
#! block 32
#! out r 64
#! fault ILLEGAL_MEMORY_BYTE at pc 0x8
.kernel trap_memory_byte
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    .word 0xa0006005, 0x04208780
    @never nop.exit
