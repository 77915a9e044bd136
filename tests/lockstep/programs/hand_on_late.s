# Block 0 counts for some 75000 cycles and then writes; the other blocks spin on the word until then, which is no deadlock.
#! grid 4
#! block 64
#! in flag 1 = 0
#! out r 256
#! expect r 0 255 = 7
#! expect flag 0 0 = 7
.kernel hand_on_late
.reg 12
.smem 24
.param 8
    mov.b32 $r3, 0x0
    mov.b32 $r1, 0x0
    mov.b32 $r5, 0x1
    mov.b32 $r6, s[0x10].b32
    cvt.u32.u16 $r2, s[0xc].u16
    shl.b32 $r4, $r2, 0x6
    cvt.u32.u16 $r0, $r0l
    add.b32 $r4, $r4, $r0
    shl.b32 $r4, $r4, 0x2
    add.b32 $r7, s[0x14].b32, $r4
    set.lg.u32 _|$c1, $r2, $r3
    @$c1.lg bra spinner
    mov.b32 $r4, 0x500
slow:
    add.b32 $r1, $r1, $r5
    set.l.u32 _|$c0, $r1, $r4
    @$c0.lg bra slow
    mov.b32 $r2, 0x7
    st.b32 g14[$r6], $r2
spinner:
    ld.b32 $r2, g14[$r6]
    set.e.u32 _|$c0, $r2, $r3
    @$c0.lg bra spinner
    st.b32.exit g14[$r7], $r2
