# Edges of the integer units: the largest difference of a sad, 2^31, does not overflow; slct takes -0 for zero.
#! block 32
#! out r 5
#! expect r 0 0 = 0x80000000
#! expect r 1 1 = 2
#! expect r 2 2 = 0x80000001
#! expect r 3 3 = 7
#! expect r 4 4 = 9
.kernel alu_edges
.reg 12
.smem 20
.param 4
    mov.b32 $r1, s[0x10].b32
    mov.b32 $r2, 0x0
    mov.b32 $r3, 0x80000000
    sad.u32 $r4|$c1, $r2, $r3, $r2
    mov.b32 $r5, $c1
    st.b64 g14[$r1], $r4d
    add.b32 $r1, $r1, 0x8
    mov.b32 $r6, 0x1
    sad.u32 $r4, $r2, $r3, $r6
    mov.b32 $r6, 0x7
    mov.b32 $r7, 0x9
    slct.b32 $r5, $r6, $r7, $r3
    st.b64 g14[$r1], $r4d
    add.b32 $r1, $r1, 0x8
    mov.b32 $r3, 0xbf800000
    slct.b32 $r5, $r6, $r7, $r3
    st.b32.exit g14[$r1], $r5
