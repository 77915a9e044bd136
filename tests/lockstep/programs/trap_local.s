# A local store beyond the thread's local memory, in odd lanes of warp 2.
#! block 96
#! out r 4
#! fault LOCAL_LIMIT_WRITE at pc 0x30
#! fault warp 2 lane 1 address 0x20
.kernel trap_local
.reg 4
.smem 20
.param 4
.lmem 32
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, 0x41
    and.b32 $r1, $r0, $r1
    mov.b32 $r2, 0x41
    set.e.u32 _|$c0, $r1, $r2
    shl $a1, $r1, 0x0
    @$c0.lg st.b32 l[0x20], $r0
    @never nop.exit
