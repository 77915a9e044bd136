/* SPDX-License-Identifier: Apache-2.0
 * What a real GPU is asked beside the paper's experiments: the levels behind its global memory, and where blocks go. */
#include <stdio.h>

#include "experiments.h"
#include "harness.h"
#include "refine.h"

#define LOADS   128u            /* between the clock reads of sweep.cu */
#define PASSES  16u             /* measured, or one round through the chain if that is more */
#define STEPS   4               /* sizes from one power of two to the next, where the curve is flat */
#define MORE    160             /* sizes where it rises */

/* A sweep: elements 2 to the power of `shift` bytes apart, sizes from and to powers of two. */
struct sizes {
    const char *series;
    unsigned shift, from, to;
};

struct chain {
    struct run *r;
    CUdeviceptr at;
    unsigned shift;
};

/* Clocks per load of a chase through an array: one round that does not count, one that does. */
static bool chase(void *ctx, uint64_t bytes, double *clocks)
{
    const struct chain *c = ctx;
    struct run *r = c->r;
    const struct bench_job *job = r->job;
    unsigned n = (unsigned)(bytes >> c->shift), round = (n + LOADS - 1) / LOADS;
    unsigned passes = round > PASSES ? round : PASSES;

    bool ok = bench_kernel(r, "link_chain") &&
              bench_check(job, "link", bench_start_at(r, 64, 256, c->at, n, (int)c->shift)) &&
              bench_kernel(r, "chase") &&
              bench_check(job, "chase", bench_start_at(r, 1, 1, c->at, round + 1, (int)passes)) && bench_read(r, 1);
    if (ok)
        *clocks = (double)bench_span(r, 0) / (passes * (double)LOADS);
    return ok;
}

/* Latencies of a chain in device memory, with more sizes where the curve rises. */
static bool sweep(struct run *r, const struct sizes *s)
{
    const struct bench_job *job = r->job;
    struct chain chain = { r, 0, s->shift };
    struct refine sizes = { .stride = (uint64_t)1 << s->shift, .from = (uint64_t)1 << s->from,
                            .to = (uint64_t)1 << s->to, .steps = STEPS, .most = MORE, .measure = chase, .ctx = &chain };
    struct curve c;

    if (!bench_check(job, "memory", job->cu->cuMemAlloc(&chain.at, (size_t)1 << s->to)))
        return false;
    bool ok = infer_refine(&sizes, &c);
    for (size_t i = 0; i < c.n; i++)
        bench_put_point(job, "G", s->series, (double)c.x[i], c.y[i]);
    curve_free(&c);
    bench_free(job, chain.at);
    return ok;
}

/* Lines of 128 bytes up to 256 MB (caches), 2 MB apart up to 16 GB (translation), with more sizes where the curve
 * rises; a device with less memory is asked for less. */
bool run_global_sizes(const struct bench_job *job)
{
    static const struct sizes all[] = {
        { "stride 128 bytes", 7, 11, 28 },
        { "stride 2 MB", 21, 21, 34 },
    };
    static const struct sizes small = { "stride 128 bytes", 7, 11, 16 };
    struct run r;
    CUdeviceptr probe = 0;
    bool ok = bench_open(&r, job);
    bool large = ok && job->cu->cuMemAlloc(&probe, (size_t)1 << all[1].to) == CUDA_SUCCESS;

    if (large)
        job->cu->cuMemFree(probe);
    if (ok && !large)
        ok = sweep(&r, &small);
    for (unsigned i = 0; ok && large && i < sizeof all / sizeof *all; i++)
        ok = sweep(&r, &all[i]);
    bench_close(&r);
    return ok;
}

/* The SM of each block of a grid of one-thread blocks. */
bool run_placement(const struct bench_job *job)
{
    struct run r;
    const unsigned blocks = 256;
    bool ok = bench_open(&r, job) && bench_check(job, "run", bench_start_grid(&r, blocks, 1, 0, 1)) &&
              bench_check(job, "run", bench_wait(job, 1000 * job->patience)) && bench_read(&r, blocks);

    for (unsigned i = 0; ok && i < blocks; i++)
        bench_put_point(job, "P", "SM of the block", i, r.result[i]);
    bench_close(&r);
    return ok;
}
