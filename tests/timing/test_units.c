/* SPDX-License-Identifier: Apache-2.0
 *
 * docs/microarchitecture.md to the cycle: events of small programs, counted from the issue they follow.
 */
#include "rig.h"

#include <stdlib.h>

#include "insn.h"
#include "common/memreq.h"

static struct rig *start_rig(uint32_t threads, const char *text)
{
    struct rig *r = malloc(sizeof *r);
    assert_non_null(r);
    rig_init(r, threads);
    rig_asm(r, text);
    return r;
}

static void end_rig(struct rig *r)
{
    rig_free(r);
    free(r);
}

/* Cycle of the n-th event of a type at pc. */
static uint64_t event_cycle(const struct rig *r, unsigned type, uint32_t pc, unsigned n)
{
    return rig_event(r, type, pc, n)->cycle;
}

static uint64_t issue_cycle(const struct rig *r, uint32_t pc) { return event_cycle(r, GT_EV_ISSUE, pc, 0); }

/* Accepted 513; header rows, register pairs, commit; fetch: looked up in 518 (520), at the L2 in 574 with its turn,
 * line asked for, first block there 138 later, its last word in 729, slot written 741; refill, decode. The turn hides
 * the other launch's two cycles more. (CTA-2, CTA-6, CTA-8, CTA-9, L2-3, L2-6) */
static void test_launch(void **s)
{
    (void)s;
    struct rig *r = start_rig(32, "nop.exit\n");
    rig_trace(r);
    assert_int_equal(event_cycle(r, GT_EV_BLOCK, RIG_ANY, 0), 513);
    assert_int_equal(issue_cycle(r, 0), 744);
    end_rig(r);

    r = start_rig(128, "nop.exit\n");               /* two pairs: one cycle more */
    uint32_t params[13] = {0};                      /* 16 + 52 bytes: two rows */
    r->launch.params = params;
    r->launch.param_words = 13;
    rig_trace(r);
    assert_int_equal(issue_cycle(r, 0), 744);
    end_rig(r);
}

/* Body, exit four later, evaluation two later, empty stack one later; the block follows its last instruction.
 * (CTA-10, HEAD-5, BRU-9) */
static void block_end(void **s)
{
    (void)s;
    struct rig *r = start_rig(32, "nop.exit\n");
    rig_trace(r);
    uint64_t t = issue_cycle(r, 0);
    assert_int_equal(event_cycle(r, GT_EV_ISSUE, 0, 1), t + 4);
    assert_int_equal(rig_event(r, GT_EV_ISSUE, 0, 1)->uop, GT_UOP_EXIT);
    assert_int_equal(event_cycle(r, GT_EV_BRU, RIG_ANY, 0), t + 7);
    assert_int_equal(rig_event(r, GT_EV_BRU, RIG_ANY, 0)->finished, 1);
    assert_int_equal(rig_event(r, GT_EV_BRU, RIG_ANY, 0)->depth, 0);
    assert_int_equal(event_cycle(r, GT_EV_BLOCK, RIG_ANY, 1), t + 24);  /* the body completes at the end of t+23 */
    end_rig(r);
}

/* WB-1, WB-4, SPQ-3. */
static void sp_writeback(void **s)
{
    (void)s;
    struct rig *r = start_rig(20, "add.b32 $r4, $r0, 0x1\nadd.b32 $r5, $r4, $r4\nnop.exit\n");
    rig_trace(r);
    uint64_t t = issue_cycle(r, 0);
    for (unsigned q = 0; q < 4; q++) {
        const struct gt_event *e = rig_event(r, GT_EV_SPWB, 0, q);
        assert_int_equal(e->cycle, t + 20 + q);
        assert_int_equal(e->quarter, q);
        assert_int_equal(e->lanes, q < 2 ? 0xff : q == 2 ? 0x0f : 0);
        assert_int_equal(e->writes, GT_WRITES_REG);
        for (unsigned i = 0; i < 8 && e->lanes >> i & 1; i++)
            assert_int_equal(e->result[i], 8 * q + i + 1);
    }
    assert_int_equal(issue_cycle(r, 8), t + 24);
    end_rig(r);
}

