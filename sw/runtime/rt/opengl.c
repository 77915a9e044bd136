/* SPDX-License-Identifier: Apache-2.0
 *
 * Looks OpenGL's functions up by name and reads and writes buffers and textures with them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <stddef.h>

#include "opengl.h"

/* gl.h may not be there, and declares functions that would be linked. */
#define ARRAY_BUFFER            0x8892
#define ARRAY_BUFFER_BINDING    0x8894
#define BUFFER_SIZE             0x8764
#define BUFFER_MAPPED           0x88bc
#define TEXTURE_2D              0x0de1
#define TEXTURE_BINDING_2D      0x8069
#define TEXTURE_RECTANGLE       0x84f5
#define TEXTURE_BINDING_RECTANGLE 0x84f6
#define TEXTURE_WIDTH           0x1000
#define TEXTURE_HEIGHT          0x1001
#define TEXTURE_INTERNAL_FORMAT 0x1003

static struct {
    void (*GetIntegerv)(unsigned name, int *value);
    unsigned char (*IsBuffer)(unsigned buffer);
    void (*BindBuffer)(unsigned target, unsigned buffer);
    void (*GetBufferParameteriv)(unsigned target, unsigned name, int *value);
    void (*GetBufferSubData)(unsigned target, ptrdiff_t offset, ptrdiff_t bytes, void *data);
    void (*BufferSubData)(unsigned target, ptrdiff_t offset, ptrdiff_t bytes, const void *data);
    unsigned char (*IsTexture)(unsigned image);
    void (*BindTexture)(unsigned target, unsigned image);
    void (*GetTexLevelParameteriv)(unsigned target, int level, unsigned name, int *value);
    void (*GetTexImage)(unsigned target, int level, unsigned format, unsigned type, void *texels);
    void (*TexSubImage2D)(unsigned target, int level, int x, int y, int width, int height, unsigned format,
                          unsigned type, const void *texels);
    void (*PixelStorei)(unsigned name, int value);
} gl;

#ifdef __LP64__
typedef Elf64_Sym elf_symbol;
#else
typedef Elf32_Sym elf_symbol;
#endif

/* A function of the process. A program may have a pointer to it by the same name, and show it to libraries. */
static void *process_function(const char *name)
{
    void *f = dlsym(RTLD_DEFAULT, name);
    Dl_info info;
    const elf_symbol *symbol = NULL;

    if (f && dladdr1(f, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol && (symbol->st_info & 15) == STT_OBJECT)
        return NULL;
    return f;
}

static void *gl_function(const char *name)
{
    void *f = process_function(name);
    void *(*by_name)(const char *);

    if (!f && ((*(void **)&by_name = process_function("glXGetProcAddress")) ||
               (*(void **)&by_name = process_function("glXGetProcAddressARB"))))
        f = by_name(name);
    return f;
}

#define FIND(name) (gl.name || (*(void **)&gl.name = gl_function("gl" #name)))

bool gl_buffers(void)
{
    drv_lock();
    bool all = FIND(GetIntegerv) && FIND(IsBuffer) && FIND(BindBuffer) && FIND(GetBufferParameteriv) &&
               FIND(GetBufferSubData) && FIND(BufferSubData);
    drv_unlock();
    return all;
}

bool gl_images(void)
{
    drv_lock();
    bool all = gl_buffers() && FIND(IsTexture) && FIND(BindTexture) && FIND(GetTexLevelParameteriv) &&
               FIND(GetTexImage) && FIND(TexSubImage2D) && FIND(PixelStorei);
    drv_unlock();
    return all;
}

/* ---- buffer objects ---------------------------------------------------------------------------------------------- */

/* Binds one; *before is what was bound. On failure nothing is bound. */
static CUresult bind_buffer(const char *call, unsigned buffer, unsigned *before, uint32_t *bytes)
{
    int bound = 0, size = 0, mapped = 0;

    if (!gl.IsBuffer(buffer))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %u is no buffer object of the current context of OpenGL", call,
                        buffer);
    gl.GetIntegerv(ARRAY_BUFFER_BINDING, &bound);
    gl.BindBuffer(ARRAY_BUFFER, buffer);
    gl.GetBufferParameteriv(ARRAY_BUFFER, BUFFER_SIZE, &size);
    gl.GetBufferParameteriv(ARRAY_BUFFER, BUFFER_MAPPED, &mapped);
    *before = (unsigned)bound;
    if (size > 0 && !mapped) {
        *bytes = (uint32_t)size;
        return CUDA_SUCCESS;
    }
    gl.BindBuffer(ARRAY_BUFFER, *before);
    return mapped ? drv_fail(CUDA_ERROR_MAP_FAILED, "%s: OpenGL has mapped buffer object %u for the host", call, buffer)
                  : drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: buffer object %u has no memory (glBufferData)", call,
                             buffer);
}

