# Short and long forms mixed; sixteen warps keep fetch and issue busy.
#! block 512
#! out r 512
#! expect r 0 511 = i * 16 + 85
.kernel short
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r2, 0x5
    mov.b32.half $r3, $r0
    mov.b32.half $r4, $r2
    add.b32.half $r3, $r3, $r4
    mov.b32.half $r5, $r2
    add.b32.half $r5, $r5, $r5
    add.b32.half $r5, $r5, $r3
    add.b32 $r3, $r3, $r0
    sub.b32 $r3, $r3, $r0
    mul.u24 $r6, $r3, 0xf
    add.b32.half $r6, $r6, $r5
    sub.b32.half $r6, $r6, $r2
    st.b32.exit g14[$r1], $r6
