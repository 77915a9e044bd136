/* SPDX-License-Identifier: Apache-2.0
 * The CUDA Driver API: device memory, copies, page-locked host memory. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"

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
        rc = drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "cuMemAlloc: %zu bytes do not fit in device memory (GT200_MEMORY_MB)", bytes);
    return drv_leave(c, rc);
}

CUresult cuMemAllocPitch(CUdeviceptr *address, size_t *pitch, size_t width, size_t height, unsigned element)
{
    if (!pitch || !width || !height || width > UINT32_MAX)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemAllocPitch: null pointer or no bytes");
    if (element != 4 && element != 8 && element != 16)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemAllocPitch: elements of %u bytes, allowed are 4, 8 and 16", element);
    size_t row = (width + PITCH - 1) / PITCH * PITCH;
    if (height > UINT32_MAX / row)
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "cuMemAllocPitch: %zu rows of %zu bytes do not fit in device memory", height, row);
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
    if (address > UINT32_MAX || !gt_allocation(c->gpu, (uint32_t)address, &base, &bytes) || base != address)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemFree: 0x%llx is not the start of an allocation", address));
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
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemGetAddressRange: 0x%llx is not in an allocation", address));
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
    return drv_leave(c, CUDA_SUCCESS);
}

/* ---- copies -------------------------------------------------------------------------------------- */

static CUresult outside(const char *call, CUdeviceptr a, size_t bytes)
{
    return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %zu bytes at 0x%llx are not device memory", call, bytes, a);
}

static CUresult write(struct CUctx_st *c, const char *call, CUdeviceptr to, const void *from, size_t bytes)
{
    unsigned seg;
    uint32_t offset;
    struct CUmod_st *m = drv_constant(c, to, bytes, &seg, &offset);

    if (m) {
        memcpy(m->m.image[seg] + offset, from, bytes);
        if (m->m.image_bytes[seg] < offset + bytes)
            m->m.image_bytes[seg] = offset + (uint32_t)bytes;
        if (c->bound == m)
            c->bound = NULL;            /* the next launch writes them to the device */
        return CUDA_SUCCESS;
    }
    if (to > UINT32_MAX || bytes > UINT32_MAX || !gt_write(c->gpu, (uint32_t)to, from, (uint32_t)bytes))
        return outside(call, to, bytes);
    return CUDA_SUCCESS;
}

static CUresult read(struct CUctx_st *c, const char *call, void *to, CUdeviceptr from, size_t bytes)
{
    unsigned seg;
    uint32_t offset;
    const struct CUmod_st *m = drv_constant(c, from, bytes, &seg, &offset);

    if (m)
        memcpy(to, m->m.image[seg] + offset, bytes);
    else if (from > UINT32_MAX || bytes > UINT32_MAX || !gt_read(c->gpu, (uint32_t)from, to, (uint32_t)bytes))
        return outside(call, from, bytes);
    return CUDA_SUCCESS;
}

