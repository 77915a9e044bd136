/* SPDX-License-Identifier: Apache-2.0
 *
 * docs/units to the cycle: SFU, DPU, warp operations, atomics, locks, textures.
 */
#include "rig.h"

#include <stdlib.h>

#include "insn.h"
#include "common/memreq.h"

static struct rig *trace_text(uint32_t threads, const char *text)
{
    struct rig *r = malloc(sizeof *r);
    assert_non_null(r);
    rig_init(r, threads);
    rig_asm(r, text);
    rig_trace(r);
    return r;
}

static void end_trace(struct rig *r)
{
    rig_free(r);
    free(r);
}

static uint64_t event_cycle(const struct rig *r, unsigned type, uint32_t pc, unsigned n)
{
    return rig_event(r, type, pc, n)->cycle;
}

static uint64_t issue_cycle(const struct rig *r, uint32_t pc) { return event_cycle(r, GT_EV_ISSUE, pc, 0); }

/* Quarter q is written in t + first + step * q. */
static void expect_quarters(const struct rig *r, uint32_t pc, unsigned first, unsigned step)
{
    assert_int_equal(rig_count(r, GT_EV_XWB, pc), 4);
    for (unsigned q = 0; q < 4; q++) {
        const struct gt_event *e = rig_event(r, GT_EV_XWB, pc, q);
        assert_int_equal(e->quarter, q);
        assert_int_equal(e->cycle, issue_cycle(r, pc) + first + step * q);
    }
}

/* SFU-2, SFU-5, SFU-6, RF-8. */
static void test_functions(void **s)
{
    (void)s;
    struct rig *r = trace_text(32, "rsqrt.f32 $r4, $r0\nrcp.f32 $r6, $r0\nadd.b32 $r5, $r4, $r4\nnop.exit\n");
    uint64_t t = issue_cycle(r, 0);
    expect_quarters(r, 0, 15, 4);
    expect_quarters(r, 8, 15, 4);
    assert_int_equal(issue_cycle(r, 8), t + 16);
    assert_int_equal(issue_cycle(r, 16), t + 28);
    assert_int_equal(rig_event(r, GT_EV_XWB, 0, 0)->writes, GT_WRITES_REG);
    assert_int_equal(rig_event(r, GT_EV_XWB, 0, 0)->regno, 4);
    assert_int_equal(rig_event(r, GT_EV_XWB, 0, 0)->result[0], 0x7f800000);
    end_trace(r);

    r = trace_text(20, "rsqrt.f32 $r20, $r0\nnop.exit\n");       /* a register that does not exist, lanes that do not
                                                                    either */
    expect_quarters(r, 0, 15, 4);
    assert_int_equal(rig_event(r, GT_EV_XWB, 0, 2)->writes, 0);
    assert_int_equal(rig_event(r, GT_EV_XWB, 0, 2)->lanes, 0x0f);
    end_trace(r);
}

/* The range reductions are SP bodies; with an operand from shared memory (P_1 = t+7) too. (SPQ-5) */
static void range_reduction(void **s)
{
    (void)s;
    struct rig *r = trace_text(
        32, "shl $a1, $r0, 0x2\npresin.f32 $r4, s[$a1].b32\npreex2.f32 $r6, $r0\nsin.f32 $r5, $r4\nnop.exit\n");
    uint64_t t = issue_cycle(r, 8);
    for (unsigned q = 0; q < 4; q++)
        assert_int_equal(event_cycle(r, GT_EV_SPWB, 8, q), t + 20 + q);
    assert_int_equal(rig_count(r, GT_EV_SPWB, 16), 4);
    assert_int_equal(rig_count(r, GT_EV_XWB, 8) + rig_count(r, GT_EV_XWB, 16), 0);
    assert_int_equal(issue_cycle(r, 16), t + 4);
    assert_int_equal(issue_cycle(r, 24), t + 24);
    end_trace(r);
}

