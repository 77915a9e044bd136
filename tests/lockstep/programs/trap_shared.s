# A shared-memory operand beyond the block's window.
#! block 32
#! out r 64
#! fault SHARED_LIMIT at pc 0x8
#! fault warp 0 lane 0
.kernel trap_shared
.reg 12
.smem 20
.param 4
    add $a1, $a0, 0x1000
    mov.b32 $r1, s[$a1+0x10].b32
    @never nop.exit
