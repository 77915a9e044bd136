# A load beyond device memory; lane 4 is the first.
#! block 32
#! out r 64
#! fault GLOBAL_LIMIT_READ at pc 0x20
#! fault warp 0 lane 4
.kernel trap_read_limit
.reg 12
.smem 20
.param 4
    mov.b32 $r1, 0x400000
    cvt.u32.u16 $r0, $r0l
    mul.u24 $r1, $r1, $r0
    add.b32 $r1, s[0x10].b32, $r1
    ld.b32 $r2, g14[$r1]
    @never nop.exit
