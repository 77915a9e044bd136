# An atomic outside device memory: the lowest faulting lane of the second half, nothing of it done.
#! block 32
#! out r 4
#! fault GLOBAL_LIMIT_ATOM at pc 0x28
#! fault lane 20
.kernel trap_atomic
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, 0x14
    set.ge.u32 $r2|$c0, $r0, $r1
    mov.b32 $r3, s[0x10].b32
    @$c0.lg mov.b32 $r3, $r124
    atom.add.u32 $r4, g14[$r3], $r1
    nop.exit