/* WB-3, RF-6. */
static void condition_results(void **s)
{
    (void)s;
    struct rig *r = start_rig(32,
                              "set.lg.s32 _|$c2, $r0, $r6\n@$c2.lg mov.b32 $r4, $r0\nmov.b32.lm5 $r5, $r0\nnop.exit\n");
    rig_trace(r);
    const struct gt_event *e = rig_event(r, GT_EV_SPWB, 0, 0);
    assert_int_equal(e->writes, GT_WRITES_CC);
    assert_int_equal(e->cc[0], 1);                  /* lane 0: equal, so false */
    assert_int_equal(e->cc[1], 2);
    assert_int_equal(issue_cycle(r, 8), issue_cycle(r, 0) + 24);
    assert_int_equal(rig_event(r, GT_EV_SPWB, 8, 0)->lanes, 0xfe);
    assert_int_equal(rig_event(r, GT_EV_SPWB, 16, 0)->lanes, 0x55);
    end_rig(r);
}

/* SMEM-4, LSU-7, LDWB-4. */
static void shared_load(void **s)
{
    (void)s;
    struct rig *r = start_rig(32, "shl $a1, $r0, 0x2\nld.b32 $r4, s[$a1+0x40]\nadd.b32 $r4, $r4, $r4\nnop.exit\n");
    rig_trace(r);
    uint64_t t = issue_cycle(r, 8);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 8, 0), t + 5);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 8, 1), t + 7);
    assert_int_equal(rig_event(r, GT_EV_LSADDR, 8, 1)->address[3], 0x40 + 19 * 4);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 8, 0), t + 10);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 8, 1), t + 12);
    assert_int_equal(rig_event(r, GT_EV_LDWB, 8, 1)->regno, 4);
    assert_int_equal(issue_cycle(r, 16), t + 14);
    end_rig(r);
}

/* Last beat and passes of a strided load; shift: log2 of the distance of the lanes in bytes. */
static void expect_passes(const char *shl, unsigned passes)
{
    struct rig *r = start_rig(32, shl);
    rig_asm(r, "ld.b32 $r4, s[$a1]\nadd.b32 $r4, $r4, $r4\nnop.exit\n");
    rig_trace(r);
    uint64_t t = issue_cycle(r, 8);
    assert_int_equal(rig_count(r, GT_EV_LDWB, 8), 2 * passes);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 8, 1), t + 5 + 2 * passes);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 8, 2 * passes - 1), t + 10 + 2 * (2 * passes - 1));
    assert_int_equal(issue_cycle(r, 16), t + 10 + 2 * (2 * passes - 1) + 2);
    end_rig(r);
}

/* SMEM-2. */
static void bank_conflicts(void **s)
{
    (void)s;
    expect_passes("shl $a1, $r0, 0x2\n", 1);
    expect_passes("shl $a1, $r0, 0x3\n", 2);
    expect_passes("shl $a1, $r0, 0x4\n", 4);
    expect_passes("shl $a1, $r0, 0x6\n", 16);
    expect_passes("shl $a1, $r6, 0x0\n", 1);        /* one word for all: broadcast */
}

/* SMEM-2, LDWB-5. */
static void bytes_of_a_word(void **s)
{
    (void)s;
    struct rig *r = start_rig(32, "shl $a1, $r0, 0x0\nld.u8 $r4, s[$a1]\nnop.exit\n");
    rig_trace(r);
    /* four lanes share a word: the first pass broadcasts word 0, every other bank serves one lane */
    assert_int_equal(rig_event(r, GT_EV_LDWB, 8, 0)->lanes, 0x111f);
    assert_int_equal(rig_event(r, GT_EV_LDWB, 8, 1)->lanes, 0x22e0);
    end_rig(r);
}

