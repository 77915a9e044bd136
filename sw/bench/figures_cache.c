/* SPDX-License-Identifier: Apache-2.0
 * Caches of constants and instructions: Figures 17, 18 and 22. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "curve.h"
#include "experiments.h"
#include "harness.h"
#include "infer.h"

#define CONSTANTS 65536u        /* bytes */
#define L3_BYTES 32768u
#define LOADS 128u              /* between the clock reads of const.cu */
#define ARITHMETIC 48           /* clocks of every access that are no memory: address shift and move (X.const.addr_overhead) */
#define POINTS 300

/* A curve being measured. */
struct sweep {
    const char *figure, *series;
    uint64_t x[POINTS];
    double   y[POINTS];
    size_t   n;
};

static void put(const struct bench_job *job, struct sweep *s, uint64_t x, double y)
{
    bench_put_point(job, s->figure, s->series, (double)x, y);
    if (s->n < POINTS) {
        s->x[s->n] = x;
        s->y[s->n++] = y;
    }
}

/* What infer tells of a curve. */
static struct inference *inferred(const struct bench_job *job, const struct sweep *s, uint64_t stride, double offset)
{
    struct curve c = { .n = s->n, .x = (uint64_t *)s->x, .y = (double *)s->y, .stride = stride };
    struct inference *r = calloc(1, sizeof *r);

    if (!r || !infer(&c, stride, offset, r)) {
        bench_fail(job, "out of memory");
        free(r);
        return NULL;
    }
    return r;
}

static void put_told(const struct bench_job *job, int id, const struct infer_value *v, double unit)
{
    if (v->kind == INFER_EXACT)
        bench_put_value(job, id, (double)v->value / unit);
}

/* ---- constants ----------------------------------------------------------------------------------- */

/* Passes of 128 loads to measure, 4 to 12: those that leave the smallest part of a round over n elements. */
static unsigned passes(unsigned n)
{
    unsigned best = 4;
    double least = 2;

    for (unsigned m = 4; m <= 12; m++) {
        double part = (double)(m * LOADS % n) / (m * LOADS);
        if (part < least) {
            least = part;
            best = m;
        }
    }
    return best;
}

/* Clocks per load of a chase over `size` bytes. */
static bool chase(struct run *r, uint32_t *words, uint32_t size, uint32_t stride, double *clocks)
{
    unsigned n = (size + stride - 1) / stride, warm = 2 * ((n + LOADS - 1) / LOADS), measured = passes(n);

    for (unsigned i = 0; i < n; i++)
        words[i * stride / 4] = (i + 1) % n * stride / 4;
    if (!bench_global(r, "chain", words, CONSTANTS) || !bench_launch(r, 1, warm, warm + measured))
        return false;
    *clocks = (double)bench_span(r, 0) / (measured * LOADS);
    return true;
}

static bool chase_sizes(struct run *r, struct sweep *s, uint32_t stride, uint32_t from, uint32_t to, uint32_t step)
{
    uint32_t *words = calloc(CONSTANTS / 4, 4);
    bool ok = words || bench_fail(r->job, "out of memory");
    double clocks = 0;

    for (uint32_t size = from; ok && size <= to; size += step) {
        ok = chase(r, words, size, stride, &clocks);
        if (ok)
            put(r->job, s, size, clocks);
    }
    free(words);
    return ok;
}

/* Stride 256, to 32 KB (behind the L3, which is larger, there is nothing yet): every line up to 12 KB, where L1 and L2 end, then every
 * eighth. Values: size and ways of the L2, hits of L2 and L3. */
bool run_figure17(const struct bench_job *job)
{
    struct sweep s = { .figure = "17", .series = "average, including 48 clocks of arithmetic" };
    struct run r;
    bool ok = bench_open(&r, job) && chase_sizes(&r, &s, 256, 256, job->full ? L3_BYTES : 12288, 256);

    if (ok && !job->full)
        ok = chase_sizes(&r, &s, 256, 14336, L3_BYTES, 2048);
    struct inference *told = ok ? inferred(job, &s, 256, ARITHMETIC) : NULL;
    if (told && told->levels >= 3) {
        put_told(job, 0, &told->level[1].size, 1024);
        put_told(job, 1, &told->level[1].ways, 1);
        bench_put_value(job, 2, told->level[1].latency);
        bench_put_value(job, 3, told->level[2].latency);
    }
    ok = ok && told;
    free(told);
    bench_close(&r);
    return ok;
}

/* Stride 16, around the end of the L1. Values: its size, ways, line, sets, hit. */
bool run_figure18(const struct bench_job *job)
{
    struct sweep s = { .figure = "18", .series = "average, including 48 clocks" };
    struct run r;
    bool ok = bench_open(&r, job) && chase_sizes(&r, &s, 16, 1792, 2816, 16);
    struct inference *told = ok ? inferred(job, &s, 16, ARITHMETIC) : NULL;

    if (told && told->levels) {
        put_told(job, 0, &told->level[0].size, 1024);
        put_told(job, 1, &told->level[0].ways, 1);
        put_told(job, 2, &told->level[0].line, 1);
        put_told(job, 3, &told->level[0].sets, 1);
        bench_put_value(job, 4, told->level[0].latency);
    }
    ok = ok && told;
    free(told);
    bench_close(&r);
    return ok;
}

/* ---- instructions -------------------------------------------------------------------------------- */

#define PASSES 4u               /* measured passes of a loop of icache.cu */

/* The staircase of a curve of loops: where it leaves the plateau below and reaches that above, within 1 % of each. */
static void put_staircase(const struct bench_job *job, const struct sweep *s)
{
    double low = s->y[0], high = s->y[s->n - 1];
    size_t knee = 0, top = s->n - 1;

    while (knee + 1 < s->n && s->y[knee + 1] < 1.01 * low)
        knee++;
    while (top && s->y[top - 1] > 0.99 * high)
        top--;
    bench_put_fact(job, s->figure, "last size without misses of the L2, bytes", (double)s->x[knee]);
    bench_put_fact(job, s->figure, "ramp behind it, bytes", (double)s->x[top] - (double)s->x[knee]);
}

/* Loops of 0.5 to 16 KB. The loop's own instructions and the way to the first line of its code make it one line longer than its pieces. */
bool run_figure22(const struct bench_job *job)
{
    struct sweep s = { .figure = "22", .series = "clocks per instruction" };
    struct run r;
    bool ok = bench_open(&r, job) && bench_launch(&r, 1, 1, 2 + PASSES);
    double below = NAN, above = NAN, reads = ok ? bench_span(&r, 0) : 0;

    for (unsigned n = 2; ok && n <= 64; n += n >= 30 && n < 42 ? 1 : 2) {
        char kernel[16];
        snprintf(kernel, sizeof kernel, "abs_%u", n);
        ok = bench_kernel(&r, kernel) && bench_launch(&r, 1, 1, 2 + PASSES);
        if (!ok)
            break;
        double clocks = (bench_span(&r, 0) - reads) / (PASSES * 32 * n);
        put(job, &s, 256 * (n + 1), clocks);
        if (n == 12)
            below = clocks;
        if (n == 30)
            above = clocks;
    }
    if (ok) {
        bench_put_fact(job, "22", "rise from 3.25 to 7.75 KB, percent", 100 * (above / below - 1));
        put_staircase(job, &s);
    }
    bench_close(&r);
    return ok;
}
