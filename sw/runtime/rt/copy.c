/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: copies and fills of rows, copies from and to arrays. An array is rows of device memory at a
 * pitch of its own, of all its slices (array.c); everything here becomes rows.
 */
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "inspect_launch.h"
#include "now.h"
#include "profile_log.h"

/* One side of a copy: where row 0 begins, and how far it is to the next. */
struct side { bool on_host; uint8_t *host; CUdeviceptr device; size_t pitch; };

static CUresult outside_array(const char *call, const struct CUarray_st *a, size_t x, size_t y, size_t width,
                              size_t height)
{
    return drv_fail(
        CUDA_ERROR_INVALID_VALUE,
        "%s: %zu rows of %zu bytes at byte %zu of row %zu are not inside an array of %zu x %zu texels of %u bytes "
        "(texels are copied whole)",
        call, height, width, x, y, a->width, a->rows, a->texel);
}

/* One side of a copy as rows, checked against the array or the allocation. */
static CUresult side_of(struct CUctx_st *c, const char *call, CUmemorytype type, const void *host, CUdeviceptr device,
                        const struct CUarray_st *a, size_t pitch, size_t x, size_t y, size_t width, size_t height,
                        struct side *s)
{
    switch (type) {
    case CU_MEMORYTYPE_HOST:
        if (!host)
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: null pointer", call);
        *s = (struct side){ .on_host = true, .host = (uint8_t *)host + x + y * pitch, .pitch = pitch };
        break;
    case CU_MEMORYTYPE_DEVICE:
        *s = (struct side){ .device = device + x + y * pitch, .pitch = pitch };
        break;
    case CU_MEMORYTYPE_ARRAY: {
        if (!drv_array_alive(c, a))
            return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: not an array of the current context", call);
        size_t row = a->width * a->texel;
        if (x % a->texel || width % a->texel || x > row || width > row - x || y > a->rows || height > a->rows - y)
            return outside_array(call, a, x, y, width, height);
        *s = (struct side){ .device = a->addr + x + y * a->pitch, .pitch = a->pitch };
        return CUDA_SUCCESS;
    }
    default:
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: memory of type %d", call, (int)type);
    }
    if (height > 1 && pitch < x + width)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: rows of %zu bytes from byte %zu on, pitch %zu", call, width, x,
                        pitch);
    return type == CU_MEMORYTYPE_DEVICE && width && height
               ? drv_range(c, call, s->device, (height - 1) * pitch + width)
               : CUDA_SUCCESS;
}

/* Row by row, by way of a buffer where both sides are on the device. */
static CUresult copy_rows(struct CUctx_st *c, const char *call, const struct side *to, const struct side *from,
                          size_t width, size_t height)
{
    CUresult rc = CUDA_SUCCESS;
    const double begin = now();
    uint8_t *row = width ? malloc(width) : NULL;

    if (width && !row)
        return drv_out_of_memory();
    for (size_t y = 0; width && y < height && rc == CUDA_SUCCESS; y++) {
        const uint8_t *at = row;
        if (from->on_host)
            at = from->host + y * from->pitch;
        else
            rc = drv_read(c, call, row, from->device + y * from->pitch, width);
        if (rc == CUDA_SUCCESS && to->on_host)
            memmove(to->host + y * to->pitch, at, width);
        else if (rc == CUDA_SUCCESS)
            rc = drv_write(c, call, to->device + y * to->pitch, at, width);
        if (rc == CUDA_SUCCESS && !from->on_host && !to->on_host)
            drv_copied(c, to->device + y * to->pitch, from->device + y * from->pitch, width);
    }
    free(row);
    if (rc == CUDA_SUCCESS && to->on_host && !from->on_host)
        inspect_copy(c, call, from->device, width, height);
    if (rc == CUDA_SUCCESS && width && height && from->on_host != to->on_host)
        profile_log_copy(c->log, to->on_host, width * height, now() - begin);
    return rc;
}

