# Sixteen warps increment an address register one behind the other; in one of them the load faults. What the others
# increment then is in every stage of its way.
# Rules: RF-5, EVENT-2.
#! block 512
#! fault SHARED_LIMIT at pc 0x30
#! fault warp 9 lane 20
.kernel trap_increment_beside
.reg 8
.smem 4096
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, 0x134
    set.e.u32 $r2|$c1, $r0, $r1
    shl $a1, $r0, 0x2
    @$c1.lg add $a1, $a1, 0x4000
    bar.inc.wait 0x0, 0xfff
    ld.b32 $r5, s[$a1++0x4]
    nop.exit
