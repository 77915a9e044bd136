# Texture fetches with two coordinates: texel numbers with offsets, f32 coordinates clamped and outside; one f32 coordinate; second
# coordinate and results beyond the registers; an unbound texture; lanes that do not fetch; linear memory.
# Rules: TEX-4, TEX-8, TEX-9.
#! block 256
#! in t 512 = i * 0x01030507 + 0x80
#! tex 0 t uint 32 1 16 8 64 clamp clamp
#! tex 1 t uint 32 1 16 8 64 border border
#! tex 2 t uint 8 4 13 7 96 clamp border
#! tex 3 t uint 32 1 100
#! tex 4 t sint 16 2 32 1 128 clamp clamp
#! out r 2304
#! expect r 0 255 = ((i & 31) - 8) < 16 && ((i >> 5) - 2) < 8 ? (16 * ((i >> 5) - 2) + ((i & 31) - 8)) * 0x01030507 + 0x80 : 0
#! expect r 256 511 = (16 * ((i >> 5) - 8 < 2 ? 0 : (i >> 5) - 10) + ((i & 31) < 8 ? 0 : (i & 31) > 23 ? 15 : (i & 31) - 8)) * 0x01030507 + 0x80
#! expect r 512 767 = ((i & 31) - 8) < 16 && (((i >> 5) - 16) - 2) < 8 ? (16 * ((i >> 5) - 18) + ((i & 31) - 8)) * 0x01030507 + 0x80 : 0
#! expect r 768 1023 = ((i & 31) < 8 ? 0 : (i & 31) > 23 ? 15 : (i & 31) - 8) * 0x01030507 + 0x80
#! expect r 1024 1279 = 0
#! expect r 1280 1535 = i & 1 ? 5 : ((i & 31) < 8 ? 0 : (i & 31) - 8) * 0x01030507 + 0x80
.kernel texture_2d
.reg 24
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x14].b32, $r1
    mov.b32 $r2, 0x1f
    and.b32 $r2, $r0, $r2
    shr.u32 $r3, $r0, 0x5
    mov.b32 $r4, 0x8
    mov.b32 $r5, 0x2
    sub.b32 $r2, $r2, $r4
    sub.b32 $r3, $r3, $r5
    # texel numbers; the offsets undo what is added
    add.b32 $r6, $r2, $r4
    add.b32 $r7, $r3, $r5
    texfetch.live {$r6,_,_,_}, $t0, $s0, {$r6,$r7}, -0x8, -0x2, 0x3
    st.b32 g14[$r1], $r6
    # the same as floats and a quarter
    cvt.rn.f32.s32 $r8, $r2
    cvt.rn.f32.s32 $r9, $r3
    mov.b32 $r10, 0x3e800000
    add.f32 $r8, $r8, $r10
    add.f32 $r9, $r9, $r10
    add.b32 $r1, $r1, 0x400
    mov.b32 $r12, $r8
    mov.b32 $r13, $r9
    texauto.live {$r12,_,_,_}, $t0, $s0, {$r12,$r13}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r12
    add.b32 $r1, $r1, 0x400
    mov.b32 $r12, $r8
    mov.b32 $r13, $r9
    texauto.live {$r12,_,_,_}, $t1, $s1, {$r12,$r13}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r12
    # one coordinate: row 0
    add.b32 $r1, $r1, 0x400
    mov.b32 $r12, $r8
    texauto.live {$r12,_,_,_}, $t0, $s0, {$r12}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r12
    # not bound
    add.b32 $r1, $r1, 0x400
    mov.b32 $r12, $r8
    mov.b32 $r13, $r9
    texauto.live {$r12,$r13,_,_}, $t9, $s9, {$r12,$r13}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r13
    # linear memory by an f32 coordinate; odd lanes do not fetch
    add.b32 $r1, $r1, 0x400
    mov.b32 $r12, $r8
    mov.b32 $r14, 0x1
    and.b32 $r14|$c0, $r0, $r14
    mov.b32 $r15, 0x5
    @$c0.lg mov.b32 $r12, $r15
    @$c0.e texauto.live {$r12,_,_,_}, $t3, $s3, {$r12}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r12
    # the second coordinate is beyond the registers: 0; so are three of the results
    add.b32 $r1, $r1, 0x400
    mov.b32 $r23, $r8
    texauto.live {$r23,$r24,$r25,$r26}, $t2, $s2, {$r23,$r24}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r23
    # short forms
    add.b32 $r1, $r1, 0x400
    mov.b32 $r12, $r8
    mov.b32 $r13, $r9
    mov.b32 $r16, $r2
    mov.b32 $r17, $r3
    texauto.live.half {$r12,$r13,$r14,$r15}, $t2, $s2, {$r12,$r13}
    texfetch.live.half {$r16,$r17,$r18,$r19}, $t2, $s2, {$r16,$r17}
    xor.b32 $r12, $r12, $r17
    st.b32 g14[$r1], $r12
    # 16 bits, one row; the row is the second coordinate's
    add.b32 $r1, $r1, 0x400
    mov.b32 $r12, $r8
    mov.b32 $r13, $r9
    texauto.live {$r12,$r13,_,$r14}, $t4, $s4, {$r12,$r13}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r14
    nop.exit
