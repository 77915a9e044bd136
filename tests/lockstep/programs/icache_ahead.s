# A line that is fetched ahead never takes the place of the demanded one (ICACHE-5). Of one set of the instruction L1 three
# lines are used again and again, by two warps each, which go between them and lines of another set; warp 0 goes through lines
# of the set that are never there; warp 1 comes now and then to the second half of a line in front of another one of the set.
# So when that one is looked up the line on its way for warp 0 is the oldest of the set.
# Rules: ICACHE-5.
#! block 256
#! out r 256
#! expect r 0 31 = 60 * 15
#! expect r 32 63 = 60 * 6
#! expect r 64 255 = 300 * 3
.kernel icache_ahead
.reg 15
.smem 20
.param 4
    cvt.u32.u16 $r0, $r0l
    shr.u32 $r1, $r0, 0x5
    mov.b32 $r5, 0x0
    mov.b32 $r14, 0x0
    mov.b32 $r6, 0x40000000
    mov.b32 $r2, 0x1
    set.l.u32 _|$c1, $r1, $r2
    @$c1.lg bra one0
    set.e.u32 _|$c1, $r1, $r2
    @$c1.lg bra ahead0
    mov.b32 $r2, 0x4
    set.l.u32 _|$c1, $r1, $r2
    @$c1.lg bra first0
    mov.b32 $r2, 0x6
    set.l.u32 _|$c1, $r1, $r2
    @$c1.lg bra second0
    bra third0
.org 0x400
first0:
    add.b32 $r5, $r5, 0x1
    bra first1
.org 0x600
first1:
    add.b32 $r5, $r5, 0x2
    add.b32 $r14, $r14, 0x1
    mov.b32 $r3, 0x12c
    set.l.u32 _|$c0, $r14, $r3
    @$c0.lg bra first0
    bra done
.org 0x800
second0:
    add.b32 $r5, $r5, 0x1
    bra second1
.org 0xa00
second1:
    add.b32 $r5, $r5, 0x2
    add.b32 $r14, $r14, 0x1
    mov.b32 $r3, 0x12c
    set.l.u32 _|$c0, $r14, $r3
    @$c0.lg bra second0
    bra done
.org 0xc00
third0:
    add.b32 $r5, $r5, 0x1
    bra third1
.org 0xe00
third1:
    add.b32 $r5, $r5, 0x2
    add.b32 $r14, $r14, 0x1
    mov.b32 $r3, 0x12c
    set.l.u32 _|$c0, $r14, $r3
    @$c0.lg bra third0
    bra done
.org 0xf80
ahead0:
    add.b32 $r5, $r5, 0x1
    rcp.f32 $r6, $r6
    rcp.f32 $r6, $r6
    rcp.f32 $r6, $r6
    rcp.f32 $r6, $r6
    rcp.f32 $r6, $r6
    bra ahead1
.org 0x1380
ahead1:
    add.b32 $r5, $r5, 0x2
    rcp.f32 $r6, $r6
    rcp.f32 $r6, $r6
    rcp.f32 $r6, $r6
    rcp.f32 $r6, $r6
    rcp.f32 $r6, $r6
    bra ahead2
.org 0x1780
ahead2:
    add.b32 $r5, $r5, 0x3
    rcp.f32 $r6, $r6
    rcp.f32 $r6, $r6
    rcp.f32 $r6, $r6
    rcp.f32 $r6, $r6
    rcp.f32 $r6, $r6
    bra again
.org 0x2540
again:
    add.b32 $r14, $r14, 0x1
    mov.b32 $r3, 0x3c
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
    mov.b32 $r3, 0x3c
    set.l.u32 _|$c0, $r14, $r3
    @$c0.lg bra one0
    bra done
done:
    shl.b32 $r2, $r0, 0x2
    add.b32 $r2, s[0x10].b32, $r2
    st.b32 g14[$r2], $r5
    nop.exit
