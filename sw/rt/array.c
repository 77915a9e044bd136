/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: arrays, the memory of textures with one or two coordinates. Row by row in device memory, rows
 * at multiples of GT_TEX_PITCH bytes, so that no texel crosses a 32-byte sector.
 */
#include <stdlib.h>

#include "driver.h"

static CUresult create(struct CUctx_st *c, CUarray *array, const CUDA_ARRAY_DESCRIPTOR *d)
{
    unsigned bits = drv_format_bits(d->Format);

    if (!bits || (d->NumChannels != 1 && d->NumChannels != 2 && d->NumChannels != 4))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuArrayCreate: format 0x%x with %u channels (1, 2 or 4)",
                        (unsigned)d->Format, d->NumChannels);
    size_t most = d->Height ? GT_TEX_WIDTH : GT_TEX_ARRAY_WIDTH;
    if (!d->Width || d->Width > most || d->Height > GT_TEX_HEIGHT)
        return drv_fail(CUDA_ERROR_INVALID_VALUE,
                        "cuArrayCreate: %zu x %zu texels, at most %d x %d, or %d in one dimension", d->Width,
                        d->Height, GT_TEX_WIDTH, GT_TEX_HEIGHT, GT_TEX_ARRAY_WIDTH);
    struct CUarray_st *a = calloc(1, sizeof *a);
    if (!a)
        return drv_out_of_memory();
    *a = (struct CUarray_st){ .ctx = c, .next = c->arrays, .width = d->Width, .height = d->Height,
                              .rows = d->Height ? d->Height : 1, .format = d->Format, .comps = d->NumChannels,
                              .texel = bits / 8 * d->NumChannels };
    a->pitch = (uint32_t)((a->width * a->texel + GT_TEX_PITCH - 1) / GT_TEX_PITCH * GT_TEX_PITCH);
    uint64_t bytes = (uint64_t)a->pitch * a->rows;
    a->addr = bytes <= UINT32_MAX ? gt_alloc(c->gpu, (uint32_t)bytes) : 0;
    if (!a->addr) {
        free(a);
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY,
                        "cuArrayCreate: %llu bytes do not fit in device memory (GT200_MEMORY_MB)",
                        (unsigned long long)bytes);
    }
    *array = c->arrays = a;
    return CUDA_SUCCESS;
}

CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *d)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!array || !d)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuArrayCreate: null pointer"));
    return drv_leave(c, create(c, array, d));
}

CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
    if (!d || d->Flags)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuArray3DCreate: null pointer or flags that are not 0");
    if (d->Depth)
        return drv_fail(CUDA_ERROR_NOT_SUPPORTED,
                        "cuArray3DCreate: %zu slices: arrays of three dimensions are not supported", d->Depth);
    CUDA_ARRAY_DESCRIPTOR flat = { d->Width, d->Height, d->Format, d->NumChannels };
    return cuArrayCreate(array, &flat);
}

bool drv_array_alive(const struct CUctx_st *c, const struct CUarray_st *array)
{
    const struct CUarray_st *a = c->arrays;

    while (a && a != array)
        a = a->next;
    return a != NULL;
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *d, CUarray array)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!d || !drv_array_alive(c, array))
        return drv_leave(
            c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuArrayGetDescriptor: not an array of the current context"));
    *d = (CUDA_ARRAY_DESCRIPTOR){ array->width, array->height, array->format, array->comps };
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *d, CUarray array)
{
    CUDA_ARRAY_DESCRIPTOR flat;
    CUresult rc = d ? cuArrayGetDescriptor(&flat, array)
                    : drv_fail(CUDA_ERROR_INVALID_VALUE, "cuArray3DGetDescriptor: null pointer");

    if (rc == CUDA_SUCCESS)
        *d = (CUDA_ARRAY3D_DESCRIPTOR){ flat.Width, flat.Height, 0, flat.Format, flat.NumChannels, 0 };
    return rc;
}

static void end_array(struct CUctx_st *c, struct CUarray_st **at)
{
    struct CUarray_st *a = *at;

    *at = a->next;
    drv_textures_forget(c, a);
    gt_release(c->gpu, a->addr);
    free(a);
}

CUresult cuArrayDestroy(CUarray array)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_broken(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    struct CUarray_st **at = &c->arrays;
    while (*at && *at != array)
        at = &(*at)->next;
    if (!*at)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_HANDLE, "cuArrayDestroy: not an array of the current context"));
    end_array(c, at);
    return drv_leave(c, CUDA_SUCCESS);
}

void drv_arrays_free(struct CUctx_st *c)
{
    while (c->arrays)
        end_array(c, &c->arrays);
}

DRV_V2(cuArrayCreate);
DRV_V2(cuArrayGetDescriptor);
DRV_V2(cuArray3DCreate);
DRV_V2(cuArray3DGetDescriptor);
