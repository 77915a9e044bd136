# A reduction in two words at an address that is a multiple of one only.
#! block 32
#! out r 8
#! fault MISALIGNED at pc 0x30
#! fault warp 0 lane 19
.kernel trap_red
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, 0x13
    set.e.u32 $r2, $r0, $r1
    mov.b32 $r3, 0x4
    and.b32 $r2, $r2, $r3
    add.b32 $r2, s[0x10].b32, $r2
    red.add.u64 g14[$r2], $r4d
    nop.exit
