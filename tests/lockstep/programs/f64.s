# Double precision: arithmetic, conversions (also from s[]), comparison with $c, registers beyond the file.
# Rules: DPU-1, RF-3.
#! block 80
#! out r 480
#! expect r 0 79 = i * i + 3 * i + 1
#! expect r 80 159 = i - 80 < 40 ? 0xffffffff : 0
#! expect r 160 239 = i - 160 < 40 ? i - 160 : 40
#! expect r 240 319 = i - 240 < 40 ? 40 : i - 240
#! expect r 320 399 = i % 3 == 0 ? 2 * (i - 320) : i - 320
#! expect r 400 479 = i - 400
.kernel f64
.reg 28
.smem 1024
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r26, s[0x10].b32, $r1
    mov.b32 $r2, $r0
    cvt.rn.f64.u32 $r4d, $r2
    mov.b32 $r3, 0x3
    cvt.rn.f64.u32 $r6d, $r3
    mov.b32 $r3, 0x1
    cvt.rn.f64.s32 $r8d, $r3
    # x*x + 3x + 1
    mul.rn.f64 $r10d, $r4d, $r4d
    fma.rn.f64 $r12d, $r6d, $r4d, $r8d
    add.rn.f64 $r12d, $r10d, $r12d
    cvt.rni.u32.f64 $r14, $r12d
    st.b32 g14[$r26], $r14
    # compare with 40: $c and a mask
    mov.b32 $r3, 0x28
    cvt.rn.f64.u32 $r16d, $r3
    set.l.f64 $r15|$c1, $r4d, $r16d
    add.b32 $r26, $r26, 0x140
    st.b32 g14[$r26], $r15
    min.f64 $r18d, $r4d, $r16d
    max.f64 $r20d, $r4d, $r16d
    cvt.rni.u32.f64 $r18, $r18d
    cvt.rni.u32.f64 $r20, $r20d
    add.b32 $r26, $r26, 0x140
    st.b32 g14[$r26], $r18
    add.b32 $r26, $r26, 0x140
    st.b32 g14[$r26], $r20
    # predicated: every third buffer index doubles
    mov.b32 $r3, 0x140
    add.b32 $r3, $r0, $r3
    cvt.rn.f32.u32 $r22, $r3
    mul.f32 $r22, $r22, 0x3eaaaaab
    cvt.rzi.u32.f32 $r22, $r22
    mul.u24 $r23, $r22, 0x3
    sub.b32 $r23|$c2, $r3, $r23
    @$c2.e add.rn.f64 $r4d, $r4d, $r4d
    cvt.rni.s32.f64 $r24, $r4d
    add.b32 $r26, $r26, 0x140
    st.b32 g14[$r26], $r24
    # by way of f32 and s[]
    cvt.rn.f32.u32 $r22, $r0
    shl $a1, $r0, 0x2
    st.b32 s[$a1+0x40], $r22
    cvt.f64.f32 $r10d, s[$a1+0x40].b32
    cvt.f64.f64 $r10d, $r10d
    cvt.rn.f32.f64 $r12, $r10d
    cvt.rni.u32.f32 $r12, $r12
    add.b32 $r26, $r26, 0x140
    st.b32.exit g14[$r26], $r12
