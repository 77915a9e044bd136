/* SPDX-License-Identifier: Apache-2.0
 * Kernels timed by events. */
#include "rate.h"

#include <stdlib.h>
#include <string.h>

bool rate_open(struct rate *t, const struct bench_job *job, size_t words)
{
    const size_t bytes = sizeof(uint32_t) * words;
    uint32_t *host = malloc(bytes);

    memset(t, 0, sizeof *t);
    t->words = words;
    for (size_t i = 0; host && i < words; i++)
        host[i] = (uint32_t)i;
    bool ok = bench_open(&t->r, job) && (host || bench_fail(job, "out of memory")) &&
              bench_check(job, "memory", job->cu->cuMemAlloc(&t->in, bytes)) &&
              bench_check(job, "memory", job->cu->cuMemAlloc(&t->out, bytes)) &&
              bench_check(job, "copy", job->cu->cuMemcpyHtoD(t->in, host, bytes)) &&
              bench_check(job, "event", job->cu->cuEventCreate(&t->start, CU_EVENT_DEFAULT)) &&
              bench_check(job, "event", job->cu->cuEventCreate(&t->stop, CU_EVENT_DEFAULT));
    free(host);
    return ok;
}

void rate_close(struct rate *t)
{
    const struct bench_job *job = t->r.job;

    if (!job)
        return;
    if (t->start)
        job->cu->cuEventDestroy(t->start);
    if (t->stop)
        job->cu->cuEventDestroy(t->stop);
    bench_free(job, t->in);
    bench_free(job, t->out);
    bench_close(&t->r);
}

bool rate_run(struct rate *t, const char *kernel, const struct rate_grid *g, CUdeviceptr out, CUdeviceptr in, int n,
              int k, double *seconds)
{
    const struct bench_job *job = t->r.job;
    struct { CUdeviceptr out, in; int n, k; } wide = { out, in, n, k };
    uint32_t narrow[4] = { (uint32_t)out, (uint32_t)in, (uint32_t)n, (uint32_t)k };
    size_t size = job->gpu ? sizeof wide : sizeof narrow;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, job->gpu ? (void *)&wide : (void *)narrow,
                      CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
    float ms = 0;

    if (!bench_kernel(&t->r, kernel) || !bench_check(job, kernel, job->cu->cuEventRecord(t->start, NULL)) ||
        !bench_check(job, kernel, job->cu->cuLaunchKernel(t->r.function, g->blocks_x, g->blocks_y, 1, g->x, g->y, 1, 0,
                                                          NULL, NULL, extra)) ||
        !bench_check(job, kernel, job->cu->cuEventRecord(t->stop, NULL)) ||
        !bench_check(job, kernel, bench_wait(job, 1000 * job->patience)) ||
        !bench_check(job, kernel, job->cu->cuEventElapsedTime(&ms, t->start, t->stop)))
        return false;
    *seconds = (double)ms / 1e3;
    return true;
}

bool rate_texels(struct rate *t, CUdeviceptr at, size_t words)
{
    const struct bench_job *job = t->r.job;
    CUtexref texels;

    return bench_check(job, "texels", job->cu->cuModuleGetTexRef(&texels, t->r.module, "texels")) &&
           bench_check(job, "texels", job->cu->cuTexRefSetFormat(texels, CU_AD_FORMAT_UNSIGNED_INT32, 1)) &&
           bench_check(job, "texels", job->cu->cuTexRefSetFlags(texels, CU_TRSF_READ_AS_INTEGER)) &&
           bench_check(job, "texels", job->cu->cuTexRefSetAddress(NULL, texels, at, 4 * words));
}

uint32_t *rate_words(struct rate *t, CUdeviceptr array, size_t from, size_t n)
{
    const struct bench_job *job = t->r.job;
    uint32_t *words = malloc(n * sizeof *words);

    if (!words)
        bench_fail(job, "out of memory");
    else if (!bench_check(job, "read back", job->cu->cuMemcpyDtoH(words, array + 4 * from, 4 * n))) {
        free(words);
        words = NULL;
    }
    return words;
}

bool rate_wrong(struct rate *t, const char *kernel, size_t at, uint32_t got, uint32_t expected)
{
    return bench_fail(t->r.job, "%s: word %zu is %#x, expected %#x", kernel, at, got, expected);
}
