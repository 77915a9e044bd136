/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole grids: the cycle model and the functional model agree, events change nothing, hangs and faults are reported.
 */
#include "rig.h"

#include <stdlib.h>
#include <string.h>

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

/* Divergence, a loop with breaks, shared memory, barriers, constants, all kinds of stores. 0x60 is the loop. */
static const char mixed[] =
    "shl.b32 $r4, $r0, 0x2\n"                           /* 00 */
    "cvt.u32.u16 $r6, s[0xc].u16\n"                      /* 08: ctaid.x */
    "mul.u24 $r6, $r6, 0x400\n"                         /* 10 */
    "add.b32 $r4, $r4, $r6\n"                           /* 18 */
    "add.b32 $r4, s[0x10].b32, $r4\n"                   /* 20 */
    "shl $a1, $r0, 0x2\n"                               /* 28 */
    "st.b32 s[$a1+0x40], $r0\n"                         /* 30 */
    "mov.b32 $r7, 0x0\n"                                /* 38 */
    "mov.b32 $r9, 0x7\n"                                /* 40 */
    "and.b32 $r8, $r0, $r9\n"                           /* 48 */
    "mov.b32 $r10, 0x1\n"                               /* 50 */
    "prebrk 0x90\n"                                     /* 58 */
    "add.b32 $r7, $r7, $r8\n"                           /* 60 */
    "sub.b32 $r8|$c0, $r8, $r10\n"                      /* 68 */
    "@$c0.s brk\n"                                      /* 70 */
    "shl.b32 $r7, $r7, 0x1\n"                           /* 78 */
    "bra 0x60\n"                                        /* 80 */
    "nop\n"                                             /* 88 */
    "bar.inc.wait 0x0, 0xfff\n"                         /* 90 */
    "ld.b32 $r11, s[$a1+0x44]\n"                        /* 98 */
    "set.g.u32 _|$c1, $r11, $r9\n"                     /* a0 */
    "joinat 0xc8\n"                                     /* a8 */
    "@$c1.lg bra 0xc0\n"                                /* b0 */
    "add.b32 $r11, $r11, $r7\n"                         /* b8 */
    "add.b32 $r11, $r11, c0[0x4]\n"                     /* c0 */
    "add.b32.join $r11, $r11, $r0\n"                    /* c8 */
    "st.b32 g14[$r4], $r11\n"                           /* d0 */
    "bar.inc.wait 0x1, 0xfff\n"                         /* d8 */
    "ld.b32 $r12, g14[$r4]\n"                           /* e0 */
    "add.b32 $r12, $r12, $r7\n"                         /* e8 */
    "st.u16 l[0x2], $r12\n"                             /* f0 */
    "ld.u16 $r13, l[0x2]\n"                             /* f8 */
    "shl.b32 $r13, $r13, 0x10\n"                        /* 100 */
    "add.b32 $r12, $r12, $r13\n"                        /* 108 */
    "st.b32.exit g14[$r4], $r12\n";                     /* 110 */

static struct rig *mixed_grid(uint32_t threads)
{
    const uint32_t word = 1000;
    struct rig *r = start_rig(threads, mixed);
    r->launch.grid_x = 7;
    r->launch.grid_y = 2;
    r->launch.lmem = 16;
    assert_true(gt_const_write(r->gpu, 0, 4, &word, 4));
    return r;
}

static void same_values_as_func(void **s)
{
    static const uint32_t threads[] = {1, 32, 33, 96, 200, 256};
    (void)s;
    for (unsigned k = 0; k < sizeof threads / sizeof threads[0]; k++) {
        struct rig *a = mixed_grid(threads[k]), *b = mixed_grid(threads[k]);
        rig_run(a);
        gt_func_run(b->gpu, &b->launch, &b->res, NULL, NULL);
        assert_string_equal(b->res.message, "");
        assert_int_equal(a->res.warp_insns, b->res.warp_insns);
        assert_int_equal(a->res.thread_insns, b->res.thread_insns);
        for (unsigned i = 0; i < 7 * 256; i++)
            assert_int_equal(rig_word(a, i), rig_word(b, i));
        end_rig(a);
        end_rig(b);
    }
}

