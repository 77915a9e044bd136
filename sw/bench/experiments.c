/* SPDX-License-Identifier: Apache-2.0
 * The experiments: launch, read the clock values back, compute. Harness facts: docs/silicon.md. */
#include "bench.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>

#define OPS 256             /* operations between the two clock reads */
#define MAX_THREADS 512
#define ITERATIONS 2        /* passes inside the kernel; the last one counts */

struct run {
    CUmodule    module;
    CUfunction  function;
    CUdeviceptr ts, out;
    uint32_t    clocks[2 * MAX_THREADS];
    char       *err;
    size_t      errn;
};

static bool fail(struct run *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct run *r, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(r->err, r->errn, fmt, ap);
    va_end(ap);
    return false;
}

static bool check(struct run *r, const struct bench_experiment *e, const char *what, CUresult rc)
{
    const char *text = NULL;

    if (rc == CUDA_SUCCESS)
        return true;
    cuGetErrorString(rc, &text);
    return fail(r, "%s: %s: %s", e->kernel, what, text ? text : "unknown error");
}

static bool open_run(struct run *r, const struct bench_experiment *e, const char *dir, char *err, size_t errn)
{
    char path[1024];

    memset(r, 0, sizeof *r);
    r->err = err;
    r->errn = errn;
    snprintf(path, sizeof path, "%s/%s.cubin", dir, e->module);
    return check(r, e, path, cuModuleLoad(&r->module, path)) &&
           check(r, e, "kernel", cuModuleGetFunction(&r->function, r->module, e->kernel)) &&
           check(r, e, "memory", cuMemAlloc(&r->ts, sizeof r->clocks)) &&
           check(r, e, "memory", cuMemAlloc(&r->out, MAX_THREADS * 4));
}

static void close_run(struct run *r)
{
    if (r->out)
        cuMemFree(r->out);
    if (r->ts)
        cuMemFree(r->ts);
    if (r->module)
        cuModuleUnload(r->module);
}

/* Runs one block of `threads` threads and reads the clock values back. */
static bool launch(struct run *r, const struct bench_experiment *e, unsigned threads, uint32_t a, uint32_t b)
{
    struct { CUdeviceptr ts, out; uint32_t a, b; int32_t its; } args64 = { r->ts, r->out, a, b, ITERATIONS };
    uint32_t args32[5] = { (uint32_t)r->ts, (uint32_t)r->out, a, b, ITERATIONS };
    bool wide = sizeof(CUdeviceptr) == 8 && r->ts > UINT32_MAX;     /* a real GPU */
    size_t size = wide ? sizeof args64 : sizeof args32;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, wide ? (void *)&args64 : (void *)args32,
                      CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };

    return check(r, e, "launch", cuLaunchKernel(r->function, 1, 1, 1, threads, 1, 1, 0, NULL, NULL, extra)) &&
           check(r, e, "run", cuCtxSynchronize()) &&
           check(r, e, "read back", cuMemcpyDtoH(r->clocks, r->ts, 8 * threads));
}

/* Clock difference of one thread; the counter wraps at 32 bits. */
static uint32_t span(const struct run *r, unsigned thread)
{
    return r->clocks[2 * thread + 1] - r->clocks[2 * thread];
}

/* Latest stop minus earliest start over all threads. */
static uint32_t total_span(const struct run *r, unsigned threads)
{
    uint32_t base = r->clocks[0];
    int32_t first = 0, last = 0;

    for (unsigned i = 0; i < threads; i++) {
        int32_t start = (int32_t)(r->clocks[2 * i] - base), stop = (int32_t)(r->clocks[2 * i + 1] - base);
        if (i == 0 || start < first)
            first = start;
        if (i == 0 || stop > last)
            last = stop;
    }
    return (uint32_t)(last - first);
}

/* The n-th (from 0) id of the list, copied to buf. */
static const char *nth_id(const struct bench_experiment *e, int n, char *buf, size_t bufn)
{
    const char *p = e->ids;

    while (n-- > 0)
        p = strchr(p, ' ') + 1;
    snprintf(buf, bufn, "%.*s", (int)strcspn(p, " "), p);
    return buf;
}

static void put_value(const struct bench_experiment *e, int n, double value, const struct bench_sink *sink)
{
    char id[48];
    struct bench_value v = { nth_id(e, n, id, sizeof id), value };

    sink->value(sink->ctx, &v);
}

