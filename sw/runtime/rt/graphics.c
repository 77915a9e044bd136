/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: buffer objects and textures of OpenGL. Device memory is the simulator's, and those are OpenGL's:
 * mapping copies the bytes to device memory, unmapping copies them back.
 */
#include <stdlib.h>

#include "graphics.h"

/* The flags of registering and those of the calls before CUDA 3.0 have these numbers, too. */
#define READ_ONLY     CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY
#define WRITE_DISCARD CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD

CUresult graphics_no_opengl(const char *call)
{
    return drv_fail(CUDA_ERROR_NOT_SUPPORTED, "%s: there is no OpenGL in this process", call);
}

/* The current context, locked, of a process with OpenGL. */
CUresult graphics_enter(const char *call, struct CUctx_st **c)
{
    return gl_buffers() ? drv_enter(c) : graphics_no_opengl(call);
}

/* The place of a resource in the context's list; of an unknown one the end, where there is NULL. */
static struct CUgraphicsResource_st **place_of(struct CUctx_st *c, const struct CUgraphicsResource_st *r)
{
    struct CUgraphicsResource_st **at = &c->graphics;

    while (*at && *at != r)
        at = &(*at)->next;
    return at;
}

static CUresult by_handle(struct CUctx_st *c, const char *call, const struct CUgraphicsResource_st *r)
{
    return r && *place_of(c, r) && !r->by_buffer
               ? CUDA_SUCCESS
               : drv_fail(CUDA_ERROR_INVALID_HANDLE, "%s: no registered resource of the current context", call);
}

/* enter, for a resource by its handle. */
static CUresult enter_handle(const char *call, const struct CUgraphicsResource_st *r, struct CUctx_st **c)
{
    CUresult rc = graphics_enter(call, c);

    if (rc == CUDA_SUCCESS && (rc = by_handle(*c, call, r)) != CUDA_SUCCESS)
        drv_leave(*c, rc);
    return rc;
}

static CUresult is_mapped(const char *call, const struct CUgraphicsResource_st *r)
{
    return drv_fail(CUDA_ERROR_ALREADY_MAPPED, "%s: %s %u is mapped", call, r->kind, r->name);
}

static CUresult not_mapped(const char *call, const struct CUgraphicsResource_st *r)
{
    return drv_fail(CUDA_ERROR_NOT_MAPPED, "%s: %s %u is not mapped", call, r->kind, r->name);
}

/* Flags are one of the two, or none. */
static CUresult flags_allowed(const char *call, unsigned flags)
{
    return flags <= WRITE_DISCARD ? CUDA_SUCCESS : drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: flags 0x%x", call, flags);
}

/* What there is of OpenGL by that number can be mapped. */
CUresult graphics_add(struct CUctx_st *c, const char *call, unsigned name, unsigned target, unsigned flags,
                      struct CUgraphicsResource_st **out)
{
    uint32_t bytes;
    struct gl_image image;
    CUresult rc = target ? gl_image_look(call, name, target, &image) : gl_buffer_bytes(call, name, &bytes);

    if (rc != CUDA_SUCCESS)
        return rc;
    struct CUgraphicsResource_st *r = calloc(1, sizeof *r);
    if (!r)
        return drv_out_of_memory();
    *r = (struct CUgraphicsResource_st){ .next = c->graphics, .kind = target ? "texture" : "buffer object",
                                         .name = name, .target = target, .flags = flags };
    *out = c->graphics = r;
    return CUDA_SUCCESS;
}

CUresult graphics_end(struct CUctx_st *c, const char *call, struct CUgraphicsResource_st *r)
{
    if (r->mapped)
        return is_mapped(call, r);
    *place_of(c, r) = r->next;
    free(r);
    return CUDA_SUCCESS;
}

void drv_graphics_free(struct CUctx_st *c)
{
    while (c->graphics) {
        struct CUgraphicsResource_st *r = c->graphics;
        c->graphics = r->next;
        free(r);
    }
}

CUresult graphics_set_flags(struct CUgraphicsResource_st *r, const char *call, unsigned flags)
{
    if (r->mapped)
        return is_mapped(call, r);
    CUresult rc = flags_allowed(call, flags);
    if (rc == CUDA_SUCCESS)
        r->flags = flags;
    return rc;
}

/* ---- mapping ----------------------------------------------------------------------------------------------------- */

