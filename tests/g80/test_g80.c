/* SPDX-License-Identifier: Apache-2.0
 *
 * G80's record in the model: the strict rule of its coalescer (COAL-11), blocks that an SM holds (CTA-3), instructions
 * that it has not, and a kernel on the whole chip.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "asm.h"
#include "gt_chip.h"
#include "lsu/coalescer.h"
#include "occupancy.h"

/* A half's transactions of 32, 64 and 128 bytes: lane i accesses first + step * i. */
static void expect_half(bool strict, unsigned bytes, uint16_t lanes, uint32_t first, int step, const unsigned want[3])
{
    struct tinfo ti = {.space = TS_GLOBAL, .bytes = bytes < 4 ? (uint8_t)bytes : 4,
                       .words = bytes < 4 ? 1 : (uint8_t)(bytes / 4)};
    uint32_t addr[16];
    unsigned n[3];
    for (int i = 0; i < 16; i++)
        addr[i] = first + (uint32_t)(step * i);
    coalesce_count(strict, &ti, lanes, addr, n);
    for (unsigned i = 0; i < 3; i++)
        if (n[i] != want[i])
            fail_msg("%d: %u bytes from %x, step %d, lanes %x: %u of %u bytes, expected %u", strict, bytes, first, step,
                     lanes, n[i], 32u << i, want[i]);
}
#define HALF(strict, bytes, lanes, first, step, ...) \
    expect_half(strict, bytes, lanes, first, step, (unsigned[3]){__VA_ARGS__})

/* COAL-11; figures 5-1 to 5-6 of the CUDA Programming Guide 2.3. */
static void test_strict(void **state)
{
    (void)state;
    HALF(true, 4, 0xffff, 0x10000, 4, 0, 1, 0);         /* in order */
    HALF(true, 4, 0xffff, 0x10040, 4, 0, 1, 0);
    HALF(true, 4, 0x7bff, 0x10000, 4, 0, 1, 0);         /* some do not take part */
    HALF(true, 4, 0x0001, 0x10000, 4, 0, 1, 0);
    HALF(true, 8, 0xffff, 0x10000, 8, 0, 0, 1);
    HALF(true, 16, 0xffff, 0x10000, 16, 0, 0, 2);
    HALF(true, 16, 0x00ff, 0x10000, 16, 0, 0, 1);
    HALF(true, 4, 0xffff, 0x10004, 4, 16, 0, 0);        /* a word further: against one or two on 1.2 */
    HALF(false, 4, 0xffff, 0x10004, 4, 0, 0, 1);
    HALF(true, 4, 0x7fff, 0x10004, 4, 15, 0, 0);
    HALF(true, 4, 0xffff, 0x10020, 4, 16, 0, 0);        /* aligned to 32 bytes only */
    HALF(true, 8, 0xffff, 0x10040, 8, 16, 0, 0);
    HALF(true, 16, 0xffff, 0x10080, 16, 16, 0, 0);
    HALF(true, 4, 0xffff, 0x1003c, -4, 16, 0, 0);       /* the other way round */
    HALF(true, 4, 0xffff, 0x10000, 0, 16, 0, 0);        /* one word */
    HALF(true, 4, 0xffff, 0x10000, 8, 16, 0, 0);
    HALF(true, 2, 0xffff, 0x10000, 2, 16, 0, 0);        /* words of 4 bytes and more alone */
    HALF(true, 1, 0xffff, 0x10000, 1, 16, 0, 0);
}

/* Once out of order, each lane by itself: what is left may not be taken together. */
static void strict_to_the_end(void **state)
{
    struct tinfo ti = {.space = TS_GLOBAL, .bytes = 4, .words = 1};
    uint32_t addr[16];
    unsigned n[3];
    (void)state;
    for (unsigned i = 0; i < 16; i++)
        addr[i] = 0x10000 + 4 * i;
    addr[0] = 0x20000;
    coalesce_count(true, &ti, 0xffff, addr, n);
    assert_int_equal(n[0], 16);
    ti.space = TS_LOCAL;                                /* one word of l[], two */
    for (unsigned i = 0; i < 16; i++)
        addr[i] = 0x10040 + 4 * i;
    coalesce_count(true, &ti, 0x00f0, addr, n);
    assert_int_equal(n[1], 1);
    addr[3] += 128;
    coalesce_count(true, &ti, 0xffff, addr, n);
    assert_int_equal(n[0], 16);
}

