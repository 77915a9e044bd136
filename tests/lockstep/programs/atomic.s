# atom and red of every operation, 32 and 64 bit, on words of their own and on one word for all.
#! block 64
#! out r 64
#! in a 64 = 5 * i
#! in b 64 = 5 * i
#! in d 128 = i & 1 ? 0xffffffff : i / 2
#! out s 16
#! out o 64
#! expect r 0 63 = 5 * i
#! expect a 0 63 = i < 7 ? 6 * i : 5 * i
#! expect b 0 63 = i * 6
#! expect d 0 127 = i == 1 ? 0xffffffff : i & 1 ? 0 : i / 2 - 1
#! expect s 0 0 = 64
#! expect s 1 1 = 2016
#! expect s 2 2 = 63
#! expect s 3 3 = 0xffffffff
#! expect s 4 4 = 0
#! expect s 5 5 = 63
#! expect s 6 6 = 32
#! expect o 0 63 = i < 32 ? i : i - 64
.kernel atomic
.reg 28
.smem 64
.param 24
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    mov.b32 $r4, s[0x10].b32
    add.b32 $r4, $r4, $r1
    mov.b32 $r5, s[0x14].b32
    add.b32 $r5, $r5, $r1
    mov.b32 $r6, s[0x18].b32
    add.b32 $r6, $r6, $r1
    mov.b32 $r7, s[0x1c].b32
    shl.b32 $r2, $r0, 0x3
    add.b32 $r7, $r7, $r2
    mov.b32 $r8, s[0x20].b32
    mov.b32 $r9, s[0x24].b32
    add.b32 $r9, $r9, $r1
    # a: compare with 5i for the first seven, else with another value
    mov.b32 $r2, 0x7
    set.l.u32 _|$c0, $r0, $r2
    mul.u24 $r10, $r0, 0x5
    mul.u24 $r11, $r0, 0x6
    mov.b32 $r3, 0x1
    @$c0.e add.b32 $r10, $r10, $r3
    atom.cas.b32 $r12, g14[$r5], $r10, $r11
    st.b32 g14[$r4], $r12
    # b: add i to every word
    red.add.u32 g14[$r6], $r0
    # d: 64-bit words (i, ~0): add all ones twice over: low word minus one, carry
    mov.b32 $r14, 0xffffffff
    mov.b32 $r15, 0x0
    atom.add.u64 $r16d, g14[$r7], $r14d
    # s: one word for all
    mov.b32 $r2, 0x1
    red.add.u32 g14[$r8], $r2
    add.b32 $r8, $r8, 0x4
    red.add.s32 g14[$r8], $r0
    add.b32 $r8, $r8, 0x4
    red.max.u32 g14[$r8], $r0
    add.b32 $r8, $r8, 0x4
    mov.b32 $r3, 0xffffffff
    sub.b32 $r3, $r3, $r0
    red.or.b32 g14[$r8], $r3
    red.or.b32 g14[$r8], $r0
    add.b32 $r8, $r8, 0x4
    red.min.s32 g14[$r8], $r0
    add.b32 $r8, $r8, 0x4
    # the old values of an exchange chain: the highest thread's value stays
    atom.exch.b32 $r18, g14[$r8], $r0
    add.b32 $r8, $r8, 0x4
    # a predicated one: threads from 32 on only
    mov.b32 $r2, 0x20
    set.ge.u32 _|$c1, $r0, $r2
    mov.b32 $r19, 0x1
    @$c1.lg red.add.u32 g14[$r8], $r19
    mov.b32 $r20, $r0
    mov.b32 $r21, 0xffffffc0
    @$c1.lg add.b32 $r20, $r20, $r21
    st.b32.exit g14[$r9], $r20
