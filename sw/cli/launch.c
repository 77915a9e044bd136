/* SPDX-License-Identifier: Apache-2.0
 * gt200 launch: what a launch through the CUDA Driver API costs on target func: a kernel of one instruction, many
 * times. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cuda.h>

#include "cli.h"

static const char kernel[] = "architecture {sm_13}\nabiversion {1}\nmodname {cubin}\ncode {\n name = nothing\n lmem "
                             "= 0\n smem = 24\n reg = 2\n bar = 0\n"
                             " param = 8\n params { 0 8 }\n bincode { 0x30000003 0x00000780 }\n}\n";

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int failure(CUresult rc)
{
    const char *text = NULL;

    cuGetErrorString(rc, &text);
    return cli_failure("launch", "%s", text ? text : "unknown error");
}

int gt_cmd_launch(int argc, char **argv)
{
    uint64_t n = 10000, limit_us = 0, arg = 0;
    CUcontext c;
    CUmodule m;
    CUfunction f;
    CUresult rc;
    void *params[] = { &arg };

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            printf(
                "usage: gt200 launch [-n LAUNCHES] [--limit MICROSECONDS] [--target T] [--chip C] [--threads N]\n\n"
                "Time of one launch of an empty kernel (--target or GT200_TARGET, default func) through "
                "cuLaunchKernel.\n"
                "With --limit: fails when it is more. --chip and --threads, or GT200_CHIP and GT200_THREADS: the "
                "machine and the host threads of target model.\n");
            return CLI_OK;
        }
        const char *name = !strcmp(argv[i], "--target") ? "GT200_TARGET" : !strcmp(argv[i], "--chip") ? "GT200_CHIP" :
                           !strcmp(argv[i], "--threads") ? "GT200_THREADS" : NULL;
        if (name && i + 1 < argc) {
            if (setenv(name, argv[++i], 1))
                return cli_failure("launch", "%s: out of memory", name);
            continue;
        }
        uint64_t *to = !strcmp(argv[i], "-n") ? &n : !strcmp(argv[i], "--limit") ? &limit_us : NULL;
        if (!to || i + 1 == argc || !cli_number(argv[++i], 100000000, to) || !*to)
            return cli_usage("launch", "unexpected argument '%s'", argv[i]);
    }
    if ((rc = cuInit(0)) || (rc = cuCtxCreate(&c, 0, 0)))
        return failure(rc);
    if ((rc = cuModuleLoadData(&m, kernel)) || (rc = cuModuleGetFunction(&f, m, "nothing")))
        return failure(rc);
    double start = now();
    for (uint64_t i = 0; i < n && !rc; i++)
        rc = cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL);
    double us = 1e6 * (now() - start) / (double)n;
    if (rc)
        return failure(rc);
    cuCtxDestroy(c);
    printf("%llu launches, %.2f microseconds each\n", (unsigned long long)n, us);
    return limit_us && us > (double)limit_us
               ? cli_failure("launch", "%.2f microseconds are more than %llu", us, (unsigned long long)limit_us)
               : CLI_OK;
}
