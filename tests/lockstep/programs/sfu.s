# Special functions whose results are exact, their range reductions on the SP (also with s[] operands), mul.f32 in both homes; divergence.
#! block 96
#! out r 576
#! expect r 0 95 = 0x3f800000
#! expect r 96 191 = i - 96 + 1
#! expect r 192 287 = i % 2 == 0 ? i - 192 + 1 : 7 * (i - 192 + 1)
#! expect r 288 383 = 2 * (i - 288 + 1)
#! expect r 384 479 = 12 * (i - 384 + 1) + 1
#! expect r 480 575 = 4
.kernel sfu
.reg 20
.smem 1024
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r2, 0x1
    add.b32 $r2, $r0, $r2
    cvt.rn.f32.u32 $r3, $r2
    # ex2(0) = 1, cos(0) = 1
    mov.b32 $r4, 0x0
    preex2.f32 $r4, $r4
    ex2.f32 $r4, $r4
    st.b32 g14[$r1], $r4
    # x * rsqrt(x*x) * x, rounded: x
    mul.f32 $r5, $r3, $r3
    rsqrt.f32 $r6, $r5
    mul.f32 $r6, $r6, $r3
    mul.f32 $r6, $r6, $r3
    cvt.rni.u32.f32 $r6, $r6
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r6
    # odd lanes times 7 by a reciprocal of a reciprocal
    mov.b32 $r7, 0x1
    and.b32 $r7|$c0, $r0, $r7
    mov.b32 $r8, 0x40e00000
    rcp.f32 $r9, $r8
    rcp.f32 $r9, $r9
    mov.b32 $r10, $r3
    @$c0.lg mul.f32 $r10, $r3, $r9
    cvt.rni.u32.f32 $r10, $r10
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r10
    # a chain of multiplies back to back: 2x
    mul.f32 $r11, $r3, 0x40000000
    mul.f32 $r12, $r3, 0x40400000
    mul.f32 $r13, $r3, 0x40800000
    mul.f32 $r14, $r11, 0x3f000000
    mul.f32 $r15, $r12, 0x3f000000
    mul.f32 $r16, $r13, 0x3f000000
    cvt.rni.u32.f32 $r11, $r11
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r11
    # 3x * 4x / (x) + 1 = 12x + 1
    mul.f32 $r12, $r12, $r13
    rcp.f32 $r13, $r3
    mul.f32 $r12, $r12, $r13
    lg2.f32 $r14, $r8
    sin.f32 $r15, $r3
    cos.f32 $r16, $r3
    mov.b32 $r17, 0x3f800000
    add.f32 $r12, $r12, $r17
    cvt.rni.u32.f32 $r12, $r12
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r12
    # presin and preex2 of words of shared memory (banks in conflict), then ex2: 2 * 2
    shl $a1, $r0, 0x2
    mov.b32 $r8, 0x3f800000
    st.b32 s[$a1+0x40], $r8
    preex2.f32 $r9, s[$a1+0x40].b32
    presin.f32 $r10, s[$a1+0x40].b32
    preex2.f32 $r11, s[$a1+0x40].b32
    ex2.f32 $r9, $r9
    ex2.f32 $r11, $r11
    mul.f32 $r9, $r9, $r11
    cvt.rni.u32.f32 $r9, $r9
    add.b32 $r1, $r1, 0x180
    st.b32.exit g14[$r1], $r9
