# Warps that end at a barrier that waits for them (BAR-2, BAR-6): the need is three, but never more than the warps that
# have not finished. First two wait and the third ends without having arrived; then one waits for three that end one
# after the other. Nobody waits for ever.
#! block 128
#! out r 128
#! expect r 0 31 = 9
#! expect r 32 63 = 7
#! expect r 64 127 = i / 32
.kernel ends_waited_for
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shr.u32 $r1, $r0, 0x5
    shl.b32 $r2, $r0, 0x2
    add.b32 $r2, s[0x10].b32, $r2
    mov.b32 $r3, 0x2
    mov.b32 $r5, 0x3
    set.ge.u32 _|$c0, $r1, $r3
    @$c0.lg bra late
    # warps 0 and 1: of three, of which there are only two when warps 2 and 3 have ended
    bar.inc.wait 0x0, 0x3
    mov.b32 $r4, 0x7
    st.b32 g14[$r2], $r4
    set.e.u32 _|$c1, $r1, $r124
    @$c1.e bra slow
    bar.inc.wait 0xf, 0x5
    mov.b32 $r4, 0x9
    st.b32.exit g14[$r2], $r4
slow:
    mov.b32 $r6, 0x60
count:
    mov.b32 $r7, 0xffffffff
    add.b32 $r6|$c2, $r6, $r7
    @$c2.lg bra count
    nop.exit
late:
    st.b32 g14[$r2], $r1
    mov.b32 $r6, 0x20
    mul.u24 $r6, $r6, $r1
    bra count
