# Six blocks, on one SM or several: each waits for the flag of the one before it, adds its number to what that has written and hands on.
#! grid 6
#! block 64
#! in r 448 = i < 64
#! in flags 7 = i == 0
#! expect r 64 447 = 1 + (i / 64 - 1) * (i / 64) / 2
#! expect flags 0 6 = 1
.kernel relay
.reg 10
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    cvt.u32.u16 $r2, s[0xc].u16
    shl.b32 $r3, $r2, 0x8
    add.b32 $r3, s[0x10].b32, $r3
    add.b32 $r3, $r3, $r1
    shl.b32 $r4, $r2, 0x2
    add.b32 $r4, s[0x14].b32, $r4
again:
    ld.b32 $r5, g14[$r4]
    set.lg.u32 _|$c1, $r5, $r9
    @$c1.e bra again
    ld.b32 $r6, g14[$r3]
    add.b32 $r6, $r6, $r2
    add.b32 $r3, $r3, 0x100
    st.b32 g14[$r3], $r6
    bar.inc.wait 0x0, 0xfff
    add.b32 $r4, $r4, 0x4
    st.b32.exit g14[$r4], $r5
