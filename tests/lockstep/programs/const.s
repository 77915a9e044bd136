# Constants: direct operands, ld c[] of every type, addresses that differ by lane, autoincrement, a conditional fetch.
# Rules: CONST-8, CONST-9, CONST-9.
#! block 96
#! const 0 256 = i * 0x01010101 + 0x80
#! const 3 64 = i * i
#! out r 672
#! expect r 0 95 = i + 0x02020282
#! expect r 96 191 = (i - 96 & 31) * (i - 96 & 31)
#! expect r 192 287 = ((i - 192) >> 2) + (i - 192 & 3 ? 0 : 0x80) & 0xff
#! expect r 288 383 = (((i - 288 & 31) * 0x0101 + 0x80) & 0xffff) ^ 0x8000
#! expect r 384 479 = 3 * (0x0c0c0c8c + (i - 384 & 15) * 0x01010101) + 3 * 0x01010101
#! expect r 480 575 = i - 480 & 1 ? (i - 480 & 31) * (i - 480 & 31) : 0
#! expect r 576 671 = (i - 576) * 9 + 4
.kernel const
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r3, 0x1f
    and.b32 $r4, $r0, $r3
    add.b32 $r2, $r0, c0[0x8]
    st.b32 g14[$r1], $r2
    # one word per lane: 32 passes
    shl $a1, $r4, 0x2
    ld.b32 $r2, c3[$a1]
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r2
    # bytes
    shl $a2, $r0, 0x0
    ld.u8 $r2, c0[$a2]
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r2
    # half-words, at four times the lane
    ld.u16 $r2, c0[$a1]
    xor.b32 $r2, $r2, 0x8000
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r2
    # autoincrement: three words in a row
    mov.b32 $r3, 0xf
    and.b32 $r3, $r0, $r3
    shl $a3, $r3, 0x2
    add $a3, $a3, 0x30
    ld.b32 $r2, c0[$a3++0x4]
    ld.b32 $r5, c0[$a3++0x4]
    ld.b32 $r6, c0[$a3]
    add.b32 $r2, $r2, $r5
    add.b32 $r2, $r2, $r6
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r2
    # odd lanes only, then nobody
    mov.b32 $r2, 0x0
    mov.b32 $r3, 0x1
    and.b32 $r3|$c0, $r0, $r3
    @$c0.lg ld.b32 $r2, c3[$a1]
    mov.b32 $r3, 0x1000
    set.e.u32 _|$c1, $r0, $r3
    @$c1.lg ld.b32 $r2, c3[$a1]
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r2
    # operands of a multiply-add
    madd.u24 $r2, $r0, c3[0xc], $r124
    add.b32 $r2, $r2, c3[0x8]
    add.b32 $r1, $r1, 0x180
    st.b32.exit g14[$r1], $r2
