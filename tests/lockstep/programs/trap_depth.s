# Endless recursion overflows the control stack.
# Rules: BRU-5.
#! block 32
#! out r 4
#! fault STACK_LIMIT at pc 0x0
.kernel trap_depth
.reg 4
.smem 20
.param 4
down:
    call down
    ret