static void events_change_nothing(void **s)
{
    (void)s;
    struct rig *a = mixed_grid(96), *b = mixed_grid(96);
    rig_run(a);
    uint64_t cycles = rig_trace(b);
    assert_int_equal(cycles, a->res.cycles);
    for (unsigned i = 0; i < 7 * 256; i++)
        assert_int_equal(rig_word(a, i), rig_word(b, i));
    assert_int_equal(rig_count(b, GT_EV_BLOCK, RIG_ANY), 28);
    end_rig(a);
    end_rig(b);
}

/* Every issued body, and nothing else, is answered: four quarters, one BRU result, or its accesses. (EVENT-1) */
static void every_issue_completes(void **s)
{
    (void)s;
    struct rig *r = mixed_grid(96);
    rig_trace(r);
    size_t bodies = 0, bru = 0;
    for (size_t i = 0; i < r->nev; i++) {
        const struct gt_event *e = &r->ev[i];
        if (e->type != GT_EV_ISSUE)
            continue;
        uint32_t op = r->code[e->pc / 4];
        bool control = (op & 3) == 3 || e->uop == GT_UOP_JOIN || e->uop == GT_UOP_EXIT;
        bool store_or_load = e->pc == 0x30 || e->pc == 0x98 || e->pc == 0xd0 || e->pc == 0xe0 || e->pc == 0xf0 ||
                             e->pc == 0xf8 || e->pc == 0x110;
        bru += control;
        bodies += !control && !store_or_load;
    }
    assert_int_equal(rig_count(r, GT_EV_SPWB, RIG_ANY), 4 * bodies);
    assert_int_equal(rig_count(r, GT_EV_BRU, RIG_ANY), bru);
    end_rig(r);
}

static void test_deadlock(void **s)
{
    (void)s;
    /* warp 0 waits at barrier 0, warp 1 at barrier 1 */
    struct rig *r = start_rig(64, "shr.u32 $r4, $r0, 0x5\nset.lg.s32 _|$c0, $r4, $r6\n@$c0.lg bra 0x28\n"
                                  "bar.inc.wait 0x0, 0xfff\nnop.exit\nbar.inc.wait 0x1, 0xfff\nnop.exit\n");
    assert_int_equal(gt_model_run(r->gpu, &r->launch, &r->res, NULL, NULL), GT_HANG);
    assert_non_null(strstr(r->res.message, "deadlock, every running warp waits at a barrier (cycle"));
    assert_non_null(
        strstr(r->res.message, "warp 0 (block 0,0 warp 0): pc 0x20 active ffffffff depth 0 waiting at barrier 0"));
    assert_non_null(strstr(r->res.message, "warp 1 (block 0,0 warp 1): pc 0x30"));
    assert_true(r->res.cycles < 10000);
    end_rig(r);
}

/* A loop in which nothing changes is told long before the limit, one that counts is not. */
static void endless_loops(void **s)
{
    (void)s;
    struct rig *r = start_rig(32, "nop\nbra 0x0\n");
    assert_int_equal(gt_model_run(r->gpu, &r->launch, &r->res, NULL, NULL), GT_HANG);
    assert_true(r->res.cycles < 20000);
    assert_non_null(
        strstr(r->res.message, "deadlock, every running warp waits at a barrier or spins, and none of them changes "
                               "memory (cycle "));
    assert_non_null(strstr(r->res.message, "warp 0 (block 0,0 warp 0): pc 0x"));
    assert_non_null(strstr(r->res.message, "depth 0 spinning from 0x0 to 0x8"));
    end_rig(r);
    r = start_rig(32, "add.b32 $r1, $r1, $r0\nnop\nbra 0x0\n");
    r->launch.max_cycles = 50000;
    assert_int_equal(gt_model_run(r->gpu, &r->launch, &r->res, NULL, NULL), GT_HANG);
    assert_non_null(strstr(r->res.message, "hang, not finished after 50000 cycles"));
    end_rig(r);
    r = start_rig(32, "mov.b32 $r1, $clock\nbra 0x0\n");
    r->launch.max_cycles = 50000;
    assert_int_equal(gt_model_run(r->gpu, &r->launch, &r->res, NULL, NULL), GT_HANG);
    assert_non_null(strstr(r->res.message, "hang, not finished after 50000 cycles"));
    end_rig(r);
}

