# Shared memory: conflicts of every stride, broadcast, bytes and half-words, operands, autoincrement.
# Rules: SMEM-3.
#! block 64
#! smem 4416
#! out r 576
#! expect r 0 63 = i
#! expect r 64 127 = i - 64
#! expect r 128 191 = i - 128
#! expect r 192 255 = i - 192
#! expect r 256 319 = i - 256
#! expect r 320 383 = 5 * (i - 320)
#! expect r 384 447 = (i - 384) * 0x101 & 0xff
#! expect r 448 511 = 0x11 * (1 + (i - 448 & 1))
#! expect r 512 575 = 3 * (i - 512) + 0x30
.kernel shared
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    # stride 1, 2, 4, 8, 16 words
    shl $a1, $r0, 0x2
    st.b32 s[$a1+0x40], $r0
    ld.b32 $r2, s[$a1+0x40]
    st.b32 g14[$r1], $r2
    shl $a1, $r0, 0x3
    st.b32 s[$a1+0x40], $r0
    ld.b32 $r2, s[$a1+0x40]
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    shl $a1, $r0, 0x4
    st.b32 s[$a1+0x40], $r0
    ld.b32 $r2, s[$a1+0x40]
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    shl $a1, $r0, 0x5
    st.b32 s[$a1+0x40], $r0
    mov.b32 $r2, s[$a1+0x40].b32
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    shl $a1, $r0, 0x6
    st.b32 s[$a1+0x40], $r0
    ld.b32 $r2, s[$a1+0x40]
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    # the operand used twice, with conflicts
    add.b32 $r3, s[$a1+0x40].b32, $r2
    mul.u24 $r2, $r2, 0x3
    add.b32 $r2, $r2, $r3
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    # bytes: 64 consecutive ones, four lanes per word
    shl $a1, $r0, 0x0
    st.b8 s[$a1+0x40], $r0l
    ld.u8 $r2, s[$a1+0x40]
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    # everybody stores to two words: the highest lane of each stays; then a broadcast
    mov.b32 $r4, 0x1
    and.b32 $r4, $r0, $r4
    shl $a2, $r4, 0x1
    add.b32 $r5, $r4, 0x1
    mul.u24 $r5, $r5, 0x11
    st.b16 s[$a2+0x40], $r5l
    ld.u16 $r2, s[$a2+0x40]
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    # autoincrement: three words at 0x80.., each lane its own
    shl $a1, $r0, 0x2
    add $a1, $a1, 0x80
    st.b32 s[$a1++0x100], $r0
    st.b32 s[$a1++0x100], $r0
    add.b32 $r3, $r0, 0x30
    st.b32 s[$a1], $r3
    shl $a1, $r0, 0x2
    add $a1, $a1, 0x80
    ld.b32 $r2, s[$a1++0x100]
    add.b32 $r2, s[$a1++0x1c].b32, $r2
    add $a1, $a1, 0xe4
    add.b32 $r2, s[$a1].b32, $r2
    add.b32 $r1, $r1, 0x100
    st.b32.exit g14[$r1], $r2
