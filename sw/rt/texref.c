/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: texture references of linear memory. A reference is a sampler of the cubin (a texture number of the code);
 * what it refers to becomes texture state of the GPU when a kernel of its module is launched.
 */
#include <stdlib.h>
#include <string.h>

#include "driver.h"

#define ALIGN 256u      /* of texture addresses */

static const struct { int format; uint8_t type, bits; } formats[] = {
    { CU_AD_FORMAT_UNSIGNED_INT8, GT_TEX_UINT, 8 },   { CU_AD_FORMAT_UNSIGNED_INT16, GT_TEX_UINT, 16 },
    { CU_AD_FORMAT_UNSIGNED_INT32, GT_TEX_UINT, 32 }, { CU_AD_FORMAT_SIGNED_INT8, GT_TEX_SINT, 8 },
    { CU_AD_FORMAT_SIGNED_INT16, GT_TEX_SINT, 16 },   { CU_AD_FORMAT_SIGNED_INT32, GT_TEX_SINT, 32 },
    { CU_AD_FORMAT_HALF, GT_TEX_FLOAT, 16 },          { CU_AD_FORMAT_FLOAT, GT_TEX_FLOAT, 32 },
};

static int find_format(int format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == format)
            return (int)i;
    return -1;
}

unsigned drv_format_bits(CUarray_format format)
{
    int f = find_format((int)format);

    return f < 0 ? 0 : formats[f].bits;
}

static CUresult find_texture(CUtexref *texture, CUmodule module, const char *name)
{
    const struct gt_cubin *cubin = &module->m.cubin;
    for (size_t i = 0; i < cubin->nsamplers; i++) {
        if (strcmp(cubin->samplers[i].name, name) != 0)
            continue;
        for (struct CUtexref_st *t = module->textures; t; t = t->next)
            if (t->unit == cubin->samplers[i].texunit) {
                *texture = t;
                return CUDA_SUCCESS;
            }
        struct CUtexref_st *t = calloc(1, sizeof *t);
        if (!t)
            return drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "out of memory");
        *t = (struct CUtexref_st){ .module = module, .next = module->textures, .unit = cubin->samplers[i].texunit,
                                   .format = CU_AD_FORMAT_FLOAT, .comps = 1 };
        module->textures = *texture = t;
        return CUDA_SUCCESS;
    }
    return drv_fail(CUDA_ERROR_NOT_FOUND, "cuModuleGetTexRef: the module has no texture '%s'", name);
}

CUresult cuModuleGetTexRef(CUtexref *texture, CUmodule module, const char *name)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!texture || !module || !name)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuModuleGetTexRef: null pointer"));
    return drv_leave(c, find_texture(texture, module, name));
}

CUresult cuTexRefSetAddress(size_t *offset, CUtexref t, CUdeviceptr address, size_t bytes)
{
    if (!t)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuTexRefSetAddress: null texture reference");
    uint32_t over = (uint32_t)(address % ALIGN);
    if (over && !offset)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuTexRefSetAddress: address 0x%llx is not a multiple of %u and no offset is asked for",
                        address, ALIGN);
    if (address + bytes + over > UINT32_MAX)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuTexRefSetAddress: %zu bytes at 0x%llx are not device memory", bytes, address);
    if (offset)
        *offset = over;
    t->addr = (uint32_t)address - over;
    t->bytes = (uint32_t)bytes + over;
    return CUDA_SUCCESS;
}

CUresult cuTexRefSetFormat(CUtexref t, CUarray_format format, int components)
{
    if (!t || find_format((int)format) < 0 || (components != 1 && components != 2 && components != 4))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuTexRefSetFormat: format 0x%x with %d components (1, 2 or 4)", (unsigned)format,
                        components);
    t->format = (int)format;
    t->comps = components;
    return CUDA_SUCCESS;
}

CUresult cuTexRefSetFlags(CUtexref t, unsigned flags)
{
    if (!t || (flags & ~(unsigned)(CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES)))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuTexRefSetFlags: flags 0x%x", flags);
    if (flags & CU_TRSF_NORMALIZED_COORDINATES)
        return drv_fail(CUDA_ERROR_NOT_SUPPORTED, "cuTexRefSetFlags: linear memory has no normalized coordinates");
    t->flags = flags;
    return CUDA_SUCCESS;
}

/* References belong to their module: its launches see them without this call, as it is with NVIDIA's driver from CUDA 3 on. */
CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref t)
{
    if (!function || !t || unit != CU_PARAM_TR_DEFAULT || t->module != function->module)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuParamSetTexRef: a reference of the function's module and CU_PARAM_TR_DEFAULT expected");
    return CUDA_SUCCESS;
}

static CUresult bind(struct CUtexref_st *t, struct gt_gpu *g)
{
    int f = find_format(t->format);
    struct gt_texture x = { .addr = t->addr, .comps = (uint8_t)t->comps, .bits = formats[f].bits, .type = formats[f].type };
    uint32_t size = x.comps * x.bits / 8u;

    if (x.bits < 32 && x.type != GT_TEX_FLOAT && !(t->flags & CU_TRSF_READ_AS_INTEGER))
        x.type = x.type == GT_TEX_UINT ? GT_TEX_UNORM : GT_TEX_SNORM;
    x.width = t->bytes / size;
    if (!gt_texture_bind(g, t->unit, &x))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "texture %u: %u bytes at 0x%x are not 1 to 2^27 texels of %u bytes in device memory",
                        t->unit, t->bytes, t->addr, size);
    return CUDA_SUCCESS;
}

CUresult drv_textures_bind(struct CUmod_st *m)
{
    struct gt_gpu *g = m->ctx->gpu;

    for (unsigned i = 0; i < GT_TEXTURES; i++)
        gt_texture_bind(g, i, NULL);
    for (struct CUtexref_st *t = m->textures; t; t = t->next) {
        CUresult rc = t->addr ? bind(t, g) : CUDA_SUCCESS;
        if (rc != CUDA_SUCCESS)
            return rc;
    }
    return CUDA_SUCCESS;
}

void drv_textures_free(struct CUmod_st *m)
{
    while (m->textures) {
        struct CUtexref_st *t = m->textures;
        m->textures = t->next;
        free(t);
    }
}