/* Texels of the host, without gaps, to the array or back. */
static CUresult copy_image(const struct CUgraphicsResource_st *r, void *host, bool back)
{
    const size_t row = r->image.bytes / r->image.height;
    CUDA_MEMCPY2D m = { .WidthInBytes = row, .Height = r->image.height };

    if (back) {
        m.srcMemoryType = CU_MEMORYTYPE_ARRAY;
        m.srcArray = r->array;
        m.dstMemoryType = CU_MEMORYTYPE_HOST;
        m.dstHost = host;
        m.dstPitch = row;
    } else {
        m.srcMemoryType = CU_MEMORYTYPE_HOST;
        m.srcHost = host;
        m.srcPitch = row;
        m.dstMemoryType = CU_MEMORYTYPE_ARRAY;
        m.dstArray = r->array;
    }
    return cuMemcpy2D(&m);
}

/* Device memory of a mapping ends with it: a kernel that goes on to use the address then does what it must not do, and
 * GT200_MEMCHECK says so. A program may have freed it itself. */
static void forget_mapping(struct CUctx_st *c, struct CUgraphicsResource_st *r)
{
    uint32_t base, bytes;

    if (r->target && drv_array_alive(c, r->array))
        cuArrayDestroy(r->array);
    if (!r->target && gt_allocation(c->gpu, r->addr, &base, &bytes) && base == r->addr)
        gt_release(c->gpu, base);
    r->mapped = false;
}

static CUresult map_buffer(struct CUctx_st *c, const char *call, struct CUgraphicsResource_st *r)
{
    CUresult rc = gl_buffer_bytes(call, r->name, &r->bytes);

    if (rc != CUDA_SUCCESS)
        return rc;
    r->addr = gt_alloc(c->gpu, r->bytes);
    return r->addr ? CUDA_SUCCESS
                   : drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "%s: %u bytes do not fit in device memory (GT200_MEMORY_MB)",
                              call, r->bytes);
}

static CUresult map_image(const char *call, struct CUgraphicsResource_st *r)
{
    CUresult rc = gl_image_look(call, r->name, r->target, &r->image);
    const CUDA_ARRAY_DESCRIPTOR d = { .Width = r->image.width, .Height = r->image.height, .Format = r->image.format,
                                      .NumChannels = r->image.comps };

    return rc != CUDA_SUCCESS ? rc : cuArrayCreate(&r->array, &d);
}

CUresult graphics_map(struct CUctx_st *c, const char *call, struct CUgraphicsResource_st *r)
{
    if (r->mapped)
        return is_mapped(call, r);
    CUresult rc = r->target ? map_image(call, r) : map_buffer(c, call, r);
    if (rc != CUDA_SUCCESS)
        return rc;
    r->mapped = true;
    r->write_back = r->flags != READ_ONLY;
    if (r->flags == WRITE_DISCARD)
        return CUDA_SUCCESS;
    void *copy = malloc(r->target ? r->image.bytes : r->bytes);
    if (!copy)
        rc = drv_out_of_memory();
    else if (r->target && (rc = gl_image_read(call, &r->image, copy)) == CUDA_SUCCESS)
        rc = copy_image(r, copy, false);
    else if (!r->target && (rc = gl_buffer_read(call, r->name, copy, r->bytes)) == CUDA_SUCCESS)
        rc = drv_write(c, call, r->addr, copy, r->bytes);
    free(copy);
    if (rc != CUDA_SUCCESS)
        forget_mapping(c, r);
    return rc;
}

/* What fails leaves it mapped. */
CUresult graphics_unmap(struct CUctx_st *c, const char *call, struct CUgraphicsResource_st *r)
{
    CUresult rc = CUDA_SUCCESS;

    if (!r->mapped)
        return not_mapped(call, r);
    if (r->write_back) {
        void *copy = malloc(r->target ? r->image.bytes : r->bytes);
        if (!copy)
            rc = drv_out_of_memory();
        else if (r->target && (rc = copy_image(r, copy, true)) == CUDA_SUCCESS)
            rc = gl_image_write(call, &r->image, copy);
        else if (!r->target && (rc = drv_read(c, call, copy, r->addr, r->bytes)) == CUDA_SUCCESS)
            rc = gl_buffer_write(call, r->name, copy, r->bytes);
        free(copy);
    }
    if (rc == CUDA_SUCCESS)
        forget_mapping(c, r);
    return rc;
}

/* ---- the calls --------------------------------------------------------------------------------------------------- */

CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *resource, GLuint buffer, unsigned flags)
{
    static const char call[] = "cuGraphicsGLRegisterBuffer";
    struct CUctx_st *c;
    CUresult rc = graphics_enter(call, &c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!resource)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: null pointer", call));
    if ((rc = flags_allowed(call, flags)) == CUDA_SUCCESS)
        rc = graphics_add(c, call, buffer, 0, flags, resource);
    return drv_leave(c, rc);
}

