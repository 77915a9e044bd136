/* SPDX-License-Identifier: Apache-2.0
 * Divergence: Figures 7 and 8. Every lane's start and stop on the path it took. */
#include <stdio.h>
#include <stdlib.h>

#include "experiments.h"
#include "harness.h"

#define PATH_OPS 32             /* of a path of flow.cu */

/* Start of thread i, stop of thread i, in clocks after the earliest start of all threads. */
struct trace {
    unsigned n;
    int32_t  start[MAX_THREADS], stop[MAX_THREADS];
};

/* Stamps of each thread, in clocks behind the earliest start. */
static void read_trace(const struct run *r, unsigned threads, struct trace *t)
{
    int32_t first = 0;

    t->n = threads;
    for (unsigned i = 0; i < threads; i++) {
        t->start[i] = (int32_t)(r->clocks[2 * i] - r->clocks[0]);
        t->stop[i] = (int32_t)(r->clocks[2 * i + 1] - r->clocks[0]);
        if (t->start[i] < first)
            first = t->start[i];
    }
    for (unsigned i = 0; i < threads; i++) {
        t->start[i] -= first;
        t->stop[i] -= first;
    }
}

/* c[i] of the ladder and the key each lane looks for; keys[lane] = group of the lane. */
static bool run_ladder(struct run *r, const uint32_t order[32], const uint32_t keys[32], unsigned threads,
                       struct trace *t)
{
    if (!bench_global(r, "order", order, 32 * 4) || !bench_global(r, "group", keys, 32 * 4) ||
        !bench_launch(r, threads, 1, 2))
        return false;
    read_trace(r, threads, t);
    return true;
}

static bool times_overlap(const struct trace *t, unsigned i, unsigned j)
{
    return t->start[i] < t->stop[j] && t->start[j] < t->stop[i];
}

static double mean_length(const struct trace *t, unsigned from, unsigned to)
{
    double sum = 0;

    for (unsigned i = from; i < to; i++)
        sum += t->stop[i] - t->start[i];
    return sum / (to - from);
}

/* Pairs of lanes of one warp, in different groups, whose intervals overlap. */
static unsigned overlaps_inside(const struct trace *t, unsigned warp, const uint32_t keys[32])
{
    unsigned n = 0;

    for (unsigned i = 0; i < 32; i++)
        for (unsigned j = 0; j < i; j++)
            n += keys[i] != keys[j] && times_overlap(t, 32 * warp + i, 32 * warp + j);
    return n;
}

/* Lanes of warp 0 during whose interval warp 1 runs, too. */
static unsigned overlaps_between(const struct trace *t)
{
    unsigned n = 0;

    for (unsigned i = 0; i < 32; i++) {
        bool any = false;
        for (unsigned j = 32; j < 64; j++)
            any = any || times_overlap(t, i, j);
        n += any;
    }
    return n;
}

/* Lanes of a group must share one interval: how many differ from the first lane of theirs. */
static unsigned count_strays(const struct trace *t, const uint32_t keys[32])
{
    unsigned n = 0;

    for (unsigned i = 0; i < 32; i++) {
        unsigned first = 0;
        while (keys[first] != keys[i])
            first++;
        n += t->start[i] != t->start[first] || t->stop[i] != t->stop[first];
    }
    return n;
}

/* Intervals of fewer clocks than their operations, of which each needs the one before. */
static unsigned too_short(const struct trace *t)
{
    unsigned n = 0;

    for (unsigned i = 0; i < t->n; i++)
        n += t->stop[i] - t->start[i] < LEAST_CLOCKS * PATH_OPS;
    return n;
}

/* How long an interval is, and what a second warp adds; not where the driver's compiler left operations out. */
static void put_lengths(const struct bench_job *job, const struct trace *one, const struct trace *two)
{
    static const char length[] = "interval length", ratio[] = "interval length, two warps over one";
    static const char why[] = "%u of %u intervals are shorter than a clock for each of their operations: the driver's "
                              "compiler left operations out";

    if (job->gpu && too_short(one)) {
        bench_no_fact(job, "7", length, why, too_short(one), one->n);
        bench_no_fact(job, "7", ratio, why, too_short(one), one->n);
        return;
    }
    bench_put_fact(job, "7", length, mean_length(one, 0, 32));
    bench_put_fact(job, "7", ratio, mean_length(two, 0, 64) / mean_length(one, 0, 32));
}

