# Warps that end in the cycle before another block's arrival at a barrier: their end, which the rest of their block waits
# for, is looked at one cycle later. An arrival is 15 cycles behind its issue and so in an odd cycle; warps that end
# inside a function are finished in an even one. Blocks 0 and 1 arrive all the time, in the others warp 1 ends.
# Rules: BAR-6.
#! grid 48
#! block 64
#! out r 3072
#! expect r 0 3071 = (i / 64 < 2) || (i % 64 < 32) ? i + 7 : 0
.kernel end_beside_arrival
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    cvt.u32.u16 $r1, s[0xc].u16
    shl.b32 $r2, $r1, 0x6
    add.b32 $r2, $r2, $r0
    shl.b32 $r3, $r2, 0x2
    add.b32 $r3, s[0x10].b32, $r3
    add.b32 $r2, $r2, 0x7
    mov.b32 $r4, 0x2
    mov.b32 $r5, 0x1f
    set.l.u32 _|$c0, $r1, $r4
    @$c0.lg bra arrive
    set.le.u32 _|$c1, $r0, $r5
    @$c1.lg bra wait
    call end
wait:
    bar.inc.wait 0x0, 0xfff
    st.b32.exit g14[$r3], $r2
end:
    nop.exit
arrive:
    mov.b32 $r5, 0x60
    mov.b32 $r4, 0x1
again:
    bar.inc 0x1, 0x1
    bar.inc 0x2, 0x1
    bar.inc 0x1, 0x1
    bar.inc 0x2, 0x1
    bar.inc 0x1, 0x1
    bar.inc 0x2, 0x1
    sub.b32 $r5|$c0, $r5, $r4
    @$c0.lg bra again
    st.b32.exit g14[$r3], $r2
