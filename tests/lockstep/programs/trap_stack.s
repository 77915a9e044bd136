# A join without joinat.
#! block 32
#! out r 64
#! fault STACK_UNDERFLOW at pc 0x8
.kernel trap_stack
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    @never nop.join
    @never nop.exit
