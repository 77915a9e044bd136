/* SPDX-License-Identifier: Apache-2.0
 * Single numbers (Tables II-IV, clock, barrier, memories) and Figure 6. */
#include "experiments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

#define SHARE 1.02              /* factor by which a throughput is larger than another, not by chance */
#define MOST_WARPS (MAX_THREADS / 32)

bool run_chain(const struct bench_job *job)
{
    const struct bench_experiment *e = job->e;
    struct run r;
    bool ok = bench_open(&r, job) && bench_launch(&r, 1, e->a, e->b);

    if (ok && job->gpu && bench_span(&r, 0) < LEAST_CLOCKS * OPS) {
        for (int i = 0; i < 2; i++)
            bench_no_value(job, i, "%u clocks for %d operations, each of which needs the one before: the driver's "
                                   "compiler left operations out", bench_span(&r, 0), OPS);
        bench_close(&r);
        return true;
    }
    if (ok) {
        bench_put_value(job, 0, (double)bench_span(&r, 0) / OPS);
        ok = bench_launch(&r, MAX_THREADS, e->a, e->b);
    }
    if (ok)
        bench_put_value(job, 1, (double)MAX_THREADS * OPS / bench_total_span(&r, MAX_THREADS));
    bench_close(&r);
    return ok;
}

/* What the SFUs add to the SPs: multiplies less multiply-adds a clock, which only the SPs take. A GPU on which that is
 * nothing has no such second unit. */
bool run_sfu_share(const struct bench_job *job)
{
    struct run r;
    double multiplies = 0, sums = 0;
    bool ok = bench_open(&r, job) && bench_launch(&r, MAX_THREADS, job->e->a, job->e->b);

    if (ok) {
        multiplies = (double)MAX_THREADS * OPS / bench_total_span(&r, MAX_THREADS);
        ok = bench_module(&r, "arith") && bench_kernel(&r, "mad_f32") &&
             bench_launch(&r, MAX_THREADS, 0x3f800000u, 0x3f000000u);
    }
    if (ok)
        sums = (double)MAX_THREADS * OPS / bench_total_span(&r, MAX_THREADS);
    if (ok && job->gpu && multiplies < SHARE * sums)
        bench_no_value(job, 0, "%.1f multiplies and %.1f multiply-adds a clock: no second unit multiplies", multiplies,
                       sums);
    else if (ok)
        bench_put_value(job, 0, multiplies - sums);
    bench_close(&r);
    return ok;
}

bool run_clock(const struct bench_job *job)
{
    struct run r;
    bool ok = bench_open(&r, job) && bench_launch(&r, 1, 0, 0);

    if (ok)
        bench_put_value(job, 0, bench_span(&r, 0));
    bench_close(&r);
    return ok;
}

bool run_average(const struct bench_job *job)
{
    struct run r;
    unsigned threads = strcmp(job->e->kernel, "sync_chain") ? 1 : 32;
    bool ok = bench_open(&r, job) && bench_launch(&r, threads, job->e->a, job->e->b);

    if (ok)
        bench_put_value(job, 0, (double)bench_span(&r, 0) / OPS);
    bench_close(&r);
    return ok;
}

/* Each element holds the address of the next, the last one that of the first. */
bool run_global(const struct bench_job *job)
{
    const struct bench_experiment *e = job->e;
    struct run r;
    CUdeviceptr chain = 0;
    uint32_t bytes = e->a * e->b;
    uint8_t *host = calloc(1, bytes);

    if (!host)
        return bench_fail(job, "out of memory");
    bool ok = bench_open(&r, job) && bench_check(job, "memory", job->cu->cuMemAlloc(&chain, bytes));
    if (ok) {
        for (uint32_t i = 0; i < e->a; i++) {
            uint64_t next = chain + (uint64_t)((i + 1) % e->a) * e->b;
            memcpy(host + (size_t)i * e->b, &next, job->gpu ? 8 : 4);
        }
        ok = bench_check(job, "copy", job->cu->cuMemcpyHtoD(chain, host, bytes)) &&
             bench_check(job, "run", bench_start_at(&r, 1, 1, chain, 0, ITERATIONS)) && bench_read(&r, 1);
    }
    if (ok)
        bench_put_value(job, 0, (double)bench_span(&r, 0) / OPS);
    bench_free(job, chain);
    bench_close(&r);
    free(host);
    return ok;
}

/* 1 to 16 warps of dependent integer adds. Latency: mean over the warps of each warp's own time per operation. */
bool run_figure6(const struct bench_job *job)
{
    struct run r;
    bool ok = bench_open(&r, job);
    double apart = 0, rate[MOST_WARPS + 1] = { 0 }, most_rate = 0;

    for (unsigned warps = 1; ok && warps <= MOST_WARPS; warps++) {
        double sum = 0, least = INFINITY, most = 0;

        ok = bench_launch(&r, 32 * warps, job->e->a, job->e->b);
        if (!ok)
            break;
        for (unsigned w = 0; w < warps; w++) {
            double span = bench_span(&r, 32 * w);
            sum += span;
            least = fmin(least, span);
            most = fmax(most, span);
        }
        apart = fmax(apart, 100 * (most / least - 1));
        double throughput = 32.0 * warps * OPS / bench_total_span(&r, 32 * warps);
        bench_put_point(job, "6", "latency", warps, sum / warps / OPS);
        bench_put_point(job, "6", "throughput", warps, throughput);
        rate[warps] = throughput;
        most_rate = fmax(most_rate, throughput);
    }
    if (ok) {
        int full = 1;
        while (rate[full] < 0.985 * most_rate)      /* on the plateau: 7.8 of the 7.9 of the paper's tables */
            full++;
        if (job->gpu && full == MOST_WARPS && rate[full] > SHARE * rate[full - 1])
            bench_no_value(job, 0, "throughput still rises at %d warps, the most of these programs", MOST_WARPS);
        else
            bench_put_value(job, 0, full);
        bench_put_fact(job, "6", "largest difference between the warps of a run, percent", apart);
    }
    bench_close(&r);
    return ok;
}
