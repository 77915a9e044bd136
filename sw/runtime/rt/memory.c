/* SPDX-License-Identifier: Apache-2.0
 * The CUDA Driver API: device memory, and copies of bytes. Rows and arrays: copy.c, host memory: host.c. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "inspect_launch.h"
#include "now.h"
#include "profile_log.h"

#define PITCH 256u          /* cuMemAllocPitch: rows start at multiples of the largest transaction */

/* ---- allocation ---------------------------------------------------------------------------------- */

CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!address || bytes == 0)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemAlloc: null pointer or no bytes"));
    *address = bytes <= UINT32_MAX ? gt_alloc(c->gpu, (uint32_t)bytes) : 0;
    if (!*address)
        rc = drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "cuMemAlloc: %zu bytes do not fit in device memory (GT200_MEMORY_MB)",
                      bytes);
    return drv_leave(c, rc);
}

CUresult cuMemAllocPitch(CUdeviceptr *address, size_t *pitch, size_t width, size_t height, unsigned element)
{
    if (!pitch || !width || !height || width > UINT32_MAX)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemAllocPitch: null pointer or no bytes");
    if (element != 4 && element != 8 && element != 16)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemAllocPitch: elements of %u bytes, allowed are 4, 8 and 16",
                        element);
    size_t row = (width + PITCH - 1) / PITCH * PITCH;
    if (height > UINT32_MAX / row)
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY,
                        "cuMemAllocPitch: %zu rows of %zu bytes do not fit in device memory", height, row);
    *pitch = row;
    return cuMemAlloc(address, row * height);
}

