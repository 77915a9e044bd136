# Double precision without a number as the result, and with infinities and the smallest number as operands. High words, then low ones.
#! block 32
#! out r 16
# inf * 0 + 1, inf * 0 + inf, inf * 1 + -inf, inf * -inf + 1, NaN, inf - inf, inf + inf, 0 * inf, smallest * 1, largest + largest
#! expect r 0 2 = 0xfff80000
#! expect r 3 3 = 0xfff00000
#! expect r 4 4 = 0x7ffc0000
#! expect r 5 5 = 0xfff80000
#! expect r 6 6 = 0x7ff00000
#! expect r 7 7 = 0xfff80000
#! expect r 8 8 = 0
#! expect r 9 9 = 0x7ff00000
#! expect r 10 10 = 5
#! expect r 11 11 = 1
.kernel f64_special
.reg 32
.smem 20
.param 4
    # inf, -inf, 1, a signalling NaN with payload, the smallest, the largest, 0
    mov.b32 $r31, s[0x10].b32
    mov.b32 $r0, 0x0
    mov.b32 $r1, 0x7ff00000
    mov.b32 $r2, 0x0
    mov.b32 $r3, 0xfff00000
    mov.b32 $r4, 0x0
    mov.b32 $r5, 0x3ff00000
    mov.b32 $r6, 0x5
    mov.b32 $r7, 0x7ff40000
    mov.b32 $r8, 0x1
    mov.b32 $r9, 0x0
    mov.b32 $r10, 0xffffffff
    mov.b32 $r11, 0x7fefffff
    mov.b32 $r12, 0x0
    mov.b32 $r13, 0x0
    fma.rn.f64 $r14d, $r0d, $r12d, $r4d
    st.b32 g14[$r31], $r15
    add.b32 $r31, $r31, 0x4
    fma.rn.f64 $r14d, $r12d, $r0d, $r0d
    st.b32 g14[$r31], $r15
    add.b32 $r31, $r31, 0x4
    fma.rn.f64 $r14d, $r0d, $r4d, $r2d
    st.b32 g14[$r31], $r15
    add.b32 $r31, $r31, 0x4
    fma.rm.f64 $r14d, $r0d, $r2d, $r4d
    st.b32 g14[$r31], $r15
    add.b32 $r31, $r31, 0x4
    fma.rn.f64 $r16d, $r6d, $r0d, $r12d
    st.b32 g14[$r31], $r17
    add.b32 $r31, $r31, 0x4
    add.rn.f64 $r14d, $r0d, $r2d
    st.b32 g14[$r31], $r15
    add.b32 $r31, $r31, 0x4
    add.rz.f64 $r14d, $r0d, $r0d
    st.b32 g14[$r31], $r15
    add.b32 $r31, $r31, 0x4
    mul.rn.f64 $r14d, $r12d, $r0d
    st.b32 g14[$r31], $r15
    add.b32 $r31, $r31, 0x4
    mul.rp.f64 $r18d, $r8d, $r4d
    st.b32 g14[$r31], $r19
    add.b32 $r31, $r31, 0x4
    add.rn.f64 $r14d, $r10d, $r10d
    st.b32 g14[$r31], $r15
    add.b32 $r31, $r31, 0x4
    st.b32 g14[$r31], $r16
    add.b32 $r31, $r31, 0x4
    st.b32.exit g14[$r31], $r18
