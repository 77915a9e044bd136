/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: launches, attributes of kernels, streams, events.
 */
#include "runtime.h"
#include "runtime_gpu.h"

#include <stdlib.h>
#include <string.h>

/* ---- launches ------------------------------------------------------------------------------------ */

struct config { dim3 grid, block; size_t shared; cudaStream_t stream; };
enum { CONFIGS = 16 };

/* Configurations between `<<<...>>>` and the launch itself; arguments of cudaSetupArgument. */
struct pending {
    struct config stack[CONFIGS];
    int      depth;
    uint32_t args[64];
    size_t   bytes;
};

static _Thread_local struct pending pending;

unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream)
{
    if (pending.depth == CONFIGS)
        return (unsigned)rt_error(cudaErrorInvalidConfiguration,
                                  "more than %d launches inside the arguments of launches", CONFIGS);
    pending.stack[pending.depth++] = (struct config){ grid, block, shared, stream };
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    if (!pending.depth)
        return rt_error(cudaErrorMissingConfiguration, "a kernel was called without <<<...>>>");
    const struct config *c = &pending.stack[--pending.depth];
    *grid = c->grid;
    *block = c->block;
    *shared = c->shared;
    memcpy(stream, &c->stream, sizeof c->stream);
    return cudaSuccess;
}

/* The launch syntax drops the result: a failure of the kernel stays to be reported by the next call. */
static cudaError_t launch_result(CUresult rc)
{
    CUcontext c = NULL;
    cudaError_t e;

    if (rc == CUDA_SUCCESS)
        return cudaSuccess;
    cuCtxGetCurrent(&c);                /* ours alone */
    if (c && drv_alive(c)) {
        pthread_mutex_lock(&c->lock);
        if (c->broken == rc)
            c->reported = false;
        pthread_mutex_unlock(&c->lock);
    }
    e = rt_return(drv_thread()->bad_config ? RT_ERROR(cudaErrorInvalidConfiguration) : rc);
    drv_thread()->unasked = true;
    return e;
}

/* More than the driver's parameter holds: most likely a negative number. */
static cudaError_t refuse_shared(const void *function, size_t bytes)
{
    const struct rt_symbol *s = rt_find(RT_FUNCTION, function);     /* there: rt_function has found it */
    char *plain = rt_demangled(s);
    int device = 0, most = 0;

    cudaGetDevice(&device);
    rt_api()->cuDeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, device);
    const cudaError_t e = rt_error(cudaErrorInvalidConfiguration,
                                   "kernel %s: %lld bytes of dynamic shared memory, allowed are 0 to %d",
                                   plain ? plain : s->name, (long long)bytes, most);
    drv_thread()->unasked = true;
    free(plain);
    return e;
}

/* The shape's message belongs to the code the caller gets. */
static cudaError_t launch_kernel(const void *function, const struct config *g, void **args, void **extra, bool together)
{
    CUfunction f;
    CUresult rc = rt_function(function, &f);

    drv_thread()->bad_config = false;
    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (g->shared > UINT32_MAX)
        return refuse_shared(function, g->shared);
    rc = together ? rt_api()->cuLaunchCooperativeKernel(f, g->grid.x, g->grid.y, g->grid.z, g->block.x, g->block.y,
                                                        g->block.z, (unsigned)g->shared, g->stream, args)
                  : rt_api()->cuLaunchKernel(f, g->grid.x, g->grid.y, g->grid.z, g->block.x, g->block.y, g->block.z,
                                             (unsigned)g->shared, g->stream, args, extra);
    if (rt_on_gpu() && rc == CUDA_ERROR_INVALID_VALUE)     /* what else can be wrong? */
        drv_thread()->bad_config = true;
    if (drv_thread()->bad_config)
        drv_thread()->last = RT_ERROR(cudaErrorInvalidConfiguration);
    return launch_result(rc);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **args, size_t shared,
                             cudaStream_t stream)
{
    const struct config g = { grid, block, shared, stream };
    void *none = NULL;

    return launch_kernel(function, &g, args ? args : &none, NULL, false);
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **args, size_t shared,
                                        cudaStream_t stream)
{
    const struct config g = { grid, block, shared, stream };
    void *none = NULL;

    return launch_kernel(function, &g, args ? args : &none, NULL, true);
}

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
    pending.bytes = 0;
    return (cudaError_t)__cudaPushCallConfiguration(grid, block, shared, stream);
}

cudaError_t cudaSetupArgument(const void *arg, size_t size, size_t offset)
{
    if (!arg || offset > sizeof pending.args || size > sizeof pending.args - offset)
        return rt_error(cudaErrorInvalidValue,
                        "cudaSetupArgument: %zu bytes at offset %zu, parameters are at most 256 bytes", size, offset);
    memcpy((char *)pending.args + offset, arg, size);
    if (pending.bytes < offset + size)
        pending.bytes = offset + size;
    return cudaSuccess;
}

