/* SPDX-License-Identifier: Apache-2.0
 * What the experiments share. */
#define _POSIX_C_SOURCE 200809L
#include "harness.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MISSING 200             /* characters of a reason */

bool bench_fail(const struct bench_job *job, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(job->err, job->errn, fmt, ap);
    va_end(ap);
    return false;
}

bool bench_check(const struct bench_job *job, const char *what, CUresult rc)
{
    const char *text = NULL;

    if (rc == CUDA_SUCCESS)
        return true;
    if (rc == CUDA_ERROR_NOT_READY && job->gpu) {
        *job->hung = true;
        return bench_fail(job, "%s: %s: it has not ended after %u s (--patience)", job->e->kernel, what, job->patience);
    }
    job->cu->cuGetErrorString(rc, &text);
    return bench_fail(job, "%s: %s: %s", job->e->kernel, what, text ? text : "unknown error");
}

const struct gt_chip *bench_chip_of(unsigned tpcs)
{
    return gt_chip_find(tpcs > 1 ? "gtx280" : "tpc", NULL, 0);
}

const struct gt_chip *bench_chip(const struct bench_job *job, unsigned tpcs)
{
    const char *target = getenv("GT200_TARGET");
    if (job->gpu)
        return NULL;
    bool rtl = target && (!strcmp(target, "rtl") || !strcmp(target, "lockstep")), slow = !job->full && !job->named;

    if (target && !strcmp(target, "func"))      /* it has no clock */
        return NULL;
    if (rtl && (tpcs > 1 || slow))
        return NULL;
    return bench_chip_of(tpcs);
}

bool bench_open_chip(const struct bench_job *job, const struct gt_chip *chip, CUcontext *context)
{
    const char *was = getenv("GT200_CHIP");
    char *before = was ? strdup(was) : NULL;
    CUdevice device;

    setenv("GT200_CHIP", chip->name, 1);
    bool ok = bench_check(job, "context", job->cu->cuDeviceGet(&device, 0)) && bench_check(job, "context",
        job->cu->cuCtxCreate(context, 0, device));
    if (before)
        setenv("GT200_CHIP", before, 1);
    else
        unsetenv("GT200_CHIP");
    free(before);
    return ok;
}

bool bench_kernel(struct run *r, const char *name)
{
    return bench_check(r->job, name, r->job->cu->cuModuleGetFunction(&r->function, r->module, name));
}

bool bench_module(struct run *r, const char *module)
{
    const struct bench_job *job = r->job;
    char path[1024];

    if (r->module)
        job->cu->cuModuleUnload(r->module);
    r->module = NULL;
    snprintf(path, sizeof path, "%s/%s.%s", job->kernel_dir, module, job->gpu ? "ptx" : "cubin");
    return cuda_api_module(job->cu, &r->module, path, job->err, job->errn);
}

bool bench_open(struct run *r, const struct bench_job *job)
{
    memset(r, 0, sizeof *r);
    r->job = job;
    return bench_module(r, job->e->module) && bench_kernel(r, job->e->kernel) &&
           bench_check(job, "memory", job->cu->cuMemAlloc(&r->ts, sizeof r->clocks)) &&
           bench_check(job, "memory", job->cu->cuMemAlloc(&r->out, sizeof r->result));
}

void bench_close(struct run *r)
{
    bench_free(r->job, r->out);
    bench_free(r->job, r->ts);
    if (r->module && !(r->job->gpu && *r->job->hung))
        r->job->cu->cuModuleUnload(r->module);
}

void bench_free(const struct bench_job *job, CUdeviceptr at)
{
    if (at && !(job->gpu && *job->hung))
        job->cu->cuMemFree(at);
}

CUresult bench_wait(const struct bench_job *job, unsigned ms)
{
    struct timespec now, start, pause = { 0, 20000 };
    CUresult rc;

    if (!job->gpu)
        return job->cu->cuCtxSynchronize();
    clock_gettime(CLOCK_MONOTONIC, &start);
    while ((rc = job->cu->cuStreamQuery(NULL)) == CUDA_ERROR_NOT_READY) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        if ((double)(now.tv_sec - start.tv_sec) * 1e3 + (double)(now.tv_nsec - start.tv_nsec) / 1e6 > ms)
            break;
        nanosleep(&pause, NULL);
    }
    return rc;
}

/* The same with the patience of all kernels but those that may hang. */
static CUresult wait_for(const struct bench_job *job, CUresult started)
{
    return started == CUDA_SUCCESS ? bench_wait(job, 1000 * job->patience) : started;
}

