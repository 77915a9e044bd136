# A break inside a call out of which it would lead: the prebrk lies outside. Rules: BRU-8.
#! block 64
#! out r 64
#! fault STACK_MISMATCH at pc 0x20
.kernel trap_break_call
.reg 4
.smem 20
.param 4
    mov.b32 $r1, 0x1
    prebrk out
    call inside
out:
    nop.exit
inside:
    brk
    ret
