# Texture fetches with three coordinates: texel numbers with offsets, f32 coordinates clamped and outside; two coordinates of slices,
# three of linear memory; a third coordinate beyond the registers; results that go on in the next group; lanes that do not fetch.
# Rules: TEX-1, TEX-2, TEX-8, TEX-9, TEX-16.
#! block 512
#! in t 512 = i * 0x01030507 + 0x80
#! tex 0 t uint 32 1 8 4 32 clamp clamp
#! slices 8 160 clamp
#! tex 1 t uint 32 1 8 4 32 border border
#! slices 8 160 border
#! tex 2 t uint 8 4 8 4 32 clamp border
#! slices 8 160 clamp
#! tex 3 t uint 32 1 100
#! out r 4096
#! expect r 0 511 = (i & 15) - 4 < 8 && (i >> 4 & 7) - 2 < 4 && (i >> 7) * 3 - 1 < 8 ? (40 * ((i >> 7) * 3 - 1) + 8 * ((i >> 4 & 7) - 2) + (i & 15) - 4) * 0x01030507 + 0x80 : 0
#! expect r 512 767 = (40 * ((i >> 7) * 2 - 8) + 8 * ((i >> 4 & 7) < 2 ? 0 : (i >> 4 & 7) > 5 ? 3 : (i >> 4 & 7) - 2) + ((i & 15) < 4 ? 0 : (i & 15) > 11 ? 7 : (i & 15) - 4)) * 0x01030507 + 0x80
#! expect r 768 1023 = (40 * ((i >> 7) * 2 - 7) + 8 * ((i >> 4 & 7) < 2 ? 0 : (i >> 4 & 7) > 5 ? 3 : (i >> 4 & 7) - 2) + ((i & 15) < 4 ? 0 : (i & 15) > 11 ? 7 : (i & 15) - 4)) * 0x01030507 + 0x80
#! expect r 1024 1535 = (i & 15) - 4 < 8 && (i >> 4 & 7) - 2 < 4 && (i >> 7) * 3 - 25 < 8 ? (40 * ((i >> 7) * 3 - 25) + 8 * ((i >> 4 & 7) - 2) + (i & 15) - 4) * 0x01030507 + 0x80 : 0
#! expect r 1536 2047 = (8 * ((i >> 4 & 7) < 2 ? 0 : (i >> 4 & 7) > 5 ? 3 : (i >> 4 & 7) - 2) + ((i & 15) < 4 ? 0 : (i & 15) > 11 ? 7 : (i & 15) - 4)) * 0x01030507 + 0x80
#! expect r 2048 2559 = i & 1 ? 5 : ((i & 15) < 4 ? 0 : (i & 15) - 4) * 0x01030507 + 0x80
#! expect r 2560 3071 = (8 * ((i >> 4 & 7) < 2 ? 0 : (i >> 4 & 7) > 5 ? 3 : (i >> 4 & 7) - 2) + ((i & 15) < 4 ? 0 : (i & 15) > 11 ? 7 : (i & 15) - 4)) * 0x01030507 + 0x80
.kernel texture_3d
.reg 24
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x14].b32, $r1
    mov.b32 $r5, 0xf
    and.b32 $r2, $r0, $r5
    shr.u32 $r3, $r0, 0x4
    mov.b32 $r5, 0x7
    and.b32 $r3, $r3, $r5
    shr.u32 $r4, $r0, 0x7
    mul.u24 $r4, $r4, 0x3
    # texel numbers -4 to 11, -2 to 5, -1, 2, 5, 8; the offsets undo what is missing
    mov.b32 $r6, $r2
    mov.b32 $r7, $r3
    mov.b32 $r8, $r4
    texfetch.live {$r6,_,_,_}, $t0, $s0, {$r6,$r7,$r8}, -0x4, -0x2, -0x1
    st.b32 g14[$r1], $r6
    # the same as floats and a quarter
    mov.b32 $r5, 0x4
    sub.b32 $r9, $r2, $r5
    mov.b32 $r5, 0x2
    sub.b32 $r10, $r3, $r5
    mov.b32 $r5, 0x1
    sub.b32 $r11, $r4, $r5
    cvt.rn.f32.s32 $r9, $r9
    cvt.rn.f32.s32 $r10, $r10
    cvt.rn.f32.s32 $r11, $r11
    mov.b32 $r5, 0x3e800000
    add.f32 $r9, $r9, $r5
    add.f32 $r10, $r10, $r5
    add.f32 $r11, $r11, $r5
    add.b32 $r1, $r1, 0x800
    mov.b32 $r13, $r9
    mov.b32 $r14, $r10
    mov.b32 $r15, $r11
    texauto.live {$r13,_,_,_}, $t0, $s0, {$r13,$r14,$r15}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r13
    add.b32 $r1, $r1, 0x800
    mov.b32 $r15, $r9
    mov.b32 $r16, $r10
    mov.b32 $r17, $r11
    texauto.live {$r15,_,_,_}, $t1, $s1, {$r15,$r16,$r17}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r15
    # two coordinates: slice 0
    add.b32 $r1, $r1, 0x800
    mov.b32 $r13, $r9
    mov.b32 $r14, $r10
    texauto.live {$r13,_,_,_}, $t0, $s0, {$r13,$r14}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r13
    # linear memory is one row of one slice; odd lanes do not fetch
    add.b32 $r1, $r1, 0x800
    mov.b32 $r13, $r9
    mov.b32 $r14, $r10
    mov.b32 $r15, $r11
    mov.b32 $r5, 0x1
    and.b32 $r5|$c0, $r0, $r5
    mov.b32 $r5, 0x5
    @$c0.lg mov.b32 $r13, $r5
    @$c0.e texauto.live {$r13,_,_,_}, $t3, $s3, {$r13,$r14,$r15}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r13
    # the third coordinate is beyond the registers: 0; so are two of the results
    add.b32 $r1, $r1, 0x800
    mov.b32 $r22, $r9
    mov.b32 $r23, $r10
    texauto.live {$r22,_,_,_}, $t0, $s0, {$r22,$r23,$r24}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r22
    # short forms, results in two groups
    add.b32 $r1, $r1, 0x800
    mov.b32 $r14, $r9
    mov.b32 $r15, $r10
    mov.b32 $r16, $r11
    mov.b32 $r18, $r2
    mov.b32 $r19, $r3
    mov.b32 $r20, $r4
    texauto.live.half {$r14,$r15,$r16,$r17}, $t2, $s2, {$r14,$r15,$r16}
    texfetch.live.half {$r18,$r19,$r20,$r21}, $t2, $s2, {$r18,$r19,$r20}
    xor.b32 $r14, $r14, $r19
    xor.b32 $r14, $r14, $r21
    st.b32 g14[$r1], $r14
    # one lane of every second pair of half 0, in every second warp
    add.b32 $r1, $r1, 0x800
    mov.b32 $r13, $r9
    mov.b32 $r14, $r10
    mov.b32 $r15, $r11
    mov.b32 $r5, 0x33
    and.b32 $r5|$c0, $r0, $r5
    @$c0.e texauto.live {$r13,$r14,_,_}, $t2, $s2, {$r13,$r14,$r15}, 0x0, 0x0, 0x0
    xor.b32 $r13, $r13, $r14
    st.b32 g14[$r1], $r13
    nop.exit
