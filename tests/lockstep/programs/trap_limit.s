# A store far outside device memory.
# Rules: LSU-5.
#! block 32
#! out r 64
#! fault GLOBAL_LIMIT_WRITE at pc 0x8
#! fault warp 0 lane 0
.kernel trap_limit
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0xfffffff0
    st.b32 g14[$r1], $r1
    @never nop.exit