CUresult cuGraphicsGLRegisterImage(CUgraphicsResource *resource, GLuint image, GLenum target, unsigned flags)
{
    static const char call[] = "cuGraphicsGLRegisterImage";
    struct CUctx_st *c;
    CUresult rc = graphics_enter(call, &c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!resource || !target)
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: null pointer, or no target", call);
    else if (flags & CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST)
        rc = drv_fail(CUDA_ERROR_NOT_SUPPORTED, "%s: surfaces need compute capability 2.0", call);
    else if (!gl_images())
        rc = drv_fail(CUDA_ERROR_NOT_SUPPORTED, "%s: the OpenGL of this process has no textures", call);
    else if ((rc = flags_allowed(call, flags)) == CUDA_SUCCESS)
        rc = graphics_add(c, call, image, target, flags, resource);
    return drv_leave(c, rc);
}

CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource)
{
    struct CUctx_st *c;
    CUresult rc = enter_handle("cuGraphicsUnregisterResource", resource, &c);

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, graphics_end(c, "cuGraphicsUnregisterResource", resource));
}

CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned flags)
{
    struct CUctx_st *c;
    CUresult rc = enter_handle("cuGraphicsResourceSetMapFlags", resource, &c);

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, graphics_set_flags(resource, "cuGraphicsResourceSetMapFlags", flags));
}

/* All of them or none. */
CUresult cuGraphicsMapResources(unsigned count, CUgraphicsResource *resources, CUstream stream)
{
    static const char call[] = "cuGraphicsMapResources";
    struct CUctx_st *c;
    unsigned n = 0;
    CUresult rc = drv_stream_valid(stream, call);

    if (rc != CUDA_SUCCESS || (rc = graphics_enter(call, &c)) != CUDA_SUCCESS)
        return rc;
    if (!count || !resources)
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: no resources", call);
    for (unsigned i = 0; i < count && rc == CUDA_SUCCESS; i++)
        if ((rc = by_handle(c, call, resources[i])) == CUDA_SUCCESS && resources[i]->mapped)
            rc = is_mapped(call, resources[i]);
    while (n < count && rc == CUDA_SUCCESS)
        if ((rc = graphics_map(c, call, resources[n])) == CUDA_SUCCESS)
            n++;
    if (rc != CUDA_SUCCESS)
        while (n)
            forget_mapping(c, resources[--n]);
    return drv_leave(c, rc);
}

CUresult cuGraphicsUnmapResources(unsigned count, CUgraphicsResource *resources, CUstream stream)
{
    static const char call[] = "cuGraphicsUnmapResources";
    struct CUctx_st *c;
    CUresult rc = drv_stream_valid(stream, call);

    if (rc != CUDA_SUCCESS || (rc = graphics_enter(call, &c)) != CUDA_SUCCESS)
        return rc;
    if (!count || !resources)
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: no resources", call);
    for (unsigned i = 0; i < count && rc == CUDA_SUCCESS; i++)
        if ((rc = by_handle(c, call, resources[i])) == CUDA_SUCCESS && !resources[i]->mapped)
            rc = not_mapped(call, resources[i]);
    for (unsigned i = 0; i < count && rc == CUDA_SUCCESS; i++)
        rc = graphics_unmap(c, call, resources[i]);
    return drv_leave(c, rc);
}

CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr *p, size_t *bytes, CUgraphicsResource resource)
{
    static const char call[] = "cuGraphicsResourceGetMappedPointer";
    struct CUctx_st *c;
    CUresult rc = enter_handle(call, resource, &c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!resource->mapped)
        return drv_leave(c, not_mapped(call, resource));
    if (resource->target)
        return drv_leave(c, drv_fail(CUDA_ERROR_NOT_MAPPED_AS_POINTER, "%s: texture %u is mapped as an array", call,
                                     resource->name));
    if (p)
        *p = resource->addr;
    if (bytes)
        *bytes = resource->bytes;
    return drv_leave(c, CUDA_SUCCESS);
}

CUresult cuGraphicsSubResourceGetMappedArray(CUarray *array, CUgraphicsResource resource, unsigned index,
                                             unsigned level)
{
    static const char call[] = "cuGraphicsSubResourceGetMappedArray";
    struct CUctx_st *c;
    CUresult rc = enter_handle(call, resource, &c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!resource->target)
        rc = drv_fail(CUDA_ERROR_NOT_MAPPED_AS_ARRAY, "%s: buffer object %u is no texture", call, resource->name);
    else if (!resource->mapped)
        rc = not_mapped(call, resource);
    else if (!array || index || level)
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: null pointer, or another layer or level than the first", call);
    else
        *array = resource->array;
    return drv_leave(c, rc);
}

DRV_V2(cuGraphicsResourceGetMappedPointer);