/* cuMemcpy2D and its variants. */
static CUresult copy_2d(const char *call, const CUDA_MEMCPY2D *p)
{
    struct CUctx_st *c;
    struct side from, to;

    if (!p)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: null pointer", call);
    CUresult rc = p->dstMemoryType == CU_MEMORYTYPE_HOST ? drv_enter_broken(&c) : drv_enter(&c);
    if (rc != CUDA_SUCCESS)
        return rc;
    size_t w = p->WidthInBytes, h = p->Height;
    if ((rc = side_of(c, call, p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray, p->srcPitch, p->srcXInBytes,
                      p->srcY, w, h, &from)) == CUDA_SUCCESS &&
        (rc = side_of(c, call, p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, p->dstPitch, p->dstXInBytes,
                      p->dstY, w, h, &to)) == CUDA_SUCCESS)
        rc = copy_rows(c, call, &to, &from, w, h);
    return drv_leave_read(c, rc);
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *p)
{
    return copy_2d("cuMemcpy2D", p);
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *p)
{
    return copy_2d("cuMemcpy2DUnaligned", p);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *p, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemcpy2DAsync");

    return rc != CUDA_SUCCESS ? rc : copy_2d("cuMemcpy2DAsync", p);
}

/* Rows from slice to slice; of an array its own, and the copy must lie inside. In other memory slices do not
 * overlap. */
static CUresult rows_of_slices(CUmemorytype type, CUarray a, size_t y, size_t z, const CUDA_MEMCPY3D *p, size_t *rows)
{
    CUDA_ARRAY3D_DESCRIPTOR d;
    CUresult rc = type == CU_MEMORYTYPE_ARRAY ? cuArray3DGetDescriptor(&d, a) : CUDA_SUCCESS;

    if (rc != CUDA_SUCCESS)
        return rc;
    if (type != CU_MEMORYTYPE_ARRAY)
        return p->Depth > 1 && (y > *rows || p->Height > *rows - y)
                   ? drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemcpy3D: slices of %zu rows from row %zu on, height %zu",
                              p->Height, y, *rows)
                   : CUDA_SUCCESS;
    size_t depth = d.Depth ? d.Depth : 1;
    *rows = d.Height ? d.Height : 1;
    if (y > *rows || p->Height > *rows - y || z > depth || p->Depth > depth - z)
        return drv_fail(CUDA_ERROR_INVALID_VALUE,
                        "cuMemcpy3D: %zu slices of %zu rows from row %zu of slice %zu on are not inside an array of "
                        "%zu slices of %zu rows", p->Depth, p->Height, y, z, depth, *rows);
    return CUDA_SUCCESS;
}

/* Slice by slice. */
CUresult cuMemcpy3D(const CUDA_MEMCPY3D *p)
{
    if (!p || p->srcLOD || p->dstLOD)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuMemcpy3D: null pointer, or a level of detail that is not 0");
    size_t from = p->srcHeight, to = p->dstHeight;
    CUresult rc = rows_of_slices(p->srcMemoryType, p->srcArray, p->srcY, p->srcZ, p, &from);
    if (rc == CUDA_SUCCESS)
        rc = rows_of_slices(p->dstMemoryType, p->dstArray, p->dstY, p->dstZ, p, &to);
    for (size_t z = 0; z < p->Depth && rc == CUDA_SUCCESS; z++) {
        CUDA_MEMCPY2D slice = {
            p->srcXInBytes, p->srcY + (p->srcZ + z) * from, p->srcMemoryType, p->srcHost, p->srcDevice,
            p->srcArray, p->srcPitch, p->dstXInBytes, p->dstY + (p->dstZ + z) * to, p->dstMemoryType,
            p->dstHost, p->dstDevice, p->dstArray, p->dstPitch, p->WidthInBytes, p->Height,
        };
        rc = copy_2d("cuMemcpy3D", &slice);
    }
    return rc;
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *p, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemcpy3DAsync");

    return rc != CUDA_SUCCESS ? rc : cuMemcpy3D(p);
}

