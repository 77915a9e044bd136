/* SPDX-License-Identifier: Apache-2.0
 *
 * CUDA C: `gt200 cc` puts this file in front of every source. A program that includes it itself, as it must for
 * nvcc's C files, gets it once. __GT200_KERNELS_ONLY__ (gt200 cc -o k.cubin) leaves out everything of the host.
 */
#ifndef GT200_CUDA_RUNTIME_H
#define GT200_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__          /* by which headers of samples know that it is there */

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#define __GT200__ 1

#ifndef __GT200_KERNELS_ONLY__
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __cplusplus
#include <cmath>
#include <cstdlib>
#endif
#endif

#include "host_defines.h"
#include "vector_types.h"
#include "vector_functions.h"
#include "driver_types.h"
#include "texture_types.h"
#include "driver_functions.h"
#include "cuda_runtime_api.h"

#ifdef __cplusplus
#include "channel_descriptor.h"

/* ---- functions of CUDA that the host's math library lacks ------------------------------------------- */

#if !defined(__GT200_KERNELS_ONLY__)
#define __GT_HOST static inline __host__ __attribute__((unused))
__GT_HOST double rsqrt(double x) { return 1 / ::sqrt(x); }
__GT_HOST float rsqrtf(float x) { return (float)(1 / ::sqrt((double)x)); }
__GT_HOST double rcbrt(double x) { return 1 / ::cbrt(x); }
__GT_HOST float rcbrtf(float x) { return (float)(1 / ::cbrt((double)x)); }
__GT_HOST double sinpi(double x) { double r = ::remainder(x, 2); return ::sin(3.141592653589793 * r); }
__GT_HOST float sinpif(float x) { return (float)::sinpi((double)x); }
__GT_HOST double cospi(double x) { double r = ::remainder(x, 2); return ::cos(3.141592653589793 * r); }
__GT_HOST float cospif(float x) { return (float)::cospi((double)x); }
#undef __GT_HOST
#endif

/* ---- C++ forms of the Runtime API ---------------------------------------------------------------- */

#if !defined(__GT200_KERNELS_ONLY__)

template <class T> static inline cudaError_t cudaMalloc(T **p, size_t bytes) { return cudaMalloc((void **)p, bytes); }
template <class T>
static inline cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned int flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged((void **)p, bytes, flags);
}
template <class T> static inline cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned int flags = 0)
{
    return cudaHostAlloc((void **)p, bytes, flags);
}
template <class T> static inline cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned int flags)
{
    return cudaHostAlloc((void **)p, bytes, flags);
}
template <class T> static inline cudaError_t cudaHostGetDevicePointer(T **p, void *host, unsigned int flags)
{
    return cudaHostGetDevicePointer((void **)p, host, flags);
}
template <class T> static inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch((void **)p, pitch, width, height);
}

/* Symbols are variables here, and names (const char *) go to the C functions. */
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                               enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset,
                                                  enum cudaMemcpyKind kind, cudaStream_t stream = 0)
{
    return cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset,
                                                    enum cudaMemcpyKind kind, cudaStream_t stream = 0)
{
    return cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}
/* CUDA before 5.0: a symbol by its name. */
static inline cudaError_t cudaMemcpyToSymbol(const char *symbol, const void *from, size_t bytes, size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cudaMemcpyToSymbol((const void *)symbol, from, bytes, offset, kind);
}
static inline cudaError_t cudaMemcpyFromSymbol(void *to, const char *symbol, size_t bytes, size_t offset = 0,
                                               enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cudaMemcpyFromSymbol(to, (const void *)symbol, bytes, offset, kind);
}
static inline cudaError_t cudaGetSymbolAddress(void **p, const char *symbol)
{
    return cudaGetSymbolAddress(p, (const void *)symbol);
}
static inline cudaError_t cudaGetSymbolSize(size_t *bytes, const char *symbol)
{
    return cudaGetSymbolSize(bytes, (const void *)symbol);
}

template <class T> static inline cudaError_t cudaGetSymbolAddress(void **p, const T &symbol)
{
    return cudaGetSymbolAddress(p, (const void *)&symbol);
}
template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol)
{
    return cudaGetSymbolSize(bytes, (const void *)&symbol);
}

template <class T> static inline cudaError_t cudaSetupArgument(T arg, size_t offset)
{
    return cudaSetupArgument((const void *)&arg, sizeof(T), offset);
}
template <class T> static inline cudaError_t cudaLaunch(T *function) { return cudaLaunch((const void *)function); }
template <class T>
static inline cudaError_t cudaLaunchKernel(T *function, dim3 grid, dim3 block, void **args, size_t shared = 0,
                                           cudaStream_t stream = 0)
{
    return cudaLaunchKernel((const void *)function, grid, block, args, shared, stream);
}
template <class T>
static inline cudaError_t cudaLaunchCooperativeKernel(T *function, dim3 grid, dim3 block, void **args,
                                                      size_t shared = 0, cudaStream_t stream = 0)
{
    return cudaLaunchCooperativeKernel((const void *)function, grid, block, args, shared, stream);
}
template <class T> static inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, T *function)
{
    return cudaFuncGetAttributes(attr, (const void *)function);
}
template <class T>
static inline cudaError_t cudaFuncSetAttribute(T *function, enum cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute((const void *)function, attribute, value);
}
template <class T> static inline cudaError_t cudaFuncSetCacheConfig(T *function, enum cudaFuncCache config)
{
    return cudaFuncSetCacheConfig((const void *)function, config);
}
template <class T>
static inline cudaError_t cudaFuncSetSharedMemConfig(T *function, enum cudaSharedMemConfig config)
{
    return cudaFuncSetSharedMemConfig((const void *)function, config);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *function, int threads,
                                                                        size_t dynamic_shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function, threads, dynamic_shared);
}
/* The block size, a multiple of the warp up to `limit`, with the most threads resident on a multiprocessor; the
 * largest of them. */
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T *function,
                                                             size_t dynamic_shared = 0, int limit = 0)
{
    struct cudaFuncAttributes a;
    struct cudaDeviceProp p;
    int device, best = 0;
    cudaError_t rc = cudaFuncGetAttributes(&a, function);

    if (rc != cudaSuccess || (rc = cudaGetDevice(&device)) != cudaSuccess ||
        (rc = cudaGetDeviceProperties(&p, device)) != cudaSuccess)
        return rc;
    int most = limit > 0 && limit < a.maxThreadsPerBlock ? limit : a.maxThreadsPerBlock;
    *block = 0;
    *grid = 0;
    for (int n = most / 32 * 32; n >= 32; n -= 32) {
        int blocks;
        if ((rc = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, n, dynamic_shared)) != cudaSuccess)
            return rc;
        if (blocks * n > best) {
            best = blocks * n;
            *block = n;
            *grid = blocks * p.multiProcessorCount;
        }
    }
    return cudaSuccess;
}

#endif

#if defined(__CUDA__) && defined(__clang__)
#include "device_functions.h"
#endif
#include "texture_fetch_functions.h"
#include "surface_functions.h"
#ifdef __GT200_ERA__
#include "gt200_era.h"
#endif
#ifdef __GT200_FMAD__
#pragma clang fp contract(fast)     /* from here on; our own functions mean what they say: no multiply-add where none is
                                     * written */
#endif

#endif
#endif
