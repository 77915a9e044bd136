# An 8-byte instruction behind one of 4 bytes.
#! block 32
#! out r 64
#! fault UNALIGNED_LONG_INSTRUCTION at pc 0xc
.kernel trap_unaligned
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    .word 0x10008404
    .word 0x10000805
    .word 0x0403c780
    .word 0x10008404
    @never nop.exit
