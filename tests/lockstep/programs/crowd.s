# All lanes of three warps exchange the same long, one after the other: on chips with partitions no instruction issues
# for more than 10000 cycles, with moments in which the memory is at rest. That is no deadlock.
#! block 96
#! in d 2 = 5
#! out o 96
#! expect d 0 1 = 5
#! expect o 0 95 = 5
.kernel crowd
.reg 24
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    mov.b32 $r3, s[0x10].b32
    mov.b32 $r4, s[0x14].b32
    add.b32 $r4, $r4, $r1
    mov.b32 $r18, 0x5
    mov.b32 $r19, 0x5
    atom.exch.b64 $r20d, g14[$r3], $r18d
    st.b32 g14[$r4], $r20
    nop.exit
