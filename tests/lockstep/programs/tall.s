# 124 registers per thread: two warps fill the register file of a parity.
# Rules: CTA-4, RF-1.
#! grid 3
#! block 40
#! out r 120
#! expect r 0 119 = 7 * i + 124
.kernel tall
.reg 124
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    cvt.u32.u16 $r1, s[0xc].u16
    mul.u24 $r1, $r1, 0x28
    add.b32 $r0, $r0, $r1
    mov.b32 $r123, $r0
    mov.b32 $r122, 0x7
    madd.u24 $r121, $r123, $r122, $r124
    mov.b32 $r1, 0x7c
    add.b32 $r121, $r121, $r1
    add.b32 $r126, $r121, $r121
    add.b32 $r121, $r121, $r126
    shl.b32 $r0, $r0, 0x2
    add.b32 $r0, s[0x10].b32, $r0
    st.b32.exit g14[$r0], $r121
