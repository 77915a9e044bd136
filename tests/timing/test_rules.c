/* SPDX-License-Identifier: Apache-2.0
 *
 * docs/microarchitecture.md read as a stranger would: small situations in which several rules meet, every cycle
 * derived from the page alone. The comments are the derivations.
 */
#include "rig.h"

#include <stdlib.h>

#include "sm/sm.h"

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

/* Cycle of the n-th event of a type at pc. */
static uint64_t event_cycle(const struct rig *r, unsigned type, uint32_t pc, unsigned n)
{
    return rig_event(r, type, pc, n)->cycle;
}

/* n-th issue at pc. */
static uint64_t issue_cycle(const struct rig *r, uint32_t pc, unsigned n) { return event_cycle(r, GT_EV_ISSUE, pc, n); }

/* First issue of a warp at pc. */
static uint64_t issued_by(const struct rig *r, unsigned warp, uint32_t pc)
{
    for (unsigned n = 0;; n++)
        if (rig_event(r, GT_EV_ISSUE, pc, n)->warp == warp)
            return issue_cycle(r, pc, n);
}

/* ---- issue ------------------------------------------------------------------------------------ */

/* Warp 0 has its line in 741 (see the test `launch`), warp 1 asked in 518 for the line that was on its way, was
 * dropped, asks again in 730: head valid in 745. At 748 it is fresh and odd behind an even SP warp: not before 750,
 * so warp 0 goes, and again at 752. Ready in 746 … 754 it is mature at 756. Then ready in 760 … 768, and so on: every
 * third. (ISSUE-5, ISSUE-8, FETCH-3, FETCH-6, ICACHE-3) */
static void odd_warp_is_late(void **s)
{
    (void)s;
    struct rig *r = trace_text(64, "nop\nnop\nnop\nnop\nnop\nnop\nnop\nnop.exit\n");
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(issued_by(r, 0, 8 * i), 744 + 4 * i);
    assert_int_equal(issued_by(r, 1, 0), 756);
    assert_int_equal(issued_by(r, 0, 24), 760);
    assert_int_equal(issued_by(r, 0, 32), 764);
    assert_int_equal(issued_by(r, 1, 8), 768);
    assert_int_equal(issued_by(r, 1, 16), 780);
    end_trace(r);
}

/* Sixteen passes a half: the first store leaves at the end of t+67. Three wait; the fourth issues when it has left,
 * the fifth when the second has, 64 cycles later. (LSU-1, LSU-3) */
static void full_load_store_queue(void **s)
{
    (void)s;
    struct rig *r = trace_text(32,
                               "nop\nst.b32 s[0x20], $r0\nst.b32 s[0x20], $r0\nst.b32 s[0x20], $r0\nst.b32 s[0x20], $r0\n"
                               "st.b32 s[0x20], $r0\nnop.exit\n");
    uint64_t t = issue_cycle(r, 8, 0);
    static const unsigned after[] = {0, 4, 8, 68, 132};
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(issue_cycle(r, 8 + 8 * i, 0), t + after[i]);
    end_trace(r);
}

/* With a predicate e = f = t+6, so the BRU takes the next one at t+8. Warp 0 goes on at t+10 and t+14; behind these
 * warp 1 is late again: ready at 762, not before 758 + 6. The exit of warp 0 has issued at 762. (ISSUE-7, BRU-1) */
static void busy_branch_unit(void **s)
{
    (void)s;
    struct rig *r = trace_text(64, "@$c0.lg bra 0x8\nnop\nnop.exit\n");
    assert_int_equal(issued_by(r, 0, 0), 744);
    assert_int_equal(issued_by(r, 1, 0), 752);
    assert_int_equal(issued_by(r, 0, 8), 754);
    assert_int_equal(issued_by(r, 0, 16), 758);
    assert_int_equal(issued_by(r, 1, 8), 764);
    assert_int_equal(issue_cycle(r, 16, 1), 762);
    end_trace(r);
}

/* ---- SP queue, write-back ---------------------------------------------------------------------- */

