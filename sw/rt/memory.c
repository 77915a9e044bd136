/* SPDX-License-Identifier: Apache-2.0
 * The CUDA Driver API: device memory. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"

CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_context(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!address || bytes == 0)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemAlloc: null pointer or no bytes");
    *address = bytes <= UINT32_MAX ? gt_alloc(c->gpu, (uint32_t)bytes) : 0;
    if (!*address)
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "cuMemAlloc: %zu bytes do not fit in device memory (GT200_MEMORY_MB)", bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemFree(CUdeviceptr address)
{
    struct CUctx_st *c;
    CUresult rc = drv_context(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (address)
        gt_release(c->gpu, (uint32_t)address);
    return CUDA_SUCCESS;
}

CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_context(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    /* The largest block that can be had now, by halving: the arena keeps no count of free bytes. */
    uint32_t size = 0;
    for (uint32_t bit = 1u << 31; bit >= 256; bit >>= 1) {
        uint32_t a = size + bit <= c->gpu->mem_bytes ? gt_alloc(c->gpu, size + bit) : 0;
        if (a) {
            size += bit;
            gt_release(c->gpu, a);
        }
    }
    if (free_bytes)
        *free_bytes = size;
    if (total_bytes)
        *total_bytes = c->gpu->mem_bytes;
    return CUDA_SUCCESS;
}

/* A byte range of a constant segment, for addresses of cuModuleGetGlobal. */
static uint8_t *constant(struct CUctx_st *c, CUdeviceptr a, size_t bytes)
{
    if (a < DRV_CONST_BASE || a - DRV_CONST_BASE >= (CUdeviceptr)GT_CONST_SEGS * GT_CONST_BYTES)
        return NULL;
    size_t seg = (a - DRV_CONST_BASE) / GT_CONST_BYTES, off = (a - DRV_CONST_BASE) % GT_CONST_BYTES;
    if (!c->gpu->cseg[seg] || bytes > GT_CONST_BYTES - off)
        return NULL;
    return c->gpu->cseg[seg] + off;
}

static CUresult outside(const char *call, CUdeviceptr a, size_t bytes)
{
    return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %zu bytes at 0x%llx are not device memory", call, bytes, a);
}

static bool in_arena(CUdeviceptr a, size_t bytes)
{
    return a <= UINT32_MAX && bytes <= UINT32_MAX;      /* gt_read and gt_write check the rest */
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_context(&c);

    if (rc != CUDA_SUCCESS || bytes == 0)
        return rc;
    uint8_t *k = constant(c, to, bytes);
    if (k)
        memcpy(k, from, bytes);
    else if (!in_arena(to, bytes) || !gt_write(c->gpu, (uint32_t)to, from, (uint32_t)bytes))
        return outside("cuMemcpyHtoD", to, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_context(&c);

    if (rc != CUDA_SUCCESS || bytes == 0)
        return rc;
    const uint8_t *k = constant(c, from, bytes);
    if (k)
        memcpy(to, k, bytes);
    else if (!in_arena(from, bytes) || !gt_read(c->gpu, (uint32_t)from, to, (uint32_t)bytes))
        return outside("cuMemcpyDtoH", from, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    void *b = malloc(bytes ? bytes : 1);

    if (!b)
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "out of memory");
    CUresult rc = cuMemcpyDtoH(b, from, bytes);
    if (rc == CUDA_SUCCESS)
        rc = cuMemcpyHtoD(to, b, bytes);
    free(b);
    return rc;
}

/* count elements of `size` bytes at `value`. */
static CUresult fill(CUdeviceptr to, const void *value, size_t size, size_t count)
{
    uint8_t *b = malloc(count ? count * size : 1);

    if (!b)
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "out of memory");
    for (size_t i = 0; i < count; i++)
        memcpy(b + i * size, value, size);
    CUresult rc = cuMemcpyHtoD(to, b, count * size);
    free(b);
    return rc;
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count)
{
    return fill(to, &value, 1, count);
}

CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count)
{
    if (to % 4)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemsetD32: address 0x%llx is not a multiple of 4", to);
    return fill(to, &value, 4, count);
}