static void put_trace(const struct bench_job *job, const struct trace *t, const char *start, const char *stop)
{
    for (unsigned i = 0; i < t->n; i++) {
        bench_put_point(job, "7", start, i, t->start[i]);
        bench_put_point(job, "7", stop, i, t->stop[i]);
    }
}

static void groups_of(unsigned paths, uint32_t keys[32])
{
    for (unsigned i = 0; i < 32; i++)
        keys[i] = i * paths / 32;
}

/* One warp whose lanes take n paths, neighbours the same: the lanes of a path share their interval, those of two
 * paths never overlap. */
static bool put_groups(struct run *r, const uint32_t order[32], unsigned n)
{
    uint32_t keys[32];
    struct trace t;
    char groups[32], text[2][64];

    groups_of(n, keys);
    if (!run_ladder(r, order, keys, 32, &t))
        return false;
    snprintf(groups, sizeof groups, "%u groups of %u", n, 32 / n);
    snprintf(text[0], sizeof text[0], "start, %s", groups);
    snprintf(text[1], sizeof text[1], "stop, %s", groups);
    put_trace(r->job, &t, text[0], text[1]);
    snprintf(text[0], sizeof text[0], "%s: lanes apart from their group", groups);
    snprintf(text[1], sizeof text[1], "%s: overlapping intervals", groups);
    bench_put_fact(r->job, "7", text[0], count_strays(&t, keys));
    bench_put_fact(r->job, "7", text[1], overlaps_inside(&t, 0, keys));
    return true;
}

bool run_figure7(const struct bench_job *job)
{
    struct run r;
    struct trace one, two;
    uint32_t order[32], keys[32];
    bool ok = bench_open(&r, job);

    groups_of(32, order);
    groups_of(32, keys);
    ok = ok && run_ladder(&r, order, keys, 32, &one) && run_ladder(&r, order, keys, 64, &two);
    if (ok) {
        put_trace(job, &two, "start", "stop");
        bench_put_fact(job, "7", "overlapping intervals inside warp 0", overlaps_inside(&two, 0, keys));
        bench_put_fact(job, "7", "overlapping intervals inside warp 1", overlaps_inside(&two, 1, keys));
        bench_put_fact(job, "7", "intervals of warp 0 that overlap warp 1", overlaps_between(&two));
        put_lengths(job, &one, &two);
    }
    ok = ok && put_groups(&r, order, 16) && put_groups(&r, order, 2);
    bench_close(&r);
    return ok;
}

/* Place of each key (0 runs first), as points of a series; n keys. */
static void put_order(const struct bench_job *job, const char *series, const struct trace *t, const uint32_t keys[32],
                      unsigned n)
{
    int32_t start[32] = { 0 };

    for (unsigned i = 0; i < 32; i++)
        start[keys[i]] = t->start[i];
    for (unsigned k = 0; k < n; k++) {
        unsigned place = 0;
        for (unsigned j = 0; j < n; j++)
            place += start[j] < start[k];
        bench_put_point(job, "8", series, k, place);
    }
}

bool run_figure8(const struct bench_job *job)
{
    static const unsigned sizes[5] = { 15, 9, 2, 4, 2 };
    uint32_t keys[32], ascending[32], descending[32], by7[32];
    struct { const char *series; const uint32_t *order; } runs[] = {
        { "c ascending", ascending }, { "c descending", descending }, { "c = 7i mod 32", by7 },
    };
    struct run r;
    struct trace t;
    bool ok = bench_open(&r, job);

    for (unsigned i = 0; i < 32; i++) {
        keys[i] = ascending[i] = i;
        descending[i] = 31 - i;
        by7[i] = 7 * i % 32;
    }
    for (unsigned i = 0; ok && i < sizeof runs / sizeof *runs; i++) {
        ok = run_ladder(&r, runs[i].order, keys, 32, &t);
        if (ok)
            put_order(job, runs[i].series, &t, keys, 32);
    }
    for (unsigned lane = 0, g = 0, left = sizes[0]; lane < 32; lane++, left--) {
        if (!left)
            left = sizes[++g];
        keys[lane] = g;
    }
    ok = ok && bench_kernel(&r, "ladder5") && run_ladder(&r, ascending, keys, 32, &t);
    if (ok)
        put_order(job, "groups of 15, 9, 2, 4, 2", &t, keys, 5);
    bench_close(&r);
    return ok;
}
