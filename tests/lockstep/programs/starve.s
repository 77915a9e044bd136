# Results of the special functions and of doubles that find no free cycle at their register RAM: eight warps of one
# parity read three operands in every instruction and write its result in the fourth cycle. After STARVE_CYCLES the SM
# holds their parity back. Odd warps end at once. Rules: WB-5, WB-6, XWB-2, ISSUE-9.
#! block 512
#! out r 512
#! expect r 0 511 = (i & 32) ? 0 : 0x3f800000
.kernel starve
.reg 16
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r2, 0x20
    and.b32 $r2|$c0, $r0, $r2
    @$c0.lg ret
    mov.b32 $r3, 0x3f800000
    mov.b32 $r4, 0x0
    mov.b32 $r5, 0x0
    mov.b32 $r10, 0x0
    mov.b32 $r11, 0x3ff00000
    mov.b32 $r2, 0x18
    mov.b32 $r15, 0x1
again:
    rcp.f32 $r6, $r3
    mad.f32 $r7, $r3, $r4, $r5
    mad.f32 $r8, $r3, $r4, $r5
    mad.f32 $r9, $r3, $r4, $r5
    mad.f32 $r7, $r3, $r4, $r5
    mad.f32 $r8, $r3, $r4, $r5
    add.rn.f64 $r12d, $r10d, $r10d
    mad.f32 $r9, $r3, $r4, $r5
    mad.f32 $r7, $r3, $r4, $r5
    mad.f32 $r8, $r3, $r4, $r5
    mad.f32 $r9, $r3, $r4, $r5
    mad.f32 $r7, $r3, $r4, $r5
    mad.f32 $r8, $r3, $r4, $r5
    mad.f32 $r9, $r3, $r4, $r5
    sub.b32 $r2|$c0, $r2, $r15
    @$c0.lg bra again
    st.b32.exit g14[$r1], $r6
