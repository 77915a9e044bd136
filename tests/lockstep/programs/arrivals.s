# Barriers that count: six warps, a barrier of two, arrivals without waiting, warps that end before others arrive.
# Rules: BAR-2, BAR-6, RF-3.
#! block 192
#! out r 192
#! expect r 0 191 = i / 32 * 3 + 1
.kernel arrivals
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shr.u32 $r1, $r0, 0x5
    shl.b32 $r2, $r0, 0x2
    add.b32 $r2, s[0x10].b32, $r2
    # pairs of warps: barrier 2 for two arrivals, whoever comes
    bar.inc.wait 0x2, 0x2
    # everybody arrives at 3, only even warps wait for it
    mov.b32 $r3, 0x1
    and.b32 $r3|$c0, $r1, $r3
    bar.inc 0x3, 0xfff
    @$c0.lg bra odd
    bar.wait 0x3, 0xfff
odd:
    bar.inc.wait 0x5, 0xfff
    mul.u24 $r4, $r1, 0x3
    add.b32 $r4, $r4, 0x1
    st.b32 g14[$r2], $r4
    # warps 0 and 5 end here, the others meet once more
    mov.b32 $r5, 0x5
    set.e.u32 _|$c1, $r1, $r5
    @$c1.lg ret
    set.e.u32 _|$c1, $r1, $r124
    @$c1.lg ret
    bar.inc.wait.all 0x4
    bar.inc.wait 0xf, 0xfff
    @never nop.exit