/* SPQ-1. */
static void shared_operand(void **s)
{
    (void)s;
    struct rig *r = start_rig(32, "shl $a1, $r0, 0x2\nadd.b32 $r4, s[$a1].b32, $r0\nadd.b32 $r4, $r4, $r4\nnop.exit\n");
    rig_trace(r);
    uint64_t t = issue_cycle(r, 8);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 8, 0), t + 5);
    assert_int_equal(event_cycle(r, GT_EV_SPWB, 8, 0), t + 20);
    assert_int_equal(issue_cycle(r, 16), t + 24);
    end_rig(r);

    r = start_rig(32, "shl $a1, $r0, 0x3\nadd.b32 $r4, s[$a1].b32, $r0\nadd.b32 $r4, $r4, $r4\nnop.exit\n");
    rig_trace(r);
    t = issue_cycle(r, 8);                          /* passes t+5, t+7 and t+9, t+11: D_0 = t+12, D_1 = t+16 */
    assert_int_equal(event_cycle(r, GT_EV_SPWB, 8, 0), t + 22);
    assert_int_equal(event_cycle(r, GT_EV_SPWB, 8, 1), t + 23);
    assert_int_equal(event_cycle(r, GT_EV_SPWB, 8, 2), t + 26);
    assert_int_equal(event_cycle(r, GT_EV_SPWB, 8, 3), t + 27);
    assert_int_equal(issue_cycle(r, 16), t + 28);
    end_rig(r);
}

/* COAL-1, LDWB-3, MEM-20. */
static void global_load(void **s)
{
    (void)s;
    struct rig *r = start_rig(32, "shl.b32 $r4, $r0, 0x2\nadd.b32 $r4, s[0x10].b32, $r4\nld.b32 $r5, g14[$r4]\n"
                                  "add.b32 $r5, $r5, $r5\nnop.exit\n");
    rig_trace(r);
    uint64_t t = issue_cycle(r, 16);
    assert_int_equal(rig_count(r, GT_EV_MEMREQ, 16), 4);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 16, 0), t + 5);
    assert_int_equal(event_cycle(r, GT_EV_MEMREQ, 16, 0), t + 6);
    assert_int_equal(event_cycle(r, GT_EV_MEMREQ, 16, 1), t + 7);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 16, 1), t + 8);
    assert_int_equal(event_cycle(r, GT_EV_MEMREQ, 16, 3), t + 10);
    assert_int_equal(rig_event(r, GT_EV_MEMREQ, 16, 3)->addr, r->out + 96);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 16, 0), t + 437);
    assert_int_equal(rig_event(r, GT_EV_LDWB, 16, 0)->lanes, 0x00ff);
    assert_int_equal(event_cycle(r, GT_EV_LDWB, 16, 3), t + 441);
    assert_int_equal(issue_cycle(r, 24), t + 444);
    end_rig(r);
}

/* Transactions of one half-warp of a store: sectors of each must add up. */
static void expect_sectors(const char *address, unsigned first_size, unsigned count)
{
    struct rig *r = start_rig(16, address);
    rig_asm(r, "add.b32 $r4, s[0x10].b32, $r4\nst.b32 g14[$r4], $r0\nnop.exit\n");
    rig_trace(r);
    uint64_t t = issue_cycle(r, 16);
    assert_int_equal(rig_count(r, GT_EV_MEMREQ, 16), count);
    for (unsigned i = 0; i < first_size; i++) {
        assert_int_equal(event_cycle(r, GT_EV_MEMREQ, 16, i), t + 6 + i);
        assert_int_equal(rig_event(r, GT_EV_MEMREQ, 16, i)->addr, r->out + 32 * i);
    }
    if (count > first_size)
        assert_int_equal(event_cycle(r, GT_EV_MEMREQ, 16, first_size), t + 7 + first_size);
    end_rig(r);
}

/* COAL-4. */
static void test_coalescing(void **s)
{
    (void)s;
    expect_sectors("shl.b32 $r4, $r6, 0x2\n", 1, 1);    /* one word: 128 shrinks to 32 */
    expect_sectors("shl.b32 $r4, $r0, 0x2\n", 2, 2);    /* 64 bytes */
    expect_sectors("shl.b32 $r4, $r0, 0x3\n", 4, 4);    /* 128 bytes */
    expect_sectors("shl.b32 $r4, $r0, 0x4\n", 4, 8);    /* two transactions of 128 */
    expect_sectors("shl.b32 $r4, $r0, 0x7\n", 1, 16);   /* one sector each */
}

/* COAL-4. */
static void store_data(void **s)
{
    (void)s;
    struct rig *r = start_rig(16, "mov.b32 $r4, s[0x10].b32\nst.b32 g14[$r4], $r0\nnop.exit\n");
    rig_trace(r);
    const struct gt_event *e = rig_event(r, GT_EV_MEMREQ, 8, 0);
    assert_int_equal(e->kind, MEM_STORE);
    assert_int_equal(e->bytes, 0xf);
    assert_int_equal(e->sector[0], 15);             /* the last lane wins */
    assert_int_equal(rig_word(r, 0), 15);
    end_rig(r);
}

