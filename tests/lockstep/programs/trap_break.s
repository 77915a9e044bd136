# A brk without prebrk.
#! block 32
#! out r 4
#! fault STACK_UNDERFLOW at pc 0x8
.kernel trap_break
.reg 4
.smem 20
.param 4
    mov.b32 $r1, 0x1
    brk
    @never nop.exit
