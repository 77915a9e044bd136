# Bytes of device memory: of two neighbouring lanes that store to one the higher wins; a signed byte has its own sign,
# not that of the half word around it.
# Rules: MEM-6.
#! block 32
#! in b 8 = 0x01808001
#! out g 8
#! out r 32
#! expect g 0 3 = 0x07050301 + i * 0x08080808
#! expect r 0 31 = i % 4 == 0 || i % 4 == 3 ? 1 : 0xffffff80
.kernel bytes
.reg 8
.smem 28
.param 12
    shr.u32 $r1, $r0, 0x1
    add.b32 $r1, s[0x14].b32, $r1
    st.u8 g14[$r1], $r0
    add.b32 $r1, s[0x10].b32, $r0
    ld.s8 $r2, g14[$r1]
    shl.b32 $r3, $r0, 0x2
    add.b32 $r4, s[0x18].b32, $r3
    st.b32.exit g14[$r4], $r2