/* RF-4, LSU-2, LDWB-2. */
static void wide_accesses(void **s)
{
    (void)s;
    struct rig *r = start_rig(16, "shl.b32 $r4, $r0, 0x4\nadd.b32 $r4, s[0x10].b32, $r4\nst.b128 g14[$r4], $r0q\n"
                                  "ld.b128 $r8q, g14[$r4]\nadd.b32 $r11, $r11, $r11\nnop.exit\n");
    rig_trace(r);
    uint64_t t = issue_cycle(r, 16);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 16, 0), t + 9);   /* the four words take longer to collect */
    assert_int_equal(rig_count(r, GT_EV_MEMREQ, 16), 8);
    assert_int_equal(issue_cycle(r, 24), t + 8);
    assert_int_equal(rig_count(r, GT_EV_LDWB, 24), 32);             /* 8 sectors of two lanes and four words */
    assert_int_equal(rig_event(r, GT_EV_LDWB, 24, 3)->regno, 11);
    assert_int_equal(rig_event(r, GT_EV_LDWB, 24, 4)->lanes, 0x000c);
    end_rig(r);
}

/* COAL-5. */
static void local_memory(void **s)
{
    (void)s;
    struct rig *r = start_rig(32, "st.b64 l[0x8], $r0d\nld.b64 $r4d, l[0x8]\nnop.exit\n");
    r->launch.lmem = 16;
    rig_trace(r);
    uint64_t t = issue_cycle(r, 0);
    /* per word both halves, each 64 bytes: SELECT and two sectors */
    assert_int_equal(rig_count(r, GT_EV_MEMREQ, 0), 8);
    uint32_t base = rig_event(r, GT_EV_MEMREQ, 0, 0)->addr;
    const uint32_t offset[8] = {0, 32, 64, 96, 128, 160, 192, 224};
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(rig_event(r, GT_EV_MEMREQ, 0, i)->addr, base + offset[i]);
        assert_int_equal(event_cycle(r, GT_EV_MEMREQ, 0, i), t + 6 + i + i / 2);
    }
    assert_int_equal(rig_count(r, GT_EV_LSADDR, 0), 2);
    assert_int_equal(rig_count(r, GT_EV_LDWB, 8), 8);
    end_rig(r);
}

/* COAL-3, LSU-7. */
static void no_lanes(void **s)
{
    (void)s;
    struct rig *r = start_rig(
        32, "set.lg.s32 _|$c0, $r6, $r7\n@$c0.lg ld.b32 $r4, g14[$r5]\nadd.b32 $r4, $r4, $r4\nnop.exit\n");
    rig_trace(r);
    uint64_t t = issue_cycle(r, 8);
    assert_int_equal(rig_count(r, GT_EV_MEMREQ, 8), 0);
    assert_int_equal(rig_count(r, GT_EV_LSADDR, 8), 1);
    assert_int_equal(event_cycle(r, GT_EV_LSADDR, 8, 0), t + 7);
    assert_int_equal(issue_cycle(r, 16), t + 10);   /* complete at the end of t+8 */
    end_rig(r);
}

/* BRU-1, BRU-6, FETCH-7. */
static void test_branches(void **s)
{
    (void)s;
    struct rig *r = start_rig(32, "bra 0x10\nnop\nset.lg.s32 _|$c0, $r0, $r6\n@$c0.lg bra 0x28\nnop.exit\nnop.exit\n");
    rig_trace(r);
    uint64_t t = issue_cycle(r, 0);
    assert_int_equal(event_cycle(r, GT_EV_BRU, 0x10, 0), t + 2);
    assert_int_equal(issue_cycle(r, 0x10), t + 6);
    t = issue_cycle(r, 0x18);
    const struct gt_event *e = rig_event(r, GT_EV_BRU, 0x28, 0);
    assert_int_equal(e->cycle, t + 6);
    assert_int_equal(e->active, 0xfffffffe);        /* lane 0 waits on the stack */
    assert_int_equal(e->depth, 1);
    assert_int_equal(e->finished, 0);
    assert_int_equal(issue_cycle(r, 0x28), t + 10);
    /* the exit of the taken path pops one entry */
    e = rig_event(r, GT_EV_BRU, 0x20, 0);
    assert_int_equal(e->cycle, event_cycle(r, GT_EV_ISSUE, 0x28, 1) + 3);
    assert_int_equal(e->active, 1);
    end_rig(r);
}

