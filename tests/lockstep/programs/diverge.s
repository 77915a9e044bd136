# if/else with an early return, a loop with break and an exit inside, nested branches, a call.
#! block 48
#! out r 240
#! expect r 0 47 = i % 5 == 0 ? 0 : i < 24 ? i + 1 : i + 2
#! expect r 48 95 = i % 3 == 1 ? 0x77 : i - 48
#! expect r 96 143 = 10 * (i - 96)
#! expect r 144 191 = (i - 144 & 3) * 5 + (i - 144 & 4)
#! expect r 192 239 = (i - 192) * 2 + 1
.kernel diverge
.reg 12
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r9, $r0, 0x2
    add.b32 $r9, s[0x10].b32, $r9
    call sub1
    add.b32 $r8, $r9, 0xc0
    cvt.u32.u16 $r0, $r0l
    call third
    st.b32 g14[$r8], $r3
    # a loop with data-dependent trip count: sum 10 per turn
    mov.b32 $r1, $r0
    mov.b32 $r2, 0x0
    mov.b32 $r6, 0x1
    prebrk done
loop:
    set.e.u32 _|$c0, $r1, $r124
    @$c0.lg brk
    add.b32 $r2, $r2, 0xa
    sub.b32 $r1, $r1, $r6
    bra loop
done:
    add.b32 $r8, $r9, 0x180
    st.b32 g14[$r8], $r2
    # nested if
    mov.b32 $r3, 0x0
    and.b32 $r4|$c1, $r0, $r6
    mov.b32 $r5, 0x2
    and.b32 $r5|$c2, $r0, $r5
    joinat outer
    @$c1.e bra even
    add.b32 $r3, $r3, 0x5
    joinat inner
    @$c2.e bra in_odd
    add.b32 $r3, $r3, 0xa
in_odd:
    @never nop.join
inner:
    bra outer
even:
    joinat inner2
    @$c2.e bra inner2
    add.b32 $r3, $r3, 0xa
inner2:
    @never nop.join
outer:
    mov.b32.join $r3, $r3
    mov.b32 $r4, 0x4
    and.b32 $r4, $r0, $r4
    add.b32 $r3, $r3, $r4
    add.b32 $r8, $r9, 0x240
    st.b32 g14[$r8], $r3
    call sub2
    add.b32 $r8, $r9, 0x300
    st.b32 g14[$r8], $r1
    # some lanes exit here, the others return
    set.l.u32 _|$c0, $r0, $r4
    @$c0.lg ret
    @never nop.exit

# out[i] = i % 5 == 0 ? 0 : i < 24 ? i + 1 : i + 2
sub1:
    mov.b32 $r1, $r0
    mov.b32 $r6, 0x5
    prebrk mod_done
mod:
    set.l.u32 _|$c0, $r1, $r6
    @$c0.lg brk
    sub.b32 $r1, $r1, $r6
    bra mod
mod_done:
    set.e.u32 _|$c0, $r1, $r124
    @$c0.lg ret
    mov.b32 $r6, 0x18
    joinat join1
    set.l.u32 _|$c0, $r0, $r6
    @$c0.lg bra low
    add.b32 $r1, $r0, 0x2
    bra join1
low:
    add.b32 $r1, $r0, 0x1
join1:
    @never nop.join
    st.b32 g14[$r9], $r1
    ret

# $r3 = tid % 3 == 1 ? 0x77 : tid
third:
    mov.b32 $r1, $r0
    mov.b32 $r6, 0x3
    prebrk m3_done
m3:
    set.l.u32 _|$c0, $r1, $r6
    @$c0.lg brk
    sub.b32 $r1, $r1, $r6
    bra m3
m3_done:
    mov.b32 $r6, 0x1
    set.e.u32 _|$c0, $r1, $r6
    mov.b32 $r3, $r0
    mov.b32 $r4, 0x77
    @$c0.lg mov.b32 $r3, $r4
    ret

sub2:
    call double
    add.b32 $r1, $r1, 0x1
    ret
double:
    add.b32 $r1, $r0, $r0
    ret
