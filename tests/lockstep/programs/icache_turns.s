# Whose line the instruction L1 brings next (ICACHE-7, ICACHE-8). Most warps stay in three lines of one of its sets; warp 0
# goes where another line of this set is fetched ahead; warp 1 from line to line of it, which are never there, and finds
# the place that it would get taken by the line ahead.
#! block 256
#! out r 256
#! expect r 0 31 = 8
#! expect r 32 63 = 10
#! expect r 64 255 = 100
.kernel icache_turns
.reg 15
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shr.u32 $r1, $r0, 0x5
    mov.b32 $r14, 0x0
    mov.b32 $r2, 0x1
    set.l.u32 _|$c1, $r1, $r2
    mov.b32 $r2, 0x2
    set.l.u32 _|$c2, $r1, $r2
    @$c1.lg bra ahead0
    @$c2.lg bra one0
    bra stay0
.org 0x400
stay0:
    add.b32 $r5, $r5, 0x1
    bra stay1
.org 0x800
stay1:
    add.b32 $r5, $r5, 0x2
    bra stay2
.org 0xc00
stay2:
    add.b32 $r5, $r5, 0x3
    add.b32 $r14, $r14, 0x1
    mov.b32 $r3, 0x64
    set.l.u32 _|$c0, $r14, $r3
    @$c0.lg bra stay0
    bra done
.org 0xf80
ahead0:
    add.b32 $r5, $r5, 0x1
    bra ahead1
.org 0x1380
ahead1:
    add.b32 $r5, $r5, 0x2
    bra ahead2
.org 0x1780
ahead2:
    add.b32 $r5, $r5, 0x3
    bra ahead3
.org 0x1b80
ahead3:
    add.b32 $r5, $r5, 0x4
    bra ahead4
.org 0x1f80
ahead4:
    add.b32 $r5, $r5, 0x5
    bra ahead5
.org 0x2380
ahead5:
    add.b32 $r5, $r5, 0x6
    add.b32 $r14, $r14, 0x1
    mov.b32 $r3, 0x8
    set.l.u32 _|$c0, $r14, $r3
    @$c0.lg bra ahead0
    bra done
.org 0x2800
one0:
    add.b32 $r5, $r5, 0x1
    bra one1
.org 0x2c00
one1:
    add.b32 $r5, $r5, 0x2
    bra one2
.org 0x3000
one2:
    add.b32 $r5, $r5, 0x3
    bra one3
.org 0x3400
one3:
    add.b32 $r5, $r5, 0x4
    bra one4
.org 0x3800
one4:
    add.b32 $r5, $r5, 0x5
    add.b32 $r14, $r14, 0x1
    mov.b32 $r3, 0xa
    set.l.u32 _|$c0, $r14, $r3
    @$c0.lg bra one0
    bra done
done:
    shl.b32 $r2, $r0, 0x2
    add.b32 $r2, s[0x10].b32, $r2
    st.b32 g14[$r2], $r14
    nop.exit
