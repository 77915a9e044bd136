/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: texture references, on those of the Driver API (texref.c).
 */
#include "runtime.h"

#include <string.h>

enum { ALIGN = 256 };

/* The reference of the current context. *t NULL: no kernel uses it. */
static CUresult current_reference(const struct textureReference *texref, struct rt_symbol **s, CUtexref *t)
{
    CUmodule m;
    CUresult rc = rt_enter();

    *t = NULL;
    if (rc != CUDA_SUCCESS)
        return rc;
    *s = rt_find(RT_TEXTURE, texref);
    if (!*s)
        return drv_fail(RT_ERROR(cudaErrorInvalidTexture), "the texture reference is not one of this program");
    if ((*s)->layered)
        return drv_fail(CUDA_ERROR_NOT_SUPPORTED, "layered textures need compute capability 2.0");
    if ((rc = rt_module((*s)->image, &m)) != CUDA_SUCCESS)
        return rc;
    rc = rt_api()->cuModuleGetTexRef(t, m, (*s)->name);
    return rc == CUDA_ERROR_NOT_FOUND ? CUDA_SUCCESS : rc;
}

cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *texref, const void *p,
                            const struct cudaChannelFormatDesc *desc, size_t bytes)
{
    CUdeviceptr a = (CUdeviceptr)(uintptr_t)p, base;
    CUarray_format format;
    struct rt_symbol *s;
    CUtexref t;
    size_t all;
    int comps;

    if (!texref || !desc || !rt_format(desc, &format, &comps))
        return rt_error(desc ? cudaErrorInvalidChannelDescriptor : cudaErrorInvalidValue,
                        "cudaBindTexture: texels have 1, 2 or 4 components of 8, 16 or 32 bits, all alike");
    CUresult rc = current_reference(texref, &s, &t);
    if (rc != CUDA_SUCCESS || (rc = rt_api()->cuMemGetAddressRange(&base, &all, a)) != CUDA_SUCCESS)
        return rt_return(rc);
    if (a % ALIGN && !offset)
        return rt_error(cudaErrorInvalidValue,
                        "cudaBindTexture: address %p is not a multiple of %d and no offset is asked for", p,
                        (int)ALIGN);
    size_t texel = (size_t)(comps * desc->x / 8), most = GT_TEX_LINEAR_WIDTH;
    if (bytes > base + all - a)
        bytes = base + all - a;             /* the default is everything */
    if (bytes + a % ALIGN > most * texel)
        bytes = most * texel - a % ALIGN;
    if (offset)
        *offset = a % ALIGN;
    drv_lock();
    s->offset = a % ALIGN;
    drv_unlock();
    if (!t)
        return cudaSuccess;
    if ((rc = rt_api()->cuTexRefSetFormat(t, format, comps)) != CUDA_SUCCESS ||
        (rc = rt_api()->cuTexRefSetFlags(t, (s->normalized ? 0 : CU_TRSF_READ_AS_INTEGER) |
                                  (texref->sRGB ? CU_TRSF_SRGB : 0u))) != CUDA_SUCCESS)
        return rt_return(rc);
    return rt_return(rt_api()->cuTexRefSetAddress(offset, t, a, bytes));
}

/* How the reference says it is read, as it is when it is bound. */
static CUresult set_sampler(const struct textureReference *texref, const struct rt_symbol *s, CUtexref t)
{
    unsigned flags = (s->normalized ? 0u : CU_TRSF_READ_AS_INTEGER) |
                     (texref->normalized ? CU_TRSF_NORMALIZED_COORDINATES : 0u) | (texref->sRGB ? CU_TRSF_SRGB : 0u);
    CUresult rc = rt_api()->cuTexRefSetFlags(t, flags);

    for (int i = 0; i < 3 && rc == CUDA_SUCCESS; i++)
        rc = rt_api()->cuTexRefSetAddressMode(t, i, (CUaddress_mode)texref->addressMode[i]);
    return rc != CUDA_SUCCESS ? rc : rt_api()->cuTexRefSetFilterMode(t, (CUfilter_mode)texref->filterMode);
}

