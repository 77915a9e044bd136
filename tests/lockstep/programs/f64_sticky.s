# What an alignment by 64 places and more shifts out still counts when the sum is rounded (dpu). m is 2^-1074, the least
# number there is: below any other, so a sum rounded away from zero is the next number, and one rounded to the nearest is
# not changed. High words, then low ones.
#! block 32
#! out r 20
# 1 + m up; 1 - m down; 1 + m to the nearest; m * 1 + 2^-900 up; -m * 1 - 2^-900 down; m as f32 up; m as an integer up
#! expect r 0 0 = 0x3ff00000
#! expect r 1 1 = 1
#! expect r 2 2 = 0x3fefffff
#! expect r 3 3 = 0xffffffff
#! expect r 4 4 = 0x3ff00000
#! expect r 5 5 = 0
#! expect r 6 6 = 0x07b00000
#! expect r 7 7 = 1
#! expect r 8 8 = 0x87b00000
#! expect r 9 9 = 1
#! expect r 10 10 = 1
#! expect r 11 11 = 1
.kernel f64_sticky
.reg 24
.smem 20
.param 4
    # m, -m, 1, 2^-900, -2^-900
    mov.b32 $r0, 0x1
    mov.b32 $r1, 0x0
    mov.b32 $r2, 0x1
    mov.b32 $r3, 0x80000000
    mov.b32 $r4, 0x0
    mov.b32 $r5, 0x3ff00000
    mov.b32 $r6, 0x0
    mov.b32 $r7, 0x7b00000
    mov.b32 $r8, 0x0
    mov.b32 $r9, 0x87b00000
    mov.b32 $r23, s[0x10].b32
    add.rp.f64 $r10d, $r4d, $r0d
    add.rm.f64 $r12d, $r4d, $r2d
    add.rn.f64 $r14d, $r4d, $r0d
    fma.rp.f64 $r16d, $r0d, $r4d, $r6d
    fma.rm.f64 $r18d, $r2d, $r4d, $r8d
    cvt.rp.f32.f64 $r20, $r0d
    cvt.rpi.s32.f64 $r21, $r0d
    st.b32 g14[$r23], $r11
    add.b32 $r23, $r23, 0x4
    st.b32 g14[$r23], $r10
    add.b32 $r23, $r23, 0x4
    st.b32 g14[$r23], $r13
    add.b32 $r23, $r23, 0x4
    st.b32 g14[$r23], $r12
    add.b32 $r23, $r23, 0x4
    st.b32 g14[$r23], $r15
    add.b32 $r23, $r23, 0x4
    st.b32 g14[$r23], $r14
    add.b32 $r23, $r23, 0x4
    st.b32 g14[$r23], $r17
    add.b32 $r23, $r23, 0x4
    st.b32 g14[$r23], $r16
    add.b32 $r23, $r23, 0x4
    st.b32 g14[$r23], $r19
    add.b32 $r23, $r23, 0x4
    st.b32 g14[$r23], $r18
    add.b32 $r23, $r23, 0x4
    st.b32 g14[$r23], $r20
    add.b32 $r23, $r23, 0x4
    st.b32.exit g14[$r23], $r21
