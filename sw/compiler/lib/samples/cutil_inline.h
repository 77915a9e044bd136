/* SPDX-License-Identifier: Apache-2.0
 *
 * cutil.h under the names of CUDA 2.2 to 4.x: cutilSafeCall and so on.
 */
#ifndef GT200_CUTIL_INLINE_H
#define GT200_CUTIL_INLINE_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "cuda.h"
#include "cutil.h"

#ifndef __GT200_KERNELS_ONLY__

#define cutilSafeCallNoSync(call)     __cutRuntimeCheck((int)(call), __FILE__, __LINE__, NULL)
#define cutilSafeCall(call)           cutilSafeCallNoSync(call)
#define cutilSafeThreadSync()         cutilSafeCallNoSync(cudaThreadSynchronize())
#define cutilCheckMsg(message)        __cutRuntimeCheck((int)cudaGetLastError(), __FILE__, __LINE__, (message))
#define cutilCheckMsgAndSync(message) \
    do { \
        cutilCheckMsg(message); \
        __cutRuntimeCheck((int)cudaThreadSynchronize(), __FILE__, __LINE__, (message)); \
    } while (0)
#define cutilDeviceSynchronize()      cudaThreadSynchronize()
#define cutilDeviceReset()            cudaThreadExit()
#define cutilCheckError(call)         __cutCheck((call) == CUTTrue, __FILE__, __LINE__)
#define cutilCondition(value)         CUT_CONDITION(value)
#define cutilSafeMalloc(call)         __cutPointerCheck((const void *)(call), __FILE__, __LINE__)
#define cutilExit(argc, argv)         CUT_EXIT(argc, argv)

#define cutilDrvSafeCallNoSync(call)  __cutDriverCheck((int)(call), __FILE__, __LINE__, NULL)
#define cutilDrvSafeCall(call)        cutilDrvSafeCallNoSync(call)
#define cutilDrvCtxSync()             cutilDrvSafeCallNoSync(cuCtxSynchronize())
#define cutilDrvCheckMsg(message)     __cutDriverCheck((int)cuCtxSynchronize(), __FILE__, __LINE__, (message))
#define cutilDeviceInitDrv(device, argc, argv) CUT_DEVICE_INIT_DRV(device, argc, argv)

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

#ifdef __cplusplus
extern "C" {
#endif
/* The device with the most multiprocessors × clock: all are alike, so the first. */
int cutGetMaxGflopsDeviceId(void);
/* 1 when a device has at least this compute capability; else a message and 0. */
int cutilCudaCapabilities(int major, int minor);
#ifdef __cplusplus
}
static __inline__ int cutilDeviceInit(int argc, char **argv)
{
    int device = __cutChooseDevice(argc, (const char **)argv);
    cutilSafeCall(cudaSetDevice(device));
    return device;
}
static __inline__ int cutilDeviceInit(int argc, const char **argv) { return cutilDeviceInit(argc, (char **)argv); }
static __inline__ int cutilChooseCudaDevice(int argc, char **argv) { return cutilDeviceInit(argc, argv); }
static __inline__ int cutilDrvCudaDeviceInit(int argc, char **argv)
{
    int device = __cutChooseDevice(argc, (const char **)argv);
    cutilDrvSafeCall(cuInit(0));
    return device;
}
static __inline__ CUdevice cutilChooseCudaDeviceDrv(int argc, char **argv, int *id)
{
    CUdevice device = 0;
    *id = cutilDrvCudaDeviceInit(argc, argv);
    cutilDrvSafeCall(cuDeviceGet(&device, *id));
    return device;
}
static __inline__ int cutilDrvGetMaxGflopsDeviceId()
{
    cutilDrvSafeCall(cuInit(0));
    return 0;
}
static __inline__ int cutilDrvCudaCapabilities(int major, int minor) { return cutilCudaCapabilities(major, minor); }
/* Has the context failed? */
static __inline__ void cutilCudaCheckCtxLost(const char *message, const char *file, const int line)
{
    __cutRuntimeCheck((int)cudaGetLastError(), file, line, message);
    __cutRuntimeCheck((int)cudaThreadSynchronize(), file, line, message);
}
#endif

#endif
#endif
