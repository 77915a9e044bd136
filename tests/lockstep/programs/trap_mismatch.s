# A join that finds a call on the stack.
#! block 32
#! out r 4
#! fault STACK_MISMATCH at pc 0x10
.kernel trap_mismatch
.reg 4
.smem 20
.param 4
    call there
    @never nop.exit
there:
    @never nop.join
    ret
