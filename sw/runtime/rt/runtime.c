/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: devices, their properties and settings.
 */
#include "runtime.h"

#include <string.h>

cudaError_t cudaGetDeviceCount(int *count)
{
    CUresult rc = cuInit(0);

    return rt_return(rc != CUDA_SUCCESS ? rc : cuDeviceGetCount(count));
}

cudaError_t cudaSetValidDevices(int *devices, int n)
{
    if (!devices || n < 1)
        return rt_error(cudaErrorInvalidValue, "cudaSetValidDevices: invalid argument");
    for (int i = 0; i < n; i++)
        if (devices[i] < 0 || devices[i] >= drv_devices())
            return rt_error(cudaErrorInvalidDevice, "device %d: there are %d (GT200_DEVICES)", devices[i],
                            drv_devices());
    return cudaSuccess;
}

/* How the host waits (it never does), and whether host memory can be mapped. */
cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    int device = drv_thread()->device;

    if (flags & ~(unsigned)(cudaDeviceMapHost | cudaDeviceLmemResizeToMax | 7))
        return rt_error(cudaErrorInvalidValue, "cudaSetDeviceFlags: flags 0x%x", flags);
    CUresult rc = cuInit(0);
    return rt_return(rc != CUDA_SUCCESS ? rc : cuDevicePrimaryCtxSetFlags(device, flags));
}

static int device_attribute(CUdevice_attribute a, int device)
{
    int v = 0;

    cuDeviceGetAttribute(&v, a, device);
    return v;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
    CUresult rc = cuInit(0);

    if (!p)
        return rt_error(cudaErrorInvalidValue, "cudaGetDeviceProperties: null pointer");
    memset(p, 0, sizeof *p);
    if (rc != CUDA_SUCCESS || (rc = cuDeviceGetName(p->name, sizeof p->name, device)) != CUDA_SUCCESS ||
        (rc = cuDeviceTotalMem(&p->totalGlobalMem, device)) != CUDA_SUCCESS)
        return rt_return(rc);
    p->sharedMemPerBlock = (size_t)device_attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, device);
    p->sharedMemPerMultiprocessor =
        (size_t)device_attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, device);
    p->l2CacheSize = device_attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, device);
    p->regsPerBlock = p->regsPerMultiprocessor =
        device_attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, device);
    p->warpSize = GT_LANES;
    p->memPitch = GT_COPY_PITCH;
    p->maxThreadsPerBlock = device_attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device);
    for (int i = 0; i < 3; i++) {
        p->maxThreadsDim[i] = device_attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + (CUdevice_attribute)i, device);
        p->maxGridSize[i] = device_attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + (CUdevice_attribute)i, device);
    }
    p->clockRate = device_attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE, device);
    p->totalConstMem = GT_CONST_BYTES;
    p->major = device_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    p->minor = device_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    p->textureAlignment = GT_TEX_ALIGN;
    p->texturePitchAlignment = GT_TEX_PITCH;
    p->deviceOverlap = p->asyncEngineCount = 1;
    p->multiProcessorCount = device_attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
    p->computeMode = cudaComputeModeDefault;
    p->maxTexture1D = GT_TEX_ARRAY_WIDTH;
    p->maxTexture1DLinear = GT_TEX_LINEAR_WIDTH;
    p->canMapHostMemory = device_attribute(CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, device);
    p->maxTexture2D[0] = GT_TEX_WIDTH;
    p->maxTexture2D[1] = GT_TEX_HEIGHT;
    p->maxTexture3D[0] = p->maxTexture3D[1] = p->maxTexture3D[2] = GT_TEX_DEPTH;
    p->surfaceAlignment = GT_TEX_ALIGN;
    p->memoryClockRate = device_attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, device);
    p->memoryBusWidth = device_attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, device);
    p->maxThreadsPerMultiProcessor = device_attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, device);
    p->pciBusID = device + 1;
    p->maxTexture2DLinear[0] = GT_TEX_WIDTH;
    p->maxTexture2DLinear[1] = GT_TEX_HEIGHT;
    p->maxTexture2DLinear[2] = GT_COPY_PITCH;
    p->managedMemory = 1;
    p->cooperativeLaunch = device_attribute(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, device);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    CUresult rc = cuInit(0);

    return rt_return(rc != CUDA_SUCCESS ? rc : cuDeviceGetAttribute(value, (CUdevice_attribute)attribute, device));
}

/* All devices are alike: the first. */
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
    if (!device || !prop)
        return rt_error(cudaErrorInvalidValue, "cudaChooseDevice: null pointer");
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    return rt_return(cuDriverGetVersion(version));
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    if (!version)
        return rt_error(cudaErrorInvalidValue, "cudaRuntimeGetVersion: null pointer");
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int len, int device)
{
    CUresult rc = cuInit(0);

    return rt_return(rc != CUDA_SUCCESS ? rc : cuDeviceGetPCIBusId(id, len, device));
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    CUresult rc = cuInit(0);

    return rt_return(rc != CUDA_SUCCESS ? rc : cuDeviceGetByPCIBusId(device, id));
}

cudaError_t cudaDeviceSynchronize(void)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : cuCtxSynchronize());
}

cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : cuCtxSetCacheConfig((CUfunc_cache)config));
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    CUfunc_cache have;
    CUresult rc = rt_enter();

    if (!config)
        return rt_error(cudaErrorInvalidValue, "cudaDeviceGetCacheConfig: null pointer");
    if (rc == CUDA_SUCCESS && (rc = cuCtxGetCacheConfig(&have)) == CUDA_SUCCESS)
        *config = (enum cudaFuncCache)have;
    return rt_return(rc);
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : cuCtxSetSharedMemConfig((CUsharedconfig)config));
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    CUsharedconfig have;
    CUresult rc = rt_enter();

    if (!config)
        return rt_error(cudaErrorInvalidValue, "cudaDeviceGetSharedMemConfig: null pointer");
    if (rc == CUDA_SUCCESS && (rc = cuCtxGetSharedMemConfig(&have)) == CUDA_SUCCESS)
        *config = (enum cudaSharedMemConfig)have;
    return rt_return(rc);
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : cuCtxSetLimit((CUlimit)limit, value));
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : cuCtxGetLimit(value, (CUlimit)limit));
}

cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config)
{
    return cudaDeviceGetCacheConfig(config);
}

cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value)
{
    return cudaDeviceSetLimit(limit, value);
}

cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit)
{
    return cudaDeviceGetLimit(value, limit);
}

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}