/* The toggle starts with the SP; a unit that is busy leaves it alone. (SFU-1, SFU-3) */
static void test_multiplications(void **s)
{
    (void)s;
    struct rig *r = trace_text(
        32, "mul.f32 $r4, $r0, $r0\nmul.f32 $r5, $r0, $r0\nmul.f32 $r6, $r0, $r0\nmul.f32 $r7, $r0, $r0\n"
            "mul.f32 $r8, $r0, $r0\nnop.exit\n");
    uint64_t t = issue_cycle(r, 0);
    for (unsigned i = 0; i < 5; i++) {
        uint32_t pc = 8 * i;
        bool sfu = i == 1 || i == 4;                /* t+8: SP only; t+12: both, SP's turn; t+16: both */
        assert_int_equal(issue_cycle(r, pc), t + 4 * i);
        assert_int_equal(rig_count(r, GT_EV_XWB, pc), sfu ? 4 : 0);
        assert_int_equal(rig_count(r, GT_EV_SPWB, pc), sfu ? 0 : 4);
    }
    end_trace(r);

    r = trace_text(32, "nop\nmul.f32 $r20, $r0, $r0\nmul.f32 $r5|$c1, $r0, $r0\nadd.b32 $r5, $r5, $r5\nnop.exit\n");
    expect_quarters(r, 16, 13, 2);
    assert_int_equal(rig_event(r, GT_EV_XWB, 16, 0)->writes, GT_WRITES_REG | GT_WRITES_CC);
    assert_int_equal(rig_event(r, GT_EV_XWB, 16, 0)->regno, 5);
    assert_int_equal(issue_cycle(r, 24), issue_cycle(r, 16) + 24);
    end_trace(r);

    r = trace_text(32, "shl $a1, $r0, 0x2\nmul.f32 $r4, s[$a1].b32, $r0\nmul.f32 $r4, s[$a1].b32, $r0\nnop.exit\n");
    assert_int_equal(rig_count(r, GT_EV_SPWB, 8) + rig_count(r, GT_EV_SPWB, 16), 8);
    end_trace(r);
}

/* DPU-2, DPU-3, DPU-4, DPU-5, DPU-6. */
static void double_precision(void **s)
{
    (void)s;
    struct rig *r = trace_text(
        32,
        "add.rn.f64 $r4d|$c0, $r6d, $r8d\nnop\nadd.rn.f64 $r10d, $r16d, $r18d\nadd.b32 $r5, $r5, $r5\nnop.exit\n");
    uint64_t t = issue_cycle(r, 0);
    assert_int_equal(rig_count(r, GT_EV_XWB, 0), 8);
    for (unsigned k = 0; k < 8; k++) {
        const struct gt_event *e = rig_event(r, GT_EV_XWB, 0, k);
        assert_int_equal(e->quarter, k / 2);
        assert_int_equal(e->writes, k & 1 ? GT_WRITES_REG : GT_WRITES_REG | GT_WRITES_CC);
        assert_int_equal(e->regno, 4 + k % 2);
        assert_int_equal(e->cycle, t + 22 + 8 * (k / 2) + (k & 1));
    }
    assert_int_equal(issue_cycle(r, 8), t + 8);                 /* six reads of its register RAMs */
    assert_int_equal(issue_cycle(r, 16), t + 32);
    assert_int_equal(issue_cycle(r, 24), t + 48);
    end_trace(r);

    r = trace_text(32, "set.l.f64 $r4, $r6d, $r8d\nadd.b32 $r5, $r4, $r4\nnop.exit\n");
    expect_quarters(r, 0, 22, 8);
    assert_int_equal(issue_cycle(r, 8), issue_cycle(r, 0) + 48);
    end_trace(r);

    r = trace_text(32, "shl $a1, $r0, 0x2\ncvt.rn.f64.s32 $r4d, s[$a1].b32\nadd.b32 $r5, $r4, $r4\nnop.exit\n");
    uint64_t f = issue_cycle(r, 8) + 12 + 14;                   /* X = t+12 */
    assert_int_equal(event_cycle(r, GT_EV_XWB, 8, 0), f);
    assert_int_equal(event_cycle(r, GT_EV_XWB, 8, 7), f + 25);
    assert_int_equal(issue_cycle(r, 16), issue_cycle(r, 8) + 52);
    end_trace(r);
}

/* Quads to the texture unit, sectors that its cache has not, a beat per component (TEX-2, TEX-3, TEX-5, TEX-7, TEX-12,
 * TEX-13). */
