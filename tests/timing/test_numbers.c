/* SPDX-License-Identifier: Apache-2.0
 *
 * The published latencies and Figure 6 on the cycle model, as the kernels themselves measure them.
 */
#include "rig.h"

#include <stdio.h>
#include <stdlib.h>

#define OPS 64

/* Clocks between the two clock reads of thread 0 of a one-thread block, body repeated OPS times. */
static uint32_t measure_clocks(const char *before, const char *body)
{
    struct rig *r = malloc(sizeof *r);
    rig_init(r, 1);
    rig_asm(r, before);
    rig_clock_start(r);
    rig_repeat(r, OPS, body);
    rig_clock_stop(r);
    rig_run(r);
    uint32_t clocks = rig_word(r, 1) - rig_word(r, 0);
    rig_free(r);
    free(r);
    return clocks;
}

/* The clock pair itself takes 28, of which 24 overlap nothing and 4 go to the first operation. */
static void expect_latency(const char *before, const char *body, unsigned per_op)
{
    uint32_t clocks = measure_clocks(before, body);
    if (clocks / OPS != per_op)
        fail_msg("%u clocks for %u operations of '%s', expected %u each", clocks, OPS, body, per_op);
}

/* ISSUE-13. */
static void clock_pair(void **s)
{
    (void)s;
    assert_int_equal(measure_clocks("", ""), 28);
}

static void sp_latency(void **s)
{
    (void)s;
    expect_latency("", "add.b32 $r4, $r4, $r4", 24);
    expect_latency("", "shl.b32 $r4, $r4, $r4", 24);
    expect_latency("", "mad.f32 $r4, $r4, $r4, $r4", 24);
}

/* Every operand width and file gives the same 24. */
static void sp_latency_other_files(void **s)
{
    (void)s;
    expect_latency("", "add.b16 $r4l, $r4l, $r4h", 24);
    expect_latency("", "set.lg.s32 $r4|$c1, $r4, $r0", 24);
    expect_latency("", "add $a1, $a1, 0x4", 24);
}

static void vote_and_quadop_latency(void **s)
{
    (void)s;
    expect_latency("", "@$c0.lg vote.any $c0", 24);
    expect_latency("", "quadop.f32.add.add.add.add $r4, l0, $r4, $r4", 24);
}

/* Functions 28; the range reduction before them is an SP instruction, so a sine is 52. A dependent multiplication
 * changes units. */
static void sfu_latency(void **s)
{
    (void)s;
    expect_latency("", "rsqrt.f32 $r4, $r4", 28);
    expect_latency("", "rcp.f32 $r4, $r4", 28);
    expect_latency("", "presin.f32 $r4, $r4\nsin.f32 $r4, $r4", 52);
    expect_latency("", "mul.f32 $r4, $r4, $r4\nadd.f32 $r4, $r4, $r4\n", 48);
}

/* One more operation in a chain. */
static void expect_chain(const char *op, unsigned clocks)
{
    char two[160];
    snprintf(two, sizeof two, "%s%s", op, op);
    assert_int_equal(measure_clocks("", two) - measure_clocks("", op), OPS * clocks);
}

/* A 64-bit result is written in two steps: the last word of the last quarter at t+48, one more even cycle. */
static void dpu_latency(void **s)
{
    (void)s;
    expect_chain("add.rn.f64 $r4d, $r4d, $r4d\n", 48);
    expect_chain("fma.rn.f64 $r4d, $r4d, $r4d, $r4d\n", 48);
    expect_chain("set.l.f64 $r4, $r4d, $r4d\n", 48);
    expect_chain("cvt.rn.f32.f64 $r4, $r4d\n", 48);
}

static void independent_ops(void **s)
{
    (void)s;
    expect_latency("", "add.b32 $r4, $r6, $r7\nadd.b32 $r5, $r6, $r7\nadd.b32 $r8, $r6, $r7\n"
                       "add.b32 $r9, $r6, $r7\nadd.b32 $r10, $r6, $r7\nadd.b32 $r11, $r6, $r7", 24);
}

static void test_barrier(void **s)
{
    (void)s;
    expect_latency("", "bar.inc.wait 0x0, 0xfff", 20);
}

static void shared_chase(void **s)
{
    (void)s;
    expect_latency("", "shl $a1, $r7, 0x0\nld.b32 $r7, s[$a1+0x40]", 38);
}

/* A word that holds its own address. */
static void global_chase(void **s)
{
    struct rig *r = malloc(sizeof *r);
    (void)s;
    rig_init(r, 1);
    rig_asm(r, "mov.b32 $r7, s[0x10].b32\nadd.b32 $r7, $r7, 0x1000\nst.b32 g14[$r7], $r7\n");
    rig_clock_start(r);
    rig_repeat(r, OPS, "ld.b32 $r7, g14[$r7]\n");
    rig_asm(r, "add.b32 $r4, $r7, $r7\n");          /* waits for the last one */
    rig_clock_stop(r);
    rig_run(r);
    assert_int_equal((rig_word(r, 1) - rig_word(r, 0)) / OPS, 440);
    rig_free(r);
    free(r);
}

/* One lane is a global access, every further one two cycles more. */
static void atomic_chase(void **s)
{
    static const uint32_t threads[] = {1, 4, 32};
    (void)s;
    for (unsigned k = 0; k < 3; k++) {
        struct rig *r = malloc(sizeof *r);
        rig_init(r, threads[k]);
        rig_asm(r, "mov.b32 $r7, s[0x10].b32\nmov.b32 $r6, 0x1000\nadd.b32 $r7, $r7, $r6\n");
        rig_clock_start(r);
        rig_repeat(r, OPS, "atom.add.u32 $r4, g14[$r7], $r4\n");
        rig_asm(r, "add.b32 $r4, $r4, $r4\n");
        rig_clock_stop(r);
        rig_run(r);
        assert_int_equal((rig_word(r, 1) - rig_word(r, 0)) / OPS, 440 + 2 * (threads[k] - 1));
        rig_free(r);
        free(r);
    }
}

