# SPDX-License-Identifier: Apache-2.0
# c[i] = a[i] + b[i], a thread for each i; parameters: addresses of a, b, c (docs/bench.md).
.kernel vecadd
.reg 4
.smem 28
.param 12
    # i = ctaid.x * ntid.x + tid.x
    cvt.u32.u16 $r1, s[0xc].u16
    cvt.u32.u16 $r2, $r0l
    cvt.u32.u16 $r3, s[0x2].u16
    madd.u24 $r1, $r1, $r3, $r2
    shl.b32 $r1, $r1, 0x2
    add.b32 $r2, s[0x10].b32, $r1
    ld.b32 $r2, g14[$r2]
    add.b32 $r3, s[0x14].b32, $r1
    ld.b32 $r3, g14[$r3]
    add.b32 $r1, s[0x18].b32, $r1
    add.b32 $r2, $r2, $r3
    st.b32.exit g14[$r1], $r2
