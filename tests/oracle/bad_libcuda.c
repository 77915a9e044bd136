/* SPDX-License-Identifier: Apache-2.0
 * In front of the stand-in for a GPU (tests/bench/stand_in.c): what a real one may do.
 * BAD_WORD: its compiler refuses lines with that word.
 * BAD_FAULT=N: launch N of the process faults, and so does all behind it in that context. BAD_HANG=N: launch N never
 * ends. BAD_DIE=N: it takes the process down.
 * BAD_OPT: its compiler makes and.b16 of xor.b16 unless it is not to optimize. BAD_SWAP=OLD=NEW, of one length: it
 * takes each OLD in the PTX for NEW. BAD_STUCK=N: launch N of the process never ends, for who asks whether it has.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cuda.h>

static bool faulty;
static unsigned launches, started;

static bool now(const char *name)
{
    const char *n = getenv(name);
    return n && launches == strtoul(n, NULL, 10);
}

CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device)
{
    __typeof__(&cuCtxCreate) real = (__typeof__(real))dlsym(RTLD_NEXT, "cuCtxCreate_v2");
    faulty = false;
    return real(context, flags, device);
}

CUresult cuCtxSynchronize(void)
{
    __typeof__(&cuCtxSynchronize) real = (__typeof__(real))dlsym(RTLD_NEXT, "cuCtxSynchronize");
    launches++;
    if (now("BAD_DIE"))
        abort();
    while (now("BAD_HANG"))
        pause();
    faulty = faulty || now("BAD_FAULT");
    return faulty ? CUDA_ERROR_LAUNCH_FAILED : real();
}

CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                        unsigned shared, CUstream stream, void **params, void **extra)
{
    __typeof__(&cuLaunchKernel) real = (__typeof__(real))dlsym(RTLD_NEXT, "cuLaunchKernel");
    started++;
    return real(f, gx, gy, gz, bx, by, bz, shared, stream, params, extra);
}

CUresult cuStreamQuery(CUstream stream)
{
    __typeof__(&cuStreamQuery) real = (__typeof__(real))dlsym(RTLD_NEXT, "cuStreamQuery");
    const char *n = getenv("BAD_STUCK");
    return n && started >= strtoul(n, NULL, 10) ? CUDA_ERROR_NOT_READY : real(stream);
}

/* As a driver does: whoever destroys a context waits for its kernels. */
CUresult cuCtxDestroy_v2(CUcontext context)
{
    __typeof__(&cuCtxDestroy) real = (__typeof__(real))dlsym(RTLD_NEXT, "cuCtxDestroy_v2");
    const char *n = getenv("BAD_STUCK");
    while (n && started >= strtoul(n, NULL, 10))
        pause();
    return real(context);
}

static bool optimizes(unsigned n, const CUjit_option *options)
{
    for (unsigned i = 0; i < n; i++)
        if (options[i] == CU_JIT_OPTIMIZATION_LEVEL)
            return false;
    return getenv("BAD_OPT") != NULL;
}

/* A compiler with a mistake: BAD_WORD is refused, BAD_SWAP (or xor.b16) becomes another instruction. */
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned n, CUjit_option *options, void **values)
{
    __typeof__(&cuModuleLoadDataEx) real = (__typeof__(real))dlsym(RTLD_NEXT, "cuModuleLoadDataEx");
    const char *word = getenv("BAD_WORD"), *at = word ? strstr(image, word) : NULL;
    unsigned line = 1;
    const char *swap = getenv("BAD_SWAP"), *by = swap ? strchr(swap, '=') : NULL;
    if (!at && (by || optimizes(n, options))) {
        char *text = strdup(image), old[64] = " xor.b16";
        if (by)
            snprintf(old, sizeof old, "%.*s", (int)(by - swap), swap);
        for (char *x = text; (x = strstr(x, old));)
            memcpy(x, by ? by + 1 : " and.b16", strlen(old));
        CUresult rc = real(module, text, n, options, values);
        free(text);
        return rc;
    }
    if (!at)
        return real(module, image, n, options, values);
    for (const char *s = image; s < at; s++)
        line += *s == '\n';
    for (unsigned i = 0; i < n; i++)
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
            sprintf(values[i], "ptxas application ptx input, line %u; error   : Not a name: '%s'\n", line, word);
    return CUDA_ERROR_INVALID_PTX;
}
