/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of the CUDA Driver API that measuring kernels and the Runtime API need, as a table: our own functions, or
 * those of the libcuda that an NVIDIA driver installs, found when the program runs (target cuda; nothing of NVIDIA's is
 * needed to build).
 */
#ifndef GT200_CUDA_API_H
#define GT200_CUDA_API_H

#include <stdbool.h>
#include <stddef.h>

#include <cuda.h>

/* Each function and the name under which a libcuda has it with the types that cuda.h declares. */
#define CUDA_API_FUNCTIONS(X) \
    X(cuInit, "cuInit") X(cuDriverGetVersion, "cuDriverGetVersion") X(cuGetErrorString, "cuGetErrorString") \
    X(cuDeviceGet, "cuDeviceGet") X(cuDeviceGetCount, "cuDeviceGetCount") X(cuDeviceGetName, "cuDeviceGetName") \
    X(cuDeviceGetAttribute, "cuDeviceGetAttribute") \
    X(cuCtxCreate, "cuCtxCreate_v2") X(cuCtxDestroy, "cuCtxDestroy_v2") \
    X(cuCtxSynchronize, "cuCtxSynchronize") X(cuStreamQuery, "cuStreamQuery") \
    X(cuModuleLoadDataEx, "cuModuleLoadDataEx") X(cuModuleUnload, "cuModuleUnload") \
    X(cuModuleGetFunction, "cuModuleGetFunction") X(cuModuleGetGlobal, "cuModuleGetGlobal_v2") \
    X(cuFuncGetAttribute, "cuFuncGetAttribute") X(cuMemAlloc, "cuMemAlloc_v2") X(cuMemFree, "cuMemFree_v2") \
    X(cuMemcpyHtoD, "cuMemcpyHtoD_v2") X(cuMemcpyDtoH, "cuMemcpyDtoH_v2") \
    X(cuMemsetD32, "cuMemsetD32_v2") X(cuLaunchKernel, "cuLaunchKernel")

/* What the Runtime API needs besides. */
#define CUDA_API_RUNTIME(X) \
    X(cuGetErrorName, "cuGetErrorName") X(cuDeviceTotalMem, "cuDeviceTotalMem_v2") \
    X(cuDeviceGetPCIBusId, "cuDeviceGetPCIBusId") X(cuDeviceGetByPCIBusId, "cuDeviceGetByPCIBusId") \
    X(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain") \
    X(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease") X(cuDevicePrimaryCtxReset, "cuDevicePrimaryCtxReset") \
    X(cuDevicePrimaryCtxSetFlags, "cuDevicePrimaryCtxSetFlags") X(cuCtxSetCurrent, "cuCtxSetCurrent") \
    X(cuCtxSetLimit, "cuCtxSetLimit") X(cuCtxGetLimit, "cuCtxGetLimit") \
    X(cuCtxSetCacheConfig, "cuCtxSetCacheConfig") X(cuCtxGetCacheConfig, "cuCtxGetCacheConfig") \
    X(cuCtxSetSharedMemConfig, "cuCtxSetSharedMemConfig") X(cuCtxGetSharedMemConfig, "cuCtxGetSharedMemConfig") \
    X(cuFuncSetAttribute, "cuFuncSetAttribute") \
    X(cuFuncSetCacheConfig, "cuFuncSetCacheConfig") X(cuFuncSetSharedMemConfig, "cuFuncSetSharedMemConfig") \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor") \
    X(cuLaunchCooperativeKernel, "cuLaunchCooperativeKernel") \
    X(cuMemAllocPitch, "cuMemAllocPitch_v2") X(cuMemAllocManaged, "cuMemAllocManaged") \
    X(cuMemGetInfo, "cuMemGetInfo_v2") X(cuMemGetAddressRange, "cuMemGetAddressRange_v2") \
    X(cuPointerGetAttribute, "cuPointerGetAttribute") X(cuMemPrefetchAsync, "cuMemPrefetchAsync") \
    X(cuMemAdvise, "cuMemAdvise") X(cuStreamAttachMemAsync, "cuStreamAttachMemAsync") \
    X(cuMemHostAlloc, "cuMemHostAlloc") X(cuMemFreeHost, "cuMemFreeHost") \
    X(cuMemHostRegister, "cuMemHostRegister") X(cuMemHostUnregister, "cuMemHostUnregister") \
    X(cuMemHostGetDevicePointer, "cuMemHostGetDevicePointer_v2") X(cuMemHostGetFlags, "cuMemHostGetFlags") \
    X(cuMemcpy, "cuMemcpy") X(cuMemcpyAsync, "cuMemcpyAsync") X(cuMemcpyDtoD, "cuMemcpyDtoD_v2") \
    X(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2") X(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2") \
    X(cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2") X(cuMemcpy2DUnaligned, "cuMemcpy2DUnaligned_v2") \
    X(cuMemcpy2DAsync, "cuMemcpy2DAsync_v2") X(cuMemcpy3D, "cuMemcpy3D_v2") X(cuMemcpy3DAsync, "cuMemcpy3DAsync_v2") \
    X(cuMemsetD8, "cuMemsetD8_v2") X(cuMemsetD8Async, "cuMemsetD8Async") X(cuMemsetD2D8, "cuMemsetD2D8_v2") \
    X(cuMemsetD2D8Async, "cuMemsetD2D8Async") X(cuArray3DCreate, "cuArray3DCreate_v2") \
    X(cuArray3DGetDescriptor, "cuArray3DGetDescriptor_v2") X(cuArrayGetDescriptor, "cuArrayGetDescriptor_v2") \
    X(cuArrayDestroy, "cuArrayDestroy") \
    X(cuStreamCreate, "cuStreamCreate") X(cuStreamDestroy, "cuStreamDestroy_v2") \
    X(cuStreamSynchronize, "cuStreamSynchronize") X(cuStreamWaitEvent, "cuStreamWaitEvent") \
    X(cuEventQuery, "cuEventQuery") X(cuEventSynchronize, "cuEventSynchronize") \
    X(cuTexRefSetAddress2D, "cuTexRefSetAddress2D_v2") X(cuTexRefSetArray, "cuTexRefSetArray") \
    X(cuTexRefSetAddressMode, "cuTexRefSetAddressMode") X(cuTexRefSetFilterMode, "cuTexRefSetFilterMode")

