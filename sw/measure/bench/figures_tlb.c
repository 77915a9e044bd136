/* SPDX-License-Identifier: Apache-2.0
 * Translation of addresses: Figures 13 to 16. Sizes, strides and groups are the paper's; what is read from the curves
 * is what gt200 infer tells, and what fits at one stride and does not at another. */
#include <stdio.h>
#include <stdlib.h>

#include "experiments.h"
#include "told.h"
#include "walk.h"

#define KB ((uint64_t)1 << 10)
#define MB ((uint64_t)1 << 20)
#define RISES 1.05              /* factor above which clocks are more, whatever the TPC */
#define MOST_GROUPS 64u

static bool put_clocks(struct sweep *s, const struct bench_job *job, uint64_t x, const struct walk_clocks *c,
                       double *clocks)
{
    sweep_put(job, s, x, c->mean);
    if (clocks)
        *clocks = c->mean;
    return true;
}

/* ---- Figure 13: stride 512 KB ---- */

/* Sizes in steps of 512 KB that show the knees; the full sweep takes every one from 4 to 64 MB. */
static const uint8_t global_sizes[] = { 2,  4,  8,  12, 14, 15, 16, 17, 18, 20, 24, 32, 40, 48, 56, 60, 62, 63, 64, 65,
                                        66, 67, 68, 69, 70, 71, 72, 73, 74, 80, 96, 104, 112, 120, 128, 0 };

/* Latencies over n pages of 512 KB each, n up to 128. */
static bool stride_512k(struct walk *w, struct sweep *s)
{
    const struct bench_job *job = w->r->job;
    bool ok = true;

    for (unsigned i = 0; ok; i++) {
        unsigned n = job->full ? i + 2 : global_sizes[i];
        struct walk_clocks c;
        if (!n || n > 128)
            break;
        ok = walk_stride(w, 512 * KB, n, 0, job->tpcs, &c) && put_clocks(s, job, n * 512 * KB, &c, NULL);
    }
    return ok;
}

/* ---- Figure 14: as many elements as the L1 TLB has lines, and one more ---- */

/* The largest number of elements this far apart that cost no more than one. */
static bool count_fitting(struct walk *w, uint64_t stride, unsigned *n)
{
    struct walk_clocks one, c = { 0 };
    bool ok = walk_stride(w, stride, 1, 0, w->r->job->tpcs, &one);

    for (*n = 0; ok && *n < MOST_GROUPS && (uint64_t)*n * stride < w->bytes && c.mean < RISES * one.mean; ++*n)
        ok = walk_stride(w, stride, *n + 1, 0, 1, &c);
    --*n;
    return ok;
}

/* n elements at strides of 4 bytes to 16 MB; *rises: the first stride at which they cost more. */
static bool sweep_strides(struct walk *w, unsigned n, uint64_t *rises)
{
    static const uint64_t more[] = { 320, 448 };    /* KB, beside powers of two */
    const struct bench_job *job = w->r->job;
    char name[32];
    struct sweep s = { .figure = "14", .series = name, .unit = (double)KB };
    double least = 0;
    bool ok = true;

    snprintf(name, sizeof name, "%u elements", n);
    *rises = 0;
    for (uint64_t stride = job->full ? 4 : KB, part = 0; ok && stride <= 16 * MB;) {
        struct walk_clocks c;
        double clocks = 0;
        ok = walk_stride(w, stride, n, 0, job->tpcs, &c) && put_clocks(&s, job, stride, &c, &clocks);
        least = least > 0 && least < clocks ? least : clocks;
        if (!*rises && clocks > RISES * least)
            *rises = stride;
        if (job->full) {                    /* four to the double */
            uint64_t low = stride;
            while (low & (low - 1))
                low &= low - 1;
            stride = low < 16 ? 2 * low : stride + low / 4;
        } else if (part < 2 && stride == (part ? more[0] * KB : 256 * KB)) {
            stride = more[part++] * KB;
        } else {
            stride = stride == more[1] * KB ? 512 * KB : 2 * stride;
        }
    }
    return ok;
}

