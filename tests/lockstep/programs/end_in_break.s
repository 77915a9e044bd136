# Lanes that end inside a prebrk inside a call: neither the break nor the return of the others brings them back.
# Rules: BRU-5, BRU-7.
#! block 64
#! out r 64
#! expect r 0 63 = (i & 31) < 16 ? 0 : i + 3
.kernel end_in_break
.reg 8
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r3, $r0, 0x2
    add.b32 $r3, s[0x10].b32, $r3
    mov.b32 $r4, 0x1f
    and.b32 $r4, $r0, $r4
    mov.b32 $r5, 0x10
    set.l.u32 _|$c0, $r4, $r5
    call half
    add.b32 $r0, $r0, 0x3
    st.b32.exit g14[$r3], $r0
half:
    prebrk out
    @$c0.lg bra end
    brk
out:
    ret
end:
    nop.exit