CUresult bench_start_grid(struct run *r, unsigned blocks, unsigned threads, uint32_t a, uint32_t b)
{
    struct args64 { CUdeviceptr ts, out; uint32_t a, b; int32_t its; } args64 = { r->ts, r->out, a, b, ITERATIONS };
    uint32_t args32[5] = { (uint32_t)r->ts, (uint32_t)r->out, a, b, ITERATIONS };
    bool wide = r->job->gpu;
    size_t size = wide ? offsetof(struct args64, its) + 4 : sizeof args32;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, wide ? (void *)&args64 : (void *)args32,
                      CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };

    return r->job->cu->cuLaunchKernel(r->function, blocks, 1, 1, threads, 1, 1, 0, NULL, NULL, extra);
}

CUresult bench_start_at(struct run *r, unsigned blocks, unsigned threads, CUdeviceptr a, uint32_t b, int32_t its)
{
    struct args64 { CUdeviceptr ts, out, a; uint32_t b; int32_t its; } args64 = { r->ts, r->out, a, b, its };
    uint32_t args32[5] = { (uint32_t)r->ts, (uint32_t)r->out, (uint32_t)a, b, (uint32_t)its };
    bool wide = r->job->gpu;
    size_t size = wide ? sizeof args64 : sizeof args32;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, wide ? (void *)&args64 : (void *)args32,
                      CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
    return wait_for(r->job, r->job->cu->cuLaunchKernel(r->function, blocks, 1, 1, threads, 1, 1, 0, NULL, NULL, extra));
}

bool bench_read(struct run *r, unsigned threads)
{
    return bench_check(r->job, "read back", r->job->cu->cuMemcpyDtoH(r->clocks, r->ts, 8 * threads)) &&
           bench_check(r->job, "read back", r->job->cu->cuMemcpyDtoH(r->result, r->out, 4 * threads));
}

CUresult bench_start(struct run *r, unsigned threads, uint32_t a, uint32_t b)
{
    return wait_for(r->job, bench_start_grid(r, 1, threads, a, b));
}

bool bench_launch(struct run *r, unsigned threads, uint32_t a, uint32_t b)
{
    return bench_check(r->job, "run", bench_start(r, threads, a, b)) && bench_read(r, threads);
}

bool bench_launch_grid(struct run *r, unsigned blocks, unsigned threads, uint32_t a, uint32_t b)
{
    return bench_check(r->job, "run", wait_for(r->job, bench_start_grid(r, blocks, threads, a, b))) &&
           bench_check(r->job, "read back", r->job->cu->cuMemcpyDtoH(r->clocks, r->ts, 8 * threads));
}

bool bench_global(struct run *r, const char *name, const void *data, size_t bytes)
{
    CUdeviceptr at = 0;
    size_t size = 0;

    if (!bench_check(r->job, name, r->job->cu->cuModuleGetGlobal(&at, &size, r->module, name)))
        return false;
    if (bytes > size)
        return bench_fail(r->job, "%s has %zu bytes, %zu are to be copied", name, size, bytes);
    return bench_check(r->job, name, r->job->cu->cuMemcpyHtoD(at, data, bytes));
}

uint32_t bench_span(const struct run *r, unsigned thread)
{
    return r->clocks[2 * thread + 1] - r->clocks[2 * thread];
}

uint32_t bench_total_span(const struct run *r, unsigned threads)
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

void bench_put_value(const struct bench_job *job, int n, double value)
{
    char id[48];
    struct bench_value v = { nth_id(job->e, n, id, sizeof id), value, NULL };

    job->sink->value(job->sink->ctx, &v);
}

void bench_no_value(const struct bench_job *job, int n, const char *why, ...)
{
    char id[48], text[MISSING];
    struct bench_value v = { nth_id(job->e, n, id, sizeof id), NAN, text };
    va_list ap;

    va_start(ap, why);
    vsnprintf(text, sizeof text, why, ap);
    va_end(ap);
    job->sink->value(job->sink->ctx, &v);
}

void bench_no_fact(const struct bench_job *job, const char *figure, const char *what, const char *why, ...)
{
    char text[MISSING];
    struct bench_point p = { figure, what, NAN, NAN, text };
    va_list ap;

    va_start(ap, why);
    vsnprintf(text, sizeof text, why, ap);
    va_end(ap);
    job->sink->point(job->sink->ctx, &p);
}

void bench_put_point(const struct bench_job *job, const char *figure, const char *series, double x, double y)
{
    struct bench_point p = { figure, series, x, y, NULL };

    job->sink->point(job->sink->ctx, &p);
}

void bench_put_fact(const struct bench_job *job, const char *figure, const char *what, double y)
{
    bench_put_point(job, figure, what, NAN, y);
}
