# Lanes that wait at a join, while the other lanes of the joinat end, return or break: these meet the JOINAT on the
# stack, and those that wait go on. Rules: BRU-2, BRU-7.
#! block 64
#! out r 128
#! expect r 0 63 = (i & 31) < 16 ? i + 5 : 0
#! expect r 64 127 = (i & 31) < 16 ? 0 : i - 64 + 9
.kernel end_in_join
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r3, $r0, 0x2
    add.b32 $r3, s[0x10].b32, $r3
    mov.b32 $r4, 0x1f
    and.b32 $r4, $r0, $r4
    mov.b32 $r5, 0x10
    set.l.u32 _|$c0, $r4, $r5
    call half
    # those that returned: lanes 16 to 31 first
    joinat over
    @$c0.lg bra over
    add.b32 $r6, $r0, 0x9
    add.b32 $r3, $r3, 0x100
    st.b32.exit g14[$r3], $r6
over:
    @never nop.join
    add.b32 $r6, $r0, 0x5
    st.b32 g14[$r3], $r6
    nop.exit
half:
    joinat met
    @$c0.lg bra met
    ret
met:
    @never nop.join
    ret
