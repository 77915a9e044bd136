# A load of half 0 that faults increments its address register, too: quarters 0 and 1 are written when the SM stops. So
# do a store and a shared-memory operand, whose lanes in half 0 are worked on before that.
# Rules: RF-5, LSU-6, EVENT-2.
#! block 32
#! fault MISALIGNED at pc 0x40
#! fault warp 0 lane 9
.kernel trap_increment_early
.reg 8
.smem 2144
    mov.b32 $r1, 0x9
    set.e.u32 $r2|$c1, $r0, $r1
    shl $a1, $r0, 0x2
    add $a2, $a1, 0x40
    shl $a3, $r0, 0x2
    st.b32 s[$a2++0x4], $r0
    add.b32 $r4, s[$a3++0x4].b32, $r0
    @$c1.lg add $a1, $a1, 0x1
    ld.b32 $r5, s[$a1++0x4]
    nop.exit
