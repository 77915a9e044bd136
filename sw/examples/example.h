/* SPDX-License-Identifier: Apache-2.0
 * What every example's host program needs: a context, a kernel from the cubin beside the program, error reports. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>

#define CHECK(call)                                                              \
    do {                                                                         \
        CUresult rc_ = (call);                                                   \
        if (rc_ != CUDA_SUCCESS) {                                               \
            const char *text_ = NULL;                                            \
            cuGetErrorString(rc_, &text_);                                       \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, text_ ? text_ : "unknown error"); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

/* Loads `kernel` from DIR/kernel.cubin, DIR being the directory of the program. */
static inline CUfunction example_open(const char *program, const char *kernel)
{
    const char *slash = strrchr(program, '/');
    char path[1024];
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction function;

    snprintf(path, sizeof path, "%.*s%s.cubin", slash ? (int)(slash - program + 1) : 0, program, kernel);
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuCtxCreate(&context, 0, device));
    CHECK(cuModuleLoad(&module, path));
    CHECK(cuModuleGetFunction(&function, module, kernel));
    return function;
}

/* Launches with the parameters laid out in `args` (`size` bytes) and waits. */
static inline void example_launch(CUfunction f, unsigned gx, unsigned gy, unsigned bx, unsigned by, void *args, size_t size)
{
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, args, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };

    CHECK(cuLaunchKernel(f, gx, gy, 1, bx, by, 1, 0, NULL, NULL, extra));
    CHECK(cuCtxSynchronize());
}

/* Argument `i` as a positive number, or the default. */
static inline int example_arg(int argc, char **argv, int i, int otherwise)
{
    if (i >= argc)
        return otherwise;
    char *end;
    long v = strtol(argv[i], &end, 0);
    if (*end || v <= 0 || v > 1 << 26) {
        fprintf(stderr, "%s: '%s' is not a size\n", argv[0], argv[i]);
        exit(2);
    }
    return (int)v;
}

#endif