/* ---- Figure 15, and the same of textures: two groups that share sets of the L2 TLB, or not ---- */

/* n elements in each of two groups, `stride` apart; the second one lies behind the first and `offset` further. Rising
 * offsets; *edge: the first one above 0 at which they cost less than at 0. */
static bool sweep_groups(struct walk *w, struct sweep *s, unsigned n, uint64_t stride, const int32_t *offsets,
                         uint64_t *edge)
{
    const struct bench_job *job = w->r->job;
    double at_0 = 0;
    bool ok = true;

    *edge = 0;
    for (unsigned i = 0; ok && offsets[i] != INT32_MAX; i++) {
        uint64_t at[2 * MOST_GROUPS];
        struct walk_clocks c;
        for (unsigned k = 0; k < n; k++) {
            at[k] = k * stride;
            at[n + k] = (uint64_t)((int64_t)((n + k + 1) * stride) + offsets[i]);
        }
        ok = walk_offsets(w, at, 2 * n, 0, job->tpcs, &c);
        if (!ok)
            break;
        bench_put_point(job, s->figure, s->series, offsets[i], c.mean);
        at_0 = offsets[i] ? at_0 : c.mean;
        if (offsets[i] > 0 && !*edge && c.mean < at_0 / RISES)
            *edge = (uint64_t)offsets[i];
    }
    return ok;
}

static const int32_t some_offsets[] = { -2048, -128, 0, 128, 2048, 3968, 4096, 4224, 6144, 65536, 1048576, 2093056,
                                        2097152, INT32_MAX };

/* Of textures: a multiple of a way of their L1, whose 20 ways then hold none of the 24 elements of a set. */
static const int32_t texture_offsets[] = { -2048, -256, 0, 256, 2048, 3840, 4096, 4352, 6144, 65536, 1048576, 2093056,
                                           2097152, INT32_MAX };

/* The paper's: -2 KB to 6 KB by 128 bytes (textures: 256), then by 4 KB to 2 MB. */
static int32_t *all_offsets(int32_t step)
{
    int32_t *o = malloc(1024 * sizeof *o);
    unsigned n = 0;

    for (int32_t at = -2048; o && at < 6144; at += step)
        o[n++] = at;
    for (int32_t at = 6144; o && at <= 2093056; at += at == 6144 ? 2048 : 4096)
        o[n++] = at;
    if (o) {
        o[n++] = 2097152;
        o[n] = INT32_MAX;
    }
    return o;
}

/* Offsets of the sweep: all of the paper's, or those that show its shape. To be given to free_offsets. */
static const int32_t *offsets_of(const struct bench_job *job, bool texture)
{
    if (job->full)
        return all_offsets(texture ? 256 : 128);
    return texture ? texture_offsets : some_offsets;
}

static void free_offsets(const int32_t *o)
{
    if (o != some_offsets && o != texture_offsets)
        free((void *)o);
}

/* ---- device memory ---- */

/* Values, in the order of the experiment's ids. */
enum {
    G_REACH1, G_ENTRIES1, G_LINE1, G_REACH2, G_WAYS2, G_LINE2, G_WAY2, G_ENTRIES2, G_SETS2, G_HIT, G_MISS1, G_MISS2,
};

static void put_curve(const struct bench_job *job, const struct inference *told)
{
    bench_put_value(job, G_HIT, told->level[0].latency);
    bench_put_value(job, G_MISS1, told->level[1].latency);
    bench_put_value(job, G_MISS2, told->level[2].latency);
    told_put(job, G_REACH2, &told->level[1].size, (double)MB);
    told_put(job, G_WAYS2, &told->level[1].ways, 1);
    told_put_way(job, G_WAY2, &told->level[1], (double)MB);
}

/* The first level: the elements that fit do so however far apart they are, if any line can hold any address; a line is
 * as wide as the stride at which one more element no longer fits. */