/* Latency with one thread, then throughput with 512: operations of all threads per clock of the whole run. */
static bool run_chain(const struct bench_experiment *e, const char *dir, const struct bench_sink *sink, char *err, size_t errn)
{
    struct run r;
    bool ok = open_run(&r, e, dir, err, errn) && launch(&r, e, 1, e->a, e->b);

    if (ok) {
        put_value(e, 0, (double)span(&r, 0) / OPS, sink);
        ok = launch(&r, e, MAX_THREADS, e->a, e->b);
    }
    if (ok)
        put_value(e, 1, (double)MAX_THREADS * OPS / total_span(&r, MAX_THREADS), sink);
    close_run(&r);
    return ok;
}

/* Cost of one clock pair. */
static bool run_clock(const struct bench_experiment *e, const char *dir, const struct bench_sink *sink, char *err, size_t errn)
{
    struct run r;
    bool ok = open_run(&r, e, dir, err, errn) && launch(&r, e, 1, 0, 0);

    if (ok)
        put_value(e, 0, span(&r, 0), sink);
    close_run(&r);
    return ok;
}

/* Average of 256 operations by one warp (barriers) or one thread (chases). */
static bool run_average(const struct bench_experiment *e, const char *dir, const struct bench_sink *sink, char *err, size_t errn)
{
    struct run r;
    bool ok = open_run(&r, e, dir, err, errn) && launch(&r, e, strcmp(e->kernel, "sync_chain") ? 1 : 32, e->a, e->b);

    if (ok)
        put_value(e, 0, (double)span(&r, 0) / OPS, sink);
    close_run(&r);
    return ok;
}

/* Global chase: a elements, b bytes apart, each holding the address of the next. */
static bool run_global(const struct bench_experiment *e, const char *dir, const struct bench_sink *sink, char *err, size_t errn)
{
    struct run r;
    CUdeviceptr chain = 0;
    uint32_t bytes = e->a * e->b;
    uint8_t *host = calloc(1, bytes);
    bool ok = host && open_run(&r, e, dir, err, errn) && check(&r, e, "memory", cuMemAlloc(&chain, bytes));

    if (ok) {
        for (uint32_t i = 0; i < e->a; i++) {
            uint64_t next = chain + (uint64_t)((i + 1) % e->a) * e->b;
            memcpy(host + (size_t)i * e->b, &next, chain > UINT32_MAX ? 8 : 4);
        }
        ok = check(&r, e, "copy", cuMemcpyHtoD(chain, host, bytes)) && launch(&r, e, 1, (uint32_t)chain, 0);
    }
    if (ok)
        put_value(e, 0, (double)span(&r, 0) / OPS, sink);
    if (chain)
        cuMemFree(chain);
    if (host)
        close_run(&r);
    free(host);
    return ok;
}

/* Figure 6: 1 to 16 warps of dependent integer adds. Latency: mean over the warps of each warp's own time per operation. */
static bool run_figure6(const struct bench_experiment *e, const char *dir, const struct bench_sink *sink, char *err, size_t errn)
{
    struct run r;
    bool ok = open_run(&r, e, dir, err, errn);
    int full = 0;

    for (unsigned warps = 1; ok && warps <= 16; warps++) {
        double sum = 0;

        ok = launch(&r, e, 32 * warps, e->a, e->b);
        if (!ok)
            break;
        for (unsigned w = 0; w < warps; w++)
            sum += span(&r, 32 * w);
        struct bench_point latency = { "6", "latency", warps, sum / warps / OPS };
        struct bench_point throughput = { "6", "throughput", warps, 32.0 * warps * OPS / total_span(&r, 32 * warps) };
        sink->point(sink->ctx, &latency);
        sink->point(sink->ctx, &throughput);
        if (!full && throughput.y >= 7.8)       /* the plateau of the paper's tables is 7.9 */
            full = (int)warps;
    }
    if (ok)
        put_value(e, 0, full, sink);
    close_run(&r);
    return ok;
}

#define F32(bits) (bits)
#define CHAIN_OF(prefix, kernel, a, b) { prefix ".latency " prefix ".throughput", "arith", kernel, run_chain, a, b }
#define TABLE_OF(prefix, kernel, a, b) { prefix ".latency " prefix ".throughput", "tables", kernel, run_chain, a, b }

