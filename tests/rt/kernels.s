# Kernels of test_driver.c.
.consts table 0 0 64
.data 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
.reloc counter 14 0 4
.sampler image 5

.kernel scale
.reg 4
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    cvt.u32.u16 $r1, s[0xc].u16
    cvt.u32.u16 $r2, s[0x2].u16
    madd.u24 $r0, $r1, $r2, $r0
    shl.b32 $r0, $r0, 0x2
    add.b32 $r0, s[0x10].b32, $r0
    ld.b32 $r1, g14[$r0]
    mul.u24 $r1, s[0x14].b32, $r1
    st.b32.exit g14[$r0], $r1

.kernel lookup
.reg 4
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    shl $a1, $r0, 0x2
    ld.b32 $r2, c0[$a1]
    ld.b32 $r3, c14[0x0]
    ld.b32 $r3, g14[$r3]
    add.b32 $r2, $r2, $r3
    add.b32 $r1, s[0x10].b32, $r1
    st.b32.exit g14[$r1], $r2

.kernel spin
.reg 2
.smem 16
.param 0
again:
    bra again

.kernel fetch
.reg 4
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r2, $r0
    texfetch.live {$r2,_,_,_}, $t5, $s5, {$r2}, 0x0, 0x0, 0x0
    shl.b32 $r0, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r0
    st.b32.exit g14[$r1], $r2
