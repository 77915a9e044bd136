/* SPDX-License-Identifier: Apache-2.0
 * Shared memory (strides, bytes per clock, operands). */
#include "experiments.h"
#include "harness.h"

/* Latency of one thread's chase at every stride, of a warp's reads at every distance of its lanes; bytes per clock
 * against warps; multiply-adds of 16 warps with an operand from there. */
bool run_shared(const struct bench_job *job)
{
    struct run r;
    bool ok = bench_open(&r, job) && bench_module(&r, "latency") && bench_kernel(&r, "shared_chase");
    double base = 0;

    for (unsigned stride = 1; ok && stride <= 256; stride *= 2) {
        ok = bench_launch(&r, 1, 2048, stride);
        if (ok)
            bench_put_point(job, "S", "one thread, latency against stride", 4 * stride,
                            (double)bench_span(&r, 0) / OPS);
    }
    ok = ok && bench_module(&r, job->e->module) && bench_kernel(&r, "strides");
    for (unsigned i = 0; ok && i <= 32; i++) {
        unsigned words = i == 0 ? 1 : i == 1 ? 0 : i;       /* 1 first: the others are measured against it */
        ok = bench_launch(&r, 32, words, 0);
        if (!ok)
            break;
        double latency = (double)bench_span(&r, 0) / OPS;
        if (i == 0)
            base = latency;
        bench_put_point(job, "S", "one warp, latency", words, latency);
        /* A further pass of each half-warp takes two clocks. */
        bench_put_point(job, "S", "one warp, passes of a half-warp", words, 1 + (latency - base) / 4);
    }
    ok = ok && bench_kernel(&r, "read_words");
    for (unsigned warps = 1; ok && warps <= 16; warps++) {
        ok = bench_launch(&r, 32 * warps, 1, 2);
        if (ok)
            bench_put_point(job, "S", "bytes per clock against warps", warps,
                            4.0 * 32 * warps * OPS / bench_total_span(&r, 32 * warps));
    }
    ok = ok && bench_kernel(&r, "mad_operands") && bench_launch(&r, 512, 1, 2);
    if (ok)
        bench_put_fact(job, "S", "multiply-adds per clock with an operand of shared memory",
                       512.0 * OPS / bench_total_span(&r, 512));
    bench_close(&r);
    return ok;
}
