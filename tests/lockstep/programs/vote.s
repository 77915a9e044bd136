# vote over whole, partial and diverged warps, back to back from several warps; predicate of a negated condition.
# Rules: SPQ-4.
#! block 80
#! out r 320
#! expect r 0 79 = 0x1122
#! expect r 80 159 = i - 80 < 64 ? 0x2222 : 0x1111
#! expect r 160 239 = i % 2 == 0 ? 2 : 1
#! expect r 240 319 = i - 240 < 32 ? 1 : i - 240 < 64 ? 2 : 1
.kernel vote
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    # $c0: thread 0 and up: never negative; $c1: thread number is 70 (warp 2 only)
    and.b32 $r2|$c0, $r0, $r0
    mov.b32 $r3, 0x1f
    and.b32 $r4, $r0, $r3
    set.le.u32 _|$c1, $r4, $r3
    @$c1.lg vote.all $c2
    mov.b32 $r5, $c2
    @$c1.lg vote.any $c2
    mov.b32 $r6, $c2
    @$c1.e vote.any $c2
    mov.b32 $r7, $c2
    @$c1.e vote.all $c2
    mov.b32 $r8, $c2
    # r: all, any of true; any, all of false
    mov.b32 $r9, 0x10
    shl.b32 $r5, $r5, 0x0
    shl.b32 $r6, $r6, 0x4
    shl.b32 $r7, $r7, 0x8
    shl.b32 $r8, $r8, 0xc
    or.b32 $r5, $r5, $r6
    or.b32 $r5, $r5, $r7
    or.b32 $r5, $r5, $r8
    st.b32 g14[$r1], $r5
    # which warps are below 64
    mov.b32 $r3, 0x40
    set.l.u32 _|$c1, $r0, $r3
    @$c1.lg vote.all $c2
    mov.b32 $r5, $c2
    @$c1.lg vote.any $c2
    mov.b32 $r6, $c2
    @$c1.lg vote.any $c3
    mov.b32 $r7, $c3
    @$c1.lg vote.all $c0
    mov.b32 $r8, $c0
    shl.b32 $r6, $r6, 0x4
    shl.b32 $r7, $r7, 0x8
    shl.b32 $r8, $r8, 0xc
    or.b32 $r5, $r5, $r6
    or.b32 $r5, $r5, $r7
    or.b32 $r5, $r5, $r8
    add.b32 $r1, $r1, 0x140
    st.b32 g14[$r1], $r5
    # diverged: even lanes vote true, odd lanes false, each for itself
    mov.b32 $r3, 0x1
    and.b32 $r2|$c0, $r0, $r3
    joinat both
    @$c0.lg bra odd
    @$c0.e vote.all $c2
    bra both
odd:
    @$c0.e vote.any $c2
both:
    nop.join
    mov.b32 $r5, $c2
    add.b32 $r1, $r1, 0x140
    st.b32 g14[$r1], $r5
    # one thread of the block
    mov.b32 $r3, 0x28
    set.e.u32 _|$c1, $r0, $r3
    @$c1.lg vote.any $c2
    mov.b32 $r5, $c2
    add.b32 $r1, $r1, 0x140
    st.b32.exit g14[$r1], $r5
