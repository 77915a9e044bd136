# SPDX-License-Identifier: Apache-2.0
# Figure 24 of the paper: how much one instruction fetch brings. In native code, because the place of every instruction counts.
#
# Warp 7 reads the clock 36 times in 576 bytes; lines of 256 bytes begin 160 and 416 bytes behind the first read. Warps 0 to 6 loop over
# 24 absolute values each (192 bytes) in lines of their own, which have the middle one's place in every cache of the machine with sets of
# 1 KB. b: passes of warp 7, each behind another delay. Lane n of warp 7 sums up the times of reads n and 32 + n since the first one;
# ts[n] and ts[32 + n] are these sums.
#
# s[0x24]: 1 when warp 7 has done; s[0x28]: the times of a pass
.kernel fetch_width
.reg 48
.smem 184
.param 20
.params 0 4, 4 4, 8 4, 12 4, 16 4
    cvt.u32.u16 $r1, $r0l
    shr.u32 $r2, $r1, 0x5
    st.b32 s[0x24], $r124
    bar.inc.wait 0x0, 0xfff
    mov.b32 $r40, 0x7
    set.e.u32 _|$c0, $r2, $r40
    @$c0.lg bra measure
    mov.b32 $r40, 0x0
    set.e.u32 _|$c0, $r2, $r40
    @$c0.lg bra evict0
    mov.b32 $r40, 0x1
    set.e.u32 _|$c0, $r2, $r40
    @$c0.lg bra evict1
    mov.b32 $r40, 0x2
    set.e.u32 _|$c0, $r2, $r40
    @$c0.lg bra evict2
    mov.b32 $r40, 0x3
    set.e.u32 _|$c0, $r2, $r40
    @$c0.lg bra evict3
    mov.b32 $r40, 0x4
    set.e.u32 _|$c0, $r2, $r40
    @$c0.lg bra evict4
    mov.b32 $r40, 0x5
    set.e.u32 _|$c0, $r2, $r40
    @$c0.lg bra evict5
    bra evict6

measure:
    and.b32 $r1, $r1, 0x1f          # lane
    shl.b32 $r38, $r1, 0x2
    shl $a1, $r1, 0x2
    mov.b32 $r40, 0x4
    set.l.u32 _|$c1, $r1, $r40      # it has a second read
    mov.b32 $r39, s[0x10].b32
    add.b32 $r38, $r38, $r39        # ts[lane]
    mov.b32 $r39, 0x0               # pass
    mov.b32 $r41, 0x0               # sums
    mov.b32 $r42, 0x0
    mov.b32 $r43, 0x1
    mov.b32 $r44, s[0x1c].b32
pass:
    shl.b32 $r40, $r39, 0x3         # delay: 7 * pass mod 64 rounds, and one
    sub.b32 $r40, $r40, $r39
    and.b32 $r40, $r40, 0x3f
    add.b32 $r40, $r40, $r43
