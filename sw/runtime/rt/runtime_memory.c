/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: memory, symbols. Rows and arrays: runtime_array.c.
 */
#include "runtime.h"
#include "runtime_gpu.h"

#include <string.h>

static CUdeviceptr as_device(const void *p)
{
    return (CUdeviceptr)(uintptr_t)p;
}

static void *as_host(CUdeviceptr a)
{
    return (void *)(uintptr_t)a;
}

/* ---- allocation ---------------------------------------------------------------------------------- */

cudaError_t cudaMalloc(void **p, size_t bytes)
{
    CUdeviceptr a = 0;
    CUresult rc = rt_enter();

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (!p)
        return rt_error(cudaErrorInvalidValue, "cudaMalloc: null pointer");
    *p = NULL;
    if (bytes && (rc = rt_api()->cuMemAlloc(&a, bytes)) == CUDA_SUCCESS)
        *p = as_host(a);
    return rt_return(rc);
}

cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned int flags)
{
    CUdeviceptr a = 0;
    CUresult rc = rt_enter();

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (!p)
        return rt_error(cudaErrorInvalidValue, "cudaMallocManaged: null pointer");
    if ((rc = rt_api()->cuMemAllocManaged(&a, bytes, flags)) == CUDA_SUCCESS)
        *p = as_host(a);
    return rt_return(rc);
}

cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, int to, cudaStream_t stream)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuMemPrefetchAsync(as_device(p), bytes, to, stream));
}

cudaError_t cudaMemAdvise(const void *p, size_t bytes, enum cudaMemoryAdvise advice, int to)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuMemAdvise(as_device(p), bytes, (CUmem_advise)advice, to));
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t bytes, unsigned int flags)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuStreamAttachMemAsync(stream, as_device(p), bytes, flags));
}

cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height)
{
    CUdeviceptr a = 0;
    CUresult rc = rt_enter();

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (!p)
        return rt_error(cudaErrorInvalidValue, "cudaMallocPitch: null pointer");
    if ((rc = rt_api()->cuMemAllocPitch(&a, pitch, width, height, 4)) == CUDA_SUCCESS)
        *p = as_host(a);
    return rt_return(rc);
}

cudaError_t cudaFree(void *p)
{
    CUresult rc = rt_enter();

    if (rc == CUDA_SUCCESS && (rc = rt_api()->cuMemFree(as_device(p))) == CUDA_ERROR_INVALID_VALUE)
        return rt_error(cudaErrorInvalidDevicePointer, "cudaFree: %p is not the start of an allocation", p);
    return rt_return(rc);
}

/* No bytes: NULL and success, as cudaMalloc, where cuMemHostAlloc refuses. */
cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned int flags)
{
    CUresult rc = rt_enter();

    if (rc == CUDA_SUCCESS && p && !bytes) {
        *p = NULL;
        return rt_return(rc);
    }
    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuMemHostAlloc(p, bytes, flags));
}

cudaError_t cudaMallocHost(void **p, size_t bytes)
{
    return cudaHostAlloc(p, bytes, 0);
}

cudaError_t cudaHostGetDevicePointer(void **dev, void *host, unsigned int flags)
{
    CUdeviceptr a = 0;
    CUresult rc = rt_enter();

    if (!dev)
        return rt_error(cudaErrorInvalidValue, "cudaHostGetDevicePointer: null pointer");
    *dev = NULL;
    if (rc == CUDA_SUCCESS && (rc = rt_api()->cuMemHostGetDevicePointer(&a, host, flags)) == CUDA_SUCCESS)
        *dev = as_host(a);
    return rt_return(rc);
}

cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned int flags)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuMemHostRegister(p, bytes, flags));
}

cudaError_t cudaHostUnregister(void *p)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuMemHostUnregister(p));
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuMemHostGetFlags(flags, host));
}

cudaError_t cudaFreeHost(void *p)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuMemFreeHost(p));
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuMemGetInfo(free_bytes, total));
}

/* ---- copies -------------------------------------------------------------------------------------- */

static cudaError_t wrong_direction(const char *call, enum cudaMemcpyKind kind)
{
    return rt_error(cudaErrorInvalidMemcpyDirection, "%s: %d is not a direction of this device", call, (int)kind);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    CUresult rc = rt_enter();

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    switch (kind) {
    case cudaMemcpyHostToHost:
        if (bytes)
            memmove(to, from, bytes);
        return cudaSuccess;
    case cudaMemcpyHostToDevice:   rc = rt_api()->cuMemcpyHtoD(as_device(to), from, bytes); break;
    case cudaMemcpyDeviceToHost:   rc = rt_api()->cuMemcpyDtoH(to, as_device(from), bytes); break;
    case cudaMemcpyDeviceToDevice: rc = rt_api()->cuMemcpyDtoD(as_device(to), as_device(from), bytes); break;
    default:
        if (kind != cudaMemcpyDefault || !rt_on_gpu())
            return wrong_direction("cudaMemcpy", kind);
        rc = rt_api()->cuMemcpy(as_device(to), as_device(from), bytes);
    }
    return rt_return(gpu_waited(rc));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUresult rc = rt_enter();

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    switch (kind) {
    case cudaMemcpyHostToHost:
        if ((rc = rt_stream_first(stream, "cudaMemcpyAsync")) == CUDA_SUCCESS && bytes)
            memmove(to, from, bytes);
        return rt_return(rc);
    case cudaMemcpyHostToDevice:
        return rt_return(rt_api()->cuMemcpyHtoDAsync(as_device(to), from, bytes, stream));
    case cudaMemcpyDeviceToHost:
        return rt_return(rt_api()->cuMemcpyDtoHAsync(to, as_device(from), bytes, stream));
    case cudaMemcpyDeviceToDevice:
        return rt_return(rt_api()->cuMemcpyDtoDAsync(as_device(to), as_device(from), bytes, stream));
    default:
        return kind != cudaMemcpyDefault || !rt_on_gpu()
                   ? wrong_direction("cudaMemcpyAsync", kind)
                   : rt_return(rt_api()->cuMemcpyAsync(as_device(to), as_device(from), bytes, stream));
    }
}

