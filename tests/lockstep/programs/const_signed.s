# Half words with a sign from constants whose address differs by lane: the low one of a word is negative, the high one is
# not. Rules: CONST-8.
#! block 32
#! const 0 32 = 0x12348000 + i
#! out r 32
#! expect r 0 31 = i & 1 ? 0x1234 : 0xffff8000 + i / 2
.kernel const_signed
.reg 4
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    shl $a1, $r0, 0x1
    ld.s16 $r2, c0[$a1]
    st.b32.exit g14[$r1], $r2
