/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: what CUDA 4.0 has for several contexts and for one address space of host and device. The
 * latter needs compute capability 2.0; copies between contexts do not.
 */
#include <stdlib.h>

#include "cudaProfiler.h"
#include "driver.h"

#define UNIFIED "needs addresses that host and device share, which means compute capability 2.0"

/* ---- addresses that tell where they belong ---- */

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    rc = cuMemcpyDtoD(to, from, bytes);
    if (rc == CUDA_ERROR_INVALID_VALUE)
        rc = drv_fail(rc, "cuMemcpy: from " DRV_P " to " DRV_P ": other than between device memory it " UNIFIED, from,
                      to);
    return drv_leave(c, rc);
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemcpyAsync");

    return rc != CUDA_SUCCESS ? rc : cuMemcpy(to, from, bytes);
}

/* Addresses of a device have 32 bits and those of the host's allocations do not: no number is both. */
CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr p)
{
    struct CUctx_st *c;
    unsigned flags;
    CUdeviceptr device = p;
    void *host = (void *)(uintptr_t)p;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!data)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuPointerGetAttribute: null pointer"));
    const bool on_device = cuMemGetAddressRange(NULL, NULL, p) == CUDA_SUCCESS;
    if (!on_device && cuMemHostGetFlags(&flags, host) != CUDA_SUCCESS)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE,
                                     "cuPointerGetAttribute: " DRV_P " is in no allocation of "
                                     "the device and no page-locked memory", p));
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)data = c;
        break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)data = on_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        if (!on_device)
            rc = cuMemHostGetDevicePointer(&device, host, 0);
        if (rc == CUDA_SUCCESS)
            *(CUdeviceptr *)data = device;
        break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (on_device)
            rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "cuPointerGetAttribute: " DRV_P " is no host memory", p);
        else
            *(void **)data = host;
        break;
    default:
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "cuPointerGetAttribute: unknown attribute %d", (int)attribute);
    }
    return drv_leave(c, rc);
}

/* ---- several contexts ---- */

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    const int n = drv_devices();

    if (!can)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuDeviceCanAccessPeer: null pointer");
    if (device < 0 || device >= n || peer < 0 || peer >= n)
        return drv_fail(CUDA_ERROR_INVALID_DEVICE, "devices %d and %d: there are %d (GT200_DEVICES)", device, peer, n);
    *can = 0;
    return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    (void)peer;
    (void)flags;
    return drv_fail(CUDA_ERROR_INVALID_DEVICE,
                    "cuCtxEnablePeerAccess: access to another device's memory needs compute capability 2.0");
}

CUresult cuCtxDisablePeerAccess(CUcontext peer)
{
    (void)peer;
    return drv_fail(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, "cuCtxDisablePeerAccess: it is not enabled");
}

/* What `part` copies, with a context current. */
static CUresult in_context(CUcontext c, CUresult (*part)(void *, CUdeviceptr, size_t), void *host, CUdeviceptr device,
                           size_t bytes)
{
    CUresult rc = cuCtxPushCurrent(c), back;

    if (rc != CUDA_SUCCESS)
        return rc;
    rc = part(host, device, bytes);
    back = cuCtxPopCurrent(NULL);
    return rc != CUDA_SUCCESS ? rc : back;
}

static CUresult fetch_bytes(void *to, CUdeviceptr from, size_t bytes) { return cuMemcpyDtoH(to, from, bytes); }
static CUresult store_bytes(void *from, CUdeviceptr to, size_t bytes) { return cuMemcpyHtoD(to, from, bytes); }

/* By way of the host, as between devices that do not see each other. */
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes)
{
    void *copy = malloc(bytes ? bytes : 1);
    CUresult rc = copy ? in_context(from_context, fetch_bytes, copy, from, bytes) : drv_out_of_memory();

    if (rc == CUDA_SUCCESS)
        rc = in_context(to_context, store_bytes, copy, to, bytes);
    free(copy);
    return rc;
}

CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes,
                           CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemcpyPeerAsync");

    return rc != CUDA_SUCCESS ? rc : cuMemcpyPeer(to, to_context, from, from_context, bytes);
}

/* A copy of which one side is the host's. c: the context of the other side; NULL if that is the host's, too. */
static CUresult copy_in(CUcontext c, CUmemorytype type, const CUDA_MEMCPY3D *p)
{
    if (type == CU_MEMORYTYPE_HOST)
        return cuMemcpy3D(p);
    CUresult rc = cuCtxPushCurrent(c), back;
    if (rc != CUDA_SUCCESS)
        return rc;
    rc = cuMemcpy3D(p);
    back = cuCtxPopCurrent(NULL);
    return rc != CUDA_SUCCESS ? rc : back;
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *p)
{
    if (!p)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemcpy3DPeer: null pointer");
    const size_t slice = p->WidthInBytes * p->Height, bytes = slice * p->Depth;
    char *box = malloc(bytes ? bytes : 1);
    const CUDA_MEMCPY3D from = {
        .srcXInBytes = p->srcXInBytes, .srcY = p->srcY, .srcZ = p->srcZ, .srcLOD = p->srcLOD,
        .srcMemoryType = p->srcMemoryType, .srcHost = p->srcHost, .srcDevice = p->srcDevice, .srcArray = p->srcArray,
        .srcPitch = p->srcPitch, .srcHeight = p->srcHeight,
        .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = box, .dstPitch = p->WidthInBytes, .dstHeight = p->Height,
        .WidthInBytes = p->WidthInBytes, .Height = p->Height, .Depth = p->Depth,
    }, to = {
        .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = box, .srcPitch = p->WidthInBytes, .srcHeight = p->Height,
        .dstXInBytes = p->dstXInBytes, .dstY = p->dstY, .dstZ = p->dstZ, .dstLOD = p->dstLOD,
        .dstMemoryType = p->dstMemoryType, .dstHost = p->dstHost, .dstDevice = p->dstDevice, .dstArray = p->dstArray,
        .dstPitch = p->dstPitch, .dstHeight = p->dstHeight,
        .WidthInBytes = p->WidthInBytes, .Height = p->Height, .Depth = p->Depth,
    };
    CUresult rc = box ? copy_in(p->srcContext, p->srcMemoryType, &from) : drv_out_of_memory();

    if (rc == CUDA_SUCCESS)
        rc = copy_in(p->dstContext, p->dstMemoryType, &to);
    free(box);
    return rc;
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *p, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemcpy3DPeerAsync");

    return rc != CUDA_SUCCESS ? rc : cuMemcpy3DPeer(p);
}

/* ---- the profiler's switches: there is none to switch; gt200 trace shows a kernel ---- */

CUresult cuProfilerInitialize(const char *config, const char *output, CUoutput_mode mode)
{
    (void)config;
    (void)output;
    (void)mode;
    return drv_fail(CUDA_ERROR_PROFILER_DISABLED, "there is no profiler");
}

CUresult cuProfilerStart(void)
{
    return CUDA_SUCCESS;
}

CUresult cuProfilerStop(void)
{
    return CUDA_SUCCESS;
}
