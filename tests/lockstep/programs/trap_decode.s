# The trap instruction.
#! block 32
#! out r 64
#! fault TRAP_INSTRUCTION at pc 0x8
    mov.b32 $r1, 0x1
    trap
    @never nop.exit
