# Linear filtering: formats, address modes, one and two coordinates; texels and coordinates with infinities, NaN, denormals, values of
# very different sizes. What each one gives is compared between the targets; tests/rt compares with a reference.
# Rules: TEX-10, TEX-11.
#! grid 8
#! block 256
#! in c 4096 = i % 61 == 7 ? (i & 1) << 31 | 0x7f800000 | i / 1000 : i % 97 == 5 ? i : (i * 0x9e3779b1 & 0x807fffff) | (i % 29 + 110) << 23
#! in t 16384 = i % 83 == 9 ? 0x7f800000 | i << 31 | i % 3 / 2 : i % 71 == 3 ? i : (i * 0x9e3779b1 & 0x807fffff) | (i % 41 + 100) << 23
#! in u 4096 = i * 0x01030507 + (i >> 3) * 0x7651 + 0x80
#! tex 0 t float 32 1 16 8 64 clamp clamp linear
#! tex 1 u unorm 8 4 13 7 96 border clamp linear
#! tex 2 t float 32 4 16 8 256 wrap mirror both
#! tex 3 u unorm 8 4 13 7 96 mirror wrap both
#! tex 4 u snorm 16 2 40 100 160 clamp border both
#! tex 5 t float 32 4 1 1 32 border border both
#! tex 6 u snorm 8 1 3 32 32 wrap wrap both
#! tex 7 u float 16 4 30 30 256 clamp clamp linear
#! tex 8 u unorm 16 1 1 1000 32 border mirror both
#! tex 9 t float 32 2 127 63 1024 wrap wrap both
#! out r 20480
#! expect r 7 7 = 0x0
#! expect r 2055 2055 = 0x0
#! expect r 4100 4100 = 0x874bc909
#! expect r 6150 6150 = 0x3e366c74
#! expect r 8200 8200 = 0x4000100
#! expect r 10240 10240 = 0x83598ad3
#! expect r 12300 12300 = 0x3d0f8b9a
#! expect r 14350 14350 = 0x7bfcc000
#! expect r 16400 16400 = 0x0
#! expect r 18450 18450 = 0x354d7bc2
.kernel texture_linear
.reg 24
.smem 32
.param 16
    cvt.u32.u16 $r0, $r0l
    cvt.u32.u16 $r1, s[0xc].u16
    shl.b32 $r1, $r1, 0x8
    add.b32 $r0, $r0, $r1
    shl.b32 $r1, $r0, 0x3
    add.b32 $r1, s[0x10].b32, $r1
    ld.b64 $r2d, g14[$r1]
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x1c].b32, $r1
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    texauto.live {$r4,$r5,$r6,$r7}, $t0, $s0, {$r4,$r5}, 0x0, 0x0, 0x0
    mov.b32 $r9, $r2
    texauto.live {$r9,_,_,$r10}, $t0, $s0, {$r9}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r9
    xor.b32 $r4, $r4, $r10
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x2000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    texauto.live {$r4,$r5,$r6,$r7}, $t1, $s1, {$r4,$r5}, 0x0, 0x0, 0x0
    mov.b32 $r9, $r2
    texauto.live {$r9,_,_,$r10}, $t1, $s1, {$r9}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r9
    xor.b32 $r4, $r4, $r10
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x2000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    texauto.live {$r4,$r5,$r6,$r7}, $t2, $s2, {$r4,$r5}, 0x0, 0x0, 0x0
    mov.b32 $r9, $r2
    texauto.live {$r9,_,_,$r10}, $t2, $s2, {$r9}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r9
    xor.b32 $r4, $r4, $r10
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x2000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    texauto.live {$r4,$r5,$r6,$r7}, $t3, $s3, {$r4,$r5}, 0x0, 0x0, 0x0
    mov.b32 $r9, $r2
    texauto.live {$r9,_,_,$r10}, $t3, $s3, {$r9}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r9
    xor.b32 $r4, $r4, $r10
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x2000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    texauto.live {$r4,$r5,$r6,$r7}, $t4, $s4, {$r4,$r5}, 0x0, 0x0, 0x0
    mov.b32 $r9, $r2
    texauto.live {$r9,_,_,$r10}, $t4, $s4, {$r9}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r9
    xor.b32 $r4, $r4, $r10
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x2000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    texauto.live {$r4,$r5,$r6,$r7}, $t5, $s5, {$r4,$r5}, 0x0, 0x0, 0x0
    mov.b32 $r9, $r2
    texauto.live {$r9,_,_,$r10}, $t5, $s5, {$r9}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r9
    xor.b32 $r4, $r4, $r10
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x2000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    texauto.live {$r4,$r5,$r6,$r7}, $t6, $s6, {$r4,$r5}, 0x0, 0x0, 0x0
    mov.b32 $r9, $r2
    texauto.live {$r9,_,_,$r10}, $t6, $s6, {$r9}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r9
    xor.b32 $r4, $r4, $r10
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x2000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    texauto.live {$r4,$r5,$r6,$r7}, $t7, $s7, {$r4,$r5}, 0x0, 0x0, 0x0
    mov.b32 $r9, $r2
    texauto.live {$r9,_,_,$r10}, $t7, $s7, {$r9}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r9
    xor.b32 $r4, $r4, $r10
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x2000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    texauto.live {$r4,$r5,$r6,$r7}, $t8, $s8, {$r4,$r5}, 0x0, 0x0, 0x0
    mov.b32 $r9, $r2
    texauto.live {$r9,_,_,$r10}, $t8, $s8, {$r9}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r9
    xor.b32 $r4, $r4, $r10
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x2000
    mov.b32 $r4, $r2
    mov.b32 $r5, $r3
    texauto.live {$r4,$r5,$r6,$r7}, $t9, $s9, {$r4,$r5}, 0x0, 0x0, 0x0
    mov.b32 $r9, $r2
    texauto.live {$r9,_,_,$r10}, $t9, $s9, {$r9}, 0x0, 0x0, 0x0
    xor.b32 $r4, $r4, $r5
    xor.b32 $r4, $r4, $r6
    xor.b32 $r4, $r4, $r7
    xor.b32 $r4, $r4, $r9
    xor.b32 $r4, $r4, $r10
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x2000
    nop.exit
