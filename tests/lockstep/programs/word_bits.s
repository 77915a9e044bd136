# The word that a pass serves to several lanes is compared by all its address bits (SMEM-2). Even and odd lanes read words
# of one bank that differ in one bit of the address, bit 6 to bit 13; each gets what its own word was given.
#! block 32
#! smem 16000
#! out r 256
#! expect r 0 255 = (i & 1 ? i / 32 + 2 : 1)
.kernel word_bits
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, 0x1
    and.b32 $r1, $r0, $r1
    shl.b32 $r2, $r0, 0x2
    add.b32 $r2, s[0x10].b32, $r2
    # $r5: the bit, $r6: what odd lanes store there
    mov.b32 $r5, 0x40
    mov.b32 $r6, 0x2
    mov.b32 $r7, 0x4000
again:
    mul.u24 $r3, $r1, $r5
    shl $a1, $r3, 0x0
    # 1 for even lanes
    mul.u24 $r4, $r1, $r6
    mov.b32 $r8, 0x1
    sub.b32 $r8, $r8, $r1
    add.b32 $r4, $r4, $r8
    st.b32 s[$a1+0x80], $r4
    ld.b32 $r9, s[$a1+0x80]
    st.b32 g14[$r2], $r9
    add.b32 $r2, $r2, 0x80
    add.b32 $r6, $r6, 0x1
    shl.b32 $r5, $r5, 0x1
    set.l.u32 _|$c0, $r5, $r7
    @$c0.lg bra again
    nop.exit
