# Warp 0 waits at a barrier, warp 1 spins on a word that warp 0 would write behind it: a deadlock, told long before the limit.
#! block 64
#! out r 64
#! max-cycles 1000000
#! hang deadlock, every running warp waits at a barrier or spins, and none of them changes memory
#! hang warp 0
#! hang active ffffffff depth 0 waiting at barrier 3
#! hang active ffffffff depth 0 spinning from 0x30 to 0x40
.kernel hang_spin
.reg 12
.smem 24
.param 4
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, 0x20
    set.l.u32 _|$c0, $r0, $r1
    @$c0.lg bra waiter
    mov.b32 $r3, 0x0
    mov.b32 $r3, 0x0
spinner:
    ld.b32 $r2, s[0x14]
    set.e.u32 _|$c0, $r2, $r3
    @$c0.lg bra spinner
    nop.exit
waiter:
    bar.inc.wait 0x3, 0xfff
    mov.b32 $r3, 0x1
    st.b32 s[0x14], $r3
    nop.exit