/* Four passes a half, the last ones in t+11 and t+19: D_0 = t+16, D_1 = t+24. Three in the queue until the end of
 * t+19; the second dispatches two cycles behind, in t+26. (SPQ-2) */
static void full_sp_queue(void **s)
{
    (void)s;
    struct rig *r = trace_text(
        32, "shl $a1, $r0, 0x4\nadd.b32 $r4, s[$a1].b32, $r0\nadd.b32 $r5, $r0, $r0\nadd.b32 $r6, $r0, $r0\n"
            "add.b32 $r7, $r0, $r0\nnop.exit\n");
    uint64_t t = issue_cycle(r, 8, 0);
    assert_int_equal(event_cycle(r, GT_EV_SPWB, 8, 0), t + 26);
    assert_int_equal(event_cycle(r, GT_EV_SPWB, 8, 2), t + 34);
    assert_int_equal(issue_cycle(r, 16, 0), t + 4);
    assert_int_equal(issue_cycle(r, 24, 0), t + 8);
    assert_int_equal(issue_cycle(r, 32, 0), t + 20);
    assert_int_equal(event_cycle(r, GT_EV_SPWB, 16, 0), t + 36);
    end_trace(r);
}

/* Two passes a half: t+5 … t+11. The next one's passes are four cycles behind, in t+15 and t+17, its D_0 = t+20 by
 * P_0 + 5, not t+18 by D_1 + 2. (SPQ-1, SMEM-8) */
static void two_shared_operands(void **s)
{
    (void)s;
    struct rig *r = trace_text(32, "shl $a1, $r0, 0x3\nadd.b32 $r4, s[$a1].b32, $r0\nadd.b32 $r5, s[0x20].b32, "
                                   "$r0\nadd.b32 $r6, $r5, $r5\nnop.exit\n");
    uint64_t t = issue_cycle(r, 8, 0);
    assert_int_equal(issue_cycle(r, 16, 0), t + 4);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 16, 0), t + 15);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 16, 1), t + 17);
    for (unsigned q = 0; q < 4; q++)
        assert_int_equal(event_cycle(r, GT_EV_SPWB, 16, q), t + 30 + q);
    assert_int_equal(issue_cycle(r, 24, 0), t + 34);
    end_trace(r);
}

/* The last quarter of the SFU is ready in t+27, when the SP writes $c of quarter 3: one cycle later, and a dependent
 * at t+30. (XWB-2, WB-3) */
static void condition_port(void **s)
{
    (void)s;
    struct rig *r = trace_text(32, "rcp.f32 $r4, $r0\nset.lg.s32 _|$c1, $r0, $r6\nadd.b32 $r5, $r4, $r4\nnop.exit\n");
    uint64_t t = issue_cycle(r, 0, 0);
    assert_int_equal(issue_cycle(r, 8, 0), t + 4);
    assert_int_equal(event_cycle(r, GT_EV_XWB, 0, 2), t + 23);
    assert_int_equal(event_cycle(r, GT_EV_XWB, 0, 3), t + 28);
    assert_int_equal(issue_cycle(r, 16, 0), t + 30);
    end_trace(r);
}

/* ---- global memory ----------------------------------------------------------------------------- */

/* A sector per lane: SELECT and request in turn, t+5 … t+68; the last response in t+498, its beat in t+499. (COAL-1) */
static void scattered_load(void **s)
{
    (void)s;
    struct rig *r = trace_text(32,
                               "shl.b32 $r4, $r0, 0x7\nadd.b32 $r4, s[0x10].b32, $r4\nld.b32 $r5, g14[$r4]\nadd.b32 "
                                   "$r5, $r5, $r5\nnop.exit\n");
    uint64_t t = issue_cycle(r, 16, 0);
    assert_int_equal(rig_count(r, GT_EV_MEMREQ, 16), 32);
    for (unsigned k = 0; k < 32; k++) {
        assert_int_equal(event_cycle(r, GT_EV_MEMREQ, 16, k), t + 6 + 2 * k);
        assert_int_equal(event_cycle(r, GT_EV_LDWB, 16, k), t + 437 + 2 * k);
    }
    assert_int_equal(issue_cycle(r, 24, 0), t + 502);
    end_trace(r);
}

