# Eight warps rotate values through shared memory with a barrier between the steps; warps finish at different times.
# Rules: BAR-1, BAR-2, BAR-8.
#! block 256
#! smem 1088
#! out r 256
#! expect r 0 255 = (i + 3 * 32 & 255) + (i + 7 & 255)
.kernel barrier
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    shl $a1, $r0, 0x2
    st.b32 s[$a1+0x40], $r0
    bar.inc.wait 0x0, 0xfff
    mov.b32 $r2, 0xff
    add.b32 $r3, $r0, 0x60
    and.b32 $r3, $r3, $r2
    shl $a2, $r3, 0x2
    ld.b32 $r4, s[$a2+0x40]
    bar.inc.wait 0x1, 0xfff
    st.b32 s[$a1+0x40], $r4
    bar.inc.wait 0x0, 0xfff
    # warps 0..3 leave the last barrier to the others
    add.b32 $r3, $r0, 0xa7
    and.b32 $r3, $r3, $r2
    shl $a2, $r3, 0x2
    mov.b32 $r5, s[$a2+0x40].b32
    # $r5 = ((tid + 167) + 96) & 255 = (tid + 7) & 255
    add.b32 $r4, $r4, $r5
    add.b32 $r1, s[0x10].b32, $r1
    st.b32 g14[$r1], $r4
    mov.b32 $r6, 0x80
    set.l.u32 _|$c0, $r0, $r6
    @$c0.lg ret
    bar.inc.wait 0x2, 0xfff
    bar.inc 0x3, 0xfff
    bar.wait 0x3, 0xfff
    @never nop.exit
