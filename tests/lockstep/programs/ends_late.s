# Warp 0 adds to a word nothing of which it reads, with no register that changes, and stores what is there; warp 1 waits
# until the word's second byte is no longer 0 and sets it free: what looks endless ends.
#! block 64
#! in count 1 = 0
#! in flag 1 = 0
#! out r 64
#! expect r 0 31 = 1
#! expect r 32 63 = 0
#! expect flag 0 0 = 1
.kernel ends_late
.reg 12
.smem 28
.param 12
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x18].b32, $r1
    mov.b32 $r5, s[0x10].b32
    mov.b32 $r7, s[0x14].b32
    mov.b32 $r3, 0x1
    mov.b32 $r6, 0x0
    mov.b32 $r4, 0x20
    set.l.u32 _|$c0, $r0, $r4
    @$c0.e bra waiter
again:
    st.b32 g14[$r1], $r3
    red.add.u32 g14[$r5], $r3
    ld.b32 $r8, g14[$r7]
    set.e.u32 _|$c0, $r8, $r6
    @$c0.lg bra again
    nop.exit
waiter:
    add.b32 $r5, $r5, 0x1
look:
    ld.u8 $r8, g14[$r5]
    and.b32 $r8, $r8, 0x10
    set.e.u32 _|$c0, $r8, $r6
    @$c0.lg bra look
    st.b32.exit g14[$r7], $r3
