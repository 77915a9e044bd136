/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of the CUDA Driver API that measuring kernels needs, as a table: our own functions, or those of the libcuda
 * that an NVIDIA driver installs, found when the program runs (target cuda; nothing of NVIDIA's is needed to build).
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

/* Those that a libcuda may lack: NULL then. */
#define CUDA_API_MORE(X) \
    X(cuEventCreate, "cuEventCreate") X(cuEventDestroy, "cuEventDestroy_v2") X(cuEventRecord, "cuEventRecord") \
    X(cuEventElapsedTime, "cuEventElapsedTime") \
    X(cuModuleGetTexRef, "cuModuleGetTexRef") X(cuTexRefSetFormat, "cuTexRefSetFormat") \
    X(cuTexRefSetFlags, "cuTexRefSetFlags") X(cuTexRefSetAddress, "cuTexRefSetAddress_v2")

struct cuda_api {
#define CUDA_API_MEMBER(name, symbol) __typeof__(&name) name;
    CUDA_API_FUNCTIONS(CUDA_API_MEMBER)
    CUDA_API_MORE(CUDA_API_MEMBER)
#undef CUDA_API_MEMBER
    void *library;              /* NULL: our own functions */
    char  path[1024];           /* the file of the library */
};

/* Our own: targets func, model, rtl, lockstep. */
void cuda_api_own(struct cuda_api *api);
/* Those of a driver, which cuda_library.h finds. Initialises it; false with the reason in err when there is no driver
 * or no device. */
bool cuda_api_open(struct cuda_api *api, char *err, size_t errn);
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
