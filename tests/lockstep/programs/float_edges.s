# Bits that decide a rounding alone: one far below a half in an addition, halves and what is a little more in conversions
# to integers; 2 to negative integers, of which nothing is complemented.
#! block 32
#! out r 128
#! expect r 0 31 = i == 0 ? 0x3f800000 : 0x3f800001
#! expect r 32 63 = i - 32 + (i & 1)
#! expect r 64 95 = i - 64 + 1
#! expect r 96 127 = 127 - (i - 96) << 23
.kernel float_edges
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    cvt.rn.f32.u32 $r2, $r0
    # 1 + half of its last place and i of 2^-47: up, but for lane 0
    mov.b32 $r3, 0x33800000
    add.b32 $r3, $r3, $r0
    add.f32 $r3, $r3, 0x3f800000
    st.b32 g14[$r1], $r3
    # i + 1/2, to the even one
    add.f32 $r3, $r2, 0x3f000000
    cvt.rni.s32.f32 $r4, $r3
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r4
    # a last place more
    mov.b32 $r4, 0x1
    add.b32 $r3, $r3, $r4
    cvt.rni.s32.f32 $r4, $r3
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r4
    # 2 to -i
    mul.f32 $r2, $r2, 0xbf800000
    preex2.f32 $r2, $r2
    ex2.f32 $r2, $r2
    add.b32 $r1, $r1, 0x80
    st.b32.exit g14[$r1], $r2
