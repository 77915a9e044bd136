/* SPDX-License-Identifier: Apache-2.0
 * Listings 4 to 7: each kernel in a context of its own, because one that hangs takes its context with it. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "experiments.h"
#include "harness.h"

#define GAVE_UP 0xdead0000u     /* as in listings.cu */
#define LIMIT "40000"           /* cycles; those that end do so within 5000 */
#define PATIENCE_MS 2000        /* of the host with a GPU, whose kernels take some 10 ms at most if they end */

/* What became of one kernel. */
struct outcome {
    bool     deadlock;
    bool     running;                   /* still: a barrier that never opens, on a GPU */
    uint32_t result[MAX_THREADS];       /* when it ended */
};

/* As bench_start; but a GPU has no limit of cycles, and nothing ends a kernel that waits at a barrier for ever: what
 * has not ended after PATIENCE_MS is left alone. */
static CUresult start(struct run *r, unsigned threads, bool *running)
{
    CUresult rc = bench_start_grid(r, 1, threads, 0, 0);

    if (rc == CUDA_SUCCESS)
        rc = bench_wait(r->job, PATIENCE_MS);
    *running = r->job->gpu && rc == CUDA_ERROR_NOT_READY;
    if (*running)
        *r->job->hung = true;
    return *running ? CUDA_ERROR_LAUNCH_TIMEOUT : rc;
}

/* Launches the listing. A deadlock shows as a timeout, or by kernels that give up (GAVE_UP). */
static bool run_in_context(struct run *r, const struct bench_job *job, const char *kernel, unsigned threads,
                           struct outcome *o)
{
    bool ok = bench_open(r, job) && bench_kernel(r, kernel);
    CUresult rc = ok ? start(r, threads, &o->running) : CUDA_SUCCESS;

    o->deadlock = rc == CUDA_ERROR_LAUNCH_TIMEOUT;
    if (ok && !o->deadlock)
        ok = bench_check(job, kernel, rc) && bench_check(job, "read back", job->cu->cuMemcpyDtoH(o->result, r->out,
            4 * threads));
    for (unsigned i = 0; ok && !o->deadlock && i < threads; i++)
        o->deadlock = o->result[i] == GAVE_UP;
    if (!o->running)
        bench_close(r);
    return ok;
}

/* The same in a context whose cycles are limited. */
static bool run_kernel(const struct bench_job *job, const char *kernel, unsigned threads, struct outcome *o)
{
    struct run r;
    CUcontext context;
    CUdevice device;

    o->running = false;
    setenv("GT200_MAX_CYCLES", LIMIT, 1);       /* a GPU has none: its kernels give up by themselves */
    setenv("GT200_QUIET", "1", 1);
    bool ok = bench_check(job, "context", job->cu->cuDeviceGet(&device, 0)) && bench_check(job, "context",
        job->cu->cuCtxCreate(&context, 0, device));
    unsetenv("GT200_MAX_CYCLES");
    unsetenv("GT200_QUIET");
    if (!ok)
        return false;
    ok = run_in_context(&r, job, kernel, threads, o);
    if (!o->running)            /* it would wait for the kernel; the end of the process ends both */
        job->cu->cuCtxDestroy(context);
    return ok;
}

/* A kernel of which only the end matters. */
struct ending {
    const char *kernel, *what;
    unsigned    threads;
};

static bool put_endings(const struct bench_job *job, const char *figure, const struct ending *e, unsigned n)
{
    struct outcome o;

    for (; n; n--, e++) {
        if (!run_kernel(job, e->kernel, e->threads, &o))
            return false;
        bench_put_fact(job, figure, e->what, o.deadlock);
    }
    return true;
}

bool run_listing4(const struct bench_job *job)
{
    static const struct ending endings[] = {
        { "spin_while", "deadlock: while (turn != tid); turn++", 32 },
        { "spin_goto", "deadlock: the same with goto and else", 32 },
        { "spin_atomic", "deadlock: the same with an atomic increment", 32 },
        { "spin_inside", "deadlock: increment inside the loop", 32 },
        { "spin_warps", "deadlock: one thread of each warp", 128 },
    };

    return put_endings(job, "L4", endings, sizeof endings / sizeof *endings);
}

bool run_listing5(const struct bench_job *job)
{
    static const struct ending endings[] = {
        { "half_barrier", "deadlock: barrier in one half of a lone warp", 32 },
        { "one_warp_barrier", "deadlock: barrier in one of two warps", 64 },
    };
    struct outcome o;
    unsigned old = 0;

    if (!run_kernel(job, "half_producer", 32, &o))
        return false;
    bench_put_fact(job, "L5", "deadlock: a barrier in each half", o.deadlock);
    if (!o.deadlock) {
        for (unsigned i = 16; i < 32; i++)
            old += o.result[i] == 1000 + i - 16;
        bench_put_fact(job, "L5", "consumers that read old data", old);
    }
    return put_endings(job, "L5", endings, sizeof endings / sizeof *endings);
}

bool run_listing6(const struct bench_job *job)
{
    static const struct ending endings[] = {
        { "spin_on_barrier", "deadlock: flag written after the barrier", 64 },
        { "flag_before_barrier", "deadlock: flag written before the barrier", 64 },
    };

    return put_endings(job, "L6", endings, sizeof endings / sizeof *endings);
}

bool run_listing7(const struct bench_job *job)
{
    struct outcome o;

    if (!run_kernel(job, "pairing", 64, &o))
        return false;
    if (job->gpu)
        bench_put_fact(job, "L7", "deadlock: which barrier meets which", o.deadlock);
    if (o.deadlock)
        return job->gpu || bench_fail(job, "pairing: deadlock");
    for (unsigned i = 0; i < 32; i++)
        bench_put_point(job, "L7", "value read", i, o.result[i]);
    return true;
}
