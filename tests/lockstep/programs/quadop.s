# quadop of all four lanes and operations as a shuffle and as differences; some lanes do not execute.
#! block 64
#! out r 256
#! expect r 0 63 = (i & ~3) + 2
#! expect r 64 127 = ((i & ~3) - 64) + i - 64
#! expect r 128 191 = 2 * (i & 3)
#! expect r 192 255 = i & 1 ? i - 192 : ((i & ~3) - 192) + 3
.kernel quadop
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    cvt.rn.f32.u32 $r2, $r0
    mov.b32 $r3, 0x0
    quadop.f32.add.add.add.add $r4, l2, $r2, $r3
    cvt.rzi.u32.f32 $r5, $r4
    st.b32 g14[$r1], $r5
    quadop.f32.add.add.add.add $r4, l0, $r2, $r2
    cvt.rzi.u32.f32 $r5, $r4
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r5
    # i - l0, doubled in a second step
    quadop.f32.subr.subr.subr.subr $r4, l0, $r2, $r2
    add.f32 $r4, $r4, $r4
    cvt.rzi.u32.f32 $r5, $r4
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r5
    mov.b32 $r6, 0x1
    and.b32 $r6|$c0, $r0, $r6
    mov.b32 $r4, $r2
    @$c0.e quadop.f32.add.add.add.add $r4, l3, $r2, $r3
    cvt.rzi.u32.f32 $r5, $r4
    add.b32 $r1, $r1, 0x100
    st.b32.exit g14[$r1], $r5