/* Two such loads fill the pending table at the end of t+132. The third selects in t+133 and sends when the first
 * response has been accepted, in t+436: in t+437, then one for every response. (COAL-6, MEM-10) */
static void full_pending_table(void **s)
{
    (void)s;
    struct rig *r = trace_text(
        32, "shl.b32 $r4, $r0, 0x7\nadd.b32 $r4, s[0x10].b32, $r4\nld.b32 $r5, g14[$r4]\nld.b32 $r6, g14[$r4]\n"
            "ld.b32 $r7, g14[$r4]\nnop.exit\n");
    uint64_t t = issue_cycle(r, 16, 0);
    assert_int_equal(issue_cycle(r, 32, 0), t + 8);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 24, 0), t + 69);
    assert_int_equal(event_cycle(r, GT_EV_MEMREQ, 24, 31), t + 132);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 32, 0), t + 133);
    for (unsigned k = 0; k < 32; k++)
        assert_int_equal(event_cycle(r, GT_EV_MEMREQ, 32, k), t + 437 + 2 * k);
    end_trace(r);
}

/* Four sectors of four lanes, two beats each: a response is accepted with the second beat of the one before.
 * (LDWB-2, LDWB-3) */
static void two_beats(void **s)
{
    (void)s;
    struct rig *r = trace_text(16,
                               "shl.b32 $r4, $r0, 0x3\nadd.b32 $r4, s[0x10].b32, $r4\nld.b64 $r6d, g14[$r4]\nadd.b32 "
                                   "$r5, $r7, $r7\nnop.exit\n");
    uint64_t t = issue_cycle(r, 16, 0);
    assert_int_equal(event_cycle(r, GT_EV_MEMREQ, 16, 3), t + 9);
    assert_int_equal(rig_count(r, GT_EV_LDWB, 16), 8);
    for (unsigned k = 0; k < 8; k++)
        assert_int_equal(event_cycle(r, GT_EV_LDWB, 16, k), t + 437 + k);
    assert_int_equal(issue_cycle(r, 24, 0), t + 446);
    end_trace(r);
}

/* The answers of A (id 0), B (1 to 4) and C (5) in another order: what B asked for before and behind the sector with
 * id 3, which has no lanes; A's in cycle `when`, that sector in the next one, C's in the one behind it. */
static void answers_meet(struct gt_sm *sm, uint64_t when)
{
    static const struct { uint8_t id; int8_t due; } order[] = {{1, -8}, {2, -6}, {4, -4}, {0, 0}, {3, 1}, {5, 2}};
    struct mem_port *p = sm->pending.mem;
    struct mem_answer old[6];
    if (p->count != 6 || p->answer[(p->head + 5) & (GT_PENDING_SECTORS - 1)].due == when + 2)
        return;
    for (unsigned i = 0; i < 6; i++) {
        old[i] = p->answer[(p->head + i) & (GT_PENDING_SECTORS - 1)];
        assert_int_equal(old[i].rsp.id, i);
    }
    for (unsigned i = 0; i < 6; i++) {
        struct mem_answer *a = &p->answer[(p->head + i) & (GT_PENDING_SECTORS - 1)];
        *a = old[order[i].id];
        a->due = when + (uint64_t)order[i].due;
    }
    p->offers = p->answer[p->head].due;
}

/* B's last answer, without lanes, is taken in the cycle e + 1 of A's only beat: A completes at the end of e + 2, B of
 * e + 3, and C's answer is taken in e + 3, not e + 2. (MEM-9, MEM-18, MEM-19) */
