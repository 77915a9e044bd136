# Every block takes locks and ends with them: the next block of its slot finds them open.
# Rules: CTA-7, SMEM-6.
#! grid 20
#! block 64
#! out o 1280
#! expect o 0 1279 = 2
.kernel lock_blocks
.reg 12
.smem 1024
.param 4
    cvt.u32.u16 $r0, $r0l
    cvt.u32.u16 $r1, s[0xc].u16
    shl.b32 $r1, $r1, 0x6
    add.b32 $r1, $r1, $r0
    shl.b32 $r1, $r1, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    shl $a1, $r0, 0x2
    # a word of its own for each thread, the odd ones are given back and taken again
    ld.lock.b32 $r2|$c0, s[$a1+0x40]
    mov.b32 $r3, 0x1
    and.b32 $r3|$c1, $r0, $r3
    @$c1.lg st.unlock.b32 s[$a1+0x40], $r0
    @$c1.lg ld.lock.b32 $r2|$c0, s[$a1+0x40]
    mov.b32 $r4, $c0
    st.b32.exit g14[$r1], $r4
