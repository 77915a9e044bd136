/* SPDX-License-Identifier: Apache-2.0
 *
 * The libcuda of a GPU that is none, for the tests of gt200 probe: kernel vN takes N + 9 clocks and writes 1 if 3 <= N
 * and N < 8, else 2; a warp more starts a clock later. FAKE_FAULT=N: the kernels of the module loaded as the Nth of all
 * processes fault (a file counts them). FAKE_DRIFT=1: each launch of a kernel takes a clock more.
 */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int faulted, launches[64];

CUresult cuInit(unsigned flags)
{
    return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *v)
{
    *v = 13000;
    return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult rc, const char **s)
{
    (void)rc;
    *s = "a fault, as asked for";
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *d, int n)
{
    *d = n;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *n)
{
    *n = 1;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int n, CUdevice d)
{
    (void)d;
    snprintf(name, (size_t)n, "Fake");
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *v, CUdevice_attribute a, CUdevice d)
{
    const char *capability = getenv("FAKE_CAPABILITY");
    int sm = capability ? atoi(capability) : 90;

    (void)d;
    *v = a == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? sm / 10 :
         a == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR ? sm % 10 : 2;
    return CUDA_SUCCESS;
}

CUresult cuCtxCreate_v2(CUcontext *c, unsigned flags, CUdevice d)
{
    (void)flags;
    (void)d;
    *c = (CUcontext)1;
    return CUDA_SUCCESS;
}

CUresult cuCtxDestroy_v2(CUcontext c)
{
    (void)c;
    return CUDA_SUCCESS;
}

CUresult cuStreamQuery(CUstream s)
{
    (void)s;
    return faulted ? 715 : CUDA_SUCCESS;
}

CUresult cuModuleLoadDataEx(CUmodule *m, const void *image, unsigned n, CUjit_option *o, void **v)
{
    const char *at = getenv("FAKE_FAULT"), *count = getenv("FAKE_COUNT");
    FILE *f = count ? fopen(count, "a") : NULL;

    (void)n;
    (void)o;
    (void)v;
    if (memcmp(image, "\177ELF", 4))
        return CUDA_ERROR_INVALID_IMAGE;
    if (f) {
        fputc('x', f);
        faulted = at && ftell(f) == atol(at);
        fclose(f);
    }
    memset(launches, 0, sizeof launches);
    *m = (CUmodule)1;
    return CUDA_SUCCESS;
}

CUresult cuModuleUnload(CUmodule m)
{
    (void)m;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *f, CUmodule m, const char *name)
{
    (void)m;
    *f = (CUfunction)(size_t)(atoi(name + 1) + 1);
    return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr *p, size_t n)
{
    *p = (CUdeviceptr)(size_t)malloc(n);
    return CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr p)
{
    free((void *)(size_t)p);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t n)
{
    memcpy(to, (void *)(size_t)from, n);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t n)
{
    memcpy((void *)(size_t)to, from, n);
    return CUDA_SUCCESS;
}

CUresult cuMemsetD32_v2(CUdeviceptr p, unsigned v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((unsigned *)(size_t)p)[i] = v;
    return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                        unsigned shared, CUstream s, void **args, void **extra)
{
    unsigned n = (unsigned)(size_t)f - 1, *out = (unsigned *)(size_t)*(CUdeviceptr *)args[0];
    unsigned drift = getenv("FAKE_DRIFT") ? (unsigned)launches[n % 64]++ : 0;

    (void)s;
    (void)extra;
    if (gy * gz * by * bz != 1 || shared)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned l = 0; l < gx * bx; l++) {
        out[4 * l] = n >= 3 && n < 8 ? 1 : 2;
        out[4 * l + 1] = l / 32;
        out[4 * l + 2] = 1000 + l / 32;
        out[4 * l + 3] = 1000 + l / 32 + n + 9 + drift;
    }
    return CUDA_SUCCESS;
}