static struct gt_gpu *new_gpu(const char *chip)
{
    struct gt_gpu *g = gt_gpu_new(1 << 20);
    assert_non_null(g);
    g->chip = gt_chip_find(chip, NULL, 0);
    assert_non_null(g->chip);
    return g;
}

static const uint32_t nothing[] = {0xf0000001, 0xe0000001};     /* nop.exit */

/* CTA-3: blocks of so many threads that an SM holds. */
static unsigned resident_blocks(const char *chip, unsigned threads, unsigned regs)
{
    struct gt_gpu *g = new_gpu(chip);
    struct gt_launch l = {.name = "k", .code = nothing, .code_words = 2, .regs = regs, .smem = 16, .grid_x = 1,
                          .grid_y = 1, .block_x = threads, .block_y = 1, .block_z = 1};
    struct gt_config cfg;
    struct gt_result res;
    unsigned n = gt_launch_config(g, &l, &cfg, &res) ? cfg.max_blocks : 0;
    gt_gpu_free(g);
    return n;
}

static void test_residents(void **state)
{
    (void)state;
    assert_int_equal(resident_blocks("g80", 256, 8), 3);    /* 768 threads, 24 warps */
    assert_int_equal(resident_blocks("gtx280", 256, 8), 4);
    assert_int_equal(resident_blocks("g80", 96, 4), 6);     /* 24 warps of 4 */
    assert_int_equal(resident_blocks("g80", 32, 4), 8);
    assert_int_equal(resident_blocks("g80", 512, 16), 1);   /* all 8192 registers */
    assert_int_equal(resident_blocks("g80", 512, 20), 0);
    assert_int_equal(resident_blocks("gtx280", 512, 20), 1);
}

/* NVIDIA's calculator: 256 threads of 10 registers fill an 8800, of 11 two thirds of it. */
static void test_occupancy(void **state)
{
    static const struct { unsigned compute, regs, blocks, block_regs; } v[] = {
        {10, 10, 3, 2560}, {10, 11, 2, 2816}, {11, 16, 2, 4096}, {10, 33, 0, 8448}, {12, 10, 4, 2560},
        {13, 17, 3, 4608}};
    struct gt_occupancy o;
    (void)state;
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        gt_occupancy(gt_occupancy_values(v[i].compute), 256, v[i].regs, 512, &o);
        assert_int_equal(o.blocks, v[i].blocks);
        assert_int_equal(o.block_registers, v[i].block_regs);
    }
}

/* What a later chip has first is refused by name, wherever it stands in the code. */
static void test_refused(void **state)
{
    static const struct { const char *line, *says; } v[] = {
        {"red.add.u32 g14[$r0], $r1", "atomics are first in compute capability 1.1"},
        {"atom.exch.b64 $r2d, g14[$r0], $r4d", "64-bit atomics are first in compute capability 1.2"},
        {"vote.any $c0", "votes are first in compute capability 1.2"},
        {"ld.lock.b32 $r0|$c0, s[0x10]", "atomics of shared memory are first in compute capability 1.2"},
        {"ld.b32 $r0, s[$a1+0x10]", "ld s[] is first in compute capability 1.1"},
        {"add.rn.f64 $r0d, $r2d, $r4d", "double precision is first in compute capability 1.3"}};
    (void)state;
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        char text[400];
        struct gt_cubin c;
        struct gt_config cfg;
        struct gt_result res;
        snprintf(text, sizeof text, ".arch sm_10\n.kernel k\n.reg 8\n.smem 16\n nop.exit\n %s\n", v[i].line);
        assert_true(isa_asm_file(text, "text", &c, stderr));
        const struct gt_cubin_kernel *k = &c.kernels[0];
        struct gt_launch l = {.name = "k", .code = k->code, .code_words = (uint32_t)k->code_words, .regs = 8,
                              .smem = 16, .grid_x = 1, .grid_y = 1, .block_x = 32, .block_y = 1, .block_z = 1};
        struct gt_gpu *g = new_gpu("g80tpc"), *later = new_gpu("tpc");
        assert_false(gt_launch_config(g, &l, &cfg, &res));
        if (!strstr(res.message, v[i].says) || !strstr(res.message, "at pc 0x8") ||
            !strstr(res.message, "g80tpc has 1.0"))
            fail_msg("%s: %s", v[i].line, res.message);
        assert_true(gt_launch_config(later, &l, &cfg, &res));
        gt_gpu_free(g);
        gt_gpu_free(later);
        cubin_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strict), cmocka_unit_test(strict_to_the_end), cmocka_unit_test(test_residents),
        cmocka_unit_test(test_occupancy), cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
