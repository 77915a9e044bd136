# A load beyond the thread's local memory.
#! block 32
#! out r 64
#! fault LOCAL_LIMIT_READ at pc 0x8
#! fault warp 0 lane 0
.kernel trap_local_read
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x1
    ld.b32 $r2, l[0x4000]
    @never nop.exit
