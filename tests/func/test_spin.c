/* SPDX-License-Identifier: Apache-2.0
 *
 * Endless loops on gt_func_run: those whose stores change nothing are told early, what may end or be set free runs on,
 * and whoever listens hears where the rest are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assemble.h"
#include "gsim.h"
#include "loops.h"

#define LIMIT 2000000u

static struct gt_gpu *gpu;
static uint32_t out;                    /* g[] address of 256 words, the only parameter */

static int set_up(void **state)
{
    (void)state;
    gpu = gt_gpu_new(1 << 18);
    out = gpu ? gt_alloc(gpu, 1024) : 0;
    return out ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    gt_gpu_free(gpu);
    return 0;
}

static struct gt_launch launch_of(const struct code *c, uint32_t blocks, uint32_t threads)
{
    return (struct gt_launch){.name = "test", .code = c->w, .code_words = c->n, .regs = 16, .smem = 1024, .lmem = 64,
                              .grid_x = blocks, .grid_y = 1, .block_x = threads, .block_y = 1, .block_z = 1,
                              .params = &out, .param_words = 1, .max_cycles = LIMIT};
}

static void test_circles(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        char text[1024];
        uint32_t v[64];
        struct gt_result res;
        for (unsigned k = 0; k < 64; k++)
            v[k] = 5;
        assert_true(gt_write(gpu, out, v, sizeof v));
        snprintf(text, sizeof text, START "%s; bra 0x40", loops[i].text);
        struct code c = assemble(text);
        struct gt_launch l = launch_of(&c, 1, 64);
        assert_int_equal(gt_func_run(gpu, &l, &res, NULL, NULL), GT_HANG);
        const bool early = loops[i].early != NEVER;
        if (!strstr(res.message, "deadlock") == early || (res.warp_insns < LIMIT) != early)
            fail_msg("%s: %s", loops[i].text, res.message);
        assert_true(gt_read(gpu, out, v, sizeof v));
        for (unsigned k = 0; k < 64; k++)
            if (loops[i].is != ANY && v[k] != loops[i].is)
                fail_msg("%s: word %u is %u, not %u", loops[i].text, k, (unsigned)v[k], (unsigned)loops[i].is);
    }
}

/* The same store half a million times, and a count: it ends. */
static void it_ends(void **state)
{
    (void)state;
    struct gt_result res;
    struct code c = assemble(START "mov.b32 $r6, 0x7a120; mov.b32 $r7, 0x1;"
                                   "st.b32 g14[$r1], $r3; sub.b32 $r6|$c0, $r6, $r7; @$c0.lg bra 0x50; nop.exit");
    struct gt_launch l = launch_of(&c, 1, 64);
    l.max_cycles = 0;
    if (gt_func_run(gpu, &l, &res, NULL, NULL) != GT_OK)
        fail_msg("%s", res.message);
    assert_int_equal(res.warp_insns, 2 * (8 + 2 + 3 * 500000 + 1));
}

/* Warp 0 goes round through a barrier for ever; warp 1, which waits there when one looks, counts, stores and ends. */
static void one_that_waits(void **state)
{
    (void)state;
    static const uint32_t zero[64];
    uint32_t v[64];
    struct gt_result res;
    struct code c = assemble(START "mov.b32 $r6, 0x20; set.l.u32 _|$c0, $r0, $r6; mov.b32 $r6, 0x40000;"
                                   "mov.b32 $r7, 0x1; @$c0.lg bra 0x88; bar.inc.wait 0x1, 0xfff;"
                                   "sub.b32 $r6|$c0, $r6, $r7; @$c0.lg bra 0x68; st.b32.exit g14[$r1], $r3;"
                                   "bar.inc.wait 0x1, 0xfff; bra 0x88");
    struct gt_launch l = launch_of(&c, 1, 64);
    assert_true(gt_write(gpu, out, zero, sizeof zero));
    l.max_cycles = 0;
    assert_int_equal(gt_func_run(gpu, &l, &res, NULL, NULL), GT_HANG);
    assert_non_null(strstr(res.message, "deadlock"));
    assert_non_null(strstr(res.message, "depth 0 finished"));
    assert_true(gt_read(gpu, out, v, sizeof v));
    assert_int_equal(v[31], 0);
    assert_int_equal(v[32], 9);
}

