/* SPDX-License-Identifier: Apache-2.0
 * Caches of instructions and their fetch: Figures 22, 23 and 24. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "experiments.h"
#include "harness.h"
#include "sweep.h"

#define PASSES 4u               /* measured passes of a loop of icache.cu */

/* The staircase of a curve of loops: where it leaves the plateau below and reaches that above, within 1 % of each. The
 * first of the values is job's id `id`. */
static void put_staircase(const struct bench_job *job, const struct sweep *s, const char *cache, int id)
{
    double knee = (double)s->x[sweep_knee(s, 0, 0.01)], ramp = (double)s->x[sweep_top(s)] - knee;
    char fact[64];

    snprintf(fact, sizeof fact, "last size without misses of the %s, bytes", cache);
    bench_put_fact(job, s->figure, fact, knee);
    snprintf(fact, sizeof fact, "ramp behind the %s, bytes", cache);
    bench_put_fact(job, s->figure, fact, ramp);
    bench_put_value(job, id, knee / 1024);
    bench_put_value(job, id + 1, round(knee / ramp));
    bench_put_value(job, id + 2, ramp);
}

/* The next launch is on the same TPC again: one block to each of the others, of a kernel that ends at once when it is
 * asked for no pass. With a hierarchy behind them the places of TPCs differ. */
static bool go_round(struct run *r, const char *kernel)
{
    bool ok = !r->job->partitions || bench_kernel(r, kernel);

    for (unsigned i = 1; ok && r->job->partitions && i < r->job->tpcs; i++)
        ok = bench_launch(r, 1, 1, 0);
    return ok;
}

#define LINE   256u             /* bytes of code of a piece, a line of L2 and L3 */
#define INSNS  32u              /* instructions of a piece */
#define AROUND 3u               /* lines besides: before the first piece, behind the last, and one fetched ahead */

#define LONG_PASSES 2u          /* measured passes of a loop of icache_l3.cu */

/* The next size: every line around the ends of the ramp of the L3, or all. */
static unsigned next_pieces(const struct bench_job *job, unsigned n)
{
    bool end = (n >= 122 && n < 126) || (n >= 138 && n < 142);

    return n + (job->full || end ? 1 : n < 122 ? 16 : n < 138 ? 4 : 36);
}

/* The values of figure22 in the order of its ids: size, ways and way size of each cache. */
enum { L2_SIZE, L3_SIZE = 3 };

/* Loops of 11 to 64 KB, whose lines come from behind the L2: values of the L3. */
static bool behind_l2(struct run *r)
{
    const struct bench_job *job = r->job;
    struct sweep s = { .figure = "22", .series = "clocks per instruction, loops to 64 KB" };
    bool ok = bench_module(r, "icache_l3");

    for (unsigned n = 42; ok && n <= 64 * 1024 / LINE - AROUND; n = next_pieces(job, n)) {
        ok = go_round(r, "long_loop") && bench_kernel(r, "long_loop") && bench_launch(r, 1, n, 1 + LONG_PASSES);
        if (!ok)
            break;
        /* What is before and behind the pieces counts for one. */
        sweep_put(job, &s, LINE * (n + AROUND), (double)bench_span(r, 0) / (LONG_PASSES * INSNS * (n + 1)));
    }
    if (ok)
        put_staircase(job, &s, "L3", L3_SIZE);
    return ok;
}

/* Loops of 0.5 to 16 KB, and to 64 KB where there is an L3. The loop's own instructions and the way to the first line
 * of its code make it one line longer than its pieces. */
bool run_figure22(const struct bench_job *job)
{
    struct sweep s = { .figure = "22", .series = "clocks per instruction" };
    struct run r;
    bool ok = bench_open(&r, job) && bench_launch(&r, 1, 1, 2 + PASSES);
    double below = NAN, above = NAN, reads = ok ? bench_span(&r, 0) : 0;

    for (unsigned n = 2; ok && n <= 64; n += n >= 30 && n < 42 ? 1 : 2) {
        char kernel[16];
        snprintf(kernel, sizeof kernel, "abs_%u", n);
        ok = go_round(&r, "abs_0") && bench_kernel(&r, kernel) && bench_launch(&r, 1, 1, 2 + PASSES);
        if (!ok)
            break;
        double clocks = (bench_span(&r, 0) - reads) / (PASSES * 32 * n);
        sweep_put(job, &s, 256 * (n + 1), clocks);
        if (n == 12)
            below = clocks;
        if (n == 30)
            above = clocks;
    }
    if (ok) {
        bench_put_fact(job, "22", "rise from 3.25 to 7.75 KB, percent", 100 * (above / below - 1));
        put_staircase(job, &s, "L2", L2_SIZE);
    }
    ok = ok && (!job->partitions || behind_l2(&r));
    bench_close(&r);
    return ok;
}

#define BUSY_ROUNDS 64u         /* of the other blocks: longer than the loop is measured */

/* Clocks per instruction of a loop of n pieces of 128 bytes in block 0, with or without loops in the other SMs of its
 * TPC. */
