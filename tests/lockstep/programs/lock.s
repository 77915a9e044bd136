# Counters of shared memory under locks, two threads to a counter and all to one; a lock that stays.
#! block 64
#! out o 192
#! expect o 0 31 = 2
#! expect o 64 64 = 64
#! expect o 128 191 = i == 128 ? 2 : 1
.kernel lock
.reg 20
.smem 1024
.param 4
    cvt.u32.u16 $r0, $r0l
    shl.b32 $r1, $r0, 0x2
    add.b32 $r10, s[0x10].b32, $r1
    mov.b32 $r2, 0x1f
    and.b32 $r3, $r0, $r2
    shl $a1, $r3, 0x2
    mov.b32 $r4, 0x1
    # one counter for threads i and i + 32: no conflict in a warp
    mov.b32 $r7, 0x0
    prebrk done
again:
    ld.lock.b32 $r5|$c0, s[$a1+0x40]
    joinat next
    @$c0.geu bra next
    add.b32 $r5, $r5, $r4
    st.unlock.b32 s[$a1+0x40], $r5
    mov.b32 $r7, 0x1
next:
    nop.join
    set.e.u32 _|$c1, $r7, $r4
    @$c1.lg brk
    bra again
done:
    bar.inc.wait 0x0, 0xfff
    ld.b32 $r6, s[$a1+0x40]
    st.b32 g14[$r10], $r6
    # one counter for all: lanes one after the other
    mov.b32 $r7, 0x0
    prebrk done2
again2:
    ld.lock.b32 $r5|$c0, s[0x100]
    joinat next2
    @$c0.geu bra next2
    add.b32 $r5, $r5, $r4
    st.unlock.b32 s[0x100], $r5
    mov.b32 $r7, 0x1
next2:
    nop.join
    set.e.u32 _|$c1, $r7, $r4
    @$c1.lg brk
    bra again2
done2:
    bar.inc.wait 0x0, 0xfff
    ld.b32 $r6, s[0x100]
    add.b32 $r10, $r10, 0x100
    st.b32 g14[$r10], $r6
    # only one thread of the block gets this one
    ld.lock.b32 _|$c0, s[0x200]
    mov.b32 $r6, $c0
    add.b32 $r10, $r10, 0x100
    st.b32.exit g14[$r10], $r6
