/* SPDX-License-Identifier: Apache-2.0
 *
 * Caches near the SM: the tags on the paper's worked example, Figures 17 and 18 (constants), 22 and 23 (instructions).
 */
#include "rig.h"

#include "sm/sm.h"

#include <stdio.h>
#include <stdlib.h>

/* Misses of one pass over `bytes` of memory by whole lines, after a pass that warms the cache. */
static unsigned count_misses(unsigned sets, unsigned ways, unsigned line, unsigned bytes)
{
    struct cache_tags c;
    unsigned n = 0, entry;
    cache_init(&c, sets, ways);
    for (unsigned pass = 0; pass < 2; pass++) {
        n = 0;
        for (unsigned a = 0; a < bytes; a += line)
            if (!cache_look(&c, a / line, &entry)) {
                cache_put(&c, a / line, entry);
                n++;
            }
    }
    return n;
}

/* Figure 4: 384 bytes, 3 ways, 4 sets, lines of 32 bytes. (ICACHE-1) */
static void worked_example(void **state)
{
    (void)state;
    for (unsigned lines = 1; lines <= 12; lines++)
        assert_int_equal(count_misses(4, 3, 32, 32 * lines), 0);
    assert_int_equal(count_misses(4, 3, 32, 13 * 32), 4);
    assert_int_equal(count_misses(4, 3, 32, 14 * 32), 8);
    assert_int_equal(count_misses(4, 3, 32, 480), 12);      /* 12 of 15 */
    for (unsigned lines = 16; lines < 30; lines++)
        assert_int_equal(count_misses(4, 3, 32, 32 * lines), lines);
}

/* ICACHE-1. */
static void oldest_goes(void **state)
{
    (void)state;
    static const uint32_t seen[] = {0, 4, 8, 0, 12, 0, 8, 16};     /* one set of four ways: 16 takes the place of 4 */
    struct cache_tags c;
    unsigned entry;
    cache_init(&c, 4, 4);
    for (unsigned i = 0; i < sizeof seen / sizeof seen[0]; i++)
        if (!cache_look(&c, seen[i], &entry))
            cache_put(&c, seen[i], entry);
    assert_true(cache_look(&c, 0, &entry));
    assert_true(cache_look(&c, 8, &entry));
    assert_true(cache_look(&c, 12, &entry));
    assert_true(cache_look(&c, 16, &entry));
    assert_int_equal(entry, 1);
    assert_false(cache_look(&c, 4, &entry));
    assert_int_equal(entry, 0);                                     /* 0 is the oldest now */
}

/* Runs `body` n times with a clock read before and after, all of it three times; the cycles of the last time. */
static uint32_t third_time(struct rig *r, uint32_t n, const char *body, const char *end)
{
    char line[64];
    rig_asm(r, "mov.b32 $r6, 0x0\nmov.b32 $r7, 0x0\nmov.b32 $r8, 0x3\n");
    snprintf(line, sizeof line, "@$c1.lg bra 0x%x\n", 4 * r->n);
    rig_clock_start(r);
    rig_repeat(r, n, body);
    rig_asm(r, end);
    rig_asm(r, "mov.b32 $r3, $clock\nshl.b32 $r3, $r3, 0x1\nadd.b32 $r7, $r7, 0x1\nset.l.u32 _|$c1, $r7, $r8\n");
    rig_asm(r, line);
    rig_asm(r, "st.b32 g14[$r1], $r2\nadd.b32 $r1, $r1, 0x4\nst.b32 g14[$r1], $r3\nnop.exit\n");
    rig_run(r);
    return rig_word(r, 1) - rig_word(r, 0);
}