static void test_textures(void **s)
{
    (void)s;
    struct rig *r = malloc(sizeof *r);
    assert_non_null(r);
    rig_init(r, 32);
    rig_asm(r, "mov.b32 $r4, $r0\nshl.b32 $r8, $r0, 0x3\ntexfetch.live {$r4,_,_,_}, $t3, $s3, {$r4}, 0x0, 0x0, 0x0\n"
               "add.b32 $r5, $r4, $r4\ntexfetch.live {_,$r8,_,$r9}, $t3, $s3, {$r8}, 0x1, 0x0, 0x0\nadd.b32 $r5, "
               "$r9, $r9\nnop.exit\n");
    assert_true(gt_texture_bind(
        r->gpu, 3, &(struct gt_texture){.addr = r->out, .width = 64, .comps = 1, .bits = 32, .type = GT_TEX_UINT}));
    rig_trace(r);
    uint64_t t = issue_cycle(r, 16);
    assert_int_equal(rig_count(r, GT_EV_LSADDR, 16), 2);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 16, 0), t + 6);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 16, 1), t + 16);  /* quads in t+6, 7, 8, 12, 16, ... */
    assert_int_equal(rig_count(r, GT_EV_MEMREQ, RIG_ANY), 4 + 4);
    for (unsigned k = 0; k < 4; k++) {                          /* two quads a sector */
        assert_int_equal(event_cycle(r, GT_EV_MEMREQ, RIG_ANY, k), t + 17 + 8 * k);
        assert_int_equal(rig_event(r, GT_EV_MEMREQ, RIG_ANY, k)->addr, r->out + 32 * k);
    }
    for (unsigned k = 0; k < 8; k++) {
        assert_int_equal(event_cycle(r, GT_EV_LDWB, 16, k), t + 687 + 4 * k);
        assert_int_equal(rig_event(r, GT_EV_LDWB, 16, k)->lanes, 15u << 4 * (k & 3));
    }
    assert_int_equal(issue_cycle(r, 24), t + 718);
    /* coordinates 8 * lane + 1: four sectors a quad, those of the first one known; from lane 8 on outside: texel 0; two
     * beats each */
    t = issue_cycle(r, 32);
    for (unsigned k = 0; k < 4; k++) {
        assert_int_equal(event_cycle(r, GT_EV_MEMREQ, RIG_ANY, 4 + k), t + 21 + k);
        assert_int_equal(rig_event(r, GT_EV_MEMREQ, RIG_ANY, 4 + k)->addr, r->out + 128 + 32 * k);
    }
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 32, 0), t + 260);
    assert_int_equal(rig_count(r, GT_EV_LDWB, 32), 16);
    assert_int_equal(rig_event(r, GT_EV_LDWB, 32, 1)->regno, 9);
    assert_int_equal(rig_event(r, GT_EV_LDWB, 32, 1)->data[0], 1);
    assert_int_equal(rig_event(r, GT_EV_LDWB, 32, 15)->data[15], 0);
    end_trace(r);
}

/* Two coordinates, and filtered: the same ways; four cycles to each beat (TEX-1, TEX-3, TEX-6). */
static void textures_2d(void **s)
{
    (void)s;
    struct rig *r = malloc(sizeof *r);
    assert_non_null(r);
    rig_init(r, 32);
    rig_asm(r, "mov.b32 $r4, $r0\nnop\ntexfetch.live {$r4,_,_,_}, $t3, $s3, {$r4,$r5}, 0x0, 0x0, 0x0\nadd.b32 $r6, "
               "$r4, $r4\n"
               "texauto.live {$r8,$r9,_,_}, $t4, $s4, {$r8,$r9}, 0x0, 0x0, 0x0\nadd.b32 $r6, $r9, $r9\nnop.exit\n");
    struct gt_texture t = {
        .addr = r->out, .width = 64, .height = 1, .pitch = 256, .comps = 1, .bits = 32, .type = GT_TEX_UINT};
    assert_true(gt_texture_bind(r->gpu, 3, &t));
    t.comps = 2;
    t.width = 32;
    t.bits = 16;
    t.type = GT_TEX_UNORM;
    t.linear = true;
    assert_true(gt_texture_bind(r->gpu, 4, &t));
    rig_trace(r);
    uint64_t i = issue_cycle(r, 16);
    assert_int_equal(rig_count(r, GT_EV_LSADDR, 16), 2);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 16, 0), i + 6);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 16, 1), i + 16);
    assert_int_equal(rig_count(r, GT_EV_MEMREQ, RIG_ANY), 4);
    for (unsigned k = 0; k < 4; k++)
        assert_int_equal(event_cycle(r, GT_EV_MEMREQ, RIG_ANY, k), i + 17 + 8 * k);
    for (unsigned k = 0; k < 8; k++)
        assert_int_equal(event_cycle(r, GT_EV_LDWB, 16, k), i + 687 + 4 * k);
    /* all lanes at the corner: four times texel 0, which is known; the quads wait for the filter */
    i = issue_cycle(r, 32);
    assert_int_equal(rig_count(r, GT_EV_LDWB, 32), 16);
    for (unsigned k = 0; k < 16; k++) {
        assert_int_equal(event_cycle(r, GT_EV_LDWB, 32, k), i + 257 + 4 * k);
        assert_int_equal(rig_event(r, GT_EV_LDWB, 32, k)->lanes, 15u << 4 * (k / 2 & 3));
        assert_int_equal(rig_event(r, GT_EV_LDWB, 32, k)->regno, 8 + k % 2);
    }
    end_trace(r);
}