cudaError_t cudaLaunch(const void *function)
{
    if (!pending.depth)
        return rt_error(cudaErrorMissingConfiguration, "cudaLaunch without cudaConfigureCall");
    const struct config g = pending.stack[--pending.depth];
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, pending.args, CU_LAUNCH_PARAM_BUFFER_SIZE, &pending.bytes,
                      CU_LAUNCH_PARAM_END };
    return launch_kernel(function, &g, NULL, extra, false);
}

/* ---- kernels ------------------------------------------------------------------------------------- */

static int function_attribute(CUfunction f, CUfunction_attribute a)
{
    int v = 0;

    rt_api()->cuFuncGetAttribute(&v, a, f);
    return v;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *function)
{
    CUfunction f;
    CUresult rc = rt_function(function, &f);

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (!attr)
        return rt_error(cudaErrorInvalidValue, "cudaFuncGetAttributes: null pointer");
    memset(attr, 0, sizeof *attr);
    attr->sharedSizeBytes = (size_t)function_attribute(f, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    attr->constSizeBytes = (size_t)function_attribute(f, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
    attr->localSizeBytes = (size_t)function_attribute(f, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    attr->maxThreadsPerBlock = function_attribute(f, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    attr->numRegs = function_attribute(f, CU_FUNC_ATTRIBUTE_NUM_REGS);
    attr->ptxVersion = function_attribute(f, CU_FUNC_ATTRIBUTE_PTX_VERSION);
    attr->binaryVersion = function_attribute(f, CU_FUNC_ATTRIBUTE_BINARY_VERSION);
    attr->maxDynamicSharedSizeBytes = function_attribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    attr->preferredShmemCarveout = function_attribute(f, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value)
{
    CUfunction f;
    CUresult rc = rt_function(function, &f);

    return rt_return(rc != CUDA_SUCCESS ? rc
                                        : rt_api()->cuFuncSetAttribute(f, (CUfunction_attribute)attribute, value));
}

cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config)
{
    CUfunction f;
    CUresult rc = rt_function(function, &f);

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuFuncSetCacheConfig(f, (CUfunc_cache)config));
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config)
{
    CUfunction f;
    CUresult rc = rt_function(function, &f);

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuFuncSetSharedMemConfig(f, (CUsharedconfig)config));
}

/* Devices with doubles need no conversion. */
cudaError_t cudaSetDoubleForDevice(double *d)
{
    return d ? cudaSuccess : rt_error(cudaErrorInvalidValue, "cudaSetDoubleForDevice: null pointer");
}

cudaError_t cudaSetDoubleForHost(double *d)
{
    return d ? cudaSuccess : rt_error(cudaErrorInvalidValue, "cudaSetDoubleForHost: null pointer");
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int threads,
                                                          size_t dynamic_shared)
{
    CUfunction f;
    CUresult rc = rt_function(function, &f);

    return rt_return(
        rc != CUDA_SUCCESS
            ? rc
            : rt_api()->cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, f, threads, dynamic_shared));
}

/* ---- streams and events -------------------------------------------------------------------------- */

/* Enters the device and returns the result of a call of the Driver API. */
#define CALL(call) \
    do { \
        CUresult rc_ = rt_enter(); \
        return rt_return(rc_ != CUDA_SUCCESS ? rc_ : (call)); \
    } while (0)

cudaError_t cudaStreamCreate(cudaStream_t *stream) { CALL(rt_api()->cuStreamCreate(stream, 0)); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    CALL(rt_api()->cuStreamCreate(stream, flags));
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) { CALL(rt_api()->cuStreamDestroy(stream)); }
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { CALL(gpu_waited(rt_api()->cuStreamSynchronize(stream))); }
cudaError_t cudaStreamQuery(cudaStream_t stream) { CALL(rt_api()->cuStreamQuery(stream)); }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    CALL(rt_api()->cuStreamWaitEvent(stream, event, flags));
}
cudaError_t cudaEventCreate(cudaEvent_t *event) { CALL(rt_api()->cuEventCreate(event, 0)); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    CALL(rt_api()->cuEventCreate(event, flags));
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { CALL(rt_api()->cuEventRecord(event, stream)); }
cudaError_t cudaEventQuery(cudaEvent_t event) { CALL(rt_api()->cuEventQuery(event)); }
cudaError_t cudaEventSynchronize(cudaEvent_t event) { CALL(gpu_waited(rt_api()->cuEventSynchronize(event))); }
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    CALL(rt_api()->cuEventElapsedTime(ms, start, end));
}
cudaError_t cudaEventDestroy(cudaEvent_t event) { CALL(rt_api()->cuEventDestroy(event)); }