/* Cycles per dependent constant read in a chase through `bytes` of c0, one element every `stride`, once round. */
static double chase_cycles(uint32_t bytes, uint32_t stride)
{
    struct rig r;
    uint32_t n = (bytes + stride - 1) / stride;
    rig_init(&r, 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t next = (i + 1) % n * stride;
        assert_true(gt_const_write(r.gpu, 0, i * stride, &next, 4));
    }
    uint32_t cycles = third_time(&r, n, "shl $a1, $r6, 0x0\nld.b32 $r6, c0[$a1]\n", "shl $a1, $r6, 0x0\n");
    rig_free(&r);
    return (cycles - 32.0) / n;         /* 28 until the chase starts, 4 after the shl that waits for the last read */
}

static void assert_near(double value, double expected, double off)
{
    if (value < expected - off || value > expected + off)
        fail_msg("%g, expected %g", value, expected);
}

/* Figure 18: eight steps of 64 bytes behind 2 KB. With k of 8 sets overflowed 5 k of 32 + k lines miss, once for 4
 * reads. (CCACHE-2) */
static void constant_l1(void **state)
{
    (void)state;
    assert_near(chase_cycles(64, 16), 56, 0);
    assert_near(chase_cycles(1792, 16), 56, 0);
    assert_near(chase_cycles(2048, 16), 56, 0);
    for (unsigned k = 1; k <= 10; k++) {
        unsigned lines = 32 + k, miss = k < 8 ? 5 * k : lines;
        assert_near(chase_cycles(64 * lines, 16), 56 + 73.0 * miss / (4 * lines), 0.25);
    }
}

/* Figure 17: one read per line of the L2. 8, 81 and 220 cycles beside 48 of the two instructions. (L2-2, L2-4) */
static void constant_l2(void **state)
{
    (void)state;
    assert_near(chase_cycles(2048, 256), 56, 0);
    assert_near(chase_cycles(2560, 256), 129, 0.5);
    assert_near(chase_cycles(8192, 256), 129, 0.5);
    assert_near(chase_cycles(10240, 256), 267, 0.5);
    assert_near(chase_cycles(32768, 256), 267, 0.5);
    for (unsigned k = 1; k < 8; k++)
        assert_near(chase_cycles(8192 + 256 * k, 256), 129 + 138.0 * 5 * k / (32 + k), 1);
}

/* Independent 8-byte instructions, `bytes` of them. */
static void put_independent(struct rig *r, uint32_t bytes)
{
    static const char *const mov[] = {"mov.b32 $r4, 0x12345678\n",  "mov.b32 $r9, 0x12345678\n",
                                      "mov.b32 $r10, 0x12345678\n", "mov.b32 $r11, 0x12345678\n",
                                      "mov.b32 $r12, 0x12345678\n", "mov.b32 $r13, 0x12345678\n"};
    for (uint32_t i = 0; i < bytes / 8; i++)
        rig_asm(r, mov[i % 6]);
}

/* Adds one to $r7 and jumps to `to` until it is $r8. */
static void put_loop(struct rig *r, uint32_t to)
{
    char line[64];
    rig_asm(r, "add.b32 $r7, $r7, 0x1\nset.l.u32 _|$c1, $r7, $r8\n");
    snprintf(line, sizeof line, "@$c1.lg bra 0x%x\n", to);
    rig_asm(r, line);
}

/* Clocks per instruction of block 0 in the last of eight rounds through `bytes` of code. With `others`, in a TPC
 * whose other two SMs have two blocks each, which loop over 2.5 KB of code each, the same on both SMs (Figure 23). */
