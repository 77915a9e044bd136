# Jumps over many instruction lines, to the middle of lines, forwards and backwards.
#! block 64
#! out r 64
#! expect r 0 63 = i + 25
.kernel far
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r2, $r0
    mov.b32.half $r3, $r0
    mov.b32.half $r5, $r0
    bra p1
    mov.b32 $r7, 0x31e2
    mov.b32 $r7, 0x2025
    mov.b32 $r7, 0x1e84
    mov.b32 $r7, 0x6973
    mov.b32 $r7, 0xfe2a
p4:
    add.b32 $r2, $r2, 0x1
    bra p5
    mov.b32 $r7, 0xa0d7
    mov.b32 $r7, 0xee63
    mov.b32 $r7, 0xe807
    mov.b32 $r7, 0xb921
    mov.b32 $r7, 0x997b
    mov.b32 $r7, 0x7f31
p6:
    add.b32 $r2, $r2, 0x1
    bra p7
    mov.b32 $r7, 0x7cfa
    mov.b32 $r7, 0x29e8
    mov.b32 $r7, 0x99ba
    mov.b32 $r7, 0xfd7f
    mov.b32 $r7, 0xafdc
    mov.b32 $r7, 0xe5cd
    mov.b32 $r7, 0x936c
    mov.b32 $r7, 0x257a
    mov.b32 $r7, 0x3c73
    mov.b32 $r7, 0xd614
    mov.b32 $r7, 0x5475
p15:
    add.b32 $r2, $r2, 0x1
    bra p16
    mov.b32 $r7, 0xfa59
    mov.b32 $r7, 0xd7e8
    mov.b32.half $r6, $r5
p16:
    mov.b32.half $r5, $r6
    add.b32 $r2, $r2, 0x1
    bra p17
    mov.b32 $r7, 0x27bd
    mov.b32 $r7, 0xa0a3
    mov.b32 $r7, 0xae24
    mov.b32 $r7, 0xb34a
    mov.b32 $r7, 0xfe4c
    mov.b32 $r7, 0xe993
    mov.b32 $r7, 0x2334
    mov.b32 $r7, 0x2feb
    mov.b32 $r7, 0x8a35
    mov.b32 $r7, 0xf2bd
p11:
    add.b32 $r2, $r2, 0x1
    bra p12
    mov.b32 $r7, 0x1f10
p10:
    add.b32 $r2, $r2, 0x1
    bra p11
    mov.b32 $r7, 0xe42b
    mov.b32 $r7, 0x91b6
    mov.b32 $r7, 0xc586
    mov.b32 $r7, 0xb1aa
    mov.b32.half $r6, $r5
p12:
    mov.b32.half $r5, $r6
    add.b32 $r2, $r2, 0x1
    bra p13
    mov.b32 $r7, 0xb5ff
    mov.b32 $r7, 0x560a
    mov.b32 $r7, 0x3bf3
    mov.b32 $r7, 0xfcc5
    mov.b32 $r7, 0x1e2f
    mov.b32 $r7, 0x6fb8
    mov.b32 $r7, 0x932a
    mov.b32.half $r6, $r5
p17:
    mov.b32.half $r5, $r6
    add.b32 $r2, $r2, 0x1
    bra p18
    mov.b32 $r7, 0xcbb9
    mov.b32 $r7, 0xc82a
    mov.b32 $r7, 0xfe36
    mov.b32.half $r6, $r5
p14:
    mov.b32.half $r5, $r6
    add.b32 $r2, $r2, 0x1
    bra p15
    mov.b32 $r7, 0xcda4
    mov.b32 $r7, 0x8e40
    mov.b32 $r7, 0x461b
    mov.b32 $r7, 0xdc6d
    mov.b32 $r7, 0x8e8d
    mov.b32 $r7, 0xd4a1
    mov.b32 $r7, 0xb7b0
p18:
    add.b32 $r2, $r2, 0x1
    bra p19
    mov.b32 $r7, 0x7625
    mov.b32 $r7, 0x4d45
    mov.b32 $r7, 0x2a7c
    mov.b32 $r7, 0x5a39
    mov.b32 $r7, 0x4d76
    mov.b32 $r7, 0x76c3
p7:
    add.b32 $r2, $r2, 0x1
    bra p8
    mov.b32.half $r6, $r5
p5:
    mov.b32.half $r5, $r6
    add.b32 $r2, $r2, 0x1
    bra p6
    mov.b32 $r7, 0x5d5c
    mov.b32 $r7, 0x8686
    mov.b32 $r7, 0x9059
    mov.b32 $r7, 0x218
    mov.b32 $r7, 0x4a96
    mov.b32 $r7, 0xd680
    mov.b32 $r7, 0xbd0e
    mov.b32 $r7, 0xa321
    mov.b32 $r7, 0x4040
