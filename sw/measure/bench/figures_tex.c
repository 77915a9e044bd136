/* SPDX-License-Identifier: Apache-2.0
 * Caches of textures: Figures 10 to 12. */
#include <stdlib.h>

#include "experiments.h"
#include "told.h"
#include "walk.h"

#define KB 1024u
#define LARGEST (320 * KB)      /* bytes, of the paper's sweep */
#define MANY 2048u              /* loads: the clock reads are one part in 10000 of their time */

static bool measure_size(struct walk *w, uint32_t stride, uint32_t bytes, unsigned positions, struct walk_clocks *c)
{
    unsigned n = bytes / stride;

    return walk_stride(w, stride, n, (MANY + n - 1) / n, positions, c);
}

/* A curve, all of it from one TPC. */
static bool sweep_sizes(struct walk *w, struct sweep *s, uint32_t stride, const uint32_t *bytes)
{
    bool ok = true;

    for (unsigned i = 0; ok && bytes[i]; i++) {
        struct walk_clocks c;
        ok = measure_size(w, stride, bytes[i], 0, &c);
        if (ok)
            sweep_put(w->r->job, s, bytes[i], c.mean);
    }
    return ok;
}

/* ---- Figures 10 and 12: stride 64 ---- */

/* The sizes of the sweep: every element, or those that show the knees: around 5 KB, the steps of the ramp behind 256 KB
 * and the plateaus. To be freed; a 0 ends them. */
static uint32_t *sizes_of(bool full)
{
    static const struct { uint32_t from, to, step; } few[] = {
        { 1 * KB, 4 * KB, 1 * KB }, { 4608, 5504, 64 }, { 6 * KB, 8 * KB, 1 * KB }, { 32 * KB, 200 * KB, 56 * KB },
        { 256 * KB - 64, 257 * KB + 576, 64 }, { 264 * KB, 288 * KB, 8 * KB }, { 304 * KB, 320 * KB, 8 * KB },
    }, every[] = { { 64, LARGEST, 64 } };
    uint32_t *x = calloc(LARGEST / 64 + 1, sizeof *x), n = 0;

    for (unsigned i = 0; x && i < (full ? 1 : sizeof few / sizeof *few); i++)
        for (uint32_t at = full ? every[i].from : few[i].from; at <= (full ? every[i].to : few[i].to);
             at += full ? every[i].step : few[i].step)
            x[n++] = at;
    return x;
}

enum { L2_SIZE, L2_WAYS, L2_LINE, L2_SETS, L2_WAY, L2_HIT, MEMORY };

/* What the last two plateaus and the ramp between them tell. mean: of the plateaus over all TPCs. */
static void put_l2(const struct bench_job *job, const struct inference *told, const double *mean)
{
    const struct infer_level *l2 = &told->level[told->levels - 2];

    told_put(job, L2_SIZE, &l2->size, KB);
    told_put(job, L2_WAYS, &l2->ways, 1);
    told_put(job, L2_LINE, &l2->line, 1);
    told_put(job, L2_SETS, &l2->sets, 1);
    told_put_way(job, L2_WAY, l2, 1);
    /* every element a miss of its own: the plateaus are the latencies */
    const struct infer_level *below = told->levels > 2 ? l2 - 1 : NULL;
    if (!below || (below->share_known && below->share <= 64))
        bench_put_value(job, L2_HIT, mean[1]);
}

/* Past the L2 at a stride of one of its lines: whatever a miss brings, each element is one. */
static bool put_memory(struct walk *w, const struct infer_level *l2)
{
    struct walk_clocks c;

    if (l2->line.kind != INFER_EXACT)
        return true;
    if (!measure_size(w, (uint32_t)l2->line.value, LARGEST, w->r->job->tpcs, &c))
        return false;
    bench_put_value(w->r->job, MEMORY, c.mean);
    return true;
}

/* The heights of the plateaus over all positions. */
static bool measure_plateaus(struct walk *w, double *mean)
{
    static const struct { const char *name; uint32_t bytes; } all[] = {
        { "L1 plateau", 4 * KB }, { "L2 plateau", 128 * KB }, { "memory plateau", LARGEST } };
    bool ok = true;

    for (unsigned i = 0; ok && i < sizeof all / sizeof *all; i++) {
        struct walk_clocks c;
        ok = measure_size(w, 64, all[i].bytes, w->r->job->tpcs, &c);
        if (ok)
            bench_put_point(w->r->job, "10", all[i].name, all[i].bytes, mean[i] = c.mean);
    }
    return ok;
}

