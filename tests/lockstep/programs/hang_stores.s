# Two warps store what is there, a lane of each does atomics that change nothing, and they pass barriers, for ever: a
# deadlock.
#! block 64
#! in flag 1 = 5
#! out r 64
#! max-cycles 300000
#! hang deadlock, every running warp waits at a barrier or spins, and none of them changes memory
#! hang warp 1
.kernel hang_stores
.reg 12
.smem 512
.lmem 16
.param 8
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r2, $r0, 0x2
    shl $a1, $r0, 0x2
    mov.b32 $r5, s[0x10].b32
    add.b32 $r1, s[0x14].b32, $r2
    mov.b32 $r3, 0x9
    mov.b32 $r4, 0x7
    mov.b32 $r6, 0x5
    mov.b32 $r9, 0x0
    mov.b32 $r8, 0x1f
    and.b32 $r8, $r8, $r0
    set.e.u32 _|$c0, $r8, $r9
again:
    st.b32 g14[$r1], $r3
    st.u8 g14[$r1], $r3
    st.b32 s[$a1+0x40], $r3
    bar.inc.wait 0x1, 0xfff
    ld.b32 $r7, s[$a1+0x40]
    st.b32 l[0x8], $r7
    @$c0.lg atom.cas.b32 $r7, g14[$r5], $r3, $r4
    @$c0.lg red.max.u32 g14[$r5], $r6
    bra again
