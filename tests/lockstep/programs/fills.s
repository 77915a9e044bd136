# A block that fits only when a warp has no more rows than registers, 10 warps of 51: what a load of 128 bits brings for
# the register behind the last is nowhere, also not in the first one of the next warp, nor is what a fetch brings.
# Rules: CTA-3, CTA-4, RF-3, TEX-8.
#! grid 2
#! block 320
#! in a 1280 = i * 3
#! tex 0 a uint 32 4 320
#! out r 640
#! expect r 0 639 = (i % 320) * 85 + 15
.kernel fills
.reg 51
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x4
    add.b32 $r1, s[0x10].b32, $r1
    ld.b128 $r48q, g14[$r1]
    ld.b64 $r46d, g14[$r1]
    bar.inc.wait 0x0, 0xfff
    add.b32 $r2, $r46, $r47
    add.b32 $r2, $r2, $r48
    add.b32 $r2, $r2, $r49
    add.b32 $r2, $r2, $r50
    add.b32 $r2, $r2, $r51
    add.b32 $r2, $r2, $r0
    mov.b32 $r49, $r0
    texfetch.live {$r49,$r50,$r51,$r52}, $t0, $s0, {$r49}, 0x0, 0x0, 0x0
    add.b32 $r2, $r2, $r49
    add.b32 $r2, $r2, $r50
    add.b32 $r2, $r2, $r51
    cvt.u32.u16 $r3, s[0xc].u16
    mov.b32 $r4, 0x140
    mul.u24 $r3, $r3, $r4
    add.b32 $r0, $r0, $r3
    shl.b32 $r0, $r0, 0x2
    add.b32 $r0, s[0x14].b32, $r0
    st.b32.exit g14[$r0], $r2
