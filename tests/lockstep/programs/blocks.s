# More blocks than fit, with a last warp that is not full and two grid dimensions.
# Rules: CTA-8.
#! grid 5 3
#! block 20 2
#! out r 600
#! expect r 0 599 = i * 7 + i / 40 % 5 * 1000 + i / 200 * 100000
.kernel blocks
.reg 12
.smem 20
.param 4
    # tid = y * 20 + x
    cvt.u32.u16 $r1, $r0h
    mov.b32 $r2, 0x3ff
    and.b32 $r1, $r1, $r2
    cvt.u32.u16 $r2, s[0x2].u16
    mul.u24 $r1, $r1, $r2
    cvt.u32.u16 $r2, $r0l
    add.b32 $r1, $r1, $r2
    # block = ctaid.y * 5 + ctaid.x, index = block * 40 + tid
    cvt.u32.u16 $r3, s[0xc].u16
    cvt.u32.u16 $r4, s[0xe].u16
    cvt.u32.u16 $r5, s[0x8].u16
    madd.u24 $r5, $r4, $r5, $r3
    mul.u24 $r5, $r5, 0x28
    add.b32 $r1, $r1, $r5
    mul.u24 $r6, $r1, 0x7
    mul.u24 $r3, $r3, 0x3e8
    mul.u24 $r4, $r4, 0x186a0
    add.b32 $r6, $r6, $r3
    add.b32 $r6, $r6, $r4
    shl.b32 $r1, $r1, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    st.b32.exit g14[$r1], $r6
