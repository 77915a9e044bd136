/* SPDX-License-Identifier: Apache-2.0
 * Caches of constants: Figures 17, 18, 20 and 21. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "experiments.h"
#include "harness.h"
#include "told.h"
#include "walk.h"

#define CONSTANTS 65536u        /* bytes */
#define L3_BYTES 32768u
#define LINE 256u
#define LOADS 128u              /* between the clock reads of const.cu */
#define SECOND 8256u            /* index where the array of the second block of const.cu begins */
#define ARITHMETIC 48           /* clocks of every access that are no memory: address shift and move
                                   (X.const.addr_overhead) */

/* Of a GPU of another generation it is not known, and stays in its latencies. */
static double arithmetic_clocks(const struct bench_job *job)
{
    return job->gpu ? 0 : ARITHMETIC;
}

/* Passes of 128 loads to measure, 4 to 12: those that leave the smallest part of a round over n elements. */
static unsigned passes_for(unsigned n)
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
static bool measure_chase(struct run *r, uint32_t *words, uint32_t size, uint32_t stride, double *clocks)
{
    unsigned n = (size + stride - 1) / stride, warm = 2 * ((n + LOADS - 1) / LOADS), measured = passes_for(n);

    for (unsigned i = 0; i < n; i++)
        words[i * stride / 4] = (i + 1) % n * stride / 4;
    if (!bench_global(r, "chain", words, CONSTANTS) || !bench_launch(r, 1, warm, warm + measured))
        return false;
    *clocks = (double)bench_span(r, 0) / (measured * LOADS);
    return true;
}

/* Latency of a chain through constants, for sizes from `from` to `to` in bytes. */
static bool chase_sizes(struct run *r, struct sweep *s, uint32_t stride, uint32_t from, uint32_t to, uint32_t step)
{
    uint32_t *words = calloc(CONSTANTS / 4, 4);
    bool ok = words || bench_fail(r->job, "out of memory");
    double clocks = 0;

    for (uint32_t size = from; ok && size <= to; size += step) {
        ok = measure_chase(r, words, size, stride, &clocks);
        if (ok)
            sweep_put(r->job, s, size, clocks);
    }
    free(words);
    return ok;
}

/* Stride 128, half a line of the L2, around its end. Values: line and sets of the L2. */
static bool l2_line(const struct bench_job *job, struct run *r)
{
    struct sweep s = { .figure = "17", .series = "stride 128, including 48 clocks" };
    static const int ids[] = { 4, 5 };
    bool ok = chase_sizes(r, &s, 128, 7680, 10752, 128);
    struct inference *told = ok ? told_of(job, &s, 128, arithmetic_clocks(job)) : NULL;

    if (told && told_shown(job, told, 0, ids, 2)) {
        told_put(job, 4, &told->level[0].line, 1);
        told_put(job, 5, &told->level[0].sets, 1);
    }
    ok = told != NULL;
    free(told);
    return ok;
}

#define UNROLLED 32u            /* loads of a round of walk_constant */

/* As many rounds as come nearest to two, three or four times around n elements. */
static unsigned rounds_of(unsigned n)
{
    unsigned best = 2;

    for (unsigned m = 3; m <= 4; m++)
        if (m * n % UNROLLED * best < best * n % UNROLLED * m)
            best = m;
    return best * n / UNROLLED;
}

/* The part of Figure 17 from which a memory of fixed latency has nothing to show: a load at a time of every line of an
 * array, from every TPC. */
