# A load of a word from an odd address in lane 5 of warp 1.
#! block 64
#! out r 64
#! fault MISALIGNED at pc 0x28
#! fault warp 1 lane 5
.kernel trap_misaligned
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, 0x25
    set.e.u32 $r2, $r0, $r1
    shr.u32 $r2, $r2, 0x1f
    add.b32 $r2, s[0x10].b32, $r2
    ld.b32 $r3, g14[$r2]
    st.b32.exit g14[$r2], $r3
