# A fault inside a function, behind a loop of stores: the machines with a planted fault change what they hold when it
# comes.
#! block 64
#! out r 64
#! fault MISALIGNED
.kernel planted_fault
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, 0x8
    mov.b32 $r2, s[0x10].b32
    mov.b32 $r3, 0x1
    call sub
    nop.exit
sub:
    st.b32 g14[$r2], $r1
    sub.b32 $r1|$c0, $r1, $r3
    @$c0.lg bra sub
    add.b32 $r3, $r2, $r3
    ld.b32 $r4, g14[$r3]
    add.b32 $r5, $r5, $r5
    add.b32 $r5, $r5, $r5
    ret
