# An endless loop ends at the cycle limit, with the state of each warp.
#! block 64
#! out r 64
#! max-cycles 3000
#! hang warp 1
.kernel hang
.reg 12
.smem 20
.param 4
again:
    add.b32 $r1, $r1, 0x1
    bra again
