/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: texture references. A reference is a sampler of the cubin (a texture number of the code); what
 * it refers to, linear memory, rows of it or an array, becomes texture state of the GPU when a kernel of its module
 * is launched.
 */
#include <stdlib.h>
#include <string.h>

#include "driver.h"

#define ALIGN 256u      /* of texture addresses */

static bool in_list(const struct CUtexref_st *list, const struct CUtexref_st *t)
{
    while (list && list != t)
        list = list->next;
    return list != NULL;
}

/* Enters the current context, which must have the reference: one of its modules, or one of the program. */
static CUresult enter_texref(struct CUctx_st **c, CUtexref t, const char *call)
{
    CUresult rc = drv_enter(c);

    if (rc != CUDA_SUCCESS)
        return rc;
    bool known = t && in_list((*c)->textures, t);
    for (const struct CUmod_st *m = (*c)->modules; t && m && !known; m = m->next)
        known = in_list(m->textures, t);
    return known ? CUDA_SUCCESS
                 : drv_leave(*c, drv_fail(CUDA_ERROR_INVALID_VALUE,
                                          "%s: not a texture reference of the current context", call));
}

/* A texture reference with CUDA's initial state; NULL: out of memory. */
static struct CUtexref_st *new_reference(struct CUtexref_st **list, struct CUmod_st *module, uint32_t unit)
{
    struct CUtexref_st *t = calloc(1, sizeof *t);

    if (t) {
        *t = (struct CUtexref_st){
            .module = module, .next = *list, .unit = unit, .format = CU_AD_FORMAT_FLOAT, .comps = 1,
            .mode = { CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP } };
        *list = t;
    }
    return t;
}

/* The reference of that name; each has one handle. */
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
        *texture = new_reference(&module->textures, module, cubin->samplers[i].texunit);
        return *texture ? CUDA_SUCCESS : drv_out_of_memory();
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
    const struct CUmod_st *m = c->modules;
    while (m && m != module)
        m = m->next;
    if (!m)
        return drv_leave(
            c, drv_fail(CUDA_ERROR_INVALID_HANDLE, "cuModuleGetTexRef: not a module of the current context"));
    return drv_leave(c, find_texture(texture, module, name));
}

CUresult cuTexRefCreate(CUtexref *texture)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!texture)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuTexRefCreate: null pointer"));
    *texture = new_reference(&c->textures, NULL, 0);
    return drv_leave(c, *texture ? CUDA_SUCCESS : drv_out_of_memory());
}

CUresult cuTexRefDestroy(CUtexref t)
{
    struct CUctx_st *c;
    CUresult rc = drv_enter_broken(&c);

    if (rc != CUDA_SUCCESS)
        return rc;
    struct CUtexref_st **at = &c->textures;
    while (*at && *at != t)
        at = &(*at)->next;
    if (!t || !*at)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuTexRefDestroy: not a reference of cuTexRefCreate"));
    *at = t->next;
    free(t);
    return drv_leave(c, CUDA_SUCCESS);
}

/* ---- what it refers to ------------------------------------------------------------------------------- */