bool run_texture_l2(const struct bench_job *job)
{
    struct sweep s = { .figure = "10", .series = "stride 64 bytes" };
    uint32_t *bytes = sizes_of(job->full);
    double mean[3];
    struct run r;
    struct walk w = { 0 };
    bool ok = (bytes || bench_fail(job, "out of memory")) && bench_open(&r, job) && walk_open(&w, &r, LARGEST, true) &&
              sweep_sizes(&w, &s, 64, bytes) && measure_plateaus(&w, mean);

    for (size_t i = 0; ok && i < s.n; i++)
        if (s.x[i] > 255 * KB)
            bench_put_point(job, "12", "stride 64 bytes", (double)s.x[i], s.y[i]);
    struct inference *told = ok ? told_of(job, &s, 64, 0) : NULL;
    ok = ok && told;
    if (ok && told->levels > 1) {
        put_l2(job, told, mean);
        ok = put_memory(&w, &told->level[told->levels - 2]);
    }
    free(told);
    free(bytes);
    walk_close(&w);
    bench_close(&r);
    return ok;
}

/* ---- Figure 11: stride 8 ---- */

enum { L1_SIZE, L1_WAYS, L1_LINE, L1_SETS, L1_WAY, L1_HIT };

static const uint32_t sizes_8[] = { 1024, 2048, 3072, 4096, 4608, 5120, 5128, 5152, 5160, 5184, 5192, 5216, 5224, 5248,
                                    5256, 5280, 5288, 5312, 5320, 5344, 5352, 5376, 5384, 5408, 6000, 7168, 8192, 0 };

static void put_positions(const struct bench_job *job, uint32_t bytes, const struct walk_clocks *c)
{
    bench_put_point(job, "11", "maximum", bytes, c->most);
    bench_put_point(job, "11", "minimum", bytes, c->least);
    bench_put_point(job, "11", "max-min over TPC positions", bytes, c->most - c->least);
}

/* The curves of the nearest and the farthest TPC at a few sizes: in the L1, where it ends, where none of it is left. */
static bool measure_positions(struct walk *w)
{
    static const uint32_t bytes[] = { 4096, 5120, 5376, 6000 };
    bool ok = true;

    for (unsigned i = 0; ok && i < sizeof bytes / sizeof *bytes; i++) {
        struct walk_clocks c;
        ok = measure_size(w, 8, bytes[i], w->r->job->tpcs, &c);
        if (ok)
            put_positions(w->r->job, bytes[i], &c);
    }
    return ok;
}

bool run_texture_l1(const struct bench_job *job)
{
    struct sweep s = { .figure = "11", .series = "average" };
    struct run r;
    struct walk w = { 0 };
    bool ok = bench_open(&r, job) && walk_open(&w, &r, 8 * KB, true);

    for (unsigned i = 0; ok; i++) {
        uint32_t bytes = job->full ? 32 * (i + 1) : sizes_8[i];
        struct walk_clocks c;
        if (!bytes || bytes > 8 * KB)
            break;
        ok = measure_size(&w, 8, bytes, job->full ? job->tpcs : 0, &c);
        if (ok)
            sweep_put(job, &s, bytes, c.mean);
        if (ok && job->full)
            put_positions(job, bytes, &c);
    }
    ok = ok && (job->full || measure_positions(&w));
    struct inference *told = ok ? told_of(job, &s, 8, 0) : NULL;
    if (told && told->levels > 1 && told->level[0].cache) {
        const struct infer_level *l1 = &told->level[0];
        told_put(job, L1_SIZE, &l1->size, KB);
        told_put(job, L1_WAYS, &l1->ways, 1);
        told_put(job, L1_LINE, &l1->line, 1);
        told_put(job, L1_SETS, &l1->sets, 1);
        told_put_way(job, L1_WAY, l1, 1);
        bench_put_value(job, L1_HIT, l1->latency);
    }
    ok = ok && told;
    free(told);
    walk_close(&w);
    bench_close(&r);
    return ok;
}
