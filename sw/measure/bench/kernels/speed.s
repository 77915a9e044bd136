# SPDX-License-Identifier: Apache-2.0
# What `make bench-speed` runs beside matrix multiply. Each thread repeats the loop PARAM times and stores what comes out.

# Special functions, each the argument of another; 8 of the 13 instructions are of the SFU.
.kernel special
.reg 12
.smem 24
.param 8
    cvt.rn.f32.u16 $r1, $r0l
    mov.b32 $r2, s[0x14].b32
    mov.b32 $r3, 0x3e99999a             # 0.3
    mov.b32 $r10, 0x1
special_loop:
    mad.f32 $r4, $r1, $r3, $r3
    presin.f32 $r5, $r4
    sin.f32 $r5, $r5
    preex2.f32 $r6, $r4
    ex2.f32 $r6, $r6
    mad.f32 $r7, $r5, $r6, $r4
    lg2.f32 $r8, |$r7|
    rsqrt.f32 $r9, |$r7|
    add.f32 $r8, $r8, $r9
    rcp.f32 $r1, $r8
    cos.f32 $r1, $r1
    sub.b32 $r2|$c0, $r2, $r10
    @$c0.lg bra special_loop
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r0, $r0, 0x2
    add.b32 $r0, s[0x10].b32, $r0
    st.b32.exit g14[$r0], $r1

# Double precision: four chains of multiply-adds, sums and products; 12 of the 14 instructions are of the DPU.
.kernel double
.reg 20
.smem 24
.param 8
    cvt.u32.u16 $r1, $r0l
    mov.b32 $r2, s[0x14].b32
    cvt.rn.f64.u32 $r4d, $r1
    add.rn.f64 $r6d, $r4d, $r4d
    add.rn.f64 $r8d, $r6d, $r4d
    add.rn.f64 $r10d, $r8d, $r4d
    mov.b32 $r12, 0x0
    mov.b32 $r13, 0x3fe00000            # 0.5
    mov.b32 $r14, 0x0
    mov.b32 $r15, 0x3ff80000            # 1.5
    mov.b32 $r3, 0x1
double_loop:
    fma.rn.f64 $r4d, $r4d, $r12d, $r14d
    fma.rn.f64 $r6d, $r6d, $r12d, $r14d
    fma.rn.f64 $r8d, $r8d, $r12d, $r14d
    fma.rn.f64 $r10d, $r10d, $r12d, $r14d
    add.rn.f64 $r4d, $r4d, $r6d
    add.rn.f64 $r8d, $r8d, $r10d
    mul.rn.f64 $r4d, $r4d, $r12d
    mul.rn.f64 $r8d, $r8d, $r12d
    fma.rn.f64 $r6d, $r6d, $r12d, $r4d
    fma.rn.f64 $r10d, $r10d, $r12d, $r8d
    fma.rn.f64 $r4d, $r10d, $r12d, $r14d
    fma.rn.f64 $r8d, $r6d, $r12d, $r14d
    sub.b32 $r2|$c0, $r2, $r3
    @$c0.lg bra double_loop
    add.rn.f64 $r4d, $r4d, $r6d
    shl.b32 $r1, $r1, 0x3
    add.b32 $r1, s[0x10].b32, $r1
    st.b64.exit g14[$r1], $r4d
