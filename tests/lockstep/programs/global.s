# Global memory: coalesced, strided, scattered and divergent accesses of every width.
#! block 64
#! in a 4096 = i * 0x01010101
#! out r 768
#! expect r 0 63 = i * 0x01010101
#! expect r 64 127 = (i - 64) * 32 * 0x01010101
#! expect r 128 191 = (63 - (i - 128)) * 0x01010101
#! expect r 192 255 = ((i - 192) >> 2) & 0xff
#! expect r 256 319 = (((i - 256) >> 1) * 0x0101) & 0xffff
#! expect r 320 447 = (i - 320) * 0x01010101
#! expect r 448 703 = (i - 448) * 0x01010101
#! expect r 704 767 = i - 704 & 1 ? 0 : (i - 704) * 0x01010101
.kernel global
.reg 12
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r2, s[0x10].b32, $r1
    add.b32 $r1, s[0x14].b32, $r1
    ld.b32 $r4, g14[$r2]
    st.b32 g14[$r1], $r4
    # stride of 128 bytes: a transaction per lane
    shl.b32 $r3, $r0, 0x7
    add.b32 $r3, s[0x10].b32, $r3
    ld.b32 $r4, g14[$r3]
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r4
    # reversed, not aligned to the segment
    mov.b32 $r5, 0x3f
    sub.b32 $r5, $r5, $r0
    shl.b32 $r5, $r5, 0x2
    add.b32 $r5, s[0x10].b32, $r5
    ld.b32 $r4, g14[$r5]
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r4
    # bytes and half-words
    add.b32 $r6, s[0x10].b32, $r0
    ld.u8 $r4, g14[$r6]
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r4
    shl.b32 $r6, $r0, 0x1
    add.b32 $r6, s[0x10].b32, $r6
    ld.u16 $r4, g14[$r6]
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r4
    # 64 and 128 bits
    shl.b32 $r3, $r0, 0x3
    add.b32 $r6, s[0x10].b32, $r3
    ld.b64 $r8d, g14[$r6]
    add.b32 $r3, s[0x14].b32, $r3
    add.b32 $r3, $r3, 0x500
    st.b64 g14[$r3], $r8d
    shl.b32 $r3, $r0, 0x4
    add.b32 $r6, s[0x10].b32, $r3
    ld.b128 $r8q, g14[$r6]
    add.b32 $r3, s[0x14].b32, $r3
    add.b32 $r3, $r3, 0x700
    st.b128 g14[$r3], $r8q
    # only even lanes
    mov.b32 $r7, 0x1
    and.b32 $r7|$c0, $r0, $r7
    add.b32 $r1, $r1, 0x700
    @$c0.e ld.b32 $r10, g14[$r2]
    @$c0.e st.b32 g14[$r1], $r10
    # nobody
    mov.b32 $r7, 0x40
    set.e.u32 _|$c1, $r0, $r7
    @$c1.lg ld.b32 $r10, g14[$r2]
    @$c1.lg st.b32 g14[$r1], $r10
    add.b32 $r10, $r10, $r10
    @never nop.exit
