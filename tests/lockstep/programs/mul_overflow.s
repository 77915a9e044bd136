# Products that are too large, the first on the SP, the second on the SFU: rounded to zero the largest number; to the
# nearest infinite.
#! block 32
#! out r 4
#! expect r 0 0 = 0x7f7fffff
#! expect r 1 1 = 0xff7fffff
#! expect r 2 2 = 0x7f800000
#! expect r 3 3 = 0xff800000
.kernel mul_overflow
.reg 12
.smem 20
.param 4
    mov.b32 $r1, s[0x10].b32
    mov.b32 $r2, 0x7f000000
    mov.b32 $r3, 0xff000000
    mul.f32.rz $r4, $r2, $r2
    mul.f32.rz $r5, $r2, $r3
    mul.f32 $r6, $r2, $r2
    mul.f32 $r7, $r2, $r3
    st.b128.exit g14[$r1], $r4q
