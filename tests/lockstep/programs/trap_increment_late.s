# A load of half 1 that faults increments its address register in all lanes: they were written before the fault is found.
# Rules: RF-5, LSU-6.
#! block 128
#! fault SHARED_LIMIT at pc 0x10
#! fault warp 3 lane 28
.kernel trap_increment_late
.reg 8
.smem 2144
    shl $a1, $r0, 0x4
    add $a4, $a1, 0xc0
    ld.b32 $r5, s[$a4++0x4]
    nop.exit