static cudaError_t pitch_is_small(const char *call, size_t width, size_t pitch)
{
    return rt_error(cudaErrorInvalidPitchValue, "%s: rows of %zu bytes, pitch %zu", call, width, pitch);
}

cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height)
{
    CUresult rc = rt_enter();

    if (height > 1 && width > pitch)
        return pitch_is_small("cudaMemset2D", width, pitch);
    return rt_return(rc != CUDA_SUCCESS
                         ? rc
                         : rt_api()->cuMemsetD2D8(as_device(p), pitch, (unsigned char)value, width, height));
}

cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
{
    CUresult rc = rt_enter();

    if (height > 1 && width > pitch)
        return pitch_is_small("cudaMemset2DAsync", width, pitch);
    return rt_return(rc != CUDA_SUCCESS ? rc
                                        : rt_api()->cuMemsetD2D8Async(as_device(p), pitch, (unsigned char)value, width,
                                                                      height, stream));
}

cudaError_t cudaMemset(void *p, int value, size_t bytes)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuMemsetD8(as_device(p), (unsigned char)value, bytes));
}

cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS
                         ? rc
                         : rt_api()->cuMemsetD8Async(as_device(p), (unsigned char)value, bytes, stream));
}

/* ---- symbols ------------------------------------------------------------------------------------- */

/* Address and size of the variable behind a host symbol, whose module is loaded if it is not yet. */
static CUresult find_symbol(const void *symbol, CUdeviceptr *a, size_t *bytes)
{
    const struct rt_symbol *s = rt_find(RT_VARIABLE, symbol);
    CUmodule m;
    CUresult rc = rt_enter();

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!s && symbol && (rc = rt_static_variable(symbol, a, bytes)) != CUDA_ERROR_NOT_FOUND)
        return rc;
    if (!s)
        return drv_fail(RT_ERROR(cudaErrorInvalidSymbol),
                        "the symbol is not a __device__ or __constant__ variable of this program");
    if ((rc = rt_module(s->image, &m)) != CUDA_SUCCESS)
        return rc;
    rc = rt_api()->cuModuleGetGlobal(a, bytes, m, s->name);
    if (rc == CUDA_ERROR_NOT_FOUND)         /* the kernels do not use it: the compiler left it out */
        rc = drv_fail(RT_ERROR(cudaErrorInvalidSymbol), "variable '%s' is not used by any kernel", s->name);
    return rc;
}

cudaError_t cudaGetSymbolAddress(void **p, const void *symbol)
{
    CUdeviceptr a = 0;
    size_t n;
    CUresult rc = p ? find_symbol(symbol, &a, &n)
                    : drv_fail(CUDA_ERROR_INVALID_VALUE, "cudaGetSymbolAddress: null pointer");

    if (rc == CUDA_SUCCESS)
        *p = as_host(a);
    return rt_return(rc);
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol)
{
    CUdeviceptr a;

    return rt_return(bytes ? find_symbol(symbol, &a, bytes)
                           : drv_fail(CUDA_ERROR_INVALID_VALUE, "cudaGetSymbolSize: null pointer"));
}

/* Where `bytes` at `offset` of a symbol lie. */
static CUresult symbol_range(const char *call, const void *symbol, size_t bytes, size_t offset, CUdeviceptr *a)
{
    size_t n;
    CUresult rc = find_symbol(symbol, a, &n);

    if (rc == CUDA_SUCCESS && (offset > n || bytes > n - offset))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %zu bytes at offset %zu of a variable of %zu bytes", call,
                        bytes, offset, n);
    *a += offset;
    return rc;
}

static bool is_for_symbol(enum cudaMemcpyKind kind, enum cudaMemcpyKind way)
{
    return kind == way || kind == cudaMemcpyDeviceToDevice || (kind == cudaMemcpyDefault && rt_on_gpu());
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind)
{
    CUdeviceptr a = 0;
    CUresult rc = symbol_range("cudaMemcpyToSymbol", symbol, bytes, offset, &a);

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (!is_for_symbol(kind, cudaMemcpyHostToDevice))
        return rt_error(cudaErrorInvalidMemcpyDirection, "cudaMemcpyToSymbol: direction %d", (int)kind);
    return cudaMemcpy(as_host(a), from, bytes, kind);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind)
{
    CUdeviceptr a = 0;
    CUresult rc = symbol_range("cudaMemcpyFromSymbol", symbol, bytes, offset, &a);

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (!is_for_symbol(kind, cudaMemcpyDeviceToHost))
        return rt_error(cudaErrorInvalidMemcpyDirection, "cudaMemcpyFromSymbol: direction %d", (int)kind);
    return cudaMemcpy(to, as_host(a), bytes, kind);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream)
{
    const CUresult rc = rt_stream_first(stream, "cudaMemcpyToSymbolAsync");

    return rc != CUDA_SUCCESS ? rt_return(rc) : cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    const CUresult rc = rt_stream_first(stream, "cudaMemcpyFromSymbolAsync");

    return rc != CUDA_SUCCESS ? rt_return(rc) : cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}