static void loads_end_together(void **s)
{
    (void)s;
    for (uint64_t e = 1400; e < 1402; e++) {
        struct rig r;
        rig_init(&r, 2);
        rig_asm(&r, "mul.u24 $r4, $r0, 0x60\nadd.b32 $r4, s[0x10].b32, $r4\nmov.b32 $r1, s[0x10].b32\n"
                    "ld.b32 $r5, g14[$r1]\nld.b32 $r6, g14[$r4]\nld.b32 $r7, g14[$r1]\nadd.b32 $r6, $r6, $r6\n"
                    "nop.exit\n");
        r.each = answers_meet;
        r.number = e;
        rig_trace(&r);
        const uint32_t a = 24, b = 32, c = 40, d = 48;
        assert_int_equal(rig_count(&r, GT_EV_MEMREQ, b), 4);
        assert_int_equal(event_cycle(&r, GT_EV_LDWB, b, 0), e - 7);
        assert_int_equal(event_cycle(&r, GT_EV_LDWB, b, 1), e - 3);
        assert_int_equal(event_cycle(&r, GT_EV_LDWB, a, 0), e + 1);
        assert_int_equal(event_cycle(&r, GT_EV_LDWB, c, 0), e + 4);
        assert_int_equal(issue_cycle(&r, d, 0), e + 4 + e % 2);
        rig_free(&r);
    }
}

/* ---- control flow ------------------------------------------------------------------------------ */

/* A push ends in e = t+2: next issue at t+6. All lanes break: the entry is looked at in t+3: t+6 too. (BRU-2, BRU-7) */
static void break_out(void **s)
{
    (void)s;
    struct rig *r = trace_text(32, "prebrk 0x18\nbrk\nnop\nnop.exit\n");
    uint64_t t = issue_cycle(r, 0, 0);
    assert_int_equal(event_cycle(r, GT_EV_BRU, 8, 0), t + 2);
    assert_int_equal(issue_cycle(r, 8, 0), t + 6);
    assert_int_equal(rig_event(r, GT_EV_BRU, 0x18, 0)->active, 0xffffffff);
    assert_int_equal(event_cycle(r, GT_EV_BRU, 0x18, 0), t + 9);
    assert_int_equal(issue_cycle(r, 0x18, 0), t + 12);
    assert_int_equal(rig_count(r, GT_EV_ISSUE, 0x10), 0);
    end_trace(r);
}

/* BRU-6. */
static void call_and_return(void **s)
{
    (void)s;
    struct rig *r = trace_text(32, "call 0x18\nnop\nnop.exit\nret\n");
    uint64_t t = issue_cycle(r, 0, 0);
    assert_int_equal(issue_cycle(r, 0x18, 0), t + 6);
    assert_int_equal(event_cycle(r, GT_EV_BRU, 8, 0), t + 9);
    assert_int_equal(issue_cycle(r, 8, 0), t + 12);
    end_trace(r);
}

/* Two joinats that no lane comes back to, then the empty stack: three cycles after e. (BRU-2, BRU-7, BRU-9) */
static void test_unwinding(void **s)
{
    (void)s;
    struct rig *r = trace_text(32, "joinat 0x18\njoinat 0x18\nret\nnop.join\nnop.exit\n");
    uint64_t t = issue_cycle(r, 0x10, 0);
    const struct gt_event *e = rig_event(r, GT_EV_BRU, 0x18, 0);
    assert_int_equal(e->cycle, t + 5);
    assert_int_equal(e->finished, 1);
    assert_int_equal(e->depth, 0);
    end_trace(r);
}

/* ---- shared memory ------------------------------------------------------------------------------ */

/* SMEM-1. */
static void behind_a_load(void **s)
{
    (void)s;
    struct rig *r = trace_text(32, "nop\nld.b32 $r4, s[0x20]\nld.b32 $r5, s[0x24]\nadd.b32 $r6, $r5, $r5\nnop.exit\n");
    uint64_t t = issue_cycle(r, 8, 0);
    assert_int_equal(issue_cycle(r, 16, 0), t + 4);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 16, 0), t + 14);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 16, 1), t + 16);
    assert_int_equal(issue_cycle(r, 24, 0), t + 18);
    end_trace(r);
}