static bool first_level(struct walk *w)
{
    const struct bench_job *job = w->r->job;
    unsigned n;
    uint64_t far, line;
    bool ok = count_fitting(w, 16 * MB, &n) && sweep_strides(w, n, &far) && sweep_strides(w, n + 1, &line);

    if (ok && n && !far && line) {
        bench_put_value(job, G_ENTRIES1, n);
        bench_put_value(job, G_LINE1, (double)line / (double)KB);
        bench_put_value(job, G_REACH1, (double)(n * line) / (double)MB);
    }
    return ok;
}

/* The widest array of Figure 14, and that its walks begin at a multiple of a line. */
#define G_BYTES (17 * 16 * MB)

/* Has the chip so much memory? If not, no id has a value. */
static bool memory_fits(const struct bench_job *job)
{
    CUdeviceptr probe = 0;
    bool yes = job->cu->cuMemAlloc(&probe, (size_t)(G_BYTES + WALK_ALIGN)) == CUDA_SUCCESS;

    if (yes)
        job->cu->cuMemFree(probe);
    for (int id = 0; id <= G_MISS2 && !yes; id++)
        bench_no_value(job, id, "the chip has less than %u MB of memory", (unsigned)(G_BYTES / MB) + 1);
    return yes;
}

bool run_global_tlb(const struct bench_job *job)
{
    if (!memory_fits(job))
        return true;
    struct sweep s = { .figure = "13", .series = "average", .unit = (double)MB };
    struct sweep s15 = { .figure = "15", .series = "2 x 10 elements, 2 MB stride" };
    const int32_t *offsets = offsets_of(job, false);
    struct run r;
    struct walk w = { 0 };
    struct inference *told = NULL;
    uint64_t line = 0;
    bool ok = (offsets || bench_fail(job, "out of memory")) && bench_open(&r, job) &&
              walk_open(&w, &r, G_BYTES, false) && stride_512k(&w, &s);

    told = ok ? told_of(job, &s, 512 * KB, 0) : NULL;
    ok = told && first_level(&w) && sweep_groups(&w, &s15, 10, 2 * MB, offsets, &line);
    if (ok && told->levels > 2) {
        const struct infer_level *l = &told->level[1];
        put_curve(job, told);
        if (line && l->size.kind == INFER_EXACT && l->ways.kind == INFER_EXACT) {
            bench_put_value(job, G_LINE2, (double)line / (double)KB);
            bench_put_value(job, G_ENTRIES2, (double)l->size.value / (double)line);
            bench_put_value(job, G_SETS2, (double)l->size.value / (double)l->ways.value / (double)line);
        }
    }
    free(told);
    free_offsets(offsets);
    walk_close(&w);
    bench_close(&r);
    return ok;
}

/* ---- textures ---- */

enum { T_REACH1, T_WAYS1, T_LINE1, T_REACH2, T_WAYS2, T_LINE2, T_ENTRIES2, T_WAY2, T_HIT, T_MISS1, T_MISS2 };

/* Sizes in steps of the stride: every one to 20 MB, or those around the knees. */
static bool texture_stride(struct walk *w, struct sweep *s, uint64_t stride, const uint8_t *some)
{
    const struct bench_job *job = w->r->job;
    bool ok = true;

    for (unsigned i = 0; ok; i++) {
        unsigned n = job->full ? i + 1 : some[i];
        struct walk_clocks c;
        if (!n || n * stride > 20 * MB)
            break;
        ok = walk_stride(w, stride, n, 0, job->tpcs, &c) && put_clocks(s, job, n * stride, &c, NULL);
    }
    return ok;
}

/* g groups of two elements, d bytes apart, the groups 1 MB: in other lines of the first TLB. The 20 ways of the texture
 * L1 hold 20 elements, so what is to be seen needs eleven groups. */
