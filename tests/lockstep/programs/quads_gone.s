# quadpop when every lane that was active before quadon has returned: the path goes on without lanes to its join, where the
# waiting lanes take over.
#! block 32
#! out r 32
#! expect r 0 31 = i & 3 ? i + 1 : 0
.kernel quads_gone
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r2, 0x3
    and.b32 $r2|$c0, $r0, $r2
    joinat over
    @$c0.lg bra over
    quadon
    @$c0.e ret
    quadpop
    # no lanes: every unit, and a branch that nobody takes
    add.b32 $r3, $r0, 0x7
    st.b32 g14[$r1], $r3
    ld.b32 $r4, g14[$r1]
    add.b32 $r4, s[0x10].b32, $r4
    rsqrt.f32 $r5, $r4
    mul.f32 $r5, $r5, $r4
    add.rn.f64 $r6d, $r6d, $r6d
    atom.add.u32 $r8, g14[$r1], $r4
    vote.any $c1
    @$c1.lg bra over
    bra forward
forward:
    bar.inc 0x1, 0xfff
over:
    mov.b32.join $r3, $r0
    add.b32 $r3, $r3, 0x1
    st.b32 g14[$r1], $r3
    nop.exit
