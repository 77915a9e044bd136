# Counts of instructions and branches of one warp.
# Rules: PM-4.
#! block 32
#! pm instructions,branch,divergent_branch,cta_launched
#! out o 128
#! expect o 0 31 = 11
#! expect o 32 63 = 2
#! expect o 64 95 = 1
#! expect o 96 127 = 1
.kernel flow
.reg 12
.smem 32
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r3, 0x1
    and.b32 $r2, $r0, $r3
    set.e.u32 _|$c0, $r2, $r3
    bra straight
    nop
straight:
    joinat merge
    @$c0.lg bra merge
    mov.b32 $r3, 0x2
merge:
    nop.join
    mov.b32 $r4, $pm0
    mov.b32 $r5, $pm1
    mov.b32 $r6, $pm2
    mov.b32 $r7, $pm3
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r5
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r6
    add.b32 $r1, $r1, 0x80
    st.b32.exit g14[$r1], $r7
