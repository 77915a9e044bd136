# SPDX-License-Identifier: Apache-2.0
# texfetch that wants no component: no request, no register written, not even the one that holds the coordinate
# Rules: TEX-4.
#! block 48
#! in t 64 = i * 3
#! tex 0 t uint 32 1 64
#! out r 48
#! expect r 0 47 = i + i * 3
.kernel texture_none
.reg 8
.smem 24
.param 8
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, $r0
    mov.b32 $r2, $r0
    texfetch.live {_,_,_,_}, $t0, $s0, {$r1}, 0x0, 0x0, 0x0
    texfetch.live {$r2,_,_,_}, $t0, $s0, {$r2}, 0x0, 0x0, 0x0
    add.b32 $r2, $r2, $r1
    shl.b32 $r0, $r0, 0x2
    add.b32 $r0, s[0x14].b32, $r0
    st.b32 g14[$r0], $r2
    nop.exit