/* The store's four passes end in t+11. (SMEM-1, LSU-3) */
static void behind_a_store(void **s)
{
    (void)s;
    struct rig *r = trace_text(
        32, "shl $a1, $r0, 0x3\nst.b32 s[$a1], $r0\nld.b32 $r5, s[0x24]\nadd.b32 $r6, $r5, $r5\nnop.exit\n");
    uint64_t t = issue_cycle(r, 8, 0);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 16, 0), t + 13);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 16, 1), t + 20);
    assert_int_equal(issue_cycle(r, 24, 0), t + 22);
    end_trace(r);
}

/* The global load leaves with its last sector in t+10. (LSU-3) */
static void behind_global(void **s)
{
    (void)s;
    struct rig *r = trace_text(
        32, "shl.b32 $r4, $r0, 0x2\nadd.b32 $r4, s[0x10].b32, $r4\nld.b32 $r5, g14[$r4]\nld.b32 $r6, s[0x20]\n"
            "add.b32 $r6, $r6, $r6\nnop.exit\n");
    uint64_t t = issue_cycle(r, 16, 0);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 24, 0), t + 11);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 24, 1), t + 18);
    assert_int_equal(issue_cycle(r, 32, 0), t + 20);
    end_trace(r);
}

/* ---- constants ---------------------------------------------------------------------------------- */

/* Asked in 744, at the L2 in 798, turn 799: the line is asked for; granted 138 later, filled in 954, asked again,
 * usable in 957. The next line of the L1 is in the L2's: asked in 961, turn 1015, filled in 1032. The third constant
 * is a hit. (CCACHE-1, CCACHE-2, CCACHE-3, CCACHE-4, CONST-7, L2-2, L2-3, L2-5) */
static void constant_misses(void **s)
{
    (void)s;
    struct rig *r = trace_text(32, "ld.b32 $r8, c0[0x40]\nld.b32 $r9, c0[0x0]\nld.b32 $r10, c0[0x4]\nnop.exit\n");
    assert_int_equal(issue_cycle(r, 0, 0), 958);
    assert_int_equal(issue_cycle(r, 8, 0), 1036);
    assert_int_equal(issue_cycle(r, 16, 0), 1042);
    end_trace(r);
}

/* ---- blocks ------------------------------------------------------------------------------------- */

/* One place: the next block is accepted in the cycle after blk_done, committed three later. Its line is there: refill
 * in the cycle after. (CTA-5, CTA-10, FETCH-9) */
static void next_block(void **s)
{
    (void)s;
    struct rig *r = malloc(sizeof *r);
    assert_non_null(r);
    rig_init(r, 32);
    rig_asm(r, "nop.exit\n");
    r->launch.grid_x = 2;
    r->launch.dyn_smem = 8192;
    rig_trace(r);
    uint64_t d = event_cycle(r, GT_EV_BLOCK, RIG_ANY, 1);
    assert_int_equal(event_cycle(r, GT_EV_BLOCK, RIG_ANY, 2), d + 1);
    assert_int_equal(d, issue_cycle(r, 0, 0) + 24);
    assert_int_equal(issue_cycle(r, 0, 2), d + 8);
    end_trace(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odd_warp_is_late), cmocka_unit_test(full_load_store_queue), cmocka_unit_test(busy_branch_unit),
        cmocka_unit_test(full_sp_queue), cmocka_unit_test(two_shared_operands), cmocka_unit_test(condition_port),
        cmocka_unit_test(scattered_load), cmocka_unit_test(full_pending_table), cmocka_unit_test(two_beats),
        cmocka_unit_test(loads_end_together),
        cmocka_unit_test(break_out), cmocka_unit_test(call_and_return), cmocka_unit_test(test_unwinding),
        cmocka_unit_test(behind_a_load), cmocka_unit_test(behind_a_store), cmocka_unit_test(behind_global),
        cmocka_unit_test(constant_misses), cmocka_unit_test(next_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
