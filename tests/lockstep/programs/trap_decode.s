# The trap instruction.
#! block 32
#! out r 64
#! fault TRAP_INSTRUCTION at pc 0x8
.kernel trap_decode
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    trap
    @never nop.exit
