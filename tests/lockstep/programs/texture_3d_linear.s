# Linear filtering with three coordinates: formats, address modes, one slice and many, slack between slices; texels and coordinates with
# infinities, NaN, denormals, values of very different sizes. What each one gives is compared between the targets; tests/rt
# compares with a reference. Each thread also fetches from texels that are powers of two, 2^(x+y+z), between the second and
# the third of each dimension, a/8, b/8, c/8 behind the second: (8+a)(8+b)(8+c)/64 by hand, with all bits.
# Rules: TEX-10, TEX-11, TEX-16.
#! grid 4
#! block 256
#! in c 3072 = i % 61 == 7 ? (i & 1) << 31 | 0x7f800000 | i / 1000 : i % 97 == 5 ? i : (i * 0x9e3779b1 & 0x807fffff) | (i % 29 + 110) << 23
#! in t 16384 = i % 83 == 9 ? 0x7f800000 | i << 31 | i % 3 / 2 : i % 71 == 3 ? i : (i * 0x9e3779b1 & 0x807fffff) | (i % 41 + 100) << 23
#! in u 8192 = i * 0x01030507 + (i >> 3) * 0x7651 + 0x80
#! tex 0 t float 32 1 16 8 64 clamp clamp linear
#! slices 5 544 border
#! tex 1 u unorm 8 4 13 7 64 border clamp linear
#! slices 9 448 clamp
#! tex 2 t float 32 4 8 4 128 wrap mirror both
#! slices 16 512 wrap
#! tex 3 u unorm 8 4 13 7 64 mirror wrap both
#! slices 3 448 mirror
#! tex 4 u snorm 16 2 20 10 96 clamp border both
#! slices 7 960 clamp
#! tex 5 t float 32 4 1 1 32 border border both
#! slices 1 32 border
#! tex 6 u float 16 4 3 2 32 wrap wrap both
#! slices 100 64 border
#! in v 128 = 127 + (i & 7) + (i >> 3 & 3) + (i >> 5) << 23
#! tex 7 v float 32 1 4 4 32 clamp clamp linear
#! slices 4 128 clamp
#! out r 8192
#! out h 64
#! expect h 0 63 = (8+(i&3))*(8+(i>>2&3))*(8+(i>>4))<1024 ? 130<<23|(8+(i&3))*(8+(i>>2&3))*(8+(i>>4))-512<<14 : 131<<23|(8+(i&3))*(8+(i>>2&3))*(8+(i>>4))-1024<<13
.kernel texture_3d_linear
.reg 24
.smem 40
.param 24
    cvt.u32.u16 $r0, $r0l
    cvt.u32.u16 $r1, s[0xc].u16
    shl.b32 $r1, $r1, 0x8
    add.b32 $r0, $r0, $r1
    mul.u24 $r1, $r0, 0xc
    add.b32 $r1, s[0x10].b32, $r1
    ld.b32 $r2, g14[$r1]
    add.b32 $r1, $r1, 0x4
    ld.b32 $r3, g14[$r1]
    add.b32 $r1, $r1, 0x4
    ld.b32 $r8, g14[$r1]
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x20].b32, $r1
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    mov.b32 $r6, $r8
    texauto.live {$r4,$r5,$r6,$r7}, $t0, $s0, {$r4,$r5,$r6}, 0x0, 0x0, 0x0
    mov.b32 $r10, $r8
    mov.b32 $r11, $r2
    mov.b32 $r12, $r3
    texauto.live {$r10,_,_,$r11}, $t0, $s0, {$r10,$r11,$r12}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r10
    xor.b32 $r4, $r4, $r11
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x1000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    mov.b32 $r6, $r8
    texauto.live {$r4,$r5,$r6,$r7}, $t1, $s1, {$r4,$r5,$r6}, 0x0, 0x0, 0x0
    mov.b32 $r10, $r8
    mov.b32 $r11, $r2
    mov.b32 $r12, $r3
    texauto.live {$r10,_,_,$r11}, $t1, $s1, {$r10,$r11,$r12}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r10
    xor.b32 $r4, $r4, $r11
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x1000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    mov.b32 $r6, $r8
    texauto.live {$r4,$r5,$r6,$r7}, $t2, $s2, {$r4,$r5,$r6}, 0x0, 0x0, 0x0
    mov.b32 $r10, $r8
    mov.b32 $r11, $r2
    mov.b32 $r12, $r3
    texauto.live {$r10,_,_,$r11}, $t2, $s2, {$r10,$r11,$r12}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r10
    xor.b32 $r4, $r4, $r11
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x1000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    mov.b32 $r6, $r8
    texauto.live {$r4,$r5,$r6,$r7}, $t3, $s3, {$r4,$r5,$r6}, 0x0, 0x0, 0x0
    mov.b32 $r10, $r8
    mov.b32 $r11, $r2
    mov.b32 $r12, $r3
    texauto.live {$r10,_,_,$r11}, $t3, $s3, {$r10,$r11,$r12}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r10
    xor.b32 $r4, $r4, $r11
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x1000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    mov.b32 $r6, $r8
    texauto.live {$r4,$r5,$r6,$r7}, $t4, $s4, {$r4,$r5,$r6}, 0x0, 0x0, 0x0
    mov.b32 $r10, $r8
    mov.b32 $r11, $r2
    mov.b32 $r12, $r3
    texauto.live {$r10,_,_,$r11}, $t4, $s4, {$r10,$r11,$r12}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r10
    xor.b32 $r4, $r4, $r11
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x1000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    mov.b32 $r6, $r8
    texauto.live {$r4,$r5,$r6,$r7}, $t5, $s5, {$r4,$r5,$r6}, 0x0, 0x0, 0x0
    mov.b32 $r10, $r8
    mov.b32 $r11, $r2
    mov.b32 $r12, $r3
    texauto.live {$r10,_,_,$r11}, $t5, $s5, {$r10,$r11,$r12}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r10
    xor.b32 $r4, $r4, $r11
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x1000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    mov.b32 $r6, $r8
    texauto.live {$r4,$r5,$r6,$r7}, $t6, $s6, {$r4,$r5,$r6}, 0x0, 0x0, 0x0
    mov.b32 $r10, $r8
    mov.b32 $r11, $r2
    mov.b32 $r12, $r3
    texauto.live {$r10,_,_,$r11}, $t6, $s6, {$r10,$r11,$r12}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r10
    xor.b32 $r4, $r4, $r11
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x1000
    # 1.5 + a/8, 1.5 + b/8, 1.5 + c/8
    mov.b32 $r1, 0x3f
    and.b32 $r1, $r0, $r1
    mov.b32 $r2, 0x3
    and.b32 $r4, $r1, $r2
    shr.u32 $r5, $r1, 0x2
    and.b32 $r5, $r5, $r2
    shr.u32 $r6, $r1, 0x4
    mov.b32 $r2, 0x3fc00000
    shl.b32 $r4, $r4, 0x14
    add.b32 $r4, $r4, $r2
    shl.b32 $r5, $r5, 0x14
    add.b32 $r5, $r5, $r2
    shl.b32 $r6, $r6, 0x14
    add.b32 $r6, $r6, $r2
    texauto.live {$r4,_,_,_}, $t7, $s7, {$r4,$r5,$r6}, 0x0, 0x0, 0x0
    shl.b32 $r1, $r1, 0x2
    add.b32 $r1, s[0x24].b32, $r1
    st.b32.exit g14[$r1], $r4
