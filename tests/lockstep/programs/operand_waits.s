# Operands in shared memory that wait behind scattered stores: their results come long after their issue, in odd cycles
# too, and meet operand reads of other warps, so they are complete before they are in the register RAM.
# Rules: WB-2, RF-7, EVENT-2 (lockstep_stopped_always).
#! block 128
#! out r 128
#! out d 1024
#! expect r 0 127 = 12 * i
.kernel operand_waits
.reg 12
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r4, $r0, 0x2
    add.b32 $r4, s[0x10].b32, $r4
    mov.b32 $r3, 0x1f
    and.b32 $r3, $r0, $r3
    # one sector for each lane, but lanes 0 and 1 have two in one transaction: an odd number of cycles
    shl.b32 $r7, $r3, 0x7
    mov.b32 $r2, 0x1
    set.e.u32 _|$c1, $r3, $r2
    mov.b32 $r5, 0x60
    @$c1.lg sub.b32 $r7, $r7, $r5
    add.b32 $r7, s[0x14].b32, $r7
    mov.b32 $r1, 0x2
    mov.b32 $r9, 0x0
again:
    st.b32 g14[$r7], $r3
    add.b32 $r10, s[0x10].b32, $r3
    madd.u24 $r9, $r0, $r1, $r9
    madd.u24 $r8, $r0, $r1, $r3
    madd.u24 $r9, $r0, $r1, $r9
    madd.u24 $r5, $r0, $r1, $r3
    madd.u24 $r9, $r0, $r1, $r9
    madd.u24 $r6, $r0, $r1, $r3
    madd.u24 $r9, $r0, $r1, $r9
    madd.u24 $r8, $r0, $r1, $r3
    sub.b32 $r1|$c0, $r1, $r2
    @$c0.lg bra again
    st.b32.exit g14[$r4], $r9
