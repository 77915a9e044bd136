# A load beyond device memory by the second warp of the last of six blocks, all resident.
#! grid 3 2
#! block 64
#! out r 64
#! fault GLOBAL_LIMIT_READ at pc
#! fault block (2,1) warp 1 lane 0
.kernel trap_slot
.reg 12
.smem 20
.param 4
    # 8 MB * ctaid.x * ctaid.y * (tid / 32)
    cvt.u32.u16 $r1, $r0l
    shr.u32 $r1, $r1, 0x5
    cvt.u32.u16 $r3, s[0xc].u16
    cvt.u32.u16 $r4, s[0xe].u16
    mul.u24 $r3, $r3, $r4
    mul.u24 $r1, $r1, $r3
    shl.b32 $r1, $r1, 0x17
    add.b32 $r1, s[0x10].b32, $r1
    ld.b32 $r2, g14[$r1]
    @never nop.exit