/* A copy to the host works after a failed kernel too; the first call after the failure still reports it. */
static CUresult leave_read(struct CUctx_st *c, CUresult rc)
{
    if (rc == CUDA_SUCCESS && c->broken != CUDA_SUCCESS && !c->reported) {
        c->reported = true;
        rc = drv_fail(c->broken, "%s", c->message);
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
    return drv_leave(c, bytes ? write(c, "cuMemcpyHtoD", to, from, bytes) : CUDA_SUCCESS);
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_broken(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (bytes && !to)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemcpyDtoH: null pointer"));
    return leave_read(c, bytes ? read(c, "cuMemcpyDtoH", to, from, bytes) : CUDA_SUCCESS);
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
    if (bytes && (rc = read(c, "cuMemcpyDtoD", b, from, bytes)) == CUDA_SUCCESS)
        rc = write(c, "cuMemcpyDtoD", to, b, bytes);
    free(b);
    return drv_leave(c, rc);
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    (void)stream;
    return cuMemcpyHtoD(to, from, bytes);
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    (void)stream;
    return cuMemcpyDtoH(to, from, bytes);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    (void)stream;
    return cuMemcpyDtoD(to, from, bytes);
}

/* ---- rows ---------------------------------------------------------------------------------------- */

static CUresult copy_row(struct CUctx_st *c, const CUDA_MEMCPY2D *p, size_t y, void *row)
{
    size_t s = p->srcXInBytes + (p->srcY + y) * p->srcPitch, d = p->dstXInBytes + (p->dstY + y) * p->dstPitch;
    const void *from = row;
    CUresult rc = CUDA_SUCCESS;

    if (p->srcMemoryType == CU_MEMORYTYPE_HOST)
        from = (const char *)p->srcHost + s;
    else
        rc = read(c, "cuMemcpy2D", row, p->srcDevice + s, p->WidthInBytes);
    if (rc != CUDA_SUCCESS)
        return rc;
    if (p->dstMemoryType == CU_MEMORYTYPE_HOST)
        memmove((char *)p->dstHost + d, from, p->WidthInBytes);
    else
        rc = write(c, "cuMemcpy2D", p->dstDevice + d, from, p->WidthInBytes);
    return rc;
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *p)
{
    struct CUctx_st *c;

    if (!p)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemcpy2D: null pointer");
    if (p->srcMemoryType == CU_MEMORYTYPE_ARRAY || p->dstMemoryType == CU_MEMORYTYPE_ARRAY)
        return drv_fail(CUDA_ERROR_NOT_SUPPORTED, "cuMemcpy2D: arrays are not supported");
    if (p->Height > 1 && (p->srcPitch < p->srcXInBytes + p->WidthInBytes || p->dstPitch < p->dstXInBytes + p->WidthInBytes))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemcpy2D: rows of %zu bytes, pitches %zu and %zu", p->WidthInBytes, p->srcPitch,
                        p->dstPitch);
    bool to_host = p->dstMemoryType == CU_MEMORYTYPE_HOST;
    CUresult rc = to_host ? drv_enter_broken(&c) : drv_enter(&c);
    if (rc != CUDA_SUCCESS)
        return rc;
    void *row = malloc(p->WidthInBytes ? p->WidthInBytes : 1);
    if (!row)
        return drv_leave(c, drv_out_of_memory());
    for (size_t y = 0; p->WidthInBytes && y < p->Height && rc == CUDA_SUCCESS; y++)
        rc = copy_row(c, p, y, row);
    free(row);
    return leave_read(c, rc);
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *p)
{
    return cuMemcpy2D(p);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *p, CUstream stream)
{
    (void)stream;
    return cuMemcpy2D(p);
}

/* Rows of `count` elements of `size` bytes at `value`. */
static CUresult fill(const char *call, CUdeviceptr to, size_t pitch, const void *value, size_t size, size_t count, size_t rows)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (to % size || (rows > 1 && pitch % size))
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: address 0x%llx or pitch %zu is not a multiple of %zu", call, to, pitch, size));
    if (count > UINT32_MAX / size)
        return drv_leave(c, outside(call, to, count));
    uint8_t *b = malloc(count ? count * size : 1);
    if (!b)
        return drv_leave(c, drv_out_of_memory());
    for (size_t i = 0; i < count; i++)
        memcpy(b + i * size, value, size);
    for (size_t y = 0; count && y < rows && rc == CUDA_SUCCESS; y++)
        rc = write(c, call, to + y * pitch, b, count * size);
    free(b);
    return drv_leave(c, rc);
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count) { return fill("cuMemsetD8", to, 0, &value, 1, count, 1); }
CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count) { return fill("cuMemsetD16", to, 0, &value, 2, count, 1); }
CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count) { return fill("cuMemsetD32", to, 0, &value, 4, count, 1); }

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)
{
    (void)stream;
    return cuMemsetD8(to, value, count);
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream)
{
    (void)stream;
    return cuMemsetD16(to, value, count);
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream)
{
    (void)stream;
    return cuMemsetD32(to, value, count);
}

CUresult cuMemsetD2D8(CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height)
{
    return fill("cuMemsetD2D8", to, pitch, &value, 1, width, height);
}

CUresult cuMemsetD2D16(CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height)
{
    return fill("cuMemsetD2D16", to, pitch, &value, 2, width, height);
}

CUresult cuMemsetD2D32(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height)
{
    return fill("cuMemsetD2D32", to, pitch, &value, 4, width, height);
}

/* ---- host memory --------------------------------------------------------------------------------- */

CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned flags)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!p || !bytes || flags > 7)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemHostAlloc: null pointer, no bytes or unknown flags"));
    if (flags & CU_MEMHOSTALLOC_DEVICEMAP)
        return drv_leave(c, drv_fail(CUDA_ERROR_NOT_SUPPORTED, "cuMemHostAlloc: host memory cannot be mapped into this device"));
    struct drv_host *h = malloc(sizeof *h);
    void *mem = bytes <= SIZE_MAX - 4096 ? aligned_alloc(4096, (bytes + 4095) & ~(size_t)4095) : NULL;
    if (!h || !mem) {
        free(h);
        free(mem);
        return drv_leave(c, drv_out_of_memory());
    }
    *h = (struct drv_host){ c->host, mem, bytes, flags };
    c->host = h;
    *p = mem;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuMemAllocHost(void **p, size_t bytes)
{
    return cuMemHostAlloc(p, bytes, 0);
}

/* The link that holds host memory p; *link is NULL when it is none of ours. */
static struct drv_host **find_host(struct CUctx_st *c, const void *p)
{
    struct drv_host **at = &c->host;

    while (*at && (*at)->p != p)
        at = &(*at)->next;
    return at;
}

CUresult cuMemHostGetFlags(unsigned *flags, void *p)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    const struct drv_host *h = *find_host(c, p);
    if (!flags || !h)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemHostGetFlags: not memory of cuMemHostAlloc"));
    *flags = h->flags;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *address, void *p, unsigned flags)
{
    (void)address, (void)p, (void)flags;
    return drv_fail(CUDA_ERROR_NOT_SUPPORTED, "cuMemHostGetDevicePointer: host memory cannot be mapped into this device");
}

CUresult cuMemFreeHost(void *p)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_broken(&c);

    if (rc != CUDA_SUCCESS || !p)
        return rc != CUDA_SUCCESS ? rc : drv_leave(c, rc);
    struct drv_host **at = find_host(c, p), *h = *at;
    if (!h)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemFreeHost: not memory of cuMemAllocHost"));
    *at = h->next;
    free(h->p);
    free(h);
    return drv_leave(c, CUDA_SUCCESS);
}
