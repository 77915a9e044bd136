# Counts of memory transactions by size and of bank conflicts of one warp.
# Rules: PM-4.
#! block 32
#! pm gst_64b,gst_128b,gld_32b,warp_serialize
#! out o 320
#! expect o 0 31 = i
#! expect o 32 63 = 2
#! expect o 64 95 = 2
#! expect o 96 127 = 2
#! expect o 128 159 = 2
.kernel memory
.reg 12
.smem 512
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    shl.b32 $r2, $r0, 0x3
    add.b32 $r2, s[0x10].b32, $r2
    add.b32 $r2, $r2, 0x400
    st.b32 g14[$r1], $r0
    st.b32 g14[$r2], $r0
    mov.b32 $r3, s[0x10].b32
    shl $a1, $r0, 0x3
    st.b32 s[$a1+0x40], $r0
    # the load/store unit works in order: what comes before this load has been counted when its value is there
    ld.b32 $r4, g14[$r3]
    mov.b32 $r4, $r4
    mov.b32 $r5, $pm0
    mov.b32 $r6, $pm1
    mov.b32 $r7, $pm2
    mov.b32 $r8, $pm3
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r5
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r6
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r7
    add.b32 $r1, $r1, 0x80
    st.b32.exit g14[$r1], $r8
