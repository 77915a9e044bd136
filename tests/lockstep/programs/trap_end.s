# Running off the end of the code; the other warp is in the middle of a load.
#! block 64
#! in a 64 = i
#! fault ILLEGAL_OPCODE at pc 0x20
.kernel trap_end
.reg 4
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r0, $r0, 0x2
    add.b32 $r0, s[0x10].b32, $r0
    ld.b32 $r1, g14[$r0]
