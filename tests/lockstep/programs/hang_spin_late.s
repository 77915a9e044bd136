# Counts for some 12000 cycles and spins then: told after the second or a later look for deadlocks.
#! block 64
#! out r 64
#! max-cycles 1000000
#! hang deadlock, every running warp waits at a barrier or spins, and none of them changes memory
#! hang warp 0
#! hang active ffffffff depth 0 spinning from 0x38 to 0x48
.kernel hang_spin_late
.reg 12
.smem 24
.param 4
    mov.b32 $r3, 0x0
    mov.b32 $r1, 0x0
    mov.b32 $r5, 0x1
    mov.b32 $r4, 0xc8
slow:
    add.b32 $r1, $r1, $r5
    set.l.u32 _|$c0, $r1, $r4
    @$c0.lg bra slow
spinner:
    ld.b32 $r2, s[0x14]
    set.e.u32 _|$c0, $r2, $r3
    @$c0.lg bra spinner
    nop.exit