/* BRU-4, HEAD-4. */
static void test_joins(void **s)
{
    (void)s;
    struct rig *r = start_rig(
        32, "set.lg.s32 _|$c0, $r0, $r6\njoinat 0x20\n@$c0.lg bra 0x20\nnop\nmov.b32.join $r4, $r0\nnop.exit\n");
    rig_trace(r);
    /* first join: pops the branch, goes to 0x18; second: pops the joinat, the body follows */
    const struct gt_event *e = rig_event(r, GT_EV_ISSUE, 0x20, 0);
    assert_int_equal(e->uop, GT_UOP_JOIN);
    assert_int_equal(event_cycle(r, GT_EV_BRU, 0x18, 0), e->cycle + 3);
    assert_int_equal(issue_cycle(r, 0x18), e->cycle + 6);
    e = rig_event(r, GT_EV_ISSUE, 0x20, 1);
    assert_int_equal(e->uop, GT_UOP_JOIN);
    assert_int_equal(rig_event(r, GT_EV_BRU, 0x20, 1)->cycle, e->cycle + 3);
    const struct gt_event *body = rig_event(r, GT_EV_ISSUE, 0x20, 2);
    assert_int_equal(body->uop, GT_UOP_BODY);
    assert_int_equal(body->cycle, e->cycle + 4);
    assert_int_equal(body->active, 0xffffffff);
    end_rig(r);
}

/* BAR-3, BAR-5, BAR-7. */
static void test_barriers(void **s)
{
    (void)s;
    struct rig *r = start_rig(32, "bar.inc.wait 0x3, 0xfff\nbar.inc 0x0, 0xfff\nnop.exit\n");
    rig_trace(r);
    uint64_t t = issue_cycle(r, 0);
    assert_int_equal(event_cycle(r, GT_EV_BRU, 8, 0), t + 15);
    assert_int_equal(issue_cycle(r, 8), t + 20);
    assert_int_equal(issue_cycle(r, 16), t + 24);   /* no wait: like an ordinary instruction */
    end_rig(r);
}

/* Warp 1 ends; that lets warp 0 pass. (BAR-6) */
static void barrier_after_exit(void **s)
{
    (void)s;
    struct rig *r = start_rig(
        64, "shr.u32 $r4, $r0, 0x5\nset.lg.s32 _|$c0, $r4, $r6\n@$c0.lg ret\nbar.inc.wait 0x0, 0xfff\nnop.exit\n");
    rig_trace(r);
    uint64_t f = 0;
    for (unsigned i = 0; i < rig_count(r, GT_EV_BRU, RIG_ANY); i++) {
        const struct gt_event *e = rig_event(r, GT_EV_BRU, RIG_ANY, i);
        if (e->warp == 1 && e->finished)
            f = e->cycle;
    }
    uint64_t arrival = event_cycle(r, GT_EV_BRU, 0x20, 0);
    uint64_t release = (arrival > f ? arrival : f + 1) + 1;
    uint64_t next = release + 4;                    /* known, refilled, decoded */
    assert_int_equal(issue_cycle(r, 0x20), next + (next & 1));
    end_rig(r);
}

