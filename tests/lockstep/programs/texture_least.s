# The least number of signed normalised texels, -128 and -32768, counts as -1, like the one above it.
#! block 32
#! in t 32 = 0x80818081
#! tex 1 t snorm 8 1 128
#! in u 32 = 0x80008001
#! tex 2 u snorm 16 1 64
#! out r 64
#! expect r 0 31 = 0xbf800000
#! expect r 32 63 = 0xbf800000
.kernel texture_least
.reg 8
.smem 28
.param 12
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, $r0
    mov.b32 $r2, $r0
    texfetch.live {$r1,_,_,_}, $t1, $s1, {$r1}, 0x0, 0x0, 0x0
    texfetch.live {$r2,_,_,_}, $t2, $s2, {$r2}, 0x0, 0x0, 0x0
    shl.b32 $r0, $r0, 0x2
    add.b32 $r0, s[0x18].b32, $r0
    st.b32 g14[$r0], $r1
    add.b32 $r0, $r0, 0x80
    st.b32.exit g14[$r0], $r2
