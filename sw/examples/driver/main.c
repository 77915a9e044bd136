/* SPDX-License-Identifier: Apache-2.0
 * driver [N]: two vectors added on the device by the Driver API alone, in C: the cubin that `gt200 cc vecadd.cu -o
 * driver.cubin` made is loaded from the folder of the program. */
#include <cuda.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                                     \
    do {                                                                                                \
        CUresult rc_ = (call);                                                                          \
        if (rc_ != CUDA_SUCCESS) {                                                                      \
            const char *text_ = NULL;                                                                   \
            cuGetErrorString(rc_, &text_);                                                              \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, text_ ? text_ : "unknown error"); \
            exit(1);                                                                                    \
        }                                                                                               \
    } while (0)

/* The kernel of the cubin beside the program. */
static CUfunction load(const char *program)
{
    const char *slash = strrchr(program, '/');
    char path[1024];
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction function;

    snprintf(path, sizeof path, "%.*sdriver.cubin", slash ? (int)(slash - program + 1) : 0, program);
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuCtxCreate(&context, 0, device));
    CHECK(cuModuleLoad(&module, path));
    CHECK(cuModuleGetFunction(&function, module, "vecadd"));
    return function;
}

static int size_argument(int argc, char **argv)
{
    char *end;
    long n = argc > 1 ? strtol(argv[1], &end, 0) : 1000;

    if (argc > 1 && (end == argv[1] || *end || n < 1 || n > 1 << 22)) {
        fprintf(stderr, "%s: size '%s': expected 1 to %d\n", argv[0], argv[1], 1 << 22);
        exit(2);
    }
    return (int)n;
}

int main(int argc, char **argv)
{
    int n = size_argument(argc, argv), wrong = 0;
    size_t bytes = (size_t)n * sizeof(float);
    float *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes), ms;
    CUdeviceptr da, db, dc;
    CUevent start, stop;

    if (!a || !b || !c) {
        fprintf(stderr, "%s: out of memory\n", argv[0]);
        return 1;
    }
    for (int i = 0; i < n; i++) {
        a[i] = 0.5f * (float)i;
        b[i] = 1000.0f - (float)i;
    }
    CUfunction vecadd = load(argv[0]);
    CHECK(cuMemAlloc(&da, bytes));
    CHECK(cuMemAlloc(&db, bytes));
    CHECK(cuMemAlloc(&dc, bytes));
    CHECK(cuMemcpyHtoD(da, a, bytes));
    CHECK(cuMemcpyHtoD(db, b, bytes));
    CHECK(cuEventCreate(&start, 0));
    CHECK(cuEventCreate(&stop, 0));

    void *parameters[] = { &da, &db, &dc, &n };
    CHECK(cuEventRecord(start, NULL));
    CHECK(cuLaunchKernel(vecadd, (unsigned)(n + 127) / 128, 1, 1, 128, 1, 1, 0, NULL, parameters, NULL));
    CHECK(cuEventRecord(stop, NULL));
    CHECK(cuEventSynchronize(stop));
    CHECK(cuEventElapsedTime(&ms, start, stop));
    CHECK(cuMemcpyDtoH(c, dc, bytes));
    for (int i = 0; i < n; i++)
        wrong += c[i] != a[i] + b[i];

    printf("driver: %d elements, %.3f us on the device: ", n, 1000 * ms);
    if (wrong)
        printf("MISMATCH, %d wrong\n", wrong);
    else
        printf("ok\n");
    free(a);
    free(b);
    free(c);
    return wrong != 0;
}