/* Block 0 runs alone for long enough that others are asked to help; block 1 waits for word 0, then writes word 1; block
 * 2 is at 0x88, with the address of word 0 in $r1, 1 in $r3 and 0 in $r5. */
#define HELPED                                                                                                         \
    "cvt.u32.u16 $r2, s[0xc].u16; mov.b32 $r1, s[0x10].b32; mov.b32 $r3, 0x1; mov.b32 $r5, 0x0;"                      \
    "mov.b32 $r6, 0x8000; set.e.u32 _|$c0, $r2, $r5; @$c0.e bra 0x50;"                                                 \
    "sub.b32 $r6|$c0, $r6, $r3; @$c0.lg bra 0x38; nop.exit;"                                                           \
    "set.e.u32 _|$c0, $r2, $r3; @$c0.e bra 0x88;"                                                                      \
    "ld.b32 $r4, g14[$r1]; set.e.u32 _|$c0, $r4, $r5; @$c0.lg bra 0x60;"                                               \
    "add.b32 $r1, $r1, 0x4; st.b32.exit g14[$r1], $r3;"

static void three_blocks(const char *third, uint32_t smem, unsigned threads, struct gt_result *res)
{
    static const uint32_t zero[2];
    char text[1024];
    snprintf(text, sizeof text, HELPED "%s", third);
    struct code c = assemble(text);
    struct gt_launch l = launch_of(&c, 3, 32);
    l.max_cycles = 0;
    l.smem = smem;
    assert_true(gt_write(gpu, out, zero, sizeof zero));
    gpu->threads = threads;
    gt_func_run(gpu, &l, res, NULL, NULL);
    gpu->threads = 0;
}

/* What block 1 waits for block 2 writes, half a million instructions later: no deadlock, however many host threads
 * there are, but where one block fits on the chip at once. */
static void another_sets_it_free(void **state)
{
    (void)state;
    const char *counts = "mov.b32 $r6, 0x40000; sub.b32 $r6|$c0, $r6, $r3; @$c0.lg bra 0x90;"
                         "st.b32.exit g14[$r1], $r3";
    uint32_t v[2];
    struct gt_result res;
    for (unsigned threads = 1; threads < 4; threads++) {
        three_blocks(counts, 1024, threads, &res);
        if (res.status != GT_OK)
            fail_msg("%u threads: %s", threads, res.message);
        assert_true(gt_read(gpu, out, v, sizeof v));
        assert_int_equal(v[1], 1);
        three_blocks(counts, 16384, threads, &res);
        assert_int_equal(res.status, GT_HANG);
        if (!strstr(res.message, "deadlock") || !strstr(res.message, "(here 1 block fits on the chip at once, 1 more "
                                                                     "starts when one has ended), block (1,0)\n"))
            fail_msg("%u threads: %s", threads, res.message);
        gpu->func_sms = 2;                  /* two of those blocks */
        three_blocks(counts, 16384, threads, &res);
        gpu->func_sms = 0;
        assert_int_equal(res.status, GT_OK);
    }
}

/* Block 1 waits for what block 2 would write, which faults instead: that is told, not the circle. */
static void a_fault_is_told(void **state)
{
    (void)state;
    struct gt_result res;
    for (unsigned threads = 1; threads < 4; threads++) {
        three_blocks("st.b32.exit g14[$r5], $r3", 1024, threads, &res);
        assert_int_equal(res.status, GT_FAULT);
        assert_int_equal(res.fault.ctaid_x, 2);
        assert_int_equal(res.fault.code, GT_F_GLOBAL_LIMIT_WRITE);
    }
}

