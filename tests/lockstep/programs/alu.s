# Integer operations of every class, one result row of 64 words each.
#! block 64
#! out r 1024
#! expect r 0 63 = i + 100
#! expect r 64 127 = 0 - 100
#! expect r 128 191 = (i - 128) * (i - 128)
#! expect r 192 255 = (i - 192) * (i - 192) + (i - 192)
#! expect r 256 319 = 2 * (i - 256) + (i > 256)
#! expect r 320 383 = ((i - 320) ^ 0x5a5a5a5a) & 0xff00ff
#! expect r 384 447 = ((i - 384) << 3) | ((i - 384) >> 1)
#! expect r 448 511 = i - 448 < 17 ? i - 448 : 17
#! expect r 512 575 = i - 512 < 17 ? 0xffffffff : 0
#! expect r 576 639 = i - 576 < 17 ? i - 576 : 17
#! expect r 640 703 = (i - 640 < 17 ? 17 - (i - 640) : i - 640 - 17) + 17
#! expect r 704 767 = (i - 704 + 17) | 17 << 16
#! expect r 768 831 = 768 - i
#! expect r 832 895 = (i - 832) * 17
#! expect r 896 959 = i - 896 > 17 ? i - 896 : 17
#! expect r 960 1023 = 0x12345678
.kernel alu
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    add.b32 $r2, $r0, 0x64
    st.b32 g14[$r1], $r2
    sub.b32 $r3, $r0, $r2
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r3
    mul.u24 $r2, $r0, $r0
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    madd.u24 $r2, $r0, $r0, $r0
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    mov.b32 $r4, 0xffffffff
    add.b32 $r5|$c0, $r4, $r0
    addc.b32 $r6, $r0, $r0, $c0
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r6
    xor.b32 $r2, $r0, 0x5a5a5a5a
    and.b32 $r2, $r2, 0xff00ff
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    mov.b32 $r3, 0x3
    shl.b32 $r2, $r0, $r3
    shr.u32 $r3, $r0, 0x1
    or.b32 $r2, $r2, $r3
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    mov.b32 $r3, 0x11
    min.u32 $r2, $r0, $r3
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    set.l.u32 $r2|$c1, $r0, $r3
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    mov.b32 $r2, $r3
    @$c1.lg mov.b32 $r2, $r0
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    sad.u32 $r2, $r0, $r3, $r3
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    mov.b16 $r2l, $r0l
    mov.b16 $r2h, $r3l
    add.b16 $r2l, $r2l, $r2h
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    cvt.s32.s32 $r2, -$r0
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    mul.u16.u16 $r2, $r0l, $r3l
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    max.s32 $r2, $r0, $r3
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r2
    mov.b32 $r2, 0x12345678
    mov $c3, $r2
    mov.b32 $r4, $c3
    sub.b32 $r4, $r4, 0x8
    add.b32 $r2, $r2, $r4
    add.b32 $r1, $r1, 0x100
    st.b32.exit g14[$r1], $r2
