# Operands at which a unit leaves its usual way: saturation of what is above 1, below 0 or no number; the logarithm of
# 1; a power of two beyond the range.
#! block 32
#! in x 5 = i == 0 ? 0x40400000 : i == 1 ? 0xbf800000 : i == 2 ? 0x7fc00000 : i == 3 ? 0x3f800000 : 0x43480000
#! out r 160
#! expect r 0 31 = 0x3f800000
#! expect r 32 63 = 0
#! expect r 64 95 = 0x7fffffff
#! expect r 96 127 = 0
#! expect r 128 159 = 0x7f800000
.kernel special_operands
.reg 12
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x14].b32, $r1
    mov.b32 $r2, s[0x10].b32
    ld.b32 $r3, g14[$r2]
    add.b32 $r2, $r2, 0x4
    ld.b32 $r4, g14[$r2]
    add.b32 $r2, $r2, 0x4
    ld.b32 $r5, g14[$r2]
    add.b32 $r2, $r2, 0x4
    ld.b32 $r6, g14[$r2]
    add.b32 $r2, $r2, 0x4
    ld.b32 $r7, g14[$r2]
    cvt.sat.f32.f32 $r3, $r3
    cvt.sat.f32.f32 $r4, $r4
    cvt.sat.f32.f32 $r5, $r5
    lg2.f32 $r6, $r6
    preex2.f32 $r7, $r7
    ex2.f32 $r7, $r7
    st.b32 g14[$r1], $r3
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r5
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r6
    add.b32 $r1, $r1, 0x80
    st.b32.exit g14[$r1], $r7
