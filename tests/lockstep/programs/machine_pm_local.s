# Counts of local accesses and of the other transaction sizes; a running counter.
# Rules: PM-2, PM-4.
#! block 32
#! pm local_store,local_load,gst_32b,active_cycles
#! out o 192
#! expect o 0 31 = 4
#! expect o 32 63 = 2
#! expect o 64 95 = 3
#! expect o 96 127 = 1
.kernel local
.reg 16
.smem 32
.param 4
.lmem 64
    mov.b32 $r9, $pm3
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r2, $r0
    mov.b32 $r3, $r0
    st.b64 l[0x8], $r2d
    ld.b32 $r4, l[0x8]
    # bytes: one sector to each half of the warp; one more where a single lane stores
    add.b32 $r3, s[0x10].b32, $r0
    add.b32 $r3, $r3, 0x280
    st.u8 g14[$r3], $r0
    mov.b32 $r8, 0x11
    set.e.u32 _|$c0, $r0, $r8
    add.b32 $r10, $r3, 0xffffffff
    @$c0.lg st.b32 g14[$r10], $r0
    ld.b32 $r5, g14[$r1]
    mov.b32 $r5, $r5
    mov.b32 $r5, $pm0
    mov.b32 $r6, $pm1
    mov.b32 $r7, $pm2
    mov.b32 $r8, $pm3
    set.g.u32 $r8, $r8, $r9
    mov.b32 $r2, 0x1
    and.b32 $r8, $r8, $r2
    st.b32 g14[$r1], $r5
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r6
    add.b32 $r1, $r1, 0x80
    st.b32 g14[$r1], $r7
    add.b32 $r1, $r1, 0x80
    st.b32.exit g14[$r1], $r8
