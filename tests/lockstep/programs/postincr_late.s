# Autoincrements that meet SP results at the write port of $a are written a cycle later. SP results come in cycles of the other parity
# only behind a shared-memory operand; sixteen warps, each with its own rhythm, and each increment is counted.
#! block 512
#! smem 1200
#! out r 512
#! expect r 0 511 = 64 + 4 * 24
.kernel postincr_late
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r4, $r0, 0x2
    add.b32 $r4, s[0x10].b32, $r4
    # lanes 0, 4, 8, 12, 16 bytes apart by warp: one to sixteen passes
    shr.u32 $r2, $r0, 0x5
    mov.b32 $r3, 0x3
    and.b32 $r2, $r2, $r3
    mov.b32 $r3, 0x1f
    and.b32 $r3, $r0, $r3
    shl.b32 $r3, $r3, $r2
    mov.b32 $r1, 0x18
    mov.b32 $r2, 0x40
    shl $a2, $r2, 0x0
    mov.b32 $r2, 0x1
again:
    shl $a1, $r3, 0x2
    add.b32 $r5, s[$a1+0x40].b32, $r2
    shl $a3, $r0, 0x1
    ld.b32 $r6, s[$a2++0x4]
    shl $a4, $r0, 0x0
    add.b32 $r5, s[0x10].b32, $r5
    shl $a3, $r0, 0x2
    sub.b32 $r1|$c0, $r1, $r2
    @$c0.lg bra again
    mov.b32 $r5, $a2
    st.b32.exit g14[$r4], $r5
