/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: errors, by number, name and text.
 */
#include "runtime.h"
#include "runtime_gpu.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void rt_die(const char *what)
{
    fprintf(stderr, "gt200: %s\n", what);
    abort();
}

/* What the Runtime API calls a result of the Driver API; one that CUDA 4.0 has no code for has the same number in both.
 */
static cudaError_t translate_result(CUresult rc)
{
    static const struct { CUresult rc; cudaError_t e; } same[] = {
        { CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidValue },
        { CUDA_ERROR_OUT_OF_MEMORY, cudaErrorMemoryAllocation },
        { CUDA_ERROR_NOT_INITIALIZED, cudaErrorInitializationError },
        { CUDA_ERROR_DEINITIALIZED, cudaErrorCudartUnloading },
        { CUDA_ERROR_PROFILER_DISABLED, cudaErrorProfilerDisabled },
        { CUDA_ERROR_PROFILER_NOT_INITIALIZED, cudaErrorProfilerNotInitialized },
        { CUDA_ERROR_PROFILER_ALREADY_STARTED, cudaErrorProfilerAlreadyStarted },
        { CUDA_ERROR_PROFILER_ALREADY_STOPPED, cudaErrorProfilerAlreadyStopped },
        { CUDA_ERROR_NO_DEVICE, cudaErrorNoDevice },
        { CUDA_ERROR_INVALID_DEVICE, cudaErrorInvalidDevice },
        { CUDA_ERROR_INVALID_IMAGE, cudaErrorInvalidKernelImage },
        { CUDA_ERROR_INVALID_CONTEXT, cudaErrorIncompatibleDriverContext },
        { CUDA_ERROR_MAP_FAILED, cudaErrorMapBufferObjectFailed },
        { CUDA_ERROR_UNMAP_FAILED, cudaErrorUnmapBufferObjectFailed },
        { CUDA_ERROR_ARRAY_IS_MAPPED, cudaErrorUnknown },
        { CUDA_ERROR_ALREADY_MAPPED, cudaErrorUnknown },
        { CUDA_ERROR_NO_BINARY_FOR_GPU, cudaErrorNoKernelImageForDevice },
        { CUDA_ERROR_ALREADY_ACQUIRED, cudaErrorUnknown },
        { CUDA_ERROR_NOT_MAPPED, cudaErrorUnknown },
        { CUDA_ERROR_NOT_MAPPED_AS_ARRAY, cudaErrorUnknown },
        { CUDA_ERROR_NOT_MAPPED_AS_POINTER, cudaErrorUnknown },
        { CUDA_ERROR_ECC_UNCORRECTABLE, cudaErrorECCUncorrectable },
        { CUDA_ERROR_UNSUPPORTED_LIMIT, cudaErrorUnsupportedLimit },
        { CUDA_ERROR_CONTEXT_ALREADY_IN_USE, cudaErrorDeviceAlreadyInUse },
        { CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, cudaErrorSharedObjectSymbolNotFound },
        { CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, cudaErrorSharedObjectInitFailed },
        { CUDA_ERROR_INVALID_HANDLE, cudaErrorInvalidResourceHandle },
        { CUDA_ERROR_NOT_FOUND, cudaErrorInvalidSymbol },
        { CUDA_ERROR_NOT_READY, cudaErrorNotReady },
        { CUDA_ERROR_LAUNCH_FAILED, cudaErrorLaunchFailure },
        { CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, cudaErrorLaunchOutOfResources },
        { CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, cudaErrorCooperativeLaunchTooLarge },
        { CUDA_ERROR_LAUNCH_TIMEOUT, cudaErrorLaunchTimeout },
        { CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, cudaErrorInvalidTexture },
        { CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, cudaErrorPeerAccessAlreadyEnabled },
        { CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, cudaErrorPeerAccessNotEnabled },
        { CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, cudaErrorSetOnActiveProcess },
        { CUDA_ERROR_CONTEXT_IS_DESTROYED, cudaErrorIncompatibleDriverContext },
        { CUDA_ERROR_UNKNOWN, cudaErrorUnknown },
    };

    if ((int)rc >= (int)RT_ERROR(0))
        return (cudaError_t)((int)rc - (int)RT_ERROR(0));
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (same[i].rc == rc)
            return same[i].e;
    return (cudaError_t)rc;
}

cudaError_t rt_return(CUresult rc)
{
    cudaError_t e = translate_result(rt_on_gpu() ? gpu_result(rc) : rc);

    if (e != cudaSuccess) {
        drv_thread()->rt_last = (int)e;
        drv_thread()->unasked = false;
    }
    return e;
}

cudaError_t rt_error(cudaError_t e, const char *fmt, ...)
{
    char text[sizeof drv_thread()->message];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return rt_return(drv_fail(RT_ERROR(e), "%s", text));
}

/* A caller who sees the error of a failed kernel knows of it: memory can be read from then on. */
static void note_seen(cudaError_t e)
{
    CUcontext c = NULL;

    cuCtxGetCurrent(&c);
    if (e == cudaSuccess || !c || !drv_alive(c))
        return;
    pthread_mutex_lock(&c->lock);
    if (translate_result(c->broken) == e)
        c->reported = true;
    pthread_mutex_unlock(&c->lock);
}

cudaError_t cudaPeekAtLastError(void)
{
    cudaError_t e = (cudaError_t)drv_thread()->rt_last;

    note_seen(e);
    drv_thread()->unasked = false;
    return e;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t e = cudaPeekAtLastError();

    drv_thread()->rt_last = cudaSuccess;
    return e;
}

