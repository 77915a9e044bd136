/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: arrays, the memory of textures. Row by row in device memory, rows at multiples of GT_TEX_PITCH
 * bytes, so that no texel crosses a 32-byte sector; slices one behind the other.
 */
#include <stdlib.h>

#include "driver.h"

/* As large as a GT200's arrays can be. */
static CUresult check_size(const char *call, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
    if (d->Depth && (!d->Width || !d->Height || d->Width > GT_TEX_DEPTH || d->Height > GT_TEX_DEPTH ||
                     d->Depth > GT_TEX_DEPTH))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %zu x %zu x %zu texels, at most %d in each dimension", call,
                        d->Width, d->Height, d->Depth, GT_TEX_DEPTH);
    size_t most = d->Height ? GT_TEX_WIDTH : GT_TEX_ARRAY_WIDTH;
    if (!d->Width || d->Width > most || d->Height > GT_TEX_HEIGHT)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %zu x %zu texels, at most %d x %d, or %d in one dimension",
                        call, d->Width, d->Height, GT_TEX_WIDTH, GT_TEX_HEIGHT, GT_TEX_ARRAY_WIDTH);
    return CUDA_SUCCESS;
}

/* Room for an array in device memory, its rows at multiples of GT_TEX_PITCH. */
static CUresult create(struct CUctx_st *c, const char *call, CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
    unsigned bits = drv_format_bits(d->Format);

    if (!bits || (d->NumChannels != 1 && d->NumChannels != 2 && d->NumChannels != 4))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: format 0x%x with %u channels (1, 2 or 4)", call,
                        (unsigned)d->Format, d->NumChannels);
    CUresult rc = check_size(call, d);
    if (rc != CUDA_SUCCESS)
        return rc;
    struct CUarray_st *a = calloc(1, sizeof *a);
    if (!a)
        return drv_out_of_memory();
    *a = (struct CUarray_st){ .ctx = c, .next = c->arrays, .width = d->Width, .height = d->Height,
                              .rows = (d->Height ? d->Height : 1) * (d->Depth ? d->Depth : 1), .depth = d->Depth,
                              .format = d->Format, .comps = d->NumChannels, .texel = bits / 8 * d->NumChannels };
    a->pitch = (uint32_t)((a->width * a->texel + GT_TEX_PITCH - 1) / GT_TEX_PITCH * GT_TEX_PITCH);
    uint64_t bytes = (uint64_t)a->pitch * a->rows;
    a->addr = bytes <= UINT32_MAX ? gt_alloc(c->gpu, (uint32_t)bytes) : 0;
    if (!a->addr) {
        free(a);
        return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "%s: %llu bytes do not fit in device memory (GT200_MEMORY_MB)", call,
                        (unsigned long long)bytes);
    }
    *array = c->arrays = a;
    return CUDA_SUCCESS;
}

static CUresult enter_create(const char *call, CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!array || !d)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: null pointer", call));
    if (d->Flags)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE,
                                     "%s: flags 0x%x: layers and surfaces need compute capability 2.0", call,
                                     d->Flags));
    return drv_leave(c, create(c, call, array, d));
}

CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *d)
{
    CUDA_ARRAY3D_DESCRIPTOR whole = { 0 };

    if (d)
        whole = (CUDA_ARRAY3D_DESCRIPTOR){ d->Width, d->Height, 0, d->Format, d->NumChannels, 0 };
    return enter_create("cuArrayCreate", array, d ? &whole : NULL);
}

CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
    return enter_create("cuArray3DCreate", array, d);
}

static CUresult describe(const char *call, CUDA_ARRAY3D_DESCRIPTOR *d, CUarray array)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!d || !drv_array_alive(c, array))
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: not an array of the current context", call));
    *d = (CUDA_ARRAY3D_DESCRIPTOR){ array->width, array->height, array->depth, array->format, array->comps, 0 };
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *d, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR whole;
    CUresult rc = describe("cuArrayGetDescriptor", d ? &whole : NULL, array);

    if (rc == CUDA_SUCCESS)
        *d = (CUDA_ARRAY_DESCRIPTOR){ whole.Width, whole.Height, whole.Format, whole.NumChannels };
    return rc;
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *d, CUarray array)
{
    return describe("cuArray3DGetDescriptor", d, array);
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
