# Lanes that wait in a branch are woken by quadon and return there: the join pops their path without going there.
#! block 64
#! out r 64
#! expect r 0 63 = i & 1
.kernel quads_left
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r2, 0x1
    and.b32 $r3|$c0, $r0, $r2
    joinat over
    @$c0.lg bra odd
    mov.b32 $r2, 0x9
    bra over
odd:
    quadon
    @$c0.e ret
    quadpop
over:
    @never nop.join
    st.b32.exit g14[$r1], $r2