/* A result waits for the reads of its own parity, also a later one of the other unit. (RF-7, XWB-2) */
static void write_port(void **s)
{
    (void)s;
    struct rig *r = trace_text(32, "rsqrt.f32 $r4, $r0\nnop\nnop\nadd.b32 $r20, $r0, $r0\nnop.exit\n");
    uint64_t t = issue_cycle(r, 0);
    assert_int_equal(issue_cycle(r, 24), t + 12);               /* reads t+13+q, t+14+q: not in the way */
    expect_quarters(r, 0, 15, 4);
    end_trace(r);
    r = trace_text(32, "rsqrt.f32 $r4, $r0\nnop\nnop\nnop\nmad.f32 $r5, $r0, $r0, $r0\nnop.exit\n");
    t = issue_cycle(r, 0);
    assert_int_equal(issue_cycle(r, 32), t + 16);               /* quarter 1 reads in t+18, t+19, t+20 */
    assert_int_equal(event_cycle(r, GT_EV_XWB, 0, 0), t + 15);
    assert_int_equal(event_cycle(r, GT_EV_XWB, 0, 1), t + 21);
    assert_int_equal(event_cycle(r, GT_EV_XWB, 0, 2), t + 23);
    end_trace(r);
}

/* SPQ-4. */
static void warp_operations(void **s)
{
    (void)s;
    struct rig *r = trace_text(32,
                               "set.e.u32 _|$c0, $r0, $r4\n@$c0.lg vote.any $c1\n@$c0.lg vote.all $c1\nmov.b32 $r5, $c1\n"
                               "quadop.f32.add.add.add.add $r6, l1, $r0, $r4\nadd.b32 $r6, $r6, $r6\nnop.exit\n");
    uint64_t t = issue_cycle(r, 8);
    assert_int_equal(event_cycle(r, GT_EV_SPWB, 8, 0), t + 20);
    assert_int_equal(rig_event(r, GT_EV_SPWB, 8, 3)->lanes, 0xff);
    assert_int_equal(rig_event(r, GT_EV_SPWB, 8, 3)->writes, GT_WRITES_CC);
    assert_int_equal(rig_event(r, GT_EV_SPWB, 8, 3)->cc[0], 2);
    assert_int_equal(issue_cycle(r, 16), t + 24);
    assert_int_equal(rig_event(r, GT_EV_SPWB, 16, 0)->cc[0], 1);
    assert_int_equal(issue_cycle(r, 40), issue_cycle(r, 32) + 24);
    end_trace(r);
}