#define E(code) cudaError##code, "cudaError" #code
static const struct { cudaError_t e; const char *name, *text; } errors[] = {
    { cudaSuccess, "cudaSuccess", "no error" },
    { E(InvalidValue), "invalid argument" },
    { E(MemoryAllocation), "out of memory" },
    { E(InitializationError), "initialization error" },
    { E(CudartUnloading), "driver shutting down" },
    { E(ProfilerDisabled), "profiler disabled" },
    { E(ProfilerNotInitialized), "profiler not initialized" },
    { E(ProfilerAlreadyStarted), "profiler already started" },
    { E(ProfilerAlreadyStopped), "profiler already stopped" },
    { E(InvalidConfiguration), "invalid configuration argument" },
    { E(InvalidPitchValue), "invalid pitch argument" },
    { E(InvalidSymbol), "invalid device symbol" },
    { E(InvalidHostPointer), "invalid host pointer" },
    { E(InvalidDevicePointer), "invalid device pointer" },
    { E(InvalidTexture), "invalid texture reference" },
    { E(InvalidTextureBinding), "texture is not bound" },
    { E(InvalidChannelDescriptor), "invalid channel descriptor" },
    { E(InvalidMemcpyDirection), "invalid copy direction for memcpy" },
    { E(AddressOfConstant), "invalid address of constant" },
    { E(TextureFetchFailed), "texture fetch failed" },
    { E(TextureNotBound), "cannot fetch from a texture that is not bound" },
    { E(SynchronizationError), "incorrect use of __syncthreads()" },
    { E(InvalidFilterSetting), "linear filtering not supported for non-float type" },
    { E(InvalidNormSetting), "read as normalized float not supported for 32-bit non float type" },
    { E(MixedDeviceExecution), "device emulation mode and device execution mode cannot be mixed" },
    { E(NotYetImplemented), "feature not yet implemented" },
    { E(MemoryValueTooLarge), "memory size or pointer value too large to fit in 32 bit" },
    { E(InsufficientDriver), "CUDA driver version is insufficient for CUDA runtime version" },
    { E(InvalidSurface), "invalid surface reference" },
    { E(DuplicateVariableName), "duplicate global variable looked up by string name" },
    { E(DuplicateTextureName), "duplicate texture looked up by string name" },
    { E(DuplicateSurfaceName), "duplicate surface looked up by string name" },
    { E(DevicesUnavailable), "all CUDA-capable devices are busy or unavailable" },
    { E(IncompatibleDriverContext), "incompatible driver context" },
    { E(MissingConfiguration), "launch without cudaConfigureCall" },
    { E(PriorLaunchFailure), "unspecified launch failure in prior launch" },
    { E(InvalidDeviceFunction), "invalid device function" },
    { E(NoDevice), "no CUDA-capable device is detected" },
    { E(InvalidDevice), "invalid device ordinal" },
    { E(StartupFailure), "startup failure in cuda runtime" },
    { E(InvalidKernelImage), "device kernel image is invalid" },
    { E(DeviceUninitialized), "invalid device context" },
    { E(MapBufferObjectFailed), "mapping of buffer object failed" },
    { E(UnmapBufferObjectFailed), "unmapping of buffer object failed" },
    { E(NoKernelImageForDevice), "no kernel image for this device" },
    { E(ECCUncorrectable), "uncorrectable ECC error encountered" },
    { E(UnsupportedLimit), "limit is not supported on this architecture" },
    { E(DeviceAlreadyInUse), "exclusive-thread device already in use by a different thread" },
    { E(PeerAccessUnsupported), "peer access is not supported between these two devices" },
    { E(InvalidPtx), "the PTX cannot be compiled" },
    { E(FileNotFound), "file not found" },
    { E(SharedObjectSymbolNotFound), "link to a shared object failed to resolve" },
    { E(SharedObjectInitFailed), "initialization of a shared object failed" },
    { E(OperatingSystem), "OS call failed or operation not supported on this OS" },
    { E(InvalidResourceHandle), "invalid resource handle" },
    { E(SymbolNotFound), "named symbol not found" },
    { E(NotReady), "device not ready" },
    { E(IllegalAddress), "an illegal memory access was encountered" },
    { E(CooperativeLaunchTooLarge), "too many blocks in cooperative launch" },
    { E(LaunchOutOfResources), "too many resources requested for launch" },
    { E(LaunchTimeout), "the launch timed out and was terminated" },
    { E(PeerAccessAlreadyEnabled), "peer access is already enabled" },
    { E(PeerAccessNotEnabled), "peer access has not been enabled" },
    { E(SetOnActiveProcess), "cannot set while device is active in this process" },
    { E(Assert), "device-side assert triggered" },
    { E(TooManyPeers), "peer mapping resources exhausted" },
    { E(HostMemoryAlreadyRegistered), "part or all of the requested memory range is already mapped" },
    { E(HostMemoryNotRegistered), "pointer does not correspond to a registered memory region" },
    { E(IllegalInstruction), "an illegal instruction was encountered" },
    { E(MisalignedAddress), "misaligned address" },
    { E(LaunchFailure), "unspecified launch failure" },
    { E(NotSupported), "operation not supported" },
    { E(Unknown), "unknown error" },
    { E(ApiFailureBase), "api failure base" },
};
#undef E

const char *cudaGetErrorName(cudaError_t error)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].e == error)
            return errors[i].name;
    const char *name = NULL;
    return rt_api()->cuGetErrorName((CUresult)error, &name) == CUDA_SUCCESS && name ? name : "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    struct drv_thread *t = drv_thread();

    if (error != cudaSuccess && translate_result(t->last) == error && *t->message && !t->told) {
        t->unasked = false;
        return t->message;
    }
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].e == error)
            return errors[i].text;
    const char *text = NULL;
    return rt_api()->cuGetErrorString((CUresult)error, &text) == CUDA_SUCCESS && text ? text
                                                                                     : "unrecognized error code";
}
