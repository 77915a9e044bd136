# Texture fetch: every type, results on any registers, masks, offsets, lanes outside, predicates, an unbound texture, short form.
# Rules: TEX-4, TEX-8.
#! block 96
#! in t 1024 = i * 0x01030507 + 0x80
#! tex 0 t uint 32 1 96
#! tex 1 t uint 8 4 90
#! tex 2 t sint 16 2 512
#! tex 3 t uint 32 4 256
#! tex 4 t unorm 8 1 4096
#! tex 5 t snorm 16 1 2048
#! tex 6 t float 16 2 1024
#! tex 127 t sint 8 2 2048
#! out r 2304
#! expect r 0 95 = i * 0x01030507 + 0x80
#! expect r 96 191 = (i - 96) < 90 ? ((i - 96) * 0x01030507 + 0x80) >> 24 : 0
#! expect r 192 287 = (i - 192) < 4 ? 0 : ((i - 192 - 4) * 0x01030507 + 0x80) & 0xffff
#! expect r 288 383 = (i - 288) & 1 ? 7 : (4 * (i - 288) + 2) * 0x01030507 + 0x80
#! expect r 384 479 = 0
#! expect r 480 575 = 1
.kernel texture
.reg 32
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x14].b32, $r1
    mov.b32 $r2, $r0
    texfetch.live {$r2,_,_,_}, $t0, $s0, {$r2}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r2
    # w of four bytes: no other results; the last lanes are outside
    add.b32 $r1, $r1, 0x180
    mov.b32 $r3, $r0
    texfetch.live {_,_,_,$r3}, $t1, $s1, {$r3}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r3
    # offset -8 in halves of 2; the first lanes are outside; sign-extended, low half kept
    add.b32 $r1, $r1, 0x180
    mov.b32 $r6, $r0
    add.b32 $r6, $r6, 0x4
    texfetch.live {$r6,$r7,_,_}, $t2, $s2, {$r6}, -0x8, 0x0, 0x0
    mov.b32 $r8, 0xffff
    and.b32 $r6, $r6, $r8
    st.b32 g14[$r1], $r6
    # four words over two groups of registers; odd lanes do not fetch
    add.b32 $r1, $r1, 0x180
    mov.b32 $r13, $r0
    mov.b32 $r15, 0x7
    mov.b32 $r9, 0x1
    and.b32 $r9|$c0, $r0, $r9
    @$c0.e texfetch.live {$r13,$r14,$r15,$r16}, $t3, $s3, {$r13}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r15
    # not bound
    add.b32 $r1, $r1, 0x180
    mov.b32 $r17, $r0
    texfetch.live {$r17,$r18,$r19,_}, $t9, $s9, {$r17}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r19
    # missing w of an integer texture is 1; short form
    add.b32 $r1, $r1, 0x180
    mov.b32 $r22, $r0
    mov.b32 $r26, $r22
    texfetch.live.half {$r22,$r23,$r24,$r25}, $t2, $s2, {$r22}
    texfetch.live.half {$r26,$r27,$r28,$r29}, $t2, $s2, {$r26}
    st.b32 g14[$r1], $r25
    # conversions, scattered coordinates: compared between the targets
    add.b32 $r1, $r1, 0x180
    mov.b32 $r10, 0x1f
    and.b32 $r10, $r0, $r10
    shl.b32 $r10, $r10, 0x6
    mov.b32 $r11, $r10
    mov.b32 $r12, $r10
    mov.b32 $r30, $r10
    texfetch.live {$r10,_,_,_}, $t4, $s4, {$r10}, 0x3, 0x0, 0x0
    texfetch.live {$r11,_,_,_}, $t5, $s5, {$r11}, 0x0, 0x0, 0x0
    texfetch.live {_,_,$r12,$r13}, $t6, $s6, {$r12}, 0x0, 0x0, 0x0
    texfetch.live {$r30,$r31,$r32,$r33}, $t127, $s31, {$r30}, 0x1, 0x0, 0x0
    st.b32 g14[$r1], $r10
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r11
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r13
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r31
    nop.exit
