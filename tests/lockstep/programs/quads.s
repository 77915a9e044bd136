# quadon and quadpop; lanes that had ended stay ended.
# Rules: BRU-6.
#! block 32
#! out r 64
#! expect r 0 31 = i & 3 ? 0 : i + 1
#! expect r 32 63 = i - 32 < 30 ? (i - 32) * 2 : 0
.kernel quads
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r2, 0x3
    and.b32 $r2|$c0, $r0, $r2
    mov.b32 $r3, 0x0
    joinat over
    @$c0.lg bra over
    quadon
    add.b32 $r4, $r0, $r0
    quadpop
    add.b32 $r3, $r0, 0x1
over:
    @never nop.join
    st.b32 g14[$r1], $r3
    mov.b32 $r5, 0x1e
    set.ge.u32 _|$c1, $r0, $r5
    @$c1.lg ret
    quadon
    add.b32 $r4, $r0, $r0
    quadpop
    add.b32 $r1, $r1, 0x80
    st.b32.exit g14[$r1], $r4
