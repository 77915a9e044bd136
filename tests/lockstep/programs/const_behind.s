# An indirect constant as the second operand of a product on the SFU, and the next instruction's constant fetch right behind it: the last
# quarter of the product is still being collected when the fetch reads its address.
#! block 32
#! const 0 256 = 0x40000000 + (i << 16)
#! out r 64
#! expect r 0 31 = 0x40800000 + ((14 + i) << 16)
#! expect r 32 63 = 0x40000000 + ((13 + i - 32) << 16)
.kernel const_behind
.reg 8
.smem 20
.param 4
    shl $a3, $r0, 0x2
    mov.b32 $r3, 0x40000000
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mul.f32 $r4, $r3, c0[$a3+0x38]
    ld.b32 $r5, c0[$a3+0x34]
    mul.f32 $r4, $r3, c0[$a3+0x38]
    ld.b32 $r5, c0[$a3+0x34]
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x80
    st.b32.exit g14[$r1], $r5