static bool measure_beside(struct run *r, const struct gt_chip *chip, unsigned n, bool others, double reads,
                           double *clocks)
{
    char kernel[16];

    snprintf(kernel, sizeof kernel, "beside_%u", n);
    if (!bench_kernel(r, kernel) ||
        !bench_launch_grid(r, 5 * chip->tpcs + 1, 1, chip->tpcs | (others ? BUSY_ROUNDS : 0) << 16, 2 + PASSES))
        return false;
    *clocks = n ? (bench_span(r, 0) - reads) / (PASSES * 16 * n) : bench_span(r, 0);
    return true;
}

/* Mean over the sizes from..to. */
static double mean_between(const struct sweep *s, uint64_t from, uint64_t to)
{
    double sum = 0;
    unsigned n = 0;

    for (size_t i = 0; i < s->n; i++)
        if (s->x[i] >= from && s->x[i] <= to) {
            sum += s->y[i];
            n++;
        }
    return sum / n;
}

/* The steps of a staircase: points half a clock above the one before. */
static void put_steps(const struct bench_job *job, const struct sweep *s)
{
    unsigned steps = 0;
    uint64_t first = 0, last = 0;

    for (size_t i = 1; i < s->n; i++)
        if (s->y[i] > s->y[i - 1] + 0.5) {
            first = steps++ ? first : s->x[i];
            last = s->x[i];
        }
    double size = (double)s->x[sweep_knee(s, 0, 0.01)];
    bench_put_fact(job, s->figure, "last size without misses of the L1, bytes", size);
    bench_put_fact(job, s->figure, "steps of the staircase", steps);
    if (steps < 2)
        return;
    double line = (double)(last - first) / (steps - 1);
    bench_put_fact(job, s->figure, "bytes from step to step", line);
    bench_put_value(job, 0, size / 1024);
    bench_put_value(job, 1, round(size / (line * steps)));
    bench_put_value(job, 2, line);
    bench_put_value(job, 3, steps);
    bench_put_value(job, 4, line * steps);
}

/* 3.4 to 5.9 KB, first without the others, as the control. */
bool run_figure23(const struct bench_job *job)
{
    const struct gt_chip *chip = bench_chip(job, 1);
    struct sweep s[2] = { { .figure = "23", .series = "clocks per instruction, alone" },
                          { .figure = "23", .series = "clocks per instruction" } };
    struct run r;
    CUcontext context;

    if (!chip)
        return true;
    if (!bench_open_chip(job, chip, &context))
        return false;
    double reads = 0, clocks;
    bool ok = bench_open(&r, job) && measure_beside(&r, chip, 0, false, 0, &reads);
    for (unsigned others = 0; others < 2; others++)
        for (unsigned n = 26; ok && n <= 46; n++) {
            ok = measure_beside(&r, chip, n, others, reads, &clocks);
            if (ok)
                sweep_put(job, &s[others], 128 * (n + 1), clocks);
        }
    if (ok) {
        put_steps(job, &s[1]);
        bench_put_fact(job, "23", "rise alone from below 4 to above 4 KB, percent",
                       100 * (mean_between(&s[0], 4097, UINT64_MAX) / mean_between(&s[0], 0, 4096) - 1));
    }
    bench_close(&r);
    job->cu->cuCtxDestroy(context);
    return ok;
}

#define READS 36u               /* clock reads of fetch.s, 16 bytes each */
#define READ_PASSES 64u
#define FETCH_BLOCK 64u
#define LAST_DISPLACED 416u
#define TO_BLOCK 32u            /* the first block that begins behind the first read */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Time of each read since the first one, and by how much it is later after the one before than most are. */
bool run_figure24(const struct bench_job *job)
{
    struct run r;
    double at[READS] = { 0 }, step[READS], sorted[READS], inside = 0;
    bool ok = bench_open(&r, job) && bench_launch(&r, 256, 0, READ_PASSES);

    bench_close(&r);
    if (!ok)
        return false;
    for (unsigned i = 1; i < READS; i++) {
        at[i] = (double)r.clocks[i] / READ_PASSES;
        sorted[i - 1] = step[i] = at[i] - at[i - 1];
    }
    qsort(sorted, READS - 1, sizeof *sorted, by_size);
    double usual = sorted[(READS - 1) / 2];
    unsigned late[2] = { 0 };           /* the last two reads that are half a read late */
    for (unsigned i = 0; i < READS; i++)
        bench_put_point(job, "24", "time since the first read", 16 * i, at[i]);
    for (unsigned i = 1; i < READS; i++) {
        bench_put_point(job, "24", "extra clocks of the read", 16 * i, step[i] - usual);
        if (step[i] > 1.5 * usual && 16 * i <= LAST_DISPLACED) {
            late[0] = late[1];
            late[1] = i;
        }
        if (16 * i % FETCH_BLOCK != TO_BLOCK)
            inside = fmax(inside, fabs(step[i] - usual));
    }
    if (late[0])
        bench_put_value(job, 0, 16 * (late[1] - late[0]));
    bench_put_fact(job, "24", "clocks of a read", usual);
    bench_put_fact(job, "24", "largest extra inside a block, clocks", inside);
    return true;
}