static bool sweep_beyond(struct run *r, struct sweep *s, uint32_t stride, uint32_t from, uint32_t to, uint32_t step)
{
    const struct bench_job *job = r->job;
    uint32_t *words = calloc(CONSTANTS / 4, 4);
    bool ok = (words || bench_fail(job, "out of memory")) && bench_module(r, "memory") &&
              bench_kernel(r, "walk_constant");

    for (uint32_t size = from; ok && size <= to; size += step) {
        unsigned n = (size + stride - 1) / stride;
        struct walk_clocks c;
        for (unsigned i = 0; i < n; i++)
            words[i * stride / 4] = (i + 1) % n * stride / 4;
        /* twice around before: lines of code come into the L3 during the first round */
        unsigned warm = 2 * (n + UNROLLED - 1) / UNROLLED;
        ok = bench_global(r, "links", words, CONSTANTS) && walk_launch(r, 0, warm, rounds_of(n), job->tpcs, &c);
        if (!ok)
            break;
        c = (struct walk_clocks){ c.mean / UNROLLED, c.least / UNROLLED, c.most / UNROLLED };
        sweep_put(job, s, size, c.mean);
        if (stride != LINE)
            continue;
        bench_put_point(job, s->figure, "maximum", size, c.most);
        bench_put_point(job, s->figure, "minimum", size, c.least);
    }
    free(words);
    return ok;
}

/* The ramp behind the L3 closely, and the plateaus about it. */
static bool beyond_l2(struct run *r, struct sweep *s)
{
    return r->job->full ? sweep_beyond(r, s, LINE, 8448, CONSTANTS - 256, 256)
                        : sweep_beyond(r, s, LINE, 8448, 10496, 256) &&
                              sweep_beyond(r, s, LINE, 12288, L3_BYTES - 2048, 4096) &&
                              sweep_beyond(r, s, LINE, L3_BYTES - 512, L3_BYTES + 4608, 256) &&
                              sweep_beyond(r, s, LINE, 40960, 49152, 4096);
}

/* Values of the L3: in the order of the ids of figure17. */
enum { C3_SIZE = 7, C3_WAYS, C3_LINE, C3_SETS, C3_WAY, C3_MISS };

/* Its line: half its stride, around its end. */
static bool put_l3(const struct bench_job *job, struct run *r, const struct inference *told)
{
    struct sweep s = { .figure = "17", .series = "stride 128 behind the L3, including 48 clocks" };
    const struct infer_level *l3 = &told->level[2];

    if (told->levels < 4 || !l3->cache)
        return true;
    told_put(job, C3_SIZE, &l3->size, 1024);
    told_put(job, C3_WAYS, &l3->ways, 1);
    told_put_way(job, C3_WAY, l3, 1);
    bench_put_value(job, C3_MISS, told->level[3].latency);
    bool ok = sweep_beyond(r, &s, LINE / 2, L3_BYTES - 512, L3_BYTES + 2048, LINE / 2) &&
              sweep_beyond(r, &s, LINE / 2, L3_BYTES + 2560, L3_BYTES + 6144, 512);
    struct inference *close = ok ? told_of(job, &s, LINE / 2, arithmetic_clocks(job)) : NULL;
    if (close && close->levels > 1 && close->level[0].cache) {
        told_put(job, C3_LINE, &close->level[0].line, 1);
        told_put(job, C3_SETS, &close->level[0].sets, 1);
    }
    ok = close != NULL;
    free(close);
    return ok;
}

/* Stride 256: every line up to 12 KB, where L1 and L2 end, then every eighth to 32 KB; with a hierarchy behind the L2
 * from there on by `sweep_beyond`. Values: size and ways of the L2, hits of L2 and L3; of the L3. */
bool run_figure17(const struct bench_job *job)
{
    struct sweep s = { .figure = "17", .series = "average, including 48 clocks of arithmetic" };
    static const int ids[] = { 0, 1, 2, 3, 6 };
    struct run r;
    bool ok = bench_open(&r, job);

    if (ok && job->partitions)
        ok = chase_sizes(&r, &s, LINE, 256, 8192, 256) && beyond_l2(&r, &s) && bench_module(&r, job->e->module) &&
             bench_kernel(&r, job->e->kernel);
    else if (ok)
        ok = chase_sizes(&r, &s, LINE, 256, job->full ? L3_BYTES : 12288, 256) &&
             (job->full || chase_sizes(&r, &s, LINE, 14336, L3_BYTES, 2048));
    struct inference *told = ok ? told_of(job, &s, 256, arithmetic_clocks(job)) : NULL;
    if (told && told_shown(job, told, 1, ids, 5)) {
        told_put(job, 0, &told->level[1].size, 1024);
        told_put(job, 1, &told->level[1].ways, 1);
        bench_put_value(job, 2, told->level[1].latency);
        bench_put_value(job, 3, told->level[2].latency);
        told_put_way(job, 6, &told->level[1], 1);
    }
    ok = ok && told && l2_line(job, &r) && (!job->partitions || put_l3(job, &r, told));
    free(told);
    bench_close(&r);
    return ok;
}