static double straight_clocks(uint32_t bytes, bool others)
{
    struct rig *r = malloc(sizeof *r);
    char line[64];
    assert_non_null(r);
    rig_init(r, 1);
    if (others) {
        r->gpu->chip = gt_chip_find("tpc", line, sizeof line);
        r->launch.grid_x = 6;
    }
    rig_asm(r, "cvt.u32.u16 $r6, s[0xc].u16\nset.lg.u32 _|$c0, $r6, $r7\nmov.b32 $r8, 0x8\n");
    uint32_t jump = r->n, here;
    rig_asm(r, "@$c0.lg bra 0x0\nmov.b32 $r1, s[0x10].b32\n");
    uint32_t top = 4 * r->n;
    rig_asm(r, "mov.b32 $r2, $clock\nshl.b32 $r2, $r2, 0x1\n");
    put_independent(r, bytes);
    rig_asm(r, "mov.b32 $r3, $clock\nshl.b32 $r3, $r3, 0x1\n");
    put_loop(r, top);
    rig_asm(r, "st.b32 g14[$r1], $r2\nadd.b32 $r1, $r1, 0x4\nst.b32 g14[$r1], $r3\nnop.exit\n");
    here = r->n;                        /* blocks 1 to 5; 3 would be on SM 0 */
    r->n = jump;
    snprintf(line, sizeof line, "@$c0.lg bra 0x%x\n", 4 * here);
    rig_asm(r, line);
    r->n = here;
    rig_asm(
        r,
        "mov.b32 $r9, 0x3\nset.e.u32 _|$c0, $r6, $r9\n@$c0.lg ret\nset.l.u32 _|$c0, $r6, $r9\nmov.b32 $r8, 0x40\n");
    jump = r->n;
    rig_asm(r, "@$c0.lg bra 0x0\n");
    for (unsigned k = 0; k < 2; k++) {
        top = 4 * r->n;
        put_independent(r, 2560);
        put_loop(r, top);
        rig_asm(r, "nop.exit\n");
        if (!k) {
            here = r->n;
            r->n = jump;
            snprintf(line, sizeof line, "@$c0.lg bra 0x%x\n", 4 * here);
            rig_asm(r, line);
            r->n = here;
        }
    }
    rig_run(r);
    double clocks = rig_word(r, 1) - rig_word(r, 0) - 28.0;
    rig_free(r);
    free(r);
    return clocks / (bytes / 8);
}

static void assert_between(double value, double low, double high, uint32_t bytes)
{
    if (value < low || value > high)
        fail_msg("%u bytes: %g clocks per instruction, expected %g to %g", bytes, value, low, high);
}

/* Figure 22: fetching ahead hides the misses of the L1; eight steps of 256 bytes behind about 8 KB, where the L2
 * misses. (ICACHE-5, ICACHE-6, L2-5) */
static void instruction_caches(void **state)
{
    (void)state;
    for (uint32_t bytes = 512; bytes <= 7424; bytes += 768)
        assert_between(straight_clocks(bytes, false), 4, 4.02, bytes);
    double last = 4;
    for (uint32_t bytes = 8192; bytes <= 9728; bytes += 256) {
        double clocks = straight_clocks(bytes, false);
        assert_between(clocks, last + 0.3, last + 2, bytes);
        last = clocks;
    }
    assert_between(straight_clocks(10240, false), 8, 8.5, 10240);
    assert_between(straight_clocks(12288, false), 8, 8.5, 12288);
}

/* Figure 23: with the other SMs of the TPC at work the L1 shows: 4 KB, steps up to 5 KB, then flat. (ICACHE-3) */
static void instruction_l1(void **state)
{
    (void)state;
    assert_between(straight_clocks(3328, true), 4, 4.02, 3328);
    assert_between(straight_clocks(3584, true), 4, 4.02, 3584);
    double knee = straight_clocks(4352, true), steps = straight_clocks(4608, true), flat = straight_clocks(5120, true);
    assert_between(knee, 6, 10, 4352);
    assert_between(steps, knee + 0.5, 12, 4608);
    assert_between(flat, 10, 12, 5120);
    assert_between(straight_clocks(5632, true), flat - 0.5, flat + 0.5, 5632);
    assert_between(straight_clocks(5120, false), 4, 4.02, 5120);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_example),
        cmocka_unit_test(oldest_goes),
        cmocka_unit_test(constant_l1),
        cmocka_unit_test(constant_l2),
        cmocka_unit_test(instruction_caches),
        cmocka_unit_test(instruction_l1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
