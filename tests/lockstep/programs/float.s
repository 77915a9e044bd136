# Single precision: add, multiply, multiply-add, minimum, maximum, compare, select, conversions.
#! block 32
#! out r 256
#! expect r 0 31 = i
#! expect r 32 63 = (i - 32) * 3
#! expect r 64 95 = (i - 64) * 3 + 7
#! expect r 96 127 = i - 96 < 5 ? i - 96 : 5
#! expect r 128 159 = i - 128 > 5 ? i - 128 : 5
#! expect r 160 191 = i - 160 < 5 ? 0xffffffff : 0
#! expect r 192 223 = i - 192 >= 5 ? 3 : 5
#! expect r 224 255 = 0x3f800000
.kernel float
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    cvt.rn.f32.u32 $r2, $r0
    cvt.rzi.u32.f32 $r3, $r2
    st.b32 g14[$r1], $r3
    mul.f32 $r4, $r2, 0x40400000
    cvt.rni.u32.f32 $r3, $r4
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r3
    mov.b32 $r5, 0x40400000
    mov.b32 $r6, 0x40e00000
    mad.f32 $r4, $r2, $r5, $r6
    cvt.rni.s32.f32 $r3, $r4
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r3
    mov.b32 $r6, 0x40a00000
    min.f32 $r4, $r2, $r6
    cvt.rni.s32.f32 $r3, $r4
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r3
    max.f32 $r4, $r2, $r6
    cvt.rni.s32.f32 $r3, $r4
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r3
    set.l.f32 $r3, $r2, $r6
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r3
    add.f32 $r7, $r2, -$r6
    slct.b32 $r4, $r5, $r6, $r7
    cvt.rni.s32.f32 $r3, $r4
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r3
    add.f32 $r4, $r2, $r6
    add.f32 $r4, $r4, -$r2
    add.f32 $r4, $r4, -$r6
    add.f32 $r4, $r4, 0x3f800000
    add.b32 $r1, $r1, 0x80
    st.b32.exit g14[$r1], $r4