/* Average latency per operation of all warps, and operations per clock between the first start and the last stop. */
static void figure6_point(unsigned warps, double *latency, double *rate)
{
    struct rig *r = malloc(sizeof *r);
    unsigned threads = 32 * warps;
    uint32_t first = UINT32_MAX, last = 0;
    double sum = 0;
    rig_init(r, threads);
    rig_clock_start(r);
    rig_repeat(r, 128, "add.b32 $r4, $r4, $r6\nadd.b32 $r6, $r6, $r4\n");
    rig_clock_stop(r);
    rig_run(r);
    for (unsigned i = 0; i < threads; i++) {
        uint32_t start = rig_word(r, 2 * i), stop = rig_word(r, 2 * i + 1);
        first = start < first ? start : first;
        last = stop > last ? stop : last;
        sum += stop - start;
    }
    *latency = sum / threads / 256;
    *rate = threads * 256.0 / (last - first);
    rig_free(r);
    free(r);
}

static void assert_between(double v, double low, double high, const char *what, unsigned warps)
{
    if (v < low || v > high)
        fail_msg("%s with %u warps is %.3f, expected %.3f to %.3f", what, warps, v, low, high);
}

/* ISSUE-5, ISSUE-8. */
static void test_figure6(void **s)
{
    (void)s;
    for (unsigned w = 1; w <= 16; w++) {
        double latency, rate;
        figure6_point(w, &latency, &rate);
        if (w <= 5) {
            assert_between(latency, 24, 24.3, "latency", w);
            assert_between(rate, 0.98 * 32 * w / 24, 32.0 * w / 24, "throughput", w);
        } else if (w == 6) {
            assert_between(latency, 28, 28.3, "latency", w);
            assert_between(rate, 6.7, 6.86, "throughput", w);
        } else if (w == 7) {
            assert_between(latency, 30, 30.3, "latency", w);
            assert_between(rate, 7.3, 7.47, "throughput", w);
        } else {
            assert_between(latency, 4 * w, 4 * w + 0.6, "latency", w);
            assert_between(rate, 7.85, 8, "throughput", w);
        }
    }
}

/* Thread operations per clock of `warps` warps, body (a multiple of `ops` operations) repeated 32 times. */
static double measure_throughput(unsigned warps, const char *body, unsigned ops)
{
    struct rig *r = malloc(sizeof *r);
    uint32_t first = UINT32_MAX, last = 0, threads = 32 * warps;
    rig_init(r, threads);
    rig_clock_start(r);
    rig_repeat(r, 32, body);
    rig_clock_stop(r);
    rig_run(r);
    for (unsigned i = 0; i < threads; i++) {
        uint32_t start = rig_word(r, 2 * i), stop = rig_word(r, 2 * i + 1);
        first = start < first ? start : first;
        last = stop > last ? stop : last;
    }
    rig_free(r);
    free(r);
    return threads * 32.0 * ops / (last - first);
}

static void sfu_throughput(void **s)
{
    (void)s;
    assert_between(measure_throughput(8, "rsqrt.f32 $r4, $r4\nrcp.f32 $r6, $r6\n", 2), 1.95, 2.0, "rsqrt, rcp", 8);
    assert_between(measure_throughput(16, "sin.f32 $r4, $r4\n", 1), 1.95, 2.0, "sin", 16);
    assert_between(measure_throughput(16, "presin.f32 $r4, $r4\nsin.f32 $r4, $r4\n", 1), 1.95, 2.0, "presin, sin", 16);
    assert_between(measure_throughput(16, "preex2.f32 $r4, $r4\nex2.f32 $r4, $r4\n", 1), 1.95, 2.0, "preex2, ex2", 16);
}

static void dpu_throughput(void **s)
{
    (void)s;
    assert_between(measure_throughput(8, "add.rn.f64 $r4d, $r4d, $r4d\n", 1), 0.95, 1.0, "add.f64", 8);
    assert_between(measure_throughput(16, "fma.rn.f64 $r4d, $r4d, $r6d, $r8d\n", 1), 0.95, 1.0, "fma.f64", 16);
}

/* Both units multiply; mechanism A7 (SFU-4) and the register banks keep it below 8 + 4 (11.2 on silicon). */
static void mul_throughput(void **s)
{
    (void)s;
    for (unsigned w = 4; w <= 16; w += 4)
        print_message("mul.f32, %u warps: %.2f per clock\n", w,
                      measure_throughput(w, "mul.f32 $r4, $r4, $r6\nmul.f32 $r6, $r6, $r4\n", 2));
    assert_between(measure_throughput(16, "mul.f32 $r4, $r4, $r6\nmul.f32 $r6, $r6, $r4\n", 2), 10.5, 11.9, "mul.f32",
                   16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clock_pair), cmocka_unit_test(sp_latency), cmocka_unit_test(sp_latency_other_files),
        cmocka_unit_test(independent_ops), cmocka_unit_test(test_barrier), cmocka_unit_test(shared_chase),
        cmocka_unit_test(global_chase), cmocka_unit_test(atomic_chase),
        cmocka_unit_test(test_figure6),
        cmocka_unit_test(vote_and_quadop_latency), cmocka_unit_test(sfu_latency), cmocka_unit_test(dpu_latency),
        cmocka_unit_test(sfu_throughput), cmocka_unit_test(dpu_throughput), cmocka_unit_test(mul_throughput),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
