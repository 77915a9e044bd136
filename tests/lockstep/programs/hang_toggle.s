# A word becomes 7 and 9 for ever: that may be what another waits for, so it is no deadlock but goes on until the limit.
#! block 32
#! out r 64
#! max-cycles 40000
#! hang hang, 
.kernel hang_toggle
.reg 12
.smem 20
.param 4
    mov.b32 $r1, s[0x10].b32
    mov.b32 $r3, 0x9
    mov.b32 $r4, 0x7
again:
    st.b32 g14[$r1], $r3
    st.b32 g14[$r1], $r4
    bra again