/* Stride 16, around the end of the L1. Values: its size, ways, line, sets, hit. */
bool run_figure18(const struct bench_job *job)
{
    struct sweep s = { .figure = "18", .series = "average, including 48 clocks" };
    static const int ids[] = { 0, 1, 2, 3, 4, 5 };
    struct run r;
    bool ok = bench_open(&r, job) && chase_sizes(&r, &s, 16, 1792, 2816, 16);
    struct inference *told = ok ? told_of(job, &s, 16, arithmetic_clocks(job)) : NULL;

    if (told && told_shown(job, told, 0, ids, 6)) {
        told_put(job, 0, &told->level[0].size, 1024);
        told_put(job, 1, &told->level[0].ways, 1);
        told_put(job, 2, &told->level[0].line, 1);
        told_put(job, 3, &told->level[0].sets, 1);
        bench_put_value(job, 4, told->level[0].latency);
        told_put_way(job, 5, &told->level[0], 1);
    }
    ok = ok && told;
    free(told);
    bench_close(&r);
    return ok;
}

/* ---- two blocks at a time -------------------------------------------------------------------------- */

/* Sizes that show where L1 and L2 end; 0: the end. */
static const uint16_t pair_sizes[] = { 512,  1024, 1280, 1792, 2048, 2304, 2560, 3072,  3584, 4096,
                                       4352, 5120, 6144, 7168, 8192, 8448, 9216, 10240, 0 };

/* A chase by block 0 beside block `other`. */
static bool sweep_beside(struct run *r, uint32_t *words, struct sweep *s, const struct gt_chip *chip, unsigned other)
{
    const uint32_t end = 10752;
    bool ok = true;

    for (unsigned i = 0; ok; i++) {
        uint32_t size = r->job->full ? 256 * (i + 1) : pair_sizes[i];
        unsigned n = size / 256, warm = 4;
        if (!n || size > end)
            break;
        unsigned measured = passes_for(n);
        for (unsigned k = 0; k < 2 * n; k++) {
            unsigned base = k < n ? 0 : SECOND;
            words[base + k % n * 64] = base + (k + 1) % n * 64;
        }
        ok = bench_global(r, "chain", words, CONSTANTS) && bench_check(r->job, "out", r->job->cu->cuMemsetD32(r->out,
            0, 4)) &&
             bench_launch_grid(r, chip->tpcs * chip->sms + 1, 1, warm | other << 16, warm + measured);
        if (ok)
            sweep_put(r->job, s, size, (double)bench_span(r, 0) / (measured * LOADS));
    }
    return ok;
}

/* Where L1 and L2 seem to end: the last sizes of the first two plateaus. */
static void put_apparent(const struct bench_job *job, const struct sweep *s)
{
    size_t l1 = sweep_knee(s, 0, 0.02), l2 = l1 + 1;
    char text[64];

    while (l2 + 1 < s->n && fabs(s->y[l2 + 1] / s->y[l2] - 1) > 0.02)
        l2++;
    snprintf(text, sizeof text, "%s: apparent L1, bytes", s->series);
    bench_put_fact(job, s->figure, text, (double)s->x[l1]);
    snprintf(text, sizeof text, "%s: apparent L2, bytes", s->series);
    bench_put_fact(job, s->figure, text, (double)s->x[sweep_knee(s, l2, 0.02)]);
    snprintf(text, sizeof text, "%s: clocks at 1 KB", s->series);
    for (size_t i = 0; i < s->n; i++)
        if (s->x[i] == 1024)
            bench_put_fact(job, s->figure, text, s->y[i]);
}

