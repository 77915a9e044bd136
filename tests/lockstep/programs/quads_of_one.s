# quadon wakes a quad whichever one of its lanes is active: quad q keeps lane q mod 4 alone. Quads without an active lane
# sleep on. Rules: BRU-6.
#! block 32
#! out r 32
#! expect r 0 31 = i < 16 ? i + 9 : 0
.kernel quads_of_one
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r5, 0x3
    and.b32 $r2, $r0, $r5
    shr.u32 $r3, $r0, 0x2
    set.lg.u32 _|$c0, $r2, $r3
    joinat over
    @$c0.lg bra over
    quadon
    add.b32 $r4, $r0, 0x9
    st.b32 g14[$r1], $r4
    quadpop
over:
    @never nop.join
    nop.exit
