/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: errors by number, name and text.
 */
#include "driver.h"

#define E(code) CUDA_ERROR_##code, "CUDA_ERROR_" #code
static const struct { CUresult rc; const char *name, *text; } errors[] = {
    { CUDA_SUCCESS, "CUDA_SUCCESS", "no error" },
    { E(INVALID_VALUE), "invalid argument" },
    { E(OUT_OF_MEMORY), "out of memory" },
    { E(NOT_INITIALIZED), "cuInit has not been called" },
    { E(DEINITIALIZED), "the program is ending" },
    { E(PROFILER_DISABLED), "profiler disabled" },
    { E(PROFILER_NOT_INITIALIZED), "profiler not initialized" },
    { E(PROFILER_ALREADY_STARTED), "profiler already started" },
    { E(PROFILER_ALREADY_STOPPED), "profiler already stopped" },
    { E(NO_DEVICE), "GT200_TARGET names no target of this build" },
    { E(INVALID_DEVICE), "invalid device ordinal" },
    { E(INVALID_IMAGE), "not a valid text cubin" },
    { E(INVALID_CONTEXT), "invalid context" },
    { E(CONTEXT_ALREADY_CURRENT), "the context is current already" },
    { E(MAP_FAILED), "mapping failed" },
    { E(UNMAP_FAILED), "unmapping failed" },
    { E(ARRAY_IS_MAPPED), "the array is mapped" },
    { E(ALREADY_MAPPED), "already mapped" },
    { E(NO_BINARY_FOR_GPU), "no code for this device" },
    { E(ALREADY_ACQUIRED), "already acquired" },
    { E(NOT_MAPPED), "not mapped" },
    { E(NOT_MAPPED_AS_ARRAY), "not mapped as an array" },
    { E(NOT_MAPPED_AS_POINTER), "not mapped as a pointer" },
    { E(ECC_UNCORRECTABLE), "uncorrectable memory error" },
    { E(UNSUPPORTED_LIMIT), "the device has no such limit" },
    { E(CONTEXT_ALREADY_IN_USE), "the context is in use by another thread" },
    { E(INVALID_PTX), "the PTX cannot be compiled" },
    { E(INVALID_SOURCE), "invalid source" },
    { E(FILE_NOT_FOUND), "file not found" },
    { E(SHARED_OBJECT_SYMBOL_NOT_FOUND), "a shared object lacks a symbol" },
    { E(SHARED_OBJECT_INIT_FAILED), "a shared object did not start" },
    { E(OPERATING_SYSTEM), "an operating system call failed" },
    { E(INVALID_HANDLE), "invalid resource handle" },
    { E(NOT_FOUND), "named symbol not found" },
    { E(NOT_READY), "device not ready" },
    { E(LAUNCH_FAILED), "the kernel failed" },
    { E(COOPERATIVE_LAUNCH_TOO_LARGE), "too many blocks in cooperative launch" },
    { E(LAUNCH_OUT_OF_RESOURCES), "too many resources requested for launch" },
    { E(LAUNCH_TIMEOUT), "the kernel did not end" },
    { E(LAUNCH_INCOMPATIBLE_TEXTURING), "a texture reference does not fit the kernel" },
    { E(PEER_ACCESS_ALREADY_ENABLED), "access to the other device is enabled already" },
    { E(PEER_ACCESS_NOT_ENABLED), "access to the other device is not enabled" },
    { E(PRIMARY_CONTEXT_ACTIVE), "the device is in use in this process" },
    { E(CONTEXT_IS_DESTROYED), "the context has been destroyed" },
    { E(ASSERT), "an assertion of the kernel failed" },
    { E(TOO_MANY_PEERS), "too many peers" },
    { E(HOST_MEMORY_ALREADY_REGISTERED), "the host memory is registered already" },
    { E(HOST_MEMORY_NOT_REGISTERED), "the host memory is not registered" },
    { E(ILLEGAL_INSTRUCTION), "illegal instruction" },
    { E(MISALIGNED_ADDRESS), "misaligned address" },
    { E(NOT_SUPPORTED), "not supported" },
    { E(UNKNOWN), "unknown error" },
};
#undef E

static CUresult lookup(CUresult error, const char **name, const char **text)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].rc == error) {
            *name = errors[i].name;
            *text = errors[i].text;
            return CUDA_SUCCESS;
        }
    *name = *text = NULL;
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    const char *text;

    return name ? lookup(error, name, &text) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    const char *name;

    if (!text)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult rc = lookup(error, &name, text);
    if (rc == CUDA_SUCCESS && error != CUDA_SUCCESS && error == drv_thread()->last && *drv_thread()->message &&
        !drv_thread()->told)
        *text = drv_thread()->message;
    return rc;
}
