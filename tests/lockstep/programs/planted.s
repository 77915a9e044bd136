# What the builds with a planted fault stumble over: results 0x..a5, and instructions issuing in every few cycles.
#! block 64
#! out r 64
#! expect r 0 63 = 0x2a5 + 40 * i
.kernel planted
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, 0x28
    mov.b32 $r2, 0x2a5
    mov.b32 $r3, 0x1
again:
    add.b32 $r2, $r2, $r0
    sub.b32 $r1|$c0, $r1, $r3
    @$c0.lg bra again
    shl.b32 $r0, $r0, 0x2
    add.b32 $r0, s[0x10].b32, $r0
    st.b32.exit g14[$r0], $r2
