# What chip tpc with an SM that is connected wrongly stumbles over: the SM of each block, taken away from itself, and stores.
#! grid 6
#! block 64
#! out r 384
#! expect r 0 383 = 0
.kernel planted_sm
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, $physid
    shr.u32 $r1, $r1, 0x10
    sub.b32 $r1, $r1, $r1
    cvt.u32.u16 $r2, s[0xc].u16
    shl.b32 $r2, $r2, 0x8
    shl.b32 $r0, $r0, 0x2
    add.b32 $r0, $r0, $r2
    add.b32 $r0, s[0x10].b32, $r0
    st.b32 g14[$r0], $r1
    st.b32 g14[$r0], $r1
    st.b32 g14[$r0], $r1
    st.b32.exit g14[$r0], $r1