/* Select and request of each lane; the second half follows. (COAL-7, COAL-8, COAL-9, COAL-10) */
static void test_atomics(void **s)
{
    (void)s;
    struct rig *r = trace_text(
        18, "mov.b32 $r4, s[0x10].b32\nmov.b32 $r5, $r0\nmov.b32 $r6, $r0\natom.add.u32 $r5, g14[$r4], $r6\n"
            "add.b32 $r5, $r5, $r5\nnop.exit\n");
    uint64_t t = issue_cycle(r, 24);
    assert_int_equal(rig_count(r, GT_EV_MEMREQ, 24), 18);
    assert_int_equal(rig_count(r, GT_EV_LSADDR, 24), 2);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 24, 0), t + 5);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 24, 1), t + 37);
    for (unsigned i = 0; i < 18; i++) {
        const struct gt_event *e = rig_event(r, GT_EV_MEMREQ, 24, i);
        assert_int_equal(e->cycle, t + 6 + 2 * i);
        assert_int_equal(e->addr, r->out);
        assert_int_equal(e->kind, MEM_ATOM);
        assert_int_equal(e->mtype, GT_MT_B32);
        assert_int_equal(e->aop, GT_AOP_ADD);
        assert_int_equal(e->operand[0], i);
        assert_int_equal(event_cycle(r, GT_EV_LDWB, 24, i), t + 437 + 2 * i);
    }
    assert_int_equal(rig_event(r, GT_EV_LDWB, 24, 17)->data[1], 16 * 17 / 2);
    assert_int_equal(issue_cycle(r, 32), t + 440 + 34);
    assert_int_equal(rig_word(r, 0), 17 * 18 / 2);
    end_trace(r);

    r = trace_text(1, "mov.b32 $r4, s[0x10].b32\natom.cas.b64 $r6d, g14[$r4], $r6d, $r8d\nnop\nred.add.u32 g14[$r4], "
                      "$r0\nnop.exit\n");
    t = issue_cycle(r, 8);
    assert_int_equal(event_cycle(r, GT_EV_MEMREQ, 8, 0), t + 10);
    assert_int_equal(issue_cycle(r, 16), t + 8);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 8, 0), t + 441);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 8, 1), t + 442);
    assert_int_equal(rig_event(r, GT_EV_MEMREQ, 24, 0)->kind, MEM_RED);
    assert_int_equal(rig_event(r, GT_EV_MEMREQ, 24, 0)->aop, GT_AOP_ADD);
    assert_int_equal(rig_count(r, GT_EV_LDWB, 24), 0);
    end_trace(r);
}

/* SMEM-7, LDWB-5. */
static void test_locks(void **s)
{
    (void)s;
    struct rig *r = trace_text(
        32,
        "shl $a1, $r0, 0x2\nld.lock.b32 $r4|$c1, s[$a1]\nmov.b32 $r5, $c1\nst.unlock.b32 s[$a1], $r0\nnop.exit\n");
    uint64_t t = issue_cycle(r, 8);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 8, 0), t + 10);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 8, 1), t + 12);
    assert_int_equal(issue_cycle(r, 16), t + 14);
    assert_int_equal(rig_event(r, GT_EV_SPWB, 16, 1)->result[7], 2);
    end_trace(r);

    /* one word: a pass per lane, the first takes it */
    r = trace_text(
        16,
        "ld.lock.b32 $r4|$c1, s[0x40]\nmov.b32 $r5, $c1\nst.unlock.b32 s[0x40], $r0\nld.lock.b32 $r4|$c2, s[0x40]\n"
        "mov.b32 $r6, $c2\nnop.exit\n");
    assert_int_equal(rig_count(r, GT_EV_LDWB, 0), 17);          /* the other half has one pass without lanes */
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 0, 15), issue_cycle(r, 0) + 40);
    assert_int_equal(rig_event(r, GT_EV_SPWB, 8, 0)->result[0], 2);
    assert_int_equal(rig_event(r, GT_EV_SPWB, 8, 0)->result[1], 1);
    assert_int_equal(rig_event(r, GT_EV_SPWB, 32, 0)->result[0], 2);
    end_trace(r);
}

static void expect_fault(const char *text, uint32_t code, unsigned after)
{
    struct rig *r = trace_text(32, text);
    const struct gt_event *e = rig_event(r, GT_EV_FAULT, RIG_ANY, 0);
    assert_int_equal(e->code, code);
    assert_int_equal(e->cycle, issue_cycle(r, e->pc) + after);
    end_trace(r);
}

/* LSU-5, COAL-10. */
static void test_faults(void **s)
{
    (void)s;
    expect_fault("red.add.u32 g14[$r8], $r0\nnop.exit\n", GT_F_GLOBAL_LIMIT_RED, 5);
    expect_fault("atom.add.u32 $r4, g14[$r8], $r0\nnop.exit\n", GT_F_GLOBAL_LIMIT_ATOM, 5);
    expect_fault("mov.b32 $r4, s[0x10].b32\nadd.b32 $r4, $r4, $r0\natom.add.u32 $r4, g14[$r4], $r0\nnop.exit\n",
                 GT_F_MISALIGNED, 5);
    expect_fault("ld.lock.b32 $r4|$c0, s[0x2000]\nnop.exit\n", GT_F_SHARED_LIMIT, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions),   cmocka_unit_test(range_reduction), cmocka_unit_test(test_multiplications),
        cmocka_unit_test(double_precision), cmocka_unit_test(write_port),      cmocka_unit_test(warp_operations),
        cmocka_unit_test(test_atomics),     cmocka_unit_test(test_locks),      cmocka_unit_test(test_textures),
        cmocka_unit_test(textures_2d),      cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
