/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks and the choice of a device, as the samples from CUDA 5 on call them.
 */
#ifndef GT200_HELPER_CUDA_H
#define GT200_HELPER_CUDA_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "cutil_inline.h"
#include "helper_string.h"

#ifndef __GT200_KERNELS_ONLY__
#define getLastCudaError(message) cutilCheckMsg(message)
#ifdef __cplusplus
/* Of either API. */
static __inline__ void __gt_check(cudaError_t e, const char *what, const char *file, int line)
{
    __cutRuntimeCheck((int)e, file, line, what);
}
static __inline__ void __gt_check(CUresult e, const char *what, const char *file, int line)
{
    __cutDriverCheck((int)e, file, line, what);
}
#define checkCudaErrors(call) __gt_check((call), #call, __FILE__, __LINE__)

static __inline__ const char *_cudaGetErrorEnum(cudaError_t e) { return cudaGetErrorString(e); }
static __inline__ int _ConvertSMVer2Cores(int major, int) { return major == 1 ? 8 : -1; }
static __inline__ int gpuGetMaxGflopsDeviceId() { return cutGetMaxGflopsDeviceId(); }
static __inline__ bool checkCudaCapabilities(int major, int minor) { return cutilCudaCapabilities(major, minor) != 0; }
static __inline__ int gpuDeviceInit(int device)
{
    checkCudaErrors(cudaSetDevice(device));
    return device;
}
/* --device=N, or the first. */
static __inline__ int findCudaDevice(int argc, const char **argv) { return cutilDeviceInit(argc, argv); }
#endif
#endif
#endif
