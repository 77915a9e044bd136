/* SPDX-License-Identifier: Apache-2.0
 * gt200 launch: what a launch through the CUDA Driver API costs on target func: a kernel of one instruction, many
 * times. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>

#include "cli.h"
#include "now.h"

static const char kernel[] = "architecture {sm_13}\nabiversion {1}\nmodname {cubin}\ncode {\n name = nothing\n lmem "
                             "= 0\n smem = 24\n reg = 2\n bar = 0\n"
                             " param = 8\n params { 0 8 }\n bincode { 0x30000003 0x00000780 }\n}\n";

static int failure(CUresult rc)
{
    const char *text = NULL;

    cuGetErrorString(rc, &text);
    return cli_failure("launch", "%s", text ? text : "unknown error");
}

struct arguments { uint64_t n, limit_us; };

/* Options that name the machine as its variables of the environment do. */
static int variable(void *ctx, const char *name, const char *value)
{
    const char *set = !strcmp(name, "--target") ? "GT200_TARGET" : !strcmp(name, "--chip") ? "GT200_CHIP"
                                                                                            : "GT200_THREADS";
    (void)ctx;
    return setenv(set, value, 1) ? cli_failure("launch", "%s: out of memory", name) : CLI_GO_ON;
}

static const struct cli_option options[] = {
    OPT_NUMBER("-n", "LAUNCHES", struct arguments, n, 1, 100000000, "how many, default 10000"),
    OPT_NUMBER("--limit", "MICROSECONDS", struct arguments, limit_us, 1, 100000000, "fails when one takes more"),
    { .name = "--target", .arg = "T", .kind = CLI_CALL, .take = variable, .words = "func model rtl lockstep",
      .help = "the machine, or GT200_TARGET; default func; fpga:DEVICE: a board" },
    { .name = "--chip", .arg = "C", .kind = CLI_CALL, .take = variable, .words = GT_CHIP_WORDS,
      .help = "or GT200_CHIP" },
    OPT_CALL("--threads", "N", variable, "host threads of target model, or GT200_THREADS"),
    { 0 }
};

static int run(int argc, char **argv);

const struct cli_command gt_command_launch = {
    .name = "launch", .what = "what a kernel launch costs the host", .group = CLI_MEASURE,
    .usage = "[-n LAUNCHES] [--limit MICROSECONDS] [--target T] [--chip C] [--threads N]",
    .about = "Time of one launch of an empty kernel through cuLaunchKernel.", .options = options, .run = run,
};

/* The command: exit status; beyond the limit it is a failure. */
static int run(int argc, char **argv)
{
    struct arguments a = { .n = 10000 };
    uint64_t arg = 0;
    CUcontext c;
    CUmodule m;
    CUfunction f;
    CUresult rc;
    void *params[] = { &arg };
    int status = cli_options(&gt_command_launch, &a, argc, argv);

    if (status != CLI_GO_ON)
        return status;
    const uint64_t n = a.n, limit_us = a.limit_us;
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