CUresult gl_buffer_bytes(const char *call, unsigned buffer, uint32_t *bytes)
{
    unsigned before;
    CUresult rc = bind_buffer(call, buffer, &before, bytes);

    if (rc == CUDA_SUCCESS)
        gl.BindBuffer(ARRAY_BUFFER, before);
    return rc;
}

/* A buffer of so many bytes, bound; its size may have changed since it was mapped. */
static CUresult bind_same(const char *call, unsigned buffer, uint32_t bytes, unsigned *before)
{
    uint32_t now = 0;
    CUresult rc = bind_buffer(call, buffer, before, &now);

    if (rc != CUDA_SUCCESS || now == bytes)
        return rc;
    gl.BindBuffer(ARRAY_BUFFER, *before);
    return drv_fail(CUDA_ERROR_UNMAP_FAILED, "%s: buffer object %u had %u bytes when it was mapped, and has %u", call,
                    buffer, bytes, now);
}

CUresult gl_buffer_read(const char *call, unsigned buffer, void *to, uint32_t bytes)
{
    unsigned before;
    CUresult rc = bind_same(call, buffer, bytes, &before);

    if (rc != CUDA_SUCCESS)
        return rc;
    gl.GetBufferSubData(ARRAY_BUFFER, 0, (ptrdiff_t)bytes, to);
    gl.BindBuffer(ARRAY_BUFFER, before);
    return CUDA_SUCCESS;
}

CUresult gl_buffer_write(const char *call, unsigned buffer, const void *from, uint32_t bytes)
{
    unsigned before;
    CUresult rc = bind_same(call, buffer, bytes, &before);

    if (rc != CUDA_SUCCESS)
        return rc;
    gl.BufferSubData(ARRAY_BUFFER, 0, (ptrdiff_t)bytes, from);
    gl.BindBuffer(ARRAY_BUFFER, before);
    return CUDA_SUCCESS;
}

/* ---- textures ---------------------------------------------------------------------------------------------------- */

enum { RED = 0x1903, RG = 0x8227, RGBA = 0x1908, RED_I = 0x8d94, RG_I = 0x8228, RGBA_I = 0x8d99 };
enum { S8 = 0x1400, U8, S16, U16, S32, U32, F32, F16 = 0x140b };      /* GL_BYTE and so on */

static const struct { unsigned internal, format, type; } texels[] = {
    { 0x1908, RGBA, U8 },       { 0x8058, RGBA, U8 },       /* without a size: as GL_RGBA8 */
    { 0x805b, RGBA, U16 },      { 0x881a, RGBA, F16 },      { 0x8814, RGBA, F32 },
    { 0x8d8e, RGBA_I, S8 },     { 0x8d7c, RGBA_I, U8 },     { 0x8d88, RGBA_I, S16 },    { 0x8d76, RGBA_I, U16 },
    { 0x8d82, RGBA_I, S32 },    { 0x8d70, RGBA_I, U32 },
    { 0x8229, RED, U8 },        { 0x822a, RED, U16 },       { 0x822d, RED, F16 },       { 0x822e, RED, F32 },
    { 0x8231, RED_I, S8 },      { 0x8232, RED_I, U8 },      { 0x8233, RED_I, S16 },     { 0x8234, RED_I, U16 },
    { 0x8235, RED_I, S32 },     { 0x8236, RED_I, U32 },
    { 0x822b, RG, U8 },         { 0x822c, RG, U16 },        { 0x822f, RG, F16 },        { 0x8230, RG, F32 },
    { 0x8237, RG_I, S8 },       { 0x8238, RG_I, U8 },       { 0x8239, RG_I, S16 },      { 0x823a, RG_I, U16 },
    { 0x823b, RG_I, S32 },      { 0x823c, RG_I, U32 },
};

/* Driver API's format of a GL component type. */
static CUarray_format array_format(unsigned type)
{
    switch (type) {
    case S8: return CU_AD_FORMAT_SIGNED_INT8;
    case U8: return CU_AD_FORMAT_UNSIGNED_INT8;
    case S16: return CU_AD_FORMAT_SIGNED_INT16;
    case U16: return CU_AD_FORMAT_UNSIGNED_INT16;
    case S32: return CU_AD_FORMAT_SIGNED_INT32;
    case U32: return CU_AD_FORMAT_UNSIGNED_INT32;
    case F16: return CU_AD_FORMAT_HALF;
    default: return CU_AD_FORMAT_FLOAT;
    }
}

/* GL format and array format of an internal format; false: none that a texture has. */
static bool texel_of(unsigned internal, struct gl_image *i)
{
    for (size_t k = 0; k < sizeof texels / sizeof *texels; k++)
        if (texels[k].internal == internal) {
            i->gl_format = texels[k].format;
            i->gl_type = texels[k].type;
            i->format = array_format(i->gl_type);
            i->comps = i->gl_format == RED || i->gl_format == RED_I ? 1 : i->gl_format == RG || i->gl_format == RG_I
                           ? 2 : 4;
            return true;
        }
    return false;
}

