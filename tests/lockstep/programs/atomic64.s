# Long compare-and-swap and exchange; the remaining 32-bit operations; lanes of both halves missing.
#! block 48
#! in d 96 = i & 1 ? 7 : i / 2
#! out o 192
#! in s 16 = i == 0 ? 5 : i == 1 ? 3 : i == 2 ? 0xffffffff : i == 3 ? 0xff : i == 4 ? 0xfffffff0 : 0
#! expect d 0 95 = i / 2 % 4 == 1 ? (i & 1 ? 0x1234 : i / 2 + 100) : i / 2 % 4 == 3 ? (i & 1 ? 1 : i / 2) : i & 1 ? 7 : i / 2
#! expect o 0 47 = i
#! expect o 48 95 = 7
#! expect s 0 0 = 5
#! expect s 1 1 = 0
#! expect s 2 2 = 0xf0f0f0f0
#! expect s 3 3 = 0xff
#! expect s 4 4 = 47
.kernel atomic64
.reg 36
.smem 64
.param 12
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    shl.b32 $r2, $r0, 0x3
    mov.b32 $r3, s[0x10].b32
    add.b32 $r3, $r3, $r2
    mov.b32 $r4, s[0x14].b32
    add.b32 $r4, $r4, $r1
    mov.b32 $r5, s[0x18].b32
    mov.b32 $r6, 0x3
    and.b32 $r7, $r0, $r6
    mov.b32 $r8, 0x1
    set.e.u32 _|$c0, $r7, $r8
    set.e.u32 _|$c1, $r7, $r6
    # expected (i, 7), or (i, 8) where it must fail
    mov.b32 $r10, $r0
    mov.b32 $r11, 0x7
    mov.b32 $r12, 0x64
    add.b32 $r12, $r0, $r12
    mov.b32 $r13, 0x1234
    mov.b32 $r14, $r0
    mov.b32 $r15, 0x7
    @$c0.lg atom.cas.b64 $r14d, g14[$r3], $r10d, $r12d
    mov.b32 $r11, 0x8
    @$c0.lg atom.cas.b64 $r16d, g14[$r3], $r10d, $r10d
    mov.b32 $r18, $r0
    mov.b32 $r19, 0x1
    @$c1.lg atom.exch.b64 $r20d, g14[$r3], $r18d
    st.b32 g14[$r4], $r14
    add.b32 $r4, $r4, 0xc0
    st.b32 g14[$r4], $r15
    # inc wraps at 7: 5 + 48 steps of 8: 53 mod 8; dec of 3 with 4: 48 steps of 5 backwards
    mov.b32 $r22, 0x7
    red.inc.u32 g14[$r5], $r22
    add.b32 $r5, $r5, 0x4
    mov.b32 $r22, 0x4
    atom.dec.u32 $r23, g14[$r5], $r22
    # 3 - 48 mod 5 = 0
    add.b32 $r5, $r5, 0x4
    mov.b32 $r25, 0xf0f0f0f0
    red.and.b32 g14[$r5], $r25
    add.b32 $r5, $r5, 0x4
    red.xor.b32 g14[$r5], $r25
    red.xor.b32 g14[$r5], $r25
    add.b32 $r5, $r5, 0x4
    atom.max.s32 $r26, g14[$r5], $r0
    mov.b32 $r27, 0x7fffffff
    @$c1.l red.min.u32 g14[$r5], $r27
    nop.exit
