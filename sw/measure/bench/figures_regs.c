/* SPDX-License-Identifier: Apache-2.0
 * The register file: Figure 9 (what launches), banks. */
#include <stdio.h>

#include "experiments.h"
#include "harness.h"

#define LARGEST 516             /* the paper's sweep ends there */
#define SIZES 40

/* Largest block of a kernel that needs `regs` registers per thread. */
struct limit { unsigned regs, threads; };

/* Does a block of this size launch? A refusal for want of resources is an answer, any other error is not. */
static bool does_launch(struct run *r, unsigned threads, bool *yes)
{
    CUresult rc = bench_start(r, threads, 0, 0);

    *yes = rc == CUDA_SUCCESS;
    if (rc == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES || rc == CUDA_ERROR_INVALID_VALUE)
        return true;
    return bench_check(r->job, "launch", rc);
}

/* 0 threads: no block launches. */
static bool find_limit(struct run *r, unsigned regs, struct limit *l, unsigned *refused_below)
{
    char kernel[16];
    int used = 0;
    bool yes = false;

    snprintf(kernel, sizeof kernel, "regs_%u", regs);
    if (!bench_kernel(r, kernel) || !bench_check(r->job, kernel, r->job->cu->cuFuncGetAttribute(&used,
        CU_FUNC_ATTRIBUTE_NUM_REGS, r->function)))
        return false;
    if ((unsigned)used != regs && (unsigned)used != (regs + 3) / 4 * 4)     /* ours counts by fours */
        return bench_fail(r->job, "%s: compiled to %d registers", kernel, used);
    *l = (struct limit){ regs, LARGEST + 1 };
    do
        if (!does_launch(r, --l->threads, &yes))
            return false;
    while (!yes && l->threads > 1);
    if (!yes)
        l->threads = 0;
    for (unsigned n = 1; r->job->full && n < l->threads; n++) {
        if (!does_launch(r, n, &yes))
            return false;
        *refused_below += !yes;
    }
    return true;
}

static unsigned gcd(unsigned a, unsigned b)
{
    return b ? gcd(b, a % b) : a;
}

/* The threads that 16384 registers allow in steps of 64 when registers are allocated in units. */
static unsigned by_rule(unsigned regs, unsigned unit)
{
    unsigned n = 16384 / ((regs + unit - 1) / unit * unit) / 64 * 64;

    return n < MAX_THREADS ? n : MAX_THREADS;
}

/* From the largest blocks that launch to the allocation unit, the register file's size and the limits. */
static void put_limits(const struct bench_job *job, const struct limit *l, unsigned n)
{
    unsigned quant = 0, unit = 1, registers = 0, most = 0, threads = 0;

    for (unsigned i = 0; i < n; i++) {
        if (l[i].regs % 4 == 0)
            bench_put_point(job, "9", "largest launchable block", l[i].regs, l[i].threads);
        if (l[i].threads < MAX_THREADS)
            quant = gcd(quant, l[i].threads);
        registers = l[i].regs * l[i].threads > registers ? l[i].regs * l[i].threads : registers;
        most = l[i].threads && l[i].regs > most ? l[i].regs : most;
        threads = l[i].threads > threads ? l[i].threads : threads;
        if (l[i].regs != 88)
            continue;
        bench_put_value(job, 2, l[i].threads);
        bench_put_value(job, 3, l[i].threads * 88.0);
        bench_put_point(job, "9", "registers used at 88", 88, l[i].threads * 88.0);
    }
    for (unsigned i = 0; i < n && unit < 64; i++)
        if (by_rule(l[i].regs, unit) != l[i].threads) {         /* not this unit: all again with the next */
            unit *= 2;
            i = -1u;
        }
    bench_put_value(job, 0, unit);
    bench_put_value(job, 1, quant);
    bench_put_value(job, 4, registers);
    bench_put_value(job, 5, most);
    bench_put_value(job, 6, threads);
}

bool run_figure9(const struct bench_job *job)
{
    struct run r;
    struct limit l[SIZES], none;
    unsigned n = 0, refused = 0;
    bool ok = bench_open(&r, job);

    for (unsigned regs = 4; ok && regs <= 124; regs += 4) {
        ok = find_limit(&r, regs, &l[n++], &refused);
        if (ok && regs == 40)
            ok = find_limit(&r, 41, &l[n++], &refused);
    }
    ok = ok && bench_module(&r, "regs_max") && find_limit(&r, 128, &l[n++], &refused) &&
         find_limit(&r, 132, &none, &refused);
    if (ok) {
        put_limits(job, l, n);
        bench_put_point(job, "9", "132 registers/thread", 132, none.threads);
        if (job->full)
            bench_put_fact(job, "9", "smaller blocks that do not launch", refused);
    }
    bench_close(&r);
    return ok;
}

/* Operations per clock of 16 warps. */
static bool mad_rate(struct run *r, const char *kernel, double *rate)
{
    bool ok = bench_kernel(r, kernel) && bench_launch(r, MAX_THREADS, 1, 2);

    if (ok)
        *rate = (double)MAX_THREADS * OPS / bench_total_span(r, MAX_THREADS);
    return ok;
}

/* Multiply-adds of three registers that lie 1 to 8 apart; then beside other units. */
bool run_banks(const struct bench_job *job)
{
    static const struct { const char *kernel, *what; } beside[] = {
        { "mad_sfu", "multiply-adds per clock beside one rsqrt for 8" },
        { "mad_shared", "multiply-adds per clock beside one shared load for 4" },
        { "mad_global", "multiply-adds per clock beside one global load for 16" },
    };
    struct run r;
    bool ok = bench_open(&r, job);
    char kernel[16];
    double rate = 0;

    for (unsigned d = 1; ok && d <= 8; d++) {
        snprintf(kernel, sizeof kernel, "mad_%u", d);
        ok = mad_rate(&r, kernel, &rate);
        if (ok)
            bench_put_point(job, "R", "multiply-adds per clock", d, rate);
    }
    for (unsigned i = 0; ok && i < sizeof beside / sizeof *beside; i++) {
        ok = mad_rate(&r, beside[i].kernel, &rate);
        if (ok)
            bench_put_fact(job, "R", beside[i].what, rate);
    }
    bench_close(&r);
    return ok;
}