static void fault_report(void **s)
{
    (void)s;
    struct rig *r = start_rig(64, "mov.b32 $r4, 0x4\nld.b32 $r5, g14[$r4]\nnop.exit\n");
    assert_int_equal(gt_model_run(r->gpu, &r->launch, &r->res, NULL, NULL), GT_FAULT);
    assert_int_equal(r->res.fault.code, GT_F_GLOBAL_LIMIT_READ);
    assert_int_equal(r->res.fault.pc, 8);
    assert_int_equal(r->res.fault.addr, 4);
    assert_non_null(strstr(r->res.message, "GLOBAL_LIMIT_READ at pc 0x8"));
    end_rig(r);
}

static void bad_launch(void **s)
{
    (void)s;
    struct rig *r = start_rig(513, "nop.exit\n");
    assert_int_equal(gt_model_run(r->gpu, &r->launch, &r->res, NULL, NULL), GT_BAD_LAUNCH);
    assert_int_equal(r->res.status, GT_BAD_LAUNCH);
    assert_non_null(strstr(r->res.message, "512"));
    end_rig(r);
}

static void count_progress(void *ctx, uint64_t done, uint64_t blocks, uint64_t cycles,
                           const struct gt_where *at)
{
    uint64_t *last = ctx;
    assert_null(at);
    assert_true(done > *last && done <= blocks && cycles > 0);
    *last = done;
}

static void count_where(void *ctx, uint64_t done, uint64_t blocks, uint64_t cycles, const struct gt_where *at)
{
    unsigned *calls = ctx;
    assert_true(!done && blocks == 2 && cycles == 1 << 20 && at);
    assert_int_equal(at->ctaid_x, 0);
    assert_int_equal(at->warp, 1);              /* the other one waits */
    assert_in_range(at->pc, 0x20, 0x28);
    assert_true(at->insns > 1 << 16);
    ++*calls;
}

/* No block ends: where the warp is that does not wait, every 2^20 cycles. */
static void where_it_is(void **s)
{
    unsigned calls = 0;
    (void)s;
    struct rig *r = start_rig(64, "shr.u32 $r4, $r0, 0x5\nset.lg.s32 _|$c0, $r4, $r6\n@$c0.lg bra 0x20\n"
                                  "bar.inc.wait 0x0, 0xfff\nadd.b32 $r1, $r1, $r4\nbra 0x20\n");
    r->launch.grid_x = 2;
    r->launch.max_cycles = (1 << 20) + 100;
    assert_int_equal(gt_model_run(r->gpu, &r->launch, &r->res, count_where, &calls), GT_HANG);
    assert_int_equal(calls, 1);
    end_rig(r);
}

static void test_progress(void **s)
{
    uint64_t last = 0;
    (void)s;
    struct rig *r = start_rig(256, "");
    rig_repeat(r, 200, "add.b32 $r4, $r4, $r4\n");
    rig_asm(r, "nop.exit\n");
    r->launch.grid_x = 100;
    assert_int_equal(gt_model_run(r->gpu, &r->launch, &r->res, count_progress, &last), GT_OK);
    assert_true(last > 50);
    assert_int_equal(r->res.warp_insns, 100 * 8 * 201);
    assert_int_equal(r->res.thread_insns, 100 * 256 * 201);
    end_rig(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_values_as_func), cmocka_unit_test(events_change_nothing),
        cmocka_unit_test(every_issue_completes), cmocka_unit_test(test_deadlock), cmocka_unit_test(endless_loops),
        cmocka_unit_test(fault_report), cmocka_unit_test(bad_launch), cmocka_unit_test(test_progress),
        cmocka_unit_test(where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
