# A reduction beyond device memory.
#! block 32
#! out r 64
#! fault GLOBAL_LIMIT_RED at pc 0x8
#! fault warp 0 lane 0
.kernel trap_red_limit
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x80000000
    red.add.u32 g14[$r1], $r0
    @never nop.exit
