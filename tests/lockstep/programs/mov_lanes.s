# mov with a lane mask: lanes outside it are not written, do not read shared memory and do not find a fault.
# Rules: RF-6, LSU-5.
#! block 32
#! out r 32
#! expect r 0 31 = i % 4 ? 7 : 0
.kernel mov_lanes
.reg 8
.smem 20
.param 4
    shl.b32 $r1, $r0, 0x2
    mov.b32 $r2, s[0x10].b32
    add.b32 $r1, $r1, $r2
    add.b32 $r4, $r2, 0x7
    and.b32 $r3, $r0, 0x3
    shl $a1, $r3, 0x8
    mov.b32.lm1 $r4, s[$a1+0x10].b32
    sub.b32 $r4, $r4, $r2
    st.b32.exit g14[$r1], $r4
