# Kernels for the tests of the command line.
.kernel copy
.reg 4
.smem 28
.param 12
    # copy(out, in, n): out[tid] = in[tid] for tid < n
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r1, s[0x18].b32
    set.ge.u32 _|$c0, $r0, $r1
    @$c0.lg ret
    shl.b32 $r0, $r0, 0x2
    add.b32 $r1, s[0x14].b32, $r0
    add.b32 $r2, s[0x10].b32, $r0
    ld.b32 $r1, g14[$r1]
    st.b32.exit g14[$r2], $r1

.kernel spin
.reg 2
.smem 16
.param 0
again:
    bra again

.kernel wide
.reg 128
.smem 16
.param 0
    nop.exit

.kernel shared
.reg 2
.smem 12304
.param 0
    nop.exit

.kernel atomic
.reg 4
.smem 16
.param 0
    atom.add.u32 $r1, g14[$r0], $r0
    nop.exit

.kernel texture
.reg 4
.smem 16
.param 0
    texauto.all {$r0,$r1,$r2,$r3}, $t0, $s0, {$r0,$r1,$r2,$r3}, 0x0, 0x0, 0x0
    nop.exit

.kernel fetch
.reg 4
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    mov.b32 $r2, $r0
    texfetch.live {$r2,_,_,_}, $t3, $s3, {$r2}, 0x0, 0x0, 0x0
    shl.b32 $r0, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r0
    st.b32.exit g14[$r1], $r2

.kernel sample
.reg 4
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    and.b32 $r2, $r0, 0x3
    shr.u32 $r3, $r0, 0x2
    cvt.rn.f32.u32 $r2, $r2
    cvt.rn.f32.u32 $r3, $r3
    texauto.live {$r2,_,_,_}, $t3, $s3, {$r2,$r3}, 0x0, 0x0, 0x0
    shl.b32 $r0, $r0, 0x2
    add.b32 $r1, s[0x10].b32, $r0
    st.b32.exit g14[$r1], $r2

.kernel loads
.reg 28
.smem 20
.param 4
    # twenty loads of a thread, none waited for
    mov.b32 $r0, s[0x10].b32
    ld.b32 $r4, g14[$r0]
    ld.b32 $r5, g14[$r0]
    ld.b32 $r6, g14[$r0]
    ld.b32 $r7, g14[$r0]
    ld.b32 $r8, g14[$r0]
    ld.b32 $r9, g14[$r0]
    ld.b32 $r10, g14[$r0]
    ld.b32 $r11, g14[$r0]
    ld.b32 $r12, g14[$r0]
    ld.b32 $r13, g14[$r0]
    ld.b32 $r14, g14[$r0]
    ld.b32 $r15, g14[$r0]
    ld.b32 $r16, g14[$r0]
    ld.b32 $r17, g14[$r0]
    ld.b32 $r18, g14[$r0]
    ld.b32 $r19, g14[$r0]
    ld.b32 $r20, g14[$r0]
    ld.b32 $r21, g14[$r0]
    ld.b32 $r22, g14[$r0]
    ld.b32 $r23, g14[$r0]
    nop.exit

.kernel own
.reg 4
.smem 20
.param 4
    # every block writes its number
    mov.b32 $r1, s[0x10].b32
    cvt.u32.u16 $r2, s[0xc].u16
    st.b32.exit g14[$r1], $r2

.kernel shaped
.reg 2
.smem 16
.param 0
.reqntid 16 2 1
    nop.exit
