# Autoincrements that meet SP results at the write port of $a are written a cycle later. An autoincrement is written in t+3+q, t
# even; SP results come in the other cycles, but behind a shared-memory operand that has waited in the load/store queue for a
# global access of an odd number of cycles. Sixteen warps go through all distances; each increment is counted.
# Rules: RF-5, SCORE-5.
#! block 512
#! smem 1200
#! out r 512
#! out d 1024
#! expect r 0 511 = 64 + 4 * 16
.kernel postincr_late
.reg 10
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r4, $r0, 0x2
    add.b32 $r4, s[0x10].b32, $r4
    # one sector for each lane, but lanes 0 and 1 have two in one transaction
    mov.b32 $r3, 0x1f
    and.b32 $r3, $r0, $r3
    shl.b32 $r7, $r3, 0x7
    mov.b32 $r2, 0x1
    set.e.u32 _|$c1, $r3, $r2
    mov.b32 $r5, 0x60
    @$c1.lg sub.b32 $r7, $r7, $r5
    add.b32 $r7, s[0x14].b32, $r7
    mov.b32 $r1, 0x4
    mov.b32 $r2, 0x40
    shl $a2, $r2, 0x0
    mov.b32 $r2, 0x1
again:
    st.b32 g14[$r7], $r3
    add.b32 $r5, s[0x10].b32, $r2
    shl $a1, $r3, 0x2
    ld.b32 $r6, s[$a2++0x4]
    shl $a3, $r0, 0x1
    ld.b32 $r6, s[$a2++0x4]
    add.b32 $r5, s[0x10].b32, $r2
    shl $a1, $r0, 0x0
    ld.b32 $r6, s[$a2++0x4]
    shl $a4, $r0, 0x0
    ld.b32 $r6, s[$a2++0x4]
    sub.b32 $r1|$c0, $r1, $r2
    @$c0.lg bra again
    mov.b32 $r5, $a2
    st.b32.exit g14[$r4], $r5
