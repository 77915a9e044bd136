# $physid (DIST-6: of the TPC whose turn it is); performance counters that count pmevent, on two warps.
# Rules: DIST-4, DIST-6, PM-1, PM-3, ISSUE-13.
#! block 64
#! pm prof_trigger_00,prof_trigger_05
#! out o 320
#! expect o 0 63 = (i & 31) | (i >> 5) << 8 | tpc << 20
#! expect o 64 127 = 0
#! expect o 128 191 = 4
#! expect o 192 255 = 2
#! expect o 256 319 = 2
.kernel pm
.reg 12
.smem 32
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r1
    pmevent 0x5
    set.e.u32 _|$c0, $r0, $r0
    pmevent 0x2
    pmevent 0x5
    @$c0.e pmevent 0x3
    pmevent 0xb
    bar.inc.wait 0x0, 0xfff
    mov.b32 $r2, $physid
    mov.b32 $r3, $pm0
    mov.b32 $r4, $pm1
    mov.b32 $r5, $pm2
    mov.b32 $r6, $pm3
    st.b32 g14[$r1], $r2
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r3
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r4
    add.b32 $r1, $r1, 0x100
    st.b32 g14[$r1], $r5
    add.b32 $r1, $r1, 0x100
    st.b32.exit g14[$r1], $r6
