# Warp 0 waits at one barrier, warp 1 at another: a deadlock.
#! block 64
#! out r 64
#! max-cycles 100000
#! hang warp 1
.kernel hang_barrier
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, 0x20
    set.l.u32 _|$c0, $r0, $r1
    @$c0.lg bra other
    bar.inc.wait 0x1, 0xfff
    @never nop.exit
other:
    bar.inc.wait 0x2, 0xfff
    @never nop.exit
