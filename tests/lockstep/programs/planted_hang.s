# Two warps wait at different barriers inside a function: nothing moves while the machines with a planted fault change
# what they hold.
#! block 64
#! out r 64
#! max-cycles 100000
#! hang active ffffffff depth 1 waiting at barrier 1
#! hang active ffffffff depth 1 waiting at barrier 2
.kernel planted_hang
.reg 8
.smem 24
.param 4
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, 0x20
    set.l.u32 _|$c0, $r0, $r1
    call sub
    nop.exit
sub:
    @$c0.lg bra other
    bar.inc.wait 0x1, 0xfff
    ret
other:
    bar.inc.wait 0x2, 0xfff
    ret
