# 120 blocks of three warps, eight at a time: launches meet running warps on every port.
#! grid 12 10
#! block 70
#! smem 280
#! out r 8400
#! expect r 0 8399 = i / 70 * 1000 + (69 - i % 70)
.kernel many_blocks
.reg 10
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    cvt.u32.u16 $r3, s[0xc].u16
    cvt.u32.u16 $r4, s[0xe].u16
    cvt.u32.u16 $r5, s[0x8].u16
    madd.u24 $r5, $r4, $r5, $r3
    mul.u24 $r6, $r5, 0x3e8
    # reverse through shared memory
    shl $a1, $r0, 0x2
    st.b32 s[$a1+0x14], $r0
    bar.inc.wait 0x0, 0xfff
    mov.b32 $r7, 0x45
    sub.b32 $r7, $r7, $r0
    shl $a2, $r7, 0x2
    add.b32 $r6, s[$a2+0x14].b32, $r6
    mul.u24 $r5, $r5, 0x46
    add.b32 $r5, $r5, $r0
    shl.b32 $r5, $r5, 0x2
    add.b32 $r5, s[0x10].b32, $r5
    st.b32.exit g14[$r5], $r6