/* ---- arrays as one row of bytes behind the other ---------------------------------------------------- */

/* Bytes of a row of an array. */
static CUresult row_bytes(CUarray a, size_t *row)
{
    CUDA_ARRAY_DESCRIPTOR d;
    CUresult rc = cuArrayGetDescriptor(&d, a);

    if (rc == CUDA_SUCCESS)
        *row = d.Width * (drv_format_bits(d.Format) / 8 * d.NumChannels);
    return rc;
}

/* A position in an array of rows, or in memory (row 0): byte and row. Less than `bytes` when the row ends before. */
static size_t row_step(size_t at, size_t row, size_t bytes, size_t *x, size_t *y)
{
    *x = row ? at % row : at;
    *y = row ? at / row : 0;
    return row && bytes > row - *x ? row - *x : bytes;
}

/* Copies bytes; each side is memory, or an array from a byte on. */
static CUresult copy_line(const char *call, CUDA_MEMCPY2D p, size_t to_at, size_t from_at, size_t bytes)
{
    CUresult rc = CUDA_SUCCESS;
    size_t from_row = 0, to_row = 0;

    if (p.srcMemoryType == CU_MEMORYTYPE_ARRAY)
        rc = row_bytes(p.srcArray, &from_row);
    if (rc == CUDA_SUCCESS && p.dstMemoryType == CU_MEMORYTYPE_ARRAY)
        rc = row_bytes(p.dstArray, &to_row);
    p.Height = 1;
    while (bytes && rc == CUDA_SUCCESS) {
        size_t n = row_step(from_at, from_row, bytes, &p.srcXInBytes, &p.srcY);
        p.WidthInBytes = n = row_step(to_at, to_row, n, &p.dstXInBytes, &p.dstY);
        rc = copy_2d(call, &p);
        to_at += n;
        from_at += n;
        bytes -= n;
    }
    return rc;
}

CUresult cuMemcpyHtoA(CUarray to, size_t offset, const void *from, size_t bytes)
{
    CUDA_MEMCPY2D p = {
        .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = from, .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = to };
    return copy_line("cuMemcpyHtoA", p, offset, 0, bytes);
}

CUresult cuMemcpyAtoH(void *to, CUarray from, size_t offset, size_t bytes)
{
    CUDA_MEMCPY2D p = {
        .srcMemoryType = CU_MEMORYTYPE_ARRAY, .srcArray = from, .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = to };
    return copy_line("cuMemcpyAtoH", p, 0, offset, bytes);
}

CUresult cuMemcpyDtoA(CUarray to, size_t offset, CUdeviceptr from, size_t bytes)
{
    CUDA_MEMCPY2D p = { .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = from,
                        .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = to };
    return copy_line("cuMemcpyDtoA", p, offset, 0, bytes);
}

CUresult cuMemcpyAtoD(CUdeviceptr to, CUarray from, size_t offset, size_t bytes)
{
    CUDA_MEMCPY2D p = { .srcMemoryType = CU_MEMORYTYPE_ARRAY, .srcArray = from, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                        .dstDevice = to };
    return copy_line("cuMemcpyAtoD", p, 0, offset, bytes);
}

CUresult cuMemcpyAtoA(CUarray to, size_t to_offset, CUarray from, size_t from_offset, size_t bytes)
{
    CUDA_MEMCPY2D p = {
        .srcMemoryType = CU_MEMORYTYPE_ARRAY, .srcArray = from, .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = to };
    return copy_line("cuMemcpyAtoA", p, to_offset, from_offset, bytes);
}

CUresult cuMemcpyHtoAAsync(CUarray to, size_t offset, const void *from, size_t bytes, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemcpyHtoAAsync");

    return rc != CUDA_SUCCESS ? rc : cuMemcpyHtoA(to, offset, from, bytes);
}