p3:
    add.b32 $r2, $r2, 0x1
    bra p4
    mov.b32 $r7, 0x1ba4
    mov.b32 $r7, 0xe9cd
    mov.b32 $r7, 0xc8e5
    mov.b32 $r7, 0xcbcf
    mov.b32 $r7, 0xcc46
    mov.b32 $r7, 0xc9ca
    mov.b32 $r7, 0x3502
    mov.b32 $r7, 0xf68a
p9:
    add.b32 $r2, $r2, 0x1
    bra p10
    mov.b32.half $r6, $r5
p1:
    mov.b32.half $r5, $r6
    add.b32 $r2, $r2, 0x1
    bra p2
    mov.b32 $r7, 0xe199
    mov.b32 $r7, 0x5319
    mov.b32 $r7, 0x3848
    mov.b32.half $r6, $r5
p25:
    mov.b32.half $r5, $r6
    add.b32 $r2, $r2, 0x1
    bra done
    mov.b32.half $r6, $r5
p23:
    mov.b32.half $r5, $r6
    add.b32 $r2, $r2, 0x1
    bra p24
    mov.b32 $r7, 0x4d72
    mov.b32 $r7, 0x33f3
    mov.b32 $r7, 0xba2b
    mov.b32 $r7, 0xd0e
    mov.b32 $r7, 0x2400
    mov.b32 $r7, 0x6a78
    mov.b32 $r7, 0xc0a1
    mov.b32 $r7, 0x4c0e
    mov.b32 $r7, 0x8127
p13:
    add.b32 $r2, $r2, 0x1
    bra p14
    mov.b32 $r7, 0xba73
    mov.b32 $r7, 0xf2c3
    mov.b32 $r7, 0x3ee5
    mov.b32 $r7, 0x3b0f
    mov.b32 $r7, 0xf9e4
    mov.b32 $r7, 0xee96
    mov.b32 $r7, 0xf5f6
    mov.b32 $r7, 0xf7b9
    mov.b32 $r7, 0x9fab
    mov.b32.half $r6, $r5
p20:
    mov.b32.half $r5, $r6
    add.b32 $r2, $r2, 0x1
    bra p21
    mov.b32 $r7, 0xaf6d
p22:
    add.b32 $r2, $r2, 0x1
    bra p23
    mov.b32 $r7, 0x52a8
    mov.b32 $r7, 0xbd3
    mov.b32 $r7, 0x6911
    mov.b32 $r7, 0xb937
    mov.b32 $r7, 0x4b0f
    mov.b32 $r7, 0xdd8
    mov.b32 $r7, 0x989f
p2:
    add.b32 $r2, $r2, 0x1
    bra p3
    mov.b32 $r7, 0x2e98
    mov.b32 $r7, 0x85b0
    mov.b32 $r7, 0xbbc0
    mov.b32 $r7, 0x5586
    mov.b32 $r7, 0xb61d
    mov.b32 $r7, 0x7211
    mov.b32 $r7, 0xa8c9
    mov.b32 $r7, 0x7232
    mov.b32 $r7, 0x63ea
    mov.b32 $r7, 0x7a91
    mov.b32 $r7, 0xcd26
    mov.b32 $r7, 0x7417
    mov.b32 $r7, 0x665b
p19:
    add.b32 $r2, $r2, 0x1
    bra p20
    mov.b32 $r7, 0xed6
    mov.b32 $r7, 0xe4d
    mov.b32 $r7, 0x8f0f
    mov.b32 $r7, 0xf1c9
    mov.b32 $r7, 0x84b2
    mov.b32.half $r6, $r5
p24:
    mov.b32.half $r5, $r6
    add.b32 $r2, $r2, 0x1
    bra p25
    mov.b32 $r7, 0xb045
    mov.b32 $r7, 0xe4fb
    mov.b32 $r7, 0xb2f4
    mov.b32 $r7, 0xbab1
    mov.b32 $r7, 0x293c
    mov.b32 $r7, 0x70e0
    mov.b32 $r7, 0x344d
    mov.b32 $r7, 0x7425
    mov.b32 $r7, 0xf0ae
    mov.b32.half $r6, $r5
p21:
    mov.b32.half $r5, $r6
    add.b32 $r2, $r2, 0x1
    bra p22
    mov.b32 $r7, 0xf71e
    mov.b32 $r7, 0xfa
    mov.b32 $r7, 0xf57d
p8:
    add.b32 $r2, $r2, 0x1
    bra p9
done:
    st.b32.exit g14[$r1], $r2
