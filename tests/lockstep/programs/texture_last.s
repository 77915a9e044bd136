# The second coordinate of a fetch whose first is in the last register is in none: it is 0, and does not wait for $r0.
# Rules: TEX-8.
#! block 32
#! in t 32 = i * 3
#! tex 0 t uint 32 1 8 4 32 clamp clamp
#! out r 32
#! expect r 0 31 = i < 8 ? i * 3 : 0
.kernel texture_last
.reg 128
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x14].b32, $r1
    mov.b32 $r127, $r0
    add.b32 $r2, $r0, $r0
    add.b32 $r2, $r2, $r0
    add.b32 $r2, $r2, $r0
    mov.b32 $r0, $r2
    texfetch.live {$r127,_,_,_}, $t0, $s0, {$r127,$r128}, 0x0, 0x0, 0x0
    st.b32 g14[$r1], $r127
    nop.exit