CUresult cuMemFree(CUdeviceptr address)
{
    struct CUctx_st *c;
    uint32_t base, bytes;
    CUresult rc = drv_enter_broken(&c);

    if (rc != CUDA_SUCCESS || !address)
        return rc != CUDA_SUCCESS ? rc : drv_leave(c, rc);
    if (drv_managed_free(c, address))
        return drv_leave(c, CUDA_SUCCESS);
    if (address > UINT32_MAX || !gt_allocation(c->gpu, (uint32_t)address, &base, &bytes) || base != address)
        return drv_leave(
            c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemFree: " DRV_P " is not the start of an allocation", address));
    gt_release(c->gpu, base);
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr address)
{
    struct CUctx_st *c;
    uint32_t at, n;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (address > UINT32_MAX || !gt_allocation(c->gpu, (uint32_t)address, &at, &n))
        return drv_leave(
            c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemGetAddressRange: " DRV_P " is not in an allocation", address));
    if (base)
        *base = at;
    if (bytes)
        *bytes = n;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (free_bytes)
        *free_bytes = gt_largest(c->gpu);
    if (total_bytes)
        *total_bytes = c->gpu->mem_bytes;
    return drv_leave(c, CUDA_SUCCESS);
}

/* ---- copies -------------------------------------------------------------------------------------- */

/* Copies stay inside one allocation: what goes beyond, or to one that is freed, is an error of the program. */
static bool inside_allocation(const struct CUctx_st *c, CUdeviceptr a, size_t bytes)
{
    uint32_t base, have;

    return a <= UINT32_MAX && gt_allocation(c->gpu, (uint32_t)a, &base, &have) && bytes <= base + have - a;
}

static CUresult outside_allocation(const struct CUctx_st *c, const char *call, CUdeviceptr a, size_t bytes)
{
    uint32_t base, have;

    if (a <= UINT32_MAX && gt_allocation(c->gpu, (uint32_t)a, &base, &have))
        return drv_fail(CUDA_ERROR_INVALID_VALUE,
                        "%s: %zu bytes at " DRV_P " go beyond the allocation of %u bytes at 0x%x", call, bytes, a, have,
                        base);
    return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %zu bytes at " DRV_P ": there is no allocation of device memory",
                    call, bytes, a);
}

CUresult drv_range(const struct CUctx_st *c, const char *call, CUdeviceptr a, size_t bytes)
{
    return a >= DRV_CONST_BASE || inside_allocation(c, a, bytes) ? CUDA_SUCCESS : outside_allocation(c, call, a, bytes);
}

CUresult drv_write(struct CUctx_st *c, const char *call, CUdeviceptr to, const void *from, size_t bytes)
{
    unsigned seg;
    uint32_t offset;
    struct CUmod_st *m = drv_constant(c, to, bytes, &seg, &offset);

    void *mapped = m ? NULL : drv_mapped(c, to, bytes);

    if (mapped) {
        memmove(mapped, from, bytes);
        return CUDA_SUCCESS;
    }
    if (m) {
        memcpy(m->m.image[seg] + offset, from, bytes);
        if (m->m.image_bytes[seg] < offset + bytes)
            m->m.image_bytes[seg] = offset + (uint32_t)bytes;
        if (c->bound == m)
            c->bound = NULL;            /* the next launch writes them to the device */
        return CUDA_SUCCESS;
    }
    if (!inside_allocation(c, to, bytes) || !gt_write(c->gpu, (uint32_t)to, from, (uint32_t)bytes))
        return outside_allocation(c, call, to, bytes);
    return CUDA_SUCCESS;
}

CUresult drv_read(struct CUctx_st *c, const char *call, void *to, CUdeviceptr from, size_t bytes)
{
    unsigned seg;
    uint32_t offset;
    const struct CUmod_st *m = drv_constant(c, from, bytes, &seg, &offset);
    const void *mapped = m ? NULL : drv_mapped(c, from, bytes);

    if (mapped)
        memmove(to, mapped, bytes);
    else if (m)
        memcpy(to, m->m.image[seg] + offset, bytes);
    else if (!inside_allocation(c, from, bytes) || !gt_read(c->gpu, (uint32_t)from, to, (uint32_t)bytes))
        return outside_allocation(c, call, from, bytes);
    return CUDA_SUCCESS;
}

void drv_copied(struct CUctx_st *c, CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    if (!drv_mapped(c, to, bytes) && !drv_mapped(c, from, bytes) && inside_allocation(c, to, bytes) &&
        inside_allocation(c, from, bytes))
        gt_copy_valid(c->gpu, (uint32_t)to, (uint32_t)from, (uint32_t)bytes);
}

CUresult drv_leave_read(struct CUctx_st *c, CUresult rc)
{
    if (rc == CUDA_SUCCESS && c->broken != CUDA_SUCCESS && !c->reported) {
        c->reported = true;
        rc = drv_fail_broken(c);
    }
    return drv_leave(c, rc);
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (bytes && !from)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemcpyHtoD: null pointer"));
    const double begin = now();
    if (bytes && (rc = drv_write(c, "cuMemcpyHtoD", to, from, bytes)) == CUDA_SUCCESS)
        profile_log_copy(c->log, false, bytes, now() - begin);
    return drv_leave(c, rc);
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_broken(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (bytes && !to)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemcpyDtoH: null pointer"));
    const double begin = now();
    if (bytes && (rc = drv_read(c, "cuMemcpyDtoH", to, from, bytes)) == CUDA_SUCCESS) {
        inspect_copy(c, "cuMemcpyDtoH", from, bytes, 1);
        profile_log_copy(c->log, true, bytes, now() - begin);
    }
    return drv_leave_read(c, rc);
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    void *b = malloc(bytes ? bytes : 1);
    if (!b)
        return drv_leave(c, drv_out_of_memory());
    if (bytes && (rc = drv_read(c, "cuMemcpyDtoD", b, from, bytes)) == CUDA_SUCCESS)
        rc = drv_write(c, "cuMemcpyDtoD", to, b, bytes);
    if (bytes && rc == CUDA_SUCCESS)
        drv_copied(c, to, from, bytes);
    free(b);
    return drv_leave(c, rc);
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemcpyHtoDAsync");

    return rc != CUDA_SUCCESS ? rc : cuMemcpyHtoD(to, from, bytes);
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemcpyDtoHAsync");

    return rc != CUDA_SUCCESS ? rc : cuMemcpyDtoH(to, from, bytes);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemcpyDtoDAsync");

    return rc != CUDA_SUCCESS ? rc : cuMemcpyDtoD(to, from, bytes);
}

DRV_V2(cuMemGetInfo);
DRV_V2(cuMemAlloc);
DRV_V2(cuMemAllocPitch);
DRV_V2(cuMemFree);
DRV_V2(cuMemGetAddressRange);
DRV_V2(cuMemcpyHtoD);
DRV_V2(cuMemcpyDtoH);
DRV_V2(cuMemcpyDtoD);
DRV_V2(cuMemcpyHtoDAsync);
DRV_V2(cuMemcpyDtoHAsync);
DRV_V2(cuMemcpyDtoDAsync);
