# Every 16-bit texel through each conversion (8 bits are among them), compared between the targets.
#! grid 128
#! block 512
#! in t 32768 = (2 * i) | ((2 * i + 1) << 16)
#! tex 0 t unorm 16 1 65536
#! tex 1 t snorm 16 1 65536
#! tex 2 t float 16 1 65536
#! tex 3 t unorm 8 1 131072
#! tex 4 t snorm 8 1 131072
#! tex 5 t sint 8 1 131072
#! out r 65536
#! expect r 0 0 = 0
#! expect r 65535 65535 = 0xf901007f
.kernel texture_formats
.reg 12
.smem 24
.param 8
    cvt.u32.u16 $r1, s[0xc].u16
    shl.b32 $r1, $r1, 0x9
    cvt.u32.u16 $r0, $r0l
    add.b32 $r0, $r0, $r1
    mov.b32 $r1, $r0
    mov.b32 $r2, $r0
    mov.b32 $r3, $r0
    mov.b32 $r4, $r0
    mov.b32 $r5, $r0
    mov.b32 $r6, $r0
    texfetch.live {$r1,_,_,_}, $t0, $s0, {$r1}, 0x0, 0x0, 0x0
    texfetch.live {$r2,_,_,_}, $t1, $s1, {$r2}, 0x0, 0x0, 0x0
    texfetch.live {$r3,_,_,_}, $t2, $s2, {$r3}, 0x0, 0x0, 0x0
    texfetch.live {$r4,_,_,_}, $t3, $s3, {$r4}, 0x0, 0x0, 0x0
    texfetch.live {$r5,_,_,_}, $t4, $s4, {$r5}, 0x0, 0x0, 0x0
    texfetch.live {$r6,_,_,_}, $t5, $s5, {$r6}, 0x0, 0x0, 0x0
    xor.b32 $r1, $r1, $r2
    xor.b32 $r1, $r1, $r3
    xor.b32 $r1, $r1, $r4
    xor.b32 $r1, $r1, $r5
    xor.b32 $r1, $r1, $r6
    shl.b32 $r0, $r0, 0x2
    add.b32 $r0, s[0x14].b32, $r0
    st.b32 g14[$r0], $r1
    nop.exit