/* Those of both that a libcuda may lack where only kernels are measured: NULL then. */
#define CUDA_API_MORE(X) \
    X(cuEventCreate, "cuEventCreate") X(cuEventDestroy, "cuEventDestroy_v2") X(cuEventRecord, "cuEventRecord") \
    X(cuEventElapsedTime, "cuEventElapsedTime") \
    X(cuModuleGetTexRef, "cuModuleGetTexRef") X(cuTexRefSetFormat, "cuTexRefSetFormat") \
    X(cuTexRefSetFlags, "cuTexRefSetFlags") X(cuTexRefSetAddress, "cuTexRefSetAddress_v2")

struct cuda_api {
#define CUDA_API_MEMBER(name, symbol) __typeof__(&name) name;
    CUDA_API_FUNCTIONS(CUDA_API_MEMBER)
    CUDA_API_RUNTIME(CUDA_API_MEMBER)
    CUDA_API_MORE(CUDA_API_MEMBER)
#undef CUDA_API_MEMBER
    void *library;              /* NULL: our own functions */
    char  path[1024];           /* the file of the library */
};

/* Our own: all targets but cuda. */
void cuda_api_own(struct cuda_api *api);
/* Those of a driver, which cuda_library.h finds; whole: with what the Runtime API needs. Initialises it; false with the
 * reason in err when there is no driver, no device, or a function is missing. */
bool cuda_api_open(struct cuda_api *api, bool whole, char *err, size_t errn);
void cuda_api_close(struct cuda_api *api);

/* Loads a cubin of ours, or PTX, which the driver compiles for its device; false: err names the file and says why, with
 * the first lines of what the driver's compiler says. */
bool cuda_api_module(const struct cuda_api *api, CUmodule *module, const char *path, char *err, size_t errn);

/* What a driver's device is, for a record. */
struct cuda_device {
    char name[128];
    int  driver;                /* 13000: CUDA 13.0 */
    int  major, minor;          /* compute capability */
    int  sms, clock_khz;
};
bool cuda_api_device(const struct cuda_api *api, struct cuda_device *d, char *err, size_t errn);

#endif