static cudaError_t check_filter(const char *call, const struct textureReference *texref, const struct rt_symbol *s,
                                const struct cudaChannelFormatDesc *d)
{
    if (texref->filterMode == cudaFilterModeLinear && d->f != cudaChannelFormatKindFloat &&
        (!s->normalized || d->x == 32))
        return rt_error(cudaErrorInvalidFilterSetting, "%s: linear filtering of texels that are read as integers",
                        call);
    return cudaSuccess;
}

cudaError_t cudaBindTextureToArray(const struct textureReference *texref, const struct cudaArray *array,
                                   const struct cudaChannelFormatDesc *desc)
{
    struct cudaChannelFormatDesc have;
    struct rt_symbol *s;
    cudaError_t e;
    CUtexref t;

    if (!texref || !desc)
        return rt_error(cudaErrorInvalidValue, "cudaBindTextureToArray: null pointer");
    CUresult rc = current_reference(texref, &s, &t);
    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if ((e = cudaGetChannelDesc(&have, array)) != cudaSuccess)
        return e;
    if (memcmp(desc, &have, sizeof have))
        return rt_error(cudaErrorInvalidChannelDescriptor,
                        "cudaBindTextureToArray: the texels of the reference are not those of the array");
    if ((e = check_filter("cudaBindTextureToArray", texref, s, desc)) != cudaSuccess || !t)
        return e;
    if ((rc = set_sampler(texref, s, t)) != CUDA_SUCCESS)
        return rt_return(rc);
    return rt_return(rt_api()->cuTexRefSetArray(t, (CUarray)(uintptr_t)array, CU_TRSA_OVERRIDE_FORMAT));
}

cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *texref, const void *p,
                              const struct cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch)
{
    CUDA_ARRAY_DESCRIPTOR d = { width, height, 0, 0 };
    struct rt_symbol *s;
    cudaError_t e;
    CUtexref t;
    int comps;

    if (!texref || !desc || !rt_format(desc, &d.Format, &comps))
        return rt_error(desc ? cudaErrorInvalidChannelDescriptor : cudaErrorInvalidValue,
                        "cudaBindTexture2D: texels have 1, 2 or 4 components of 8, 16 or 32 bits, all alike");
    d.NumChannels = (unsigned)comps;
    CUresult rc = current_reference(texref, &s, &t);
    if (rc != CUDA_SUCCESS)
        return rt_return(rc);
    if (offset)
        *offset = 0;
    if ((e = check_filter("cudaBindTexture2D", texref, s, desc)) != cudaSuccess || !t)
        return e;
    if ((rc = set_sampler(texref, s, t)) != CUDA_SUCCESS)
        return rt_return(rc);
    return rt_return(rt_api()->cuTexRefSetAddress2D(t, &d, (CUdeviceptr)(uintptr_t)p, pitch));
}

cudaError_t cudaUnbindTexture(const struct textureReference *texref)
{
    struct rt_symbol *s;
    CUtexref t;
    CUresult rc = current_reference(texref, &s, &t);

    return rt_return(rc != CUDA_SUCCESS || !t ? rc : rt_api()->cuTexRefSetAddress(NULL, t, 0, 0));
}

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *texref)
{
    const struct rt_symbol *s = rt_find(RT_TEXTURE, texref);

    if (!s || !offset)
        return rt_error(cudaErrorInvalidTexture,
                        "cudaGetTextureAlignmentOffset: not a texture reference of this program");
    drv_lock();
    *offset = s->offset;
    drv_unlock();
    return cudaSuccess;
}

cudaError_t cudaGetTextureReference(const struct textureReference **texref, const void *symbol)
{
    const struct rt_symbol *s = rt_find(RT_TEXTURE, symbol);

    if (!s || !texref)
        return rt_error(cudaErrorInvalidTexture, "cudaGetTextureReference: not a texture reference of this program");
    *texref = s->host;
    return cudaSuccess;
}