CUresult cuTexRefSetAddress(size_t *offset, CUtexref t, CUdeviceptr address, size_t bytes)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefSetAddress");

    if (rc != CUDA_SUCCESS)
        return rc;
    uint32_t over = (uint32_t)(address % ALIGN);
    if (over && !offset)
        return drv_leave(
            c, drv_fail(CUDA_ERROR_INVALID_VALUE,
                        "cuTexRefSetAddress: address " DRV_P " is not a multiple of %u and no offset is asked for",
                        address, ALIGN));
    if (address + bytes + over > UINT32_MAX)
        return drv_leave(c,
                         drv_fail(CUDA_ERROR_INVALID_VALUE,
                                  "cuTexRefSetAddress: %zu bytes at " DRV_P " are not device memory", bytes, address));
    if (offset)
        *offset = over;
    t->array = NULL;
    t->addr = (uint32_t)address - over;
    t->bytes = (uint32_t)bytes + over;
    t->height = 0;
    t->depth = 0;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuTexRefSetAddress2D(CUtexref t, const CUDA_ARRAY_DESCRIPTOR *d, CUdeviceptr address, size_t pitch)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefSetAddress2D");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!d)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuTexRefSetAddress2D: null pointer"));
    size_t texel = drv_format_bits(d->Format) / 8 * d->NumChannels;
    if (!texel || (d->NumChannels != 1 && d->NumChannels != 2 && d->NumChannels != 4) || !d->Width ||
        d->Width > GT_TEX_WIDTH || !d->Height || d->Height > GT_TEX_HEIGHT)
        return drv_leave(
            c, drv_fail(CUDA_ERROR_INVALID_VALUE,
                        "cuTexRefSetAddress2D: %zu x %zu texels of %u components, format 0x%x; at most %d x %d",
                        d->Width, d->Height, d->NumChannels, (unsigned)d->Format, GT_TEX_WIDTH, GT_TEX_HEIGHT));
    if (address % ALIGN || pitch % GT_TEX_PITCH || pitch / GT_TEX_PITCH > 65535 || pitch < d->Width * texel ||
        address > UINT32_MAX)
        return drv_leave(
            c, drv_fail(
                   CUDA_ERROR_INVALID_VALUE,
                   "cuTexRefSetAddress2D: address "
                   DRV_P " must be a multiple of %u, pitch %zu one of %u, at least %zu "
                   "and at most %u",
                   address, ALIGN, pitch, GT_TEX_PITCH, d->Width * texel, 65535 * GT_TEX_PITCH));
    t->array = NULL;
    t->addr = (uint32_t)address;
    t->width = (uint32_t)d->Width;
    t->height = (uint32_t)d->Height;
    t->depth = 0;
    t->pitch = (uint32_t)pitch;
    t->format = (int)d->Format;
    t->comps = (int)d->NumChannels;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuTexRefSetArray(CUtexref t, CUarray array, unsigned flags)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefSetArray");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (flags != CU_TRSA_OVERRIDE_FORMAT || !drv_array_alive(c, array))
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuTexRefSetArray: an array of the current context and "
                                     "CU_TRSA_OVERRIDE_FORMAT expected"));
    t->array = array;
    t->addr = array->addr;
    t->width = (uint32_t)array->width;
    t->height = array->height ? (uint32_t)array->height : 1;
    t->depth = (uint32_t)array->depth;
    t->pitch = array->pitch;
    t->format = (int)array->format;
    t->comps = (int)array->comps;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuTexRefSetFormat(CUtexref t, CUarray_format format, int components)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefSetFormat");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!drv_format_of((int)format) || (components != 1 && components != 2 && components != 4))
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE,
                                     "cuTexRefSetFormat: format 0x%x with %d components (1, 2 or 4)",
                                     (unsigned)format, components));
    t->format = (int)format;
    t->comps = components;
    return drv_leave(c, CUDA_SUCCESS);
}

/* ---- how it is read ------------------------------------------------------------------------------------- */

CUresult cuTexRefSetFlags(CUtexref t, unsigned flags)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefSetFlags");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (flags & CU_TRSF_SRGB)
        return drv_leave(c, drv_fail(CUDA_ERROR_NOT_SUPPORTED, "cuTexRefSetFlags: no texels of sRGB are converted"));
    if (flags & ~(unsigned)(CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES))
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuTexRefSetFlags: flags 0x%x", flags));
    t->flags = flags;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuTexRefSetAddressMode(CUtexref t, int dim, CUaddress_mode mode)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefSetAddressMode");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (dim < 0 || dim > 2 || (unsigned)mode > CU_TR_ADDRESS_MODE_BORDER)
        return drv_leave(
            c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuTexRefSetAddressMode: mode %d of dimension %d", (int)mode, dim));
    t->mode[dim] = mode;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuTexRefSetFilterMode(CUtexref t, CUfilter_mode mode)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefSetFilterMode");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (mode != CU_TR_FILTER_MODE_POINT && mode != CU_TR_FILTER_MODE_LINEAR)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "cuTexRefSetFilterMode: mode %d", (int)mode));
    t->filter = mode;
    return drv_leave(c, CUDA_SUCCESS);
}

static CUresult no_answer(const char *call)
{
    return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: null pointer, or nothing of that kind is set", call);
}

CUresult cuTexRefGetAddress(CUdeviceptr *address, CUtexref t)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefGetAddress");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!address || !t->addr || t->array)
        return drv_leave(c, no_answer("cuTexRefGetAddress"));
    *address = t->addr;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuTexRefGetArray(CUarray *array, CUtexref t)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefGetArray");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!array || !t->array)
        return drv_leave(c, no_answer("cuTexRefGetArray"));
    *array = t->array;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref t, int dim)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefGetAddressMode");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!mode || dim < 0 || dim > 2)
        return drv_leave(c, no_answer("cuTexRefGetAddressMode"));
    *mode = t->mode[dim];
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref t)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefGetFilterMode");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!mode)
        return drv_leave(c, no_answer("cuTexRefGetFilterMode"));
    *mode = t->filter;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuTexRefGetFormat(CUarray_format *format, int *components, CUtexref t)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefGetFormat");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!format || !components)
        return drv_leave(c, no_answer("cuTexRefGetFormat"));
    *format = (CUarray_format)t->format;
    *components = t->comps;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuTexRefGetFlags(unsigned *flags, CUtexref t)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuTexRefGetFlags");

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!flags)
        return drv_leave(c, no_answer("cuTexRefGetFlags"));
    *flags = t->flags;
    return drv_leave(c, CUDA_SUCCESS);
}

/* References belong to their module: its launches see them without this call, as it is with NVIDIA's driver from CUDA
 * 3 on. */
CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref t)
{
    struct CUctx_st *c;
    CUresult rc = enter_texref(&c, t, "cuParamSetTexRef");

    if (rc != CUDA_SUCCESS)
        return rc;
    drv_leave(c, rc);
    if ((rc = drv_enter_function(&c, function, "cuParamSetTexRef")) != CUDA_SUCCESS)
        return rc;
    if (unit != CU_PARAM_TR_DEFAULT || t->module != function->module)
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE,
                      "cuParamSetTexRef: a reference of the function's module and CU_PARAM_TR_DEFAULT expected");
    return drv_leave(c, rc);
}

/* ---- launches ------------------------------------------------------------------------------------------- */

/* Address mode of dimension k, as the hardware's number. */
static uint8_t address_mode(const struct CUtexref_st *t, unsigned k)
{
    static const uint8_t modes[] = { [CU_TR_ADDRESS_MODE_WRAP] = GT_TEX_WRAP,
                                     [CU_TR_ADDRESS_MODE_CLAMP] = GT_TEX_CLAMP,
                                     [CU_TR_ADDRESS_MODE_MIRROR] = GT_TEX_MIRROR,
                                     [CU_TR_ADDRESS_MODE_BORDER] = GT_TEX_BORDER };
    uint8_t mode = modes[t->mode[k]];

    /* as CUDA has it: these two are for normalized coordinates */
    return (mode == GT_TEX_WRAP || mode == GT_TEX_MIRROR) && !(t->flags & CU_TRSF_NORMALIZED_COORDINATES)
               ? GT_TEX_CLAMP
               : mode;
}

/* The state of the texture unit for a launch. */
static CUresult bind_texture(const struct CUtexref_st *t, struct gt_gpu *g)
{
    const struct drv_format *f = drv_format_of(t->format);
    struct gt_texture x = {
        .addr = t->addr, .comps = (uint8_t)t->comps, .bits = f->bits, .type = f->type };
    uint32_t size = x.comps * x.bits / 8u;

    if (x.bits < 32 && x.type != GT_TEX_FLOAT && !(t->flags & CU_TRSF_READ_AS_INTEGER))
        x.type = x.type == GT_TEX_UINT ? GT_TEX_UNORM : GT_TEX_SNORM;
    if (!t->height) {
        x.width = t->bytes / size;
        if (!gt_texture_bind(g, t->unit, &x))
            return drv_fail(CUDA_ERROR_INVALID_VALUE,
                            "texture %u: %u bytes at 0x%x are not 1 to 2^27 texels of %u bytes in device memory",
                            t->unit, t->bytes, t->addr, size);
        return CUDA_SUCCESS;
    }
    x.width = t->width;
    x.height = t->height;
    x.pitch = t->pitch;
    x.depth = t->depth;
    x.slice = t->depth ? t->height * t->pitch : 0;
    x.normalized = t->flags & CU_TRSF_NORMALIZED_COORDINATES;
    x.linear = t->filter == CU_TR_FILTER_MODE_LINEAR;
    for (unsigned k = 0; k < 3; k++)
        x.mode[k] = address_mode(t, k);
    if (x.linear && (x.type == GT_TEX_UINT || x.type == GT_TEX_SINT))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "texture %u: linear filtering of texels that are read as integers",
                        t->unit);
    if (!gt_texture_bind(g, t->unit, &x))
        return drv_fail(CUDA_ERROR_INVALID_VALUE,
                        "texture %u: %u rows of %u texels of %u bytes at 0x%x, pitch %u, %u slices, are not device "
                        "memory", t->unit, t->height, t->width, size, t->addr, t->pitch, t->depth);
    return CUDA_SUCCESS;
}

CUresult drv_textures_bind(struct CUmod_st *m)
{
    struct gt_gpu *g = m->ctx->gpu;

    for (unsigned i = 0; i < GT_TEXTURES; i++)
        gt_texture_bind(g, i, NULL);
    for (struct CUtexref_st *t = m->textures; t; t = t->next) {
        CUresult rc = t->addr ? bind_texture(t, g) : CUDA_SUCCESS;
        if (rc != CUDA_SUCCESS)
            return rc;
    }
    return CUDA_SUCCESS;
}

static void forget_array(struct CUtexref_st *list, const struct CUarray_st *array)
{
    for (struct CUtexref_st *t = list; t; t = t->next)
        if (t->array == array) {
            t->array = NULL;
            t->addr = 0;
        }
}

void drv_textures_forget(struct CUctx_st *c, const struct CUarray_st *array)
{
    forget_array(c->textures, array);
    for (struct CUmod_st *m = c->modules; m; m = m->next)
        forget_array(m->textures, array);
}

void drv_textures_free(struct CUtexref_st **list)
{
    while (*list) {
        struct CUtexref_st *t = *list;
        *list = t->next;
        free(t);
    }
}

DRV_V2(cuTexRefSetAddress);
DRV_V2(cuTexRefSetAddress2D);
DRV_V2(cuTexRefGetAddress);
