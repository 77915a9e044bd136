# Local memory of every width, direct and through an address register.
#! block 96
#! out r 480
#! expect r 0 95 = i * 3
#! expect r 96 191 = i - 96 + 7
#! expect r 192 287 = (i - 192) * 4 + 1
#! expect r 288 383 = (i - 288 & 0xff) + 0x100
#! expect r 384 479 = (i - 384) ^ 0x55
.kernel local
.reg 12
.smem 20
.param 4
.lmem 64
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mul.u24 $r2, $r0, 0x3
    st.b32 l[0x0], $r2
    ld.b32 $r3, l[0x0]
    st.b32 g14[$r1], $r3
    add.b32 $r4, $r0, 0x7
    mov.b32 $r5, $r0
    st.b64 l[0x8], $r4d
    ld.b64 $r6d, l[0x8]
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r6
    # 128 bits at an address that differs by lane
    mov.b32 $r8, 0x1
    and.b32 $r8, $r0, $r8
    shl $a1, $r8, 0x4
    mov.b32 $r4, $r0
    mov.b32 $r5, $r0
    mov.b32 $r6, $r0
    add.b32 $r7, $r0, 0x1
    st.b128 l[$a1+0x10], $r4q
    ld.b128 $r8q, l[$a1+0x10]
    add.b32 $r8, $r8, $r9
    add.b32 $r8, $r8, $r10
    add.b32 $r8, $r8, $r11
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r8
    mov.b32 $r9, 0x100
    st.u8 l[0x30], $r0
    ld.u8 $r8, l[0x30]
    add.b32 $r8, $r8, $r9
    add.b32 $r1, $r1, 0x180
    st.b32 g14[$r1], $r8
    xor.b32 $r9, $r0, 0x55
    st.u16 l[0x32], $r9
    ld.u16 $r8, l[0x32]
    add.b32 $r1, $r1, 0x180
    st.b32.exit g14[$r1], $r8