/* Warp 0 asks for a word of shared memory under its lock; warp 1 counts, and then writes it in the same way. */
static void under_a_lock(void **state)
{
    (void)state;
    uint32_t v[32];
    struct gt_result res;
    struct code c = assemble(START "mov.b32 $r6, 0x20; set.l.u32 _|$c0, $r0, $r6; @$c0.lg bra 0x98;"
                                   "mov.b32 $r6, 0x80000; mov.b32 $r7, 0x1;"
                                   "sub.b32 $r6|$c0, $r6, $r7; @$c0.lg bra 0x68;"
                                   "ld.lock.b32 $r6|$c0, s[0x40]; @$c0.lg st.unlock.b32 s[0x40], $r3;"
                                   "@$c0.e bra 0x78; nop.exit;"
                                   "ld.lock.b32 $r6|$c0, s[0x40]; @$c0.lg st.unlock.b32 s[0x40], $r6; @$c0.e bra 0x98;"
                                   "set.e.u32 _|$c0, $r6, $r5; @$c0.lg bra 0x98; st.b32.exit g14[$r1], $r6");
    struct gt_launch l = launch_of(&c, 1, 64);
    l.max_cycles = 0;
    if (gt_func_run(gpu, &l, &res, NULL, NULL) != GT_OK)
        fail_msg("%s", res.message);
    assert_true(gt_read(gpu, out, v, sizeof v));
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(v[i], 9);
}

/* Each of the two waits for the other: told, and of block 1. */
static void they_wait_for_each_other(void **state)
{
    (void)state;
    struct gt_result res;
    for (unsigned threads = 1; threads < 4; threads++) {
        three_blocks("add.b32 $r1, $r1, 0x4; ld.b32 $r4, g14[$r1]; set.e.u32 _|$c0, $r4, $r5; @$c0.lg bra 0x90;"
                     "sub.b32 $r1, $r1, 0x4; st.b32.exit g14[$r1], $r3", 1024, threads, &res);
        assert_int_equal(res.status, GT_HANG);
        assert_non_null(strstr(res.message, "deadlock"));
        assert_non_null(strstr(res.message, ", block (1,0)\n"));
        assert_true(res.warp_insns < 2000000);
    }
}

struct heard { unsigned calls; struct gt_where at[8]; };

static void take_progress(void *ctx, uint64_t done, uint64_t blocks, uint64_t cycles, const struct gt_where *at)
{
    struct heard *h = ctx;
    assert_true(done == 1 && blocks == 2 && cycles == 0 && h->calls < 8);
    if (at)
        h->at[h->calls++] = *at;
}

/* Block 1 of two counts for ever: whoever listens hears where it is, every 2^24 instructions. */
static void where_it_is(void **state)
{
    (void)state;
    struct heard h = {.calls = 0};
    struct gt_result res;
    struct code c = assemble("cvt.u32.u16 $r2, s[0xc].u16; mov.b32 $r3, 0x1; set.e.u32 _|$c0, $r2, $r3;"
                             "@$c0.lg bra 0x28; nop.exit; add.b32 $r2, $r2, $r3; bra 0x28");
    struct gt_launch l = launch_of(&c, 2, 64);
    l.max_cycles = 40000000;
    if (gt_func_run(gpu, &l, &res, take_progress, &h) != GT_HANG)
        fail_msg("%s", res.message);
    assert_int_equal(h.calls, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(h.at[i].ctaid_x, 1);
        assert_int_equal(h.at[i].ctaid_y, 0);
        assert_int_equal(h.at[i].warp, 0);
        assert_in_range(h.at[i].pc, 0x28, 0x30);
        assert_in_range(h.at[i].insns, (i + 1) << 24, ((i + 1) << 24) + (1 << 19));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circles), cmocka_unit_test(it_ends), cmocka_unit_test(one_that_waits),
        cmocka_unit_test(another_sets_it_free), cmocka_unit_test(a_fault_is_told), cmocka_unit_test(under_a_lock),
        cmocka_unit_test(they_wait_for_each_other), cmocka_unit_test(where_it_is),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