static unsigned bind_image(unsigned image, unsigned target)
{
    int before = 0;

    gl.GetIntegerv(target == TEXTURE_2D ? TEXTURE_BINDING_2D : TEXTURE_BINDING_RECTANGLE, &before);
    gl.BindTexture(target, image);
    return (unsigned)before;
}

CUresult gl_image_look(const char *call, unsigned image, unsigned target, struct gl_image *out)
{
    int width = 0, height = 0, internal = 0;

    if (target != TEXTURE_2D && target != TEXTURE_RECTANGLE)
        return drv_fail(CUDA_ERROR_NOT_SUPPORTED,
                        "%s: target 0x%x: textures of OpenGL are shared that have two dimensions, or are rectangles",
                        call, target);
    if (!gl.IsTexture(image))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %u is no texture of the current context of OpenGL", call, image);
    unsigned before = bind_image(image, target);
    gl.GetTexLevelParameteriv(target, 0, TEXTURE_WIDTH, &width);
    gl.GetTexLevelParameteriv(target, 0, TEXTURE_HEIGHT, &height);
    gl.GetTexLevelParameteriv(target, 0, TEXTURE_INTERNAL_FORMAT, &internal);
    gl.BindTexture(target, before);
    if (width <= 0 || height <= 0)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: texture %u has no texels (glTexImage2D)", call, image);
    *out = (struct gl_image){ .image = image, .target = target, .width = (size_t)width, .height = (size_t)height };
    if (!texel_of((unsigned)internal, out))
        return drv_fail(CUDA_ERROR_NOT_SUPPORTED,
                        "%s: texture %u has the internal format 0x%x, which no array has", call, image, internal);
    out->bytes = out->width * out->height * out->comps * drv_format_bits(out->format) / 8;
    return CUDA_SUCCESS;
}

/* How texels lie in memory: GL_PACK_SWAP_BYTES and its like, or those of GL_UNPACK. A buffer that is bound there would
 * be the memory. */
struct pixels { unsigned first, target; int buffer, value[5]; };
static const struct { unsigned offset; int value; } store[5] = {
    { 0, 0 }, { 2, 0 }, { 3, 0 }, { 4, 0 }, { 5, 1 }        /* swap, row length, skipped rows, pixels, alignment */
};

static void pixels_set(struct pixels *p, bool pack)
{
    *p = (struct pixels){ .first = pack ? 0x0d00 : 0x0cf0, .target = pack ? 0x88eb : 0x88ec };
    gl.GetIntegerv(pack ? 0x88ed : 0x88ef, &p->buffer);
    gl.BindBuffer(p->target, 0);
    for (int k = 0; k < 5; k++) {
        gl.GetIntegerv(p->first + store[k].offset, &p->value[k]);
        gl.PixelStorei(p->first + store[k].offset, store[k].value);
    }
}

static void pixels_back(const struct pixels *p)
{
    for (int k = 0; k < 5; k++)
        gl.PixelStorei(p->first + store[k].offset, p->value[k]);
    gl.BindBuffer(p->target, (unsigned)p->buffer);
}

/* The texture must be what it was when it was mapped. */
static CUresult check_unchanged(const char *call, const struct gl_image *i)
{
    struct gl_image now;
    CUresult rc = gl_image_look(call, i->image, i->target, &now);

    if (rc != CUDA_SUCCESS || (now.width == i->width && now.height == i->height && now.gl_format == i->gl_format &&
                               now.gl_type == i->gl_type))
        return rc;
    return drv_fail(CUDA_ERROR_UNMAP_FAILED, "%s: texture %u is not what it was when it was mapped", call, i->image);
}

CUresult gl_image_read(const char *call, const struct gl_image *i, void *to)
{
    struct pixels p;
    CUresult rc = check_unchanged(call, i);

    if (rc != CUDA_SUCCESS)
        return rc;
    unsigned before = bind_image(i->image, i->target);
    pixels_set(&p, true);
    gl.GetTexImage(i->target, 0, i->gl_format, i->gl_type, to);
    pixels_back(&p);
    gl.BindTexture(i->target, before);
    return CUDA_SUCCESS;
}

CUresult gl_image_write(const char *call, const struct gl_image *i, const void *from)
{
    struct pixels p;
    CUresult rc = check_unchanged(call, i);

    if (rc != CUDA_SUCCESS)
        return rc;
    unsigned before = bind_image(i->image, i->target);
    pixels_set(&p, false);
    gl.TexSubImage2D(i->target, 0, 0, 0, (int)i->width, (int)i->height, i->gl_format, i->gl_type, from);
    pixels_back(&p);
    gl.BindTexture(i->target, before);
    return CUDA_SUCCESS;
}