/* The sweep of one placement: block 0 beside block `other`. */
static bool sweep_placement(const struct bench_job *job, const struct gt_chip *chip, const char *figure,
                            const char *name, unsigned other)
{
    struct sweep s = { .figure = figure, .series = name };
    struct run r;
    CUcontext context;

    if (!bench_open_chip(job, chip, &context))
        return false;
    uint32_t *words = calloc(CONSTANTS / 4, 4);
    bool ok = bench_open(&r, job) && (words || bench_fail(job, "out of memory")) &&
              sweep_beside(&r, words, &s, chip, other);
    if (ok)
        put_apparent(job, &s);
    bench_close(&r);
    free(words);
    job->cu->cuCtxDestroy(context);
    return ok;
}

/* Block 0 beside a block on the same SM, on another SM of its TPC, in another TPC (7, as the paper's). */
static bool sweep_placements(const struct bench_job *job, const char *figure)
{
    const struct gt_chip *tpc = bench_chip(job, 1), *chip = bench_chip(job, 8);

    return (!tpc || (sweep_placement(job, tpc, figure, "same SM", tpc->tpcs * tpc->sms) &&
                     sweep_placement(job, tpc, figure, "same TPC", tpc->tpcs))) &&
           (!chip || sweep_placement(job, chip, figure, "different TPC", 7));
}

/* The other block chases through an array of its own. */
bool run_figure20(const struct bench_job *job)
{
    return sweep_placements(job, "20");
}

/* The other block runs through 10 KB of code. */
bool run_figure21(const struct bench_job *job)
{
    return sweep_placements(job, "21");
}

/* ---- Figure 19: bytes per clock out of the L3 ---- */

#define LINES 8u                /* that a thread reads in a round */

/* Bytes per clock of all blocks, each as fast as block 0: of every load the line counts. */
static bool measure_streams(struct run *r, const char *series, unsigned blocks, unsigned threads, double *rate)
{
    const unsigned rounds = 32 / threads ? 32 / threads : 1;

    if (!bench_check(r->job, "run", bench_start_at(r, blocks, threads, 0, 2, (int)rounds)) || !bench_read(r, threads))
        return false;
    *rate = (double)LINE * LINES * threads * rounds * blocks / bench_total_span(r, threads);
    bench_put_point(r->job, "19", series, blocks, *rate);
    return true;
}

/* 1 to 60 blocks of a thread, and of eight. Values: what 10 to 20 blocks get, what one gets. */
bool run_figure19(const struct bench_job *job)
{
    static const uint8_t few[] = { 1, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 31, 40, 60, 0 };
    const unsigned sms = job->tpcs * 3;
    uint32_t *words = calloc(CONSTANTS / 4, 4);
    struct run r;
    double rate = 0, sum = 0, one = 0;
    unsigned n = 0;
    bool ok = bench_open(&r, job) && (words || bench_fail(job, "out of memory"));

    for (unsigned i = 0; ok && i < CONSTANTS / 4; i++)
        words[i] = i;
    ok = ok && bench_global(&r, "links", words, CONSTANTS);
    for (unsigned i = 0; ok; i++) {
        unsigned blocks = job->full ? i + 1 : few[i];
        if (!blocks || blocks > 2 * sms)
            break;
        ok = measure_streams(&r, "1 thread/block", blocks, 1, &rate);
        one = blocks == 1 ? rate : one;
        sum += blocks >= 10 && blocks <= 20 ? rate : 0;
        n += blocks >= 10 && blocks <= 20;
        if (ok && (job->full || blocks == 1 || blocks % 5 == 0))
            ok = measure_streams(&r, "8 threads/block", blocks, 8, &rate);
    }
    if (ok && n) {
        bench_put_value(job, 0, sum / n);
        bench_put_value(job, 1, one);
    }
    free(words);
    bench_close(&r);
    return ok;
}
