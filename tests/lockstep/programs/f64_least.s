# The least integers, of 32 and of 64 bits, from doubles: they fit, so that no flag says overflow; the double below does
# not fit.
#! block 32
#! out r 8
#! expect r 0 0 = 0x80000000
#! expect r 1 1 = 2
#! expect r 2 2 = 0
#! expect r 3 3 = 0x80000000
#! expect r 4 4 = 2
#! expect r 5 5 = 0x80000000
#! expect r 6 6 = 10
.kernel f64_least
.reg 12
.smem 20
.param 4
    mov.b32 $r1, s[0x10].b32
    mov.b32 $r2, 0x0
    mov.b32 $r3, 0xc1e00000
    cvt.rni.s32.f64 $r4|$c1, $r2d
    mov.b32 $r5, $c1
    st.b64 g14[$r1], $r4d
    mov.b32 $r3, 0xc3e00000
    cvt.rni.s64.f64 $r4d|$c1, $r2d
    mov.b32 $r6, $c1
    add.b32 $r1, $r1, 0x8
    st.b64 g14[$r1], $r4d
    add.b32 $r1, $r1, 0x8
    st.b32 g14[$r1], $r6
    mov.b32 $r3, 0xc1e00001
    cvt.rni.s32.f64 $r4|$c1, $r2d
    mov.b32 $r6, $c1
    add.b32 $r1, $r1, 0x4
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x4
    st.b32.exit g14[$r1], $r6
