/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: copies between devices, what a pointer points to, the profiler's switches.
 */
#include <stdlib.h>

#include "cuda_profiler_api.h"
#include "runtime.h"

/* Access to another device's memory needs compute capability 2.0, and is not passed on to a driver; copies do not. */
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    if (!can)
        return rt_error(cudaErrorInvalidValue, "cudaDeviceCanAccessPeer: null pointer");
    *can = 0;
    const CUresult rc = rt_start();
    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    const cudaError_t valid = rt_device_valid(device);
    return valid != cudaSuccess ? valid : rt_device_valid(peer);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    (void)flags;
    return rt_error(cudaErrorInvalidDevice, "access to memory of device %d needs compute capability 2.0", peer);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    return rt_error(cudaErrorPeerAccessNotEnabled, "access to memory of device %d is not enabled", peer);
}

/* By way of the host, as between devices that do not see each other. */
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes)
{
    int now = 0;
    cudaError_t rc = cudaGetDevice(&now), back;
    void *copy = rc == cudaSuccess && bytes ? malloc(bytes) : NULL;

    if (rc != cudaSuccess || !bytes)
        return rc;
    if (!copy)
        return rt_error(cudaErrorMemoryAllocation, "cudaMemcpyPeer: out of memory of the host");
    if ((rc = cudaSetDevice(from_device)) == cudaSuccess &&
        (rc = cudaMemcpy(copy, from, bytes, cudaMemcpyDeviceToHost)) == cudaSuccess &&
        (rc = cudaSetDevice(to_device)) == cudaSuccess)
        rc = cudaMemcpy(to, copy, bytes, cudaMemcpyHostToDevice);
    back = cudaSetDevice(now);
    free(copy);
    return rc != cudaSuccess ? rc : back;
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                cudaStream_t stream)
{
    const CUresult rc = rt_stream_first(stream, "cudaMemcpyPeerAsync");

    return rc != CUDA_SUCCESS ? rt_return(rc) : cudaMemcpyPeer(to, to_device, from, from_device, bytes);
}

/* Bytes of an array's texel; 1 where there is no array. */
static cudaError_t texel_bytes(const struct cudaArray *array, size_t *bytes)
{
    struct cudaChannelFormatDesc d;
    cudaError_t rc;

    *bytes = 1;
    if (!array || (rc = cudaGetChannelDesc(&d, array)) != cudaSuccess)
        return array ? rc : cudaSuccess;
    *bytes = (size_t)(d.x + d.y + d.z + d.w) / 8;
    return cudaSuccess;
}

/* Half of a copy between devices: one side is `box`, whose rows are as wide as they are copied; width in bytes. */
static cudaError_t half_3d(int device, struct cudaMemcpy3DParms c, size_t width, size_t texel, void *box)
{
    const bool out = c.kind == cudaMemcpyDeviceToHost;
    cudaError_t rc = cudaSetDevice(device);

    if (rc != cudaSuccess)
        return rc;
    c.extent.width = width / (c.srcArray || c.dstArray ? texel : 1);
    *(out ? &c.dstPtr : &c.srcPtr) =
        (struct cudaPitchedPtr){ .ptr = box, .pitch = width, .xsize = width, .ysize = c.extent.height };
    return cudaMemcpy3D(&c);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
    int now = 0;
    size_t from = 1, to = 1;
    cudaError_t rc = cudaGetDevice(&now), back;

    if (rc != cudaSuccess)
        return rc;
    if (!p)
        return rt_error(cudaErrorInvalidValue, "cudaMemcpy3DPeer: null pointer");
    if ((rc = cudaSetDevice(p->srcDevice)) == cudaSuccess && (rc = texel_bytes(p->srcArray, &from)) == cudaSuccess &&
        (rc = cudaSetDevice(p->dstDevice)) == cudaSuccess)
        rc = texel_bytes(p->dstArray, &to);
    if (rc == cudaSuccess && p->srcArray && p->dstArray && from != to)
        rc = rt_error(cudaErrorInvalidValue, "cudaMemcpy3DPeer: texels of %zu bytes to texels of %zu bytes", from, to);
    const size_t width = p->extent.width * (p->srcArray ? from : to);
    const size_t bytes = width * p->extent.height * p->extent.depth;
    void *box = rc == cudaSuccess && bytes ? malloc(bytes) : NULL;
    if (rc == cudaSuccess && bytes && !box)
        rc = rt_error(cudaErrorMemoryAllocation, "cudaMemcpy3DPeer: out of memory of the host");
    if (box) {
        rc = half_3d(p->srcDevice, (struct cudaMemcpy3DParms){
            .srcArray = p->srcArray, .srcPos = p->srcPos, .srcPtr = p->srcPtr, .extent = p->extent,
            .kind = cudaMemcpyDeviceToHost }, width, from, box);
        if (rc == cudaSuccess)
            rc = half_3d(p->dstDevice, (struct cudaMemcpy3DParms){
                .dstArray = p->dstArray, .dstPos = p->dstPos, .dstPtr = p->dstPtr, .extent = p->extent,
                .kind = cudaMemcpyHostToDevice }, width, to, box);
    }
    back = cudaSetDevice(now);
    free(box);
    return rc != cudaSuccess ? rc : back;
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
    const CUresult rc = rt_stream_first(stream, "cudaMemcpy3DPeerAsync");

    return rc != CUDA_SUCCESS ? rt_return(rc) : cudaMemcpy3DPeer(p);
}

/* Addresses of a device have 32 bits and those of the host's allocations do not, and a GPU shares those of the host: no
 * number is both. */
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *a, const void *p)
{
    const CUdeviceptr at = (CUdeviceptr)(uintptr_t)p;
    CUdeviceptr d = 0;
    unsigned type;
    void *host = NULL;
    CUresult rc = rt_enter();

    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (!a)
        return rt_error(cudaErrorInvalidValue, "cudaPointerGetAttributes: null pointer");
    *a = (struct cudaPointerAttributes){ .memoryType = cudaMemoryTypeDevice };
    cudaGetDevice(&a->device);
    if (rt_api()->cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, at) != CUDA_SUCCESS)
        return rt_error(cudaErrorInvalidValue,
                        "cudaPointerGetAttributes: %p is in no allocation of the device and no page-locked memory",
                        p);
    a->memoryType = type == CU_MEMORYTYPE_HOST ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
    if (rt_api()->cuPointerGetAttribute(&d, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, at) == CUDA_SUCCESS)
        a->devicePointer = (void *)(uintptr_t)d;
    if (rt_api()->cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, at) == CUDA_SUCCESS)
        a->hostPointer = host;
    return cudaSuccess;
}

/* There is no profiler to switch; gt200 trace shows a kernel. */
cudaError_t cudaProfilerInitialize(const char *config, const char *output, cudaOutputMode_t mode)
{
    (void)config;
    (void)output;
    (void)mode;
    return rt_error(cudaErrorProfilerDisabled, "there is no profiler");
}

cudaError_t cudaProfilerStart(void)
{
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void)
{
    return cudaSuccess;
}