/* CONST-1, CONST-2, CONST-5, CONST-6, ISSUE-3. */
static void test_constants(void **s)
{
    (void)s;
    /* the first two bring both lines into the L1 */
    struct rig *r = start_rig(32, "ld.b32 $r8, c0[0x40]\nld.b32 $r9, c0[0x0]\n"
                                  "nop\nmul.u24 $r4, $r0, c0[0x10]\nshl $a1, $r0, 0x2\nld.b32 $r5, c0[$a1]\n"
                              "shl $a1, $r6, 0x2\nld.b32 $r5, c0[$a1]\nnop.exit\n");
    const uint32_t word = 3;
    assert_true(gt_const_write(r->gpu, 0, 0x10, &word, 4));
    rig_trace(r);
    assert_int_equal(issue_cycle(r, 0x18), issue_cycle(r, 0x10) + 6);     /* head valid at +3, constant at +5 */
    assert_int_equal(rig_event(r, GT_EV_SPWB, 0x18, 0)->result[5], 15);
    const struct gt_event *e = rig_event(r, GT_EV_ISSUE, 0x28, 0);
    assert_int_equal(e->uop, GT_UOP_CFETCH);
    assert_int_equal(e->cycle, issue_cycle(r, 0x20) + 24);
    assert_int_equal(event_cycle(r, GT_EV_ISSUE, 0x28, 1), e->cycle + 8 + 2 * 31);  /* 32 passes */
    e = rig_event(r, GT_EV_ISSUE, 0x38, 0);
    assert_int_equal(event_cycle(r, GT_EV_ISSUE, 0x38, 1), e->cycle + 8);
    end_rig(r);
}

/* LSU-6, ISSUE-4, HEAD-6, BRU-8. */
static void test_faults(void **s)
{
    (void)s;
    struct rig *r = start_rig(32, "mov.b32 $r4, s[0x10].b32\nadd.b32 $r4, $r4, $r0\nld.b32 $r5, g14[$r4]\nnop.exit\n");
    rig_trace(r);
    assert_int_equal(rig_event(r, GT_EV_FAULT, 16, 0)->cycle, issue_cycle(r, 16) + 5);
    assert_int_equal(r->res.fault.code, GT_F_MISALIGNED);
    assert_int_equal(r->res.fault.lane, 1);
    end_rig(r);

    r = start_rig(32, "nop\n.word 0x0\nnop.exit\n");
    rig_trace(r);
    assert_int_equal(rig_event(r, GT_EV_FAULT, 8, 0)->cycle, issue_cycle(r, 8));
    assert_int_equal(r->res.fault.code, GT_F_DECODE);
    end_rig(r);

    r = start_rig(32, "nop.join\nnop.exit\n");
    rig_trace(r);
    assert_int_equal(rig_event(r, GT_EV_FAULT, 0, 0)->cycle, issue_cycle(r, 0) + 3);
    assert_int_equal(r->res.fault.code, GT_F_STACK_UNDERFLOW);
    end_rig(r);
}

/* One line is 8 long instructions; the next one is there in time, the one after a jump is not, but in the cache.
 * (FETCH-1, FETCH-2, FETCH-4, ICACHE-2) */
static void test_fetching(void **s)
{
    (void)s;
    struct rig *r = start_rig(32, "");
    rig_repeat(r, 22, "nop\n");
    rig_asm(r, "@$c0.e ret\nnop\nset.lg.u32 _|$c0, $r6, $r6\nbra 0x0\n");       /* ends the second time */
    rig_trace(r);
    for (unsigned i = 1; i < 22; i++) {
        assert_int_equal(issue_cycle(r, 8 * i), issue_cycle(r, 0) + 4 * i);
        assert_int_equal(event_cycle(r, GT_EV_ISSUE, 8 * i, 1), event_cycle(r, GT_EV_ISSUE, 0, 1) + 4 * i);
    }
    /* known at +3, request, written at the end of +15, refill +16, head +18 */
    assert_int_equal(event_cycle(r, GT_EV_ISSUE, 0, 1), issue_cycle(r, 0xc8) + 18);
    end_rig(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_launch), cmocka_unit_test(block_end), cmocka_unit_test(sp_writeback),
        cmocka_unit_test(condition_results), cmocka_unit_test(shared_load), cmocka_unit_test(bank_conflicts),
        cmocka_unit_test(bytes_of_a_word), cmocka_unit_test(shared_operand), cmocka_unit_test(global_load),
        cmocka_unit_test(test_coalescing), cmocka_unit_test(store_data), cmocka_unit_test(wide_accesses),
        cmocka_unit_test(local_memory), cmocka_unit_test(no_lanes), cmocka_unit_test(test_branches),
        cmocka_unit_test(test_joins), cmocka_unit_test(test_barriers), cmocka_unit_test(barrier_after_exit),
        cmocka_unit_test(test_constants), cmocka_unit_test(test_faults), cmocka_unit_test(test_fetching),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
