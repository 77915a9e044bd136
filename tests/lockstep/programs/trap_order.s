# Two warps fault: the first in time wins, also when a younger instruction of another warp was already on its way.
# Rules: ISSUE-14.
#! block 256
#! out r 256
#! fault MISALIGNED at pc 0x30
.kernel trap_order
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    mov.b32 $r2, 0x43
    set.ge.u32 $r3|$c0, $r0, $r2
    sub.b32 $r1, $r1, $r3
    st.b32 g14[$r1], $r0
    ld.b32 $r4, g14[$r1]
    add.b32 $r4, $r4, $r4
    @never nop.exit