const struct bench_experiment bench_experiments[] = {
    CHAIN_OF("T3.add.u32", "add_u32", 1, 2),
    CHAIN_OF("T3.sub.u32", "sub_u32", 1, 2),
    CHAIN_OF("T3.and.u32", "and_u32", 0xffff, 0xff0ff),
    CHAIN_OF("T3.or.u32", "or_u32", 1, 2),
    CHAIN_OF("T3.xor.u32", "xor_u32", 1, 2),
    CHAIN_OF("T3.shl.u32", "shl_u32", 1, 2),
    CHAIN_OF("T3.shr.u32", "shr_u32", 0x80000000u, 2),
    CHAIN_OF("T3.add.s32", "add_s32", 1, 2),
    CHAIN_OF("T3.sub.s32", "sub_s32", 1, 2),
    CHAIN_OF("T3.add.f32", "add_f32", F32(0x3f800000u), F32(0x3f000000u)),
    CHAIN_OF("T3.sub.f32", "sub_f32", F32(0x3f800000u), F32(0x3f000000u)),
    CHAIN_OF("T3.mad.f32", "mad_f32", F32(0x3f800000u), F32(0x3f000000u)),
    CHAIN_OF("T4.umul24", "umul24", 3, 5),
    CHAIN_OF("T4.mul24", "mul24", 3, 5),
    TABLE_OF("T3.maxmin.u32", "max_u32", 1, 2),
    TABLE_OF("T3.maxmin.s32", "max_s32", 1, 2),
    TABLE_OF("T3.maxmin.f32", "max_f32", 1, 2),
    TABLE_OF("T3.mul.u32", "mul_u32", 3, 5),
    TABLE_OF("T3.mul.s32", "mul_s32", 3, 5),
    TABLE_OF("T3.mad.u32", "mad_u32", 3, 5),
    TABLE_OF("T3.mad.s32", "mad_s32", 3, 5),
    TABLE_OF("T3.div.u32", "div_u32", 30000, 7),
    TABLE_OF("T3.div.s32", "div_s32", 30000, 7),
    TABLE_OF("T3.rem.u32", "rem_u32", 30000, 7),
    TABLE_OF("T3.rem.s32", "rem_s32", 30000, 7),
    TABLE_OF("T3.mul.f32", "mul_f32", 1, 1),
    TABLE_OF("T3.div.f32", "div_f32", 1, 2),
    TABLE_OF("T3.add.f64", "add_f64", 1, 2),
    TABLE_OF("T3.sub.f64", "sub_f64", 1, 2),
    TABLE_OF("T3.maxmin.f64", "max_f64", 1, 2),
    TABLE_OF("T3.mul.f64", "mul_f64", 1, 1),
    TABLE_OF("T3.mad.f64", "mad_f64", 1, 1),
    TABLE_OF("T3.div.f64", "div_f64", 1, 2),
    TABLE_OF("T4.usad", "usad", 1, 2),
    TABLE_OF("T4.sad", "sad", 1, 2),
    TABLE_OF("T4.umulhi", "umulhi", 3, 5),
    TABLE_OF("T4.mulhi", "mulhi", 3, 5),
    CHAIN_OF("T4.fadd_rn", "add_f32", F32(0x3f800000u), F32(0x3f000000u)),
    TABLE_OF("T4.fadd_rz", "fadd_rz", 1, 2),
    TABLE_OF("T4.fmul_rn", "mul_f32", 1, 1),
    TABLE_OF("T4.fmul_rz", "fmul_rz", 1, 1),
    TABLE_OF("T4.fdividef", "fdividef", 1, 2),
    TABLE_OF("T4.dadd_rn", "add_f64", 1, 2),
    TABLE_OF("T4.sinf", "sinf_", 1, 2),
    TABLE_OF("T4.cosf", "cosf_", 1, 2),
    TABLE_OF("T4.exp2f", "exp2f_", 1, 2),
    TABLE_OF("T4.log2f", "log2f_", 1, 2),
    TABLE_OF("T4.rsqrt", "rsqrt_", 1, 2),
    TABLE_OF("T4.sqrt", "sqrt_", 1, 2),
    { "X.clock.pair_cost", "latency", "clock_pair", run_clock, 0, 0 },
    { "X.syncthreads.latency", "latency", "sync_chain", run_average, 0, 0 },
    { "X.shared.latency", "latency", "shared_chase", run_average, 256, 1 },
    { "X.global.latency", "latency", "global_chase", run_global, 256, 64 },
    { "X.warps_to_saturate figure6", "arith", "add_u32", run_figure6, 1, 2 },
};
const size_t bench_experiment_count = sizeof bench_experiments / sizeof bench_experiments[0];
