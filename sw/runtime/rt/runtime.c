/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: devices, their properties and settings.
 */
#include "runtime.h"
#include "runtime_gpu.h"

#include <string.h>

cudaError_t cudaGetDeviceCount(int *count)
{
    CUresult rc = rt_start();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuDeviceGetCount(count));
}

cudaError_t cudaSetValidDevices(int *devices, int n)
{
    if (!devices || n < 1)
        return rt_error(cudaErrorInvalidValue, "cudaSetValidDevices: invalid argument");
    cudaError_t rc = cudaSuccess;
    for (int i = 0; i < n && rc == cudaSuccess; i++)
        rc = rt_device_valid(devices[i]);
    return rc;
}

/* How the host waits (it never does), and whether host memory can be mapped. */
cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    int device = drv_thread()->device;

    if (flags & ~(unsigned)(cudaDeviceMapHost | cudaDeviceLmemResizeToMax | 7))
        return rt_error(cudaErrorInvalidValue, "cudaSetDeviceFlags: flags 0x%x", flags);
    CUresult rc = rt_start();
    return rt_return(rc != CUDA_SUCCESS ? rc : rt_on_gpu() ? gpu_set_flags(device, flags)
                                             : rt_api()->cuDevicePrimaryCtxSetFlags(device, flags));
}

static int device_attribute(CUdevice_attribute a, int device)
{
    int v = 0;

    rt_api()->cuDeviceGetAttribute(&v, a, device);
    return v;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
    CUresult rc = rt_start();

    if (!p)
        return rt_error(cudaErrorInvalidValue, "cudaGetDeviceProperties: null pointer");
    memset(p, 0, sizeof *p);
    if (rc != CUDA_SUCCESS || (rc = rt_api()->cuDeviceGetName(p->name, sizeof p->name, device)) != CUDA_SUCCESS ||
        (rc = rt_api()->cuDeviceTotalMem(&p->totalGlobalMem, device)) != CUDA_SUCCESS)
        return rt_return(rc);
    p->sharedMemPerBlock = (size_t)device_attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, device);
    p->sharedMemPerMultiprocessor =
        (size_t)device_attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, device);
    p->sharedMemPerBlockOptin =
        (size_t)device_attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device);
    p->l2CacheSize = device_attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, device);
    p->regsPerBlock = device_attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, device);
    p->regsPerMultiprocessor = device_attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, device);
    p->warpSize = device_attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE, device);
    p->memPitch = (size_t)device_attribute(CU_DEVICE_ATTRIBUTE_MAX_PITCH, device);
    p->maxThreadsPerBlock = device_attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device);
    for (int i = 0; i < 3; i++) {
        p->maxThreadsDim[i] = device_attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + (CUdevice_attribute)i, device);
        p->maxGridSize[i] = device_attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + (CUdevice_attribute)i, device);
    }
    p->clockRate = device_attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE, device);
    p->totalConstMem = (size_t)device_attribute(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, device);
    p->major = device_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    p->minor = device_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    p->textureAlignment = (size_t)device_attribute(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, device);
    p->texturePitchAlignment = (size_t)device_attribute(CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, device);
    p->deviceOverlap = device_attribute(CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, device);
    p->asyncEngineCount = device_attribute(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, device);
    p->concurrentKernels = device_attribute(CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, device);
    p->kernelExecTimeoutEnabled = device_attribute(CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT, device);
    p->integrated = device_attribute(CU_DEVICE_ATTRIBUTE_INTEGRATED, device);
    p->ECCEnabled = device_attribute(CU_DEVICE_ATTRIBUTE_ECC_ENABLED, device);
    p->tccDriver = device_attribute(CU_DEVICE_ATTRIBUTE_TCC_DRIVER, device);
    p->unifiedAddressing = device_attribute(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, device);
    p->multiProcessorCount = device_attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
    p->computeMode = device_attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, device);
    p->maxTexture1D = device_attribute(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, device);
    p->maxTexture1DLinear = device_attribute(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, device);
    p->canMapHostMemory = device_attribute(CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, device);
    p->maxTexture2D[0] = device_attribute(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, device);
    p->maxTexture2D[1] = device_attribute(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, device);
    for (int i = 0; i < 3; i++)
        p->maxTexture3D[i] = device_attribute(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH + (CUdevice_attribute)i,
                                              device);
    p->surfaceAlignment = (size_t)device_attribute(CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT, device);
    p->memoryClockRate = device_attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, device);
    p->memoryBusWidth = device_attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, device);
    p->maxThreadsPerMultiProcessor = device_attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, device);
    p->pciBusID = device_attribute(CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, device);
    p->pciDeviceID = device_attribute(CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, device);
    p->pciDomainID = device_attribute(CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID, device);
    for (int i = 0; i < 3; i++)
        p->maxTexture2DLinear[i] =
            device_attribute(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH + (CUdevice_attribute)i, device);
    p->managedMemory = device_attribute(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, device);
    p->concurrentManagedAccess = device_attribute(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, device);
    p->cooperativeLaunch = device_attribute(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, device);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    CUresult rc = rt_start();

    return rt_return(rc != CUDA_SUCCESS
                         ? rc
                         : rt_api()->cuDeviceGetAttribute(value, (CUdevice_attribute)attribute, device));
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
    CUresult rc = rt_start();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuDriverGetVersion(version));
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
    CUresult rc = rt_start();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuDeviceGetPCIBusId(id, len, device));
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    CUresult rc = rt_start();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuDeviceGetByPCIBusId(device, id));
}

cudaError_t cudaDeviceSynchronize(void)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : gpu_waited(rt_api()->cuCtxSynchronize()));
}

cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuCtxSetCacheConfig((CUfunc_cache)config));
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    CUfunc_cache have;
    CUresult rc = rt_enter();

    if (!config)
        return rt_error(cudaErrorInvalidValue, "cudaDeviceGetCacheConfig: null pointer");
    if (rc == CUDA_SUCCESS && (rc = rt_api()->cuCtxGetCacheConfig(&have)) == CUDA_SUCCESS)
        *config = (enum cudaFuncCache)have;
    return rt_return(rc);
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_api()->cuCtxSetSharedMemConfig((CUsharedconfig)config));
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    CUsharedconfig have;
    CUresult rc = rt_enter();

    if (!config)
        return rt_error(cudaErrorInvalidValue, "cudaDeviceGetSharedMemConfig: null pointer");
    if (rc == CUDA_SUCCESS && (rc = rt_api()->cuCtxGetSharedMemConfig(&have)) == CUDA_SUCCESS)
        *config = (enum cudaSharedMemConfig)have;
    return rt_return(rc);
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_on_gpu() ? gpu_set_limit((CUlimit)limit, value)
                                             : rt_api()->cuCtxSetLimit((CUlimit)limit, value));
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    CUresult rc = rt_enter();

    return rt_return(rc != CUDA_SUCCESS ? rc : rt_on_gpu() ? gpu_limit(value, (CUlimit)limit)
                                             : rt_api()->cuCtxGetLimit(value, (CUlimit)limit));
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