static bool measure_pairs(struct walk *w, unsigned g, uint64_t d, double *clocks)
{
    uint64_t at[2 * MOST_GROUPS];
    struct walk_clocks c;

    for (unsigned i = 0; i < g; i++) {
        at[2 * i] = i * MB;
        at[2 * i + 1] = at[2 * i] + d;
    }
    bool ok = walk_offsets(w, at, 2 * g, 0, w->r->job->tpcs, &c);
    *clocks = c.mean;
    return ok;
}

/* Lines of the first texture TLB: groups whose two elements share a line, until they no longer fit. Its line: the
 * distance at which the two no longer share one. */
static bool texture_first_level(struct walk *w)
{
    const struct bench_job *job = w->r->job;
    double base = 0, clocks = 0;
    unsigned g = 11;
    bool ok = measure_pairs(w, g, 64 * KB, &base);

    for (clocks = base; ok && g < 24 && clocks < RISES * base;) {
        ok = measure_pairs(w, ++g, 64 * KB, &clocks);
        bench_put_point(job, "16", "groups of 2 elements 64 KB apart", g, clocks);
    }
    if (!ok || g == 24)
        return ok;
    unsigned lines = g - 1;
    uint64_t d = 64 * KB;
    for (clocks = base; ok && d < MB && clocks < RISES * base;) {
        d += 64 * KB;
        ok = measure_pairs(w, lines, d, &clocks);
        bench_put_point(job, "16", "as many groups, elements KB apart", (double)d / (double)KB, clocks);
    }
    if (!ok || d == MB)
        return ok;
    bench_put_value(job, T_WAYS1, lines);
    bench_put_value(job, T_LINE1, (double)d / (double)KB);
    bench_put_value(job, T_REACH1, (double)(lines * d) / (double)MB);
    return true;
}

static const uint8_t sizes_256k[] = { 4,  8,  16, 20, 21, 22, 24, 28, 30, 31, 32, 33, 34, 36, 40, 48, 56, 60, 62, 63,
                                      64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 76, 80, 0 };
static const uint8_t sizes_512k[] = { 8, 16, 20, 24, 28, 40, 0 };

bool run_texture_tlb(const struct bench_job *job)
{
    struct sweep s = { .figure = "16", .series = "256 KB stride", .unit = (double)MB };
    struct sweep s512 = { .figure = "16", .series = "512 KB stride", .unit = (double)MB };
    struct sweep s15 = { .figure = "16", .series = "2 x 12 elements, 1 MB stride" };
    const int32_t *offsets = offsets_of(job, true);
    struct run r;
    struct walk w = { 0 };
    uint64_t line = 0;
    bool ok = (offsets || bench_fail(job, "out of memory")) && bench_open(&r, job) &&
              walk_open(&w, &r, 30 * MB, true) && texture_stride(&w, &s, 256 * KB, sizes_256k) &&
              texture_stride(&w, &s512, 512 * KB, sizes_512k) && texture_first_level(&w) &&
              sweep_groups(&w, &s15, 12, MB, offsets, &line);
    struct inference *told = ok ? told_of(job, &s, 256 * KB, 0) : NULL;

    ok = ok && told;
    if (ok && told->levels > 2) {               /* the last two rises: in front of them may be that of the texture L1 */
        const struct infer_level *l = &told->level[told->levels - 2];
        bench_put_value(job, T_HIT, told->level[told->levels - 3].latency);
        bench_put_value(job, T_MISS1, l->latency);
        bench_put_value(job, T_MISS2, told->level[told->levels - 1].latency);
        told_put(job, T_REACH2, &l->size, (double)MB);
        told_put(job, T_WAYS2, &l->ways, 1);
        told_put_way(job, T_WAY2, l, (double)MB);
        if (line && l->size.kind == INFER_EXACT) {
            bench_put_value(job, T_LINE2, (double)line / (double)KB);
            bench_put_value(job, T_ENTRIES2, (double)l->size.value / (double)line);
        }
    }
    free(told);
    free_offsets(offsets);
    walk_close(&w);
    bench_close(&r);
    return ok;
}
