# brkpt without a debugger does nothing, predicated or not, in both lengths.
#! block 32
#! out r 32
#! expect r 0 31 = i + 1
.kernel breakpoint
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r2, 0x1
    brkpt
    and.b32 _|$c0, $r0, $r2
    @$c0.e brkpt
    add.b32.half $r0, $r0, $r2
    brkpt.half
    st.b32 g14[$r1], $r0
    nop.exit