delay:
    sub.b32 $r40|$c0, $r40, $r43
    @$c0.lg bra delay

    .org 0x360

    mov.b32 $r2, $clock          # offset 0
    shl.b32 $r2, $r2, 0x1
    mov.b32 $r3, $clock
    shl.b32 $r3, $r3, 0x1
    mov.b32 $r4, $clock
    shl.b32 $r4, $r4, 0x1
    mov.b32 $r5, $clock
    shl.b32 $r5, $r5, 0x1
    mov.b32 $r6, $clock
    shl.b32 $r6, $r6, 0x1
    mov.b32 $r7, $clock
    shl.b32 $r7, $r7, 0x1
    mov.b32 $r8, $clock
    shl.b32 $r8, $r8, 0x1
    mov.b32 $r9, $clock
    shl.b32 $r9, $r9, 0x1
    mov.b32 $r10, $clock
    shl.b32 $r10, $r10, 0x1
    mov.b32 $r11, $clock
    shl.b32 $r11, $r11, 0x1
    mov.b32 $r12, $clock         # 160: 0x400, the middle line
    shl.b32 $r12, $r12, 0x1
    mov.b32 $r13, $clock
    shl.b32 $r13, $r13, 0x1
    mov.b32 $r14, $clock
    shl.b32 $r14, $r14, 0x1
    mov.b32 $r15, $clock
    shl.b32 $r15, $r15, 0x1
    mov.b32 $r16, $clock
    shl.b32 $r16, $r16, 0x1
    mov.b32 $r17, $clock
    shl.b32 $r17, $r17, 0x1
    mov.b32 $r18, $clock
    shl.b32 $r18, $r18, 0x1
    mov.b32 $r19, $clock
    shl.b32 $r19, $r19, 0x1
    mov.b32 $r20, $clock
    shl.b32 $r20, $r20, 0x1
    mov.b32 $r21, $clock
    shl.b32 $r21, $r21, 0x1
    mov.b32 $r22, $clock
    shl.b32 $r22, $r22, 0x1
    mov.b32 $r23, $clock
    shl.b32 $r23, $r23, 0x1
    mov.b32 $r24, $clock
    shl.b32 $r24, $r24, 0x1
    mov.b32 $r25, $clock
    shl.b32 $r25, $r25, 0x1
    mov.b32 $r26, $clock
    shl.b32 $r26, $r26, 0x1
    mov.b32 $r27, $clock
    shl.b32 $r27, $r27, 0x1
    mov.b32 $r28, $clock         # 416: 0x500
    shl.b32 $r28, $r28, 0x1
    mov.b32 $r29, $clock
    shl.b32 $r29, $r29, 0x1
    mov.b32 $r30, $clock
    shl.b32 $r30, $r30, 0x1
    mov.b32 $r31, $clock
    shl.b32 $r31, $r31, 0x1
    mov.b32 $r32, $clock
    shl.b32 $r32, $r32, 0x1
    mov.b32 $r33, $clock
    shl.b32 $r33, $r33, 0x1
    mov.b32 $r34, $clock
    shl.b32 $r34, $r34, 0x1
    mov.b32 $r35, $clock
    shl.b32 $r35, $r35, 0x1
    mov.b32 $r36, $clock
    shl.b32 $r36, $r36, 0x1
    mov.b32 $r37, $clock
    shl.b32 $r37, $r37, 0x1

    st.b32 s[0x28], $r2
    st.b32 s[0x2c], $r3
    st.b32 s[0x30], $r4
    st.b32 s[0x34], $r5
    st.b32 s[0x38], $r6
    st.b32 s[0x3c], $r7
    st.b32 s[0x40], $r8
    st.b32 s[0x44], $r9
    st.b32 s[0x48], $r10
    st.b32 s[0x4c], $r11
    st.b32 s[0x50], $r12
    st.b32 s[0x54], $r13
    st.b32 s[0x58], $r14
    st.b32 s[0x5c], $r15
    st.b32 s[0x60], $r16
    st.b32 s[0x64], $r17
    st.b32 s[0x68], $r18
    st.b32 s[0x6c], $r19
    st.b32 s[0x70], $r20
    st.b32 s[0x74], $r21
    st.b32 s[0x78], $r22
    st.b32 s[0x7c], $r23
    st.b32 s[0x80], $r24
    st.b32 s[0x84], $r25
    st.b32 s[0x88], $r26
    st.b32 s[0x8c], $r27
    st.b32 s[0x90], $r28
    st.b32 s[0x94], $r29
    st.b32 s[0x98], $r30
    st.b32 s[0x9c], $r31
    st.b32 s[0xa0], $r32
    st.b32 s[0xa4], $r33
    st.b32 s[0xa8], $r34
    st.b32 s[0xac], $r35
    st.b32 s[0xb0], $r36
    st.b32 s[0xb4], $r37
    ld.b32 $r3, s[$a1+0x28]
    @$c1.lg ld.b32 $r4, s[$a1+0xa8]
    sub.b32 $r3, $r3, $r2
    sub.b32 $r4, $r4, $r2
    add.b32 $r41, $r41, $r3
    add.b32 $r42, $r42, $r4
    add.b32 $r39, $r39, $r43
    set.lg.u32 _|$c0, $r39, $r44
    @$c0.lg bra pass
    st.b32 s[0x24], $r43
    st.b32 g14[$r38], $r41
    mov.b32 $r40, 0x80
    add.b32 $r38, $r38, $r40
    @$c1.lg st.b32 g14[$r38], $r42
    nop.exit

    .org 0x1000
evict0:
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    set.e.s32 _|$c0, s[0x24].b32, $r124
    @$c0.lg bra evict0
    nop.exit

    .org 0x1400
evict1:
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    set.e.s32 _|$c0, s[0x24].b32, $r124
    @$c0.lg bra evict1
    nop.exit

    .org 0x1800
evict2:
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    set.e.s32 _|$c0, s[0x24].b32, $r124
    @$c0.lg bra evict2
    nop.exit

    .org 0x1c00
evict3:
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    set.e.s32 _|$c0, s[0x24].b32, $r124
    @$c0.lg bra evict3
    nop.exit

    .org 0x2000
evict4:
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    set.e.s32 _|$c0, s[0x24].b32, $r124
    @$c0.lg bra evict4
    nop.exit

    .org 0x2400
evict5:
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    set.e.s32 _|$c0, s[0x24].b32, $r124
    @$c0.lg bra evict5
    nop.exit

    .org 0x2800
evict6:
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    cvt.u32.s32 $r2, |$r2|
    cvt.u32.s32 $r3, |$r3|
    cvt.u32.s32 $r4, |$r4|
    cvt.u32.s32 $r5, |$r5|
    cvt.u32.s32 $r6, |$r6|
    cvt.u32.s32 $r7, |$r7|
    cvt.u32.s32 $r8, |$r8|
    cvt.u32.s32 $r9, |$r9|
    set.e.s32 _|$c0, s[0x24].b32, $r124
    @$c0.lg bra evict6
    nop.exit
