/* SPDX-License-Identifier: Apache-2.0
 * What a real GPU is asked beside the paper's experiments: the levels behind its global memory, and where blocks go. */
#include <math.h>
#include <stdio.h>

#include "experiments.h"
#include "harness.h"

#define LOADS   128u            /* between the clock reads of sweep.cu */
#define PASSES  16              /* measured */
#define STEPS   4               /* sizes from one power of two to the next */

/* A sweep: elements 2 to the power of `shift` bytes apart, sizes from and to powers of two. */
struct sizes {
    const char *series;
    unsigned shift, from, to;
};

/* Clocks per load of a chase through n elements at `at`. */
static bool chase(struct run *r, CUdeviceptr at, unsigned shift, unsigned n, double *clocks)
{
    const struct bench_job *job = r->job;

    bool ok = bench_kernel(r, "link_chain") &&
              bench_check(job, "link", bench_start_at(r, 64, 256, at, n, (int)shift)) && bench_kernel(r, "chase") &&
              bench_check(job, "chase", bench_start_at(r, 1, 1, at, (n + LOADS - 1) / LOADS + 1, PASSES)) &&
              bench_read(r, 1);
    if (!ok)
        return false;
    *clocks = (double)bench_span(r, 0) / (PASSES * LOADS);
    return true;
}

static bool sweep(struct run *r, const struct sizes *s)
{
    const struct bench_job *job = r->job;
    CUdeviceptr at = 0;
    double clocks = 0;

    if (!bench_check(job, "memory", job->cu->cuMemAlloc(&at, (size_t)1 << s->to)))
        return false;
    bool ok = true;
    for (unsigned step = s->from * STEPS; ok && step <= s->to * STEPS; step++) {
        unsigned n = (unsigned)(exp2((double)step / STEPS - s->shift) + 0.5);
        if (n < 1 || (double)n * exp2(s->shift) > exp2(s->to))
            continue;
        ok = chase(r, at, s->shift, n, &clocks);
        if (ok)
            bench_put_point(job, "G", s->series, n * exp2(s->shift), clocks);
    }
    job->cu->cuMemFree(at);
    return ok;
}

/* Lines of 128 bytes up to 256 MB (caches), 2 MB apart up to 16 GB (translation); a device with less memory is asked
 * for less. */
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
              bench_check(job, "run", job->cu->cuCtxSynchronize()) && bench_read(&r, blocks);

    for (unsigned i = 0; ok && i < blocks; i++)
        bench_put_point(job, "P", "SM of the block", i, r.result[i]);
    bench_close(&r);
    return ok;
}