CUresult cuMemcpyAtoHAsync(void *to, CUarray from, size_t offset, size_t bytes, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemcpyAtoHAsync");

    return rc != CUDA_SUCCESS ? rc : cuMemcpyAtoH(to, from, offset, bytes);
}

/* ---- fills ------------------------------------------------------------------------------------------ */

/* Rows of `count` elements of `size` bytes at `value`. */
static CUresult fill_rows(const char *call, CUdeviceptr to, size_t pitch, const void *value, size_t size, size_t count,
                          size_t rows)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (to % size || (rows > 1 && pitch % size))
        return drv_leave(c,
                         drv_fail(CUDA_ERROR_INVALID_VALUE,
                                  "%s: address " DRV_P " or pitch %zu is not a multiple of %zu", call, to, pitch,
                                  size));
    if (count > UINT32_MAX / size)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %zu elements at " DRV_P " are not device memory",
                                     call, count, to));
    if (count && rows && (rc = drv_range(c, call, to, (rows - 1) * pitch + count * size)) != CUDA_SUCCESS)
        return drv_leave(c, rc);
    uint8_t *b = malloc(count ? count * size : 1);
    if (!b)
        return drv_leave(c, drv_out_of_memory());
    for (size_t i = 0; i < count; i++)
        memcpy(b + i * size, value, size);
    for (size_t y = 0; count && y < rows && rc == CUDA_SUCCESS; y++)
        rc = drv_write(c, call, to + y * pitch, b, count * size);
    free(b);
    return drv_leave(c, rc);
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count)
{
    return fill_rows("cuMemsetD8", to, 0, &value, 1, count, 1);
}
CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count)
{
    return fill_rows("cuMemsetD16", to, 0, &value, 2, count, 1);
}
CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count)
{
    return fill_rows("cuMemsetD32", to, 0, &value, 4, count, 1);
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemsetD8Async");

    return rc != CUDA_SUCCESS ? rc : cuMemsetD8(to, value, count);
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemsetD16Async");

    return rc != CUDA_SUCCESS ? rc : cuMemsetD16(to, value, count);
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemsetD32Async");

    return rc != CUDA_SUCCESS ? rc : cuMemsetD32(to, value, count);
}

CUresult cuMemsetD2D8(CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height)
{
    return fill_rows("cuMemsetD2D8", to, pitch, &value, 1, width, height);
}

CUresult cuMemsetD2D16(CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height)
{
    return fill_rows("cuMemsetD2D16", to, pitch, &value, 2, width, height);
}

CUresult cuMemsetD2D32(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height)
{
    return fill_rows("cuMemsetD2D32", to, pitch, &value, 4, width, height);
}

CUresult cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height,
                           CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemsetD2D8Async");

    return rc != CUDA_SUCCESS ? rc : cuMemsetD2D8(to, pitch, value, width, height);
}

CUresult cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height,
                            CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemsetD2D16Async");

    return rc != CUDA_SUCCESS ? rc : cuMemsetD2D16(to, pitch, value, width, height);
}

CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuMemsetD2D32Async");

    return rc != CUDA_SUCCESS ? rc : cuMemsetD2D32(to, pitch, value, width, height);
}

DRV_V2(cuMemcpy2D);
DRV_V2(cuMemcpy2DUnaligned);
DRV_V2(cuMemcpy2DAsync);
DRV_V2(cuMemcpy3D);
DRV_V2(cuMemcpy3DAsync);
DRV_V2(cuMemcpyHtoA);
DRV_V2(cuMemcpyAtoH);
DRV_V2(cuMemcpyDtoA);
DRV_V2(cuMemcpyAtoD);
DRV_V2(cuMemcpyAtoA);
DRV_V2(cuMemcpyHtoAAsync);
DRV_V2(cuMemcpyAtoHAsync);
DRV_V2(cuMemsetD8);
DRV_V2(cuMemsetD16);
DRV_V2(cuMemsetD32);
DRV_V2(cuMemsetD2D8);
DRV_V2(cuMemsetD2D16);
DRV_V2(cuMemsetD2D32);
