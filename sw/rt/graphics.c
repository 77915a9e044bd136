/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: buffer objects of OpenGL. Device memory is the simulator's and a buffer object is OpenGL's:
 * mapping copies the bytes to device memory, unmapping copies them back. OpenGL is that of the process, with the
 * context that is current in the calling thread; its functions are looked up in the process when the first is needed,
 * and no library of ours depends on one of its.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <stddef.h>
#include <stdlib.h>

#include "cudaGL.h"
#include "driver.h"

/* The flags of registering and those of the calls before CUDA 3.0 have these numbers, too. */
#define READ_ONLY     CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY
#define WRITE_DISCARD CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD

struct CUgraphicsResource_st {
    struct CUctx_st *ctx;
    struct CUgraphicsResource_st *next;
    unsigned buffer;
    bool     by_buffer;             /* registered by cuGLRegisterBufferObject: it has no handle */
    unsigned flags;                 /* of the next mapping */
    bool     write_back;            /* while mapped */
    uint32_t addr, bytes;           /* while mapped; else address 0 */
};

/* ---- OpenGL ------------------------------------------------------------------------------------------------------ */

/* gl.h may not be there, and declares functions that would be linked. */
#define ARRAY_BUFFER         0x8892
#define ARRAY_BUFFER_BINDING 0x8894
#define BUFFER_SIZE          0x8764
#define BUFFER_MAPPED        0x88bc

static struct {
    void (*BindBuffer)(unsigned target, unsigned buffer);
    unsigned char (*IsBuffer)(unsigned buffer);
    void (*GetBufferParameteriv)(unsigned target, unsigned name, int *value);
    void (*GetBufferSubData)(unsigned target, ptrdiff_t offset, ptrdiff_t bytes, void *data);
    void (*BufferSubData)(unsigned target, ptrdiff_t offset, ptrdiff_t bytes, const void *data);
    void (*GetIntegerv)(unsigned name, int *value);
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

static CUresult no_opengl(const char *call)
{
    return drv_fail(CUDA_ERROR_NOT_SUPPORTED, "%s: there is no OpenGL in this process", call);
}

/* Is OpenGL there, with buffer objects? A program may load it after a first call. */
static bool find_gl(void)
{
    drv_lock();
#define FIND(name) (gl.name || (*(void **)&gl.name = gl_function("gl" #name)))
    bool all = FIND(BindBuffer) && FIND(IsBuffer) && FIND(GetBufferParameteriv) && FIND(GetBufferSubData) &&
               FIND(BufferSubData) && FIND(GetIntegerv);
#undef FIND
    drv_unlock();
    return all;
}

/* Binds the buffer; *before is what was bound. */
static CUresult bind(const char *call, unsigned buffer, int *before, uint32_t *bytes)
{
    int size = 0, mapped = 0;

    if (!gl.IsBuffer(buffer))
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: %u is no buffer object of the current context of OpenGL", call,
                        buffer);
    gl.GetIntegerv(ARRAY_BUFFER_BINDING, before);
    gl.BindBuffer(ARRAY_BUFFER, buffer);
    gl.GetBufferParameteriv(ARRAY_BUFFER, BUFFER_SIZE, &size);
    gl.GetBufferParameteriv(ARRAY_BUFFER, BUFFER_MAPPED, &mapped);
    if (size > 0 && !mapped) {
        *bytes = (uint32_t)size;
        return CUDA_SUCCESS;
    }
    gl.BindBuffer(ARRAY_BUFFER, (unsigned)*before);
    return mapped ? drv_fail(CUDA_ERROR_MAP_FAILED, "%s: OpenGL has mapped buffer object %u for the host", call, buffer)
                  : drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: buffer object %u has no memory (glBufferData)", call,
                             buffer);
}

/* ---- resources --------------------------------------------------------------------------------------------------- */

/* The current context, locked, of a process with OpenGL. */
static CUresult enter(const char *call, struct CUctx_st **c)
{
    return find_gl() ? drv_enter(c) : no_opengl(call);
}

/* The place of a resource in the context's list; of an unknown one the end, where there is NULL. */
static struct CUgraphicsResource_st **place(struct CUctx_st *c, const struct CUgraphicsResource_st *r)
{
    struct CUgraphicsResource_st **at = &c->graphics;

    while (*at && *at != r)
        at = &(*at)->next;
    return at;
}

static CUresult by_handle(struct CUctx_st *c, const char *call, const struct CUgraphicsResource_st *r)
{
    return r && *place(c, r) && !r->by_buffer
               ? CUDA_SUCCESS
               : drv_fail(CUDA_ERROR_INVALID_HANDLE, "%s: no registered resource of the current context", call);
}

static struct CUgraphicsResource_st *find(struct CUctx_st *c, unsigned buffer)
{
    struct CUgraphicsResource_st *r = c->graphics;

    while (r && !(r->by_buffer && r->buffer == buffer))
        r = r->next;
    return r;
}

/* enter, for a resource by its handle or by its buffer's number. */
static CUresult enter_handle(const char *call, const struct CUgraphicsResource_st *r, struct CUctx_st **c)
{
    CUresult rc = enter(call, c);

    if (rc == CUDA_SUCCESS && (rc = by_handle(*c, call, r)) != CUDA_SUCCESS)
        drv_leave(*c, rc);
    return rc;
}

static CUresult enter_buffer(const char *call, unsigned buffer, struct CUctx_st **c, struct CUgraphicsResource_st **r)
{
    CUresult rc = enter(call, c);

    if (rc == CUDA_SUCCESS && !(*r = find(*c, buffer)))
        rc = drv_leave(*c, drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: buffer object %u is not registered", call, buffer));
    return rc;
}

static CUresult is_mapped(const char *call, const struct CUgraphicsResource_st *r)
{
    return drv_fail(CUDA_ERROR_ALREADY_MAPPED, "%s: buffer object %u is mapped", call, r->buffer);
}

static CUresult not_mapped(const char *call, const struct CUgraphicsResource_st *r)
{
    return drv_fail(CUDA_ERROR_NOT_MAPPED, "%s: buffer object %u is not mapped", call, r->buffer);
}

static CUresult add(struct CUctx_st *c, const char *call, unsigned buffer, unsigned flags,
                    struct CUgraphicsResource_st **out)
{
    int before;
    uint32_t bytes;
    CUresult rc = bind(call, buffer, &before, &bytes);

    if (rc != CUDA_SUCCESS)
        return rc;
    gl.BindBuffer(ARRAY_BUFFER, (unsigned)before);
    struct CUgraphicsResource_st *r = calloc(1, sizeof *r);
    if (!r)
        return drv_out_of_memory();
    *r = (struct CUgraphicsResource_st){ .ctx = c, .next = c->graphics, .buffer = buffer, .flags = flags };
    *out = c->graphics = r;
    return CUDA_SUCCESS;
}

static CUresult end(struct CUctx_st *c, const char *call, struct CUgraphicsResource_st *r)
{
    if (r->addr)
        return is_mapped(call, r);
    *place(c, r) = r->next;
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

static CUresult flags_allowed(const char *call, unsigned flags)
{
    return flags <= WRITE_DISCARD ? CUDA_SUCCESS : drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: flags 0x%x", call, flags);
}

static CUresult set_flags(struct CUgraphicsResource_st *r, const char *call, unsigned flags)
{
    if (r->addr)
        return is_mapped(call, r);
    CUresult rc = flags_allowed(call, flags);
    if (rc == CUDA_SUCCESS)
        r->flags = flags;
    return rc;
}

/* The buffer's bytes get an allocation of device memory, which the end of the mapping frees: a kernel that goes on to
 * use the address then does what it must not do, and GT200_MEMCHECK says so. */
static CUresult map(struct CUctx_st *c, const char *call, struct CUgraphicsResource_st *r)
{
    int before;
    uint32_t bytes;
    void *copy = NULL;

    if (r->addr)
        return is_mapped(call, r);
    CUresult rc = bind(call, r->buffer, &before, &bytes);
    if (rc != CUDA_SUCCESS)
        return rc;
    uint32_t addr = gt_alloc(c->gpu, bytes);
    if (!addr)
        rc = drv_fail(CUDA_ERROR_OUT_OF_MEMORY, "%s: %u bytes do not fit in device memory (GT200_MEMORY_MB)", call,
                      bytes);
    else if (r->flags != WRITE_DISCARD && !(copy = malloc(bytes)))
        rc = drv_out_of_memory();
    else if (copy) {
        gl.GetBufferSubData(ARRAY_BUFFER, 0, bytes, copy);
        rc = drv_write(c, call, addr, copy, bytes);
    }
    gl.BindBuffer(ARRAY_BUFFER, (unsigned)before);
    free(copy);
    if (rc == CUDA_SUCCESS) {
        r->addr = addr;
        r->bytes = bytes;
        r->write_back = r->flags != READ_ONLY;
    } else if (addr)
        gt_release(c->gpu, addr);
    return rc;
}

static void forget(struct CUctx_st *c, struct CUgraphicsResource_st *r)
{
    gt_release(c->gpu, r->addr);
    r->addr = 0;
}

static CUresult unmap(struct CUctx_st *c, const char *call, struct CUgraphicsResource_st *r)
{
    int before;
    uint32_t bytes;

    if (!r->addr)
        return not_mapped(call, r);
    if (r->write_back) {
        CUresult rc = bind(call, r->buffer, &before, &bytes);
        if (rc != CUDA_SUCCESS)
            return rc;
        void *copy = malloc(r->bytes);
        if (bytes != r->bytes)
            rc = drv_fail(CUDA_ERROR_UNMAP_FAILED, "%s: buffer object %u had %u bytes when it was mapped, and has %u",
                          call, r->buffer, r->bytes, bytes);
        else if (!copy)
            rc = drv_out_of_memory();
        else if ((rc = drv_read(c, call, copy, r->addr, bytes)) == CUDA_SUCCESS)
            gl.BufferSubData(ARRAY_BUFFER, 0, bytes, copy);
        gl.BindBuffer(ARRAY_BUFFER, (unsigned)before);
        free(copy);
        if (rc != CUDA_SUCCESS)
            return rc;
    }
    forget(c, r);
    return CUDA_SUCCESS;
}

/* ---- the calls --------------------------------------------------------------------------------------------------- */

CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *resource, GLuint buffer, unsigned flags)
{
    static const char call[] = "cuGraphicsGLRegisterBuffer";
    struct CUctx_st *c;
    CUresult rc = enter(call, &c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!resource)
        return drv_leave(c, drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: null pointer", call));
    if ((rc = flags_allowed(call, flags)) == CUDA_SUCCESS)
        rc = add(c, call, buffer, flags, resource);
    return drv_leave(c, rc);
}

CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource)
{
    struct CUctx_st *c;
    CUresult rc = enter_handle("cuGraphicsUnregisterResource", resource, &c);

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, end(c, "cuGraphicsUnregisterResource", resource));
}

CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned flags)
{
    struct CUctx_st *c;
    CUresult rc = enter_handle("cuGraphicsResourceSetMapFlags", resource, &c);

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, set_flags(resource, "cuGraphicsResourceSetMapFlags", flags));
}

/* All of them or none. */
CUresult cuGraphicsMapResources(unsigned count, CUgraphicsResource *resources, CUstream stream)
{
    static const char call[] = "cuGraphicsMapResources";
    struct CUctx_st *c;
    unsigned n = 0;
    CUresult rc = enter(call, &c);

    (void)stream;
    if (rc != CUDA_SUCCESS)
        return rc;
    if (!count || !resources)
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: no resources", call);
    for (unsigned i = 0; i < count && rc == CUDA_SUCCESS; i++)
        if ((rc = by_handle(c, call, resources[i])) == CUDA_SUCCESS && resources[i]->addr)
            rc = is_mapped(call, resources[i]);
    while (n < count && rc == CUDA_SUCCESS)
        if ((rc = map(c, call, resources[n])) == CUDA_SUCCESS)
            n++;
    if (rc != CUDA_SUCCESS)
        while (n)
            forget(c, resources[--n]);
    return drv_leave(c, rc);
}

CUresult cuGraphicsUnmapResources(unsigned count, CUgraphicsResource *resources, CUstream stream)
{
    static const char call[] = "cuGraphicsUnmapResources";
    struct CUctx_st *c;
    CUresult rc = enter(call, &c);

    (void)stream;
    if (rc != CUDA_SUCCESS)
        return rc;
    if (!count || !resources)
        rc = drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: no resources", call);
    for (unsigned i = 0; i < count && rc == CUDA_SUCCESS; i++)
        if ((rc = by_handle(c, call, resources[i])) == CUDA_SUCCESS && !resources[i]->addr)
            rc = not_mapped(call, resources[i]);
    for (unsigned i = 0; i < count && rc == CUDA_SUCCESS; i++)
        rc = unmap(c, call, resources[i]);
    return drv_leave(c, rc);
}

CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr *p, size_t *bytes, CUgraphicsResource resource)
{
    static const char call[] = "cuGraphicsResourceGetMappedPointer";
    struct CUctx_st *c;
    CUresult rc = enter_handle(call, resource, &c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (!resource->addr)
        return drv_leave(c, not_mapped(call, resource));
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

    (void)array, (void)index, (void)level;
    return rc != CUDA_SUCCESS ? rc
                              : drv_leave(c, drv_fail(CUDA_ERROR_NOT_MAPPED_AS_ARRAY,
                                                      "%s: buffer object %u is no image", call, resource->buffer));
}

/* ---- the calls before CUDA 3.0: by the buffer's number ----------------------------------------------------------- */

CUresult cuGLInit(void)
{
    return find_gl() ? CUDA_SUCCESS : no_opengl("cuGLInit");
}

CUresult cuGLCtxCreate(CUcontext *context, unsigned flags, CUdevice device)
{
    return find_gl() ? cuCtxCreate(context, flags, device) : no_opengl("cuGLCtxCreate");
}

CUresult cuGLRegisterBufferObject(GLuint buffer)
{
    static const char call[] = "cuGLRegisterBufferObject";
    struct CUctx_st *c;
    struct CUgraphicsResource_st *r;
    CUresult rc = enter(call, &c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (find(c, buffer))
        rc = drv_fail(CUDA_ERROR_ALREADY_MAPPED, "%s: buffer object %u is registered already", call, buffer);
    else if ((rc = add(c, call, buffer, 0, &r)) == CUDA_SUCCESS)
        r->by_buffer = true;
    return drv_leave(c, rc);
}

CUresult cuGLUnregisterBufferObject(GLuint buffer)
{
    struct CUctx_st *c;
    struct CUgraphicsResource_st *r;
    CUresult rc = enter_buffer("cuGLUnregisterBufferObject", buffer, &c, &r);

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, end(c, "cuGLUnregisterBufferObject", r));
}

CUresult cuGLSetBufferObjectMapFlags(GLuint buffer, unsigned flags)
{
    struct CUctx_st *c;
    struct CUgraphicsResource_st *r;
    CUresult rc = enter_buffer("cuGLSetBufferObjectMapFlags", buffer, &c, &r);

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, set_flags(r, "cuGLSetBufferObjectMapFlags", flags));
}

CUresult cuGLMapBufferObject(CUdeviceptr *p, size_t *bytes, GLuint buffer)
{
    struct CUctx_st *c;
    struct CUgraphicsResource_st *r;
    CUresult rc = enter_buffer("cuGLMapBufferObject", buffer, &c, &r);

    if (rc != CUDA_SUCCESS)
        return rc;
    if ((rc = map(c, "cuGLMapBufferObject", r)) == CUDA_SUCCESS) {
        if (p)
            *p = r->addr;
        if (bytes)
            *bytes = r->bytes;
    }
    return drv_leave(c, rc);
}

CUresult cuGLUnmapBufferObject(GLuint buffer)
{
    struct CUctx_st *c;
    struct CUgraphicsResource_st *r;
    CUresult rc = enter_buffer("cuGLUnmapBufferObject", buffer, &c, &r);

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, unmap(c, "cuGLUnmapBufferObject", r));
}

CUresult cuGLMapBufferObjectAsync(CUdeviceptr *p, size_t *bytes, GLuint buffer, CUstream stream)
{
    (void)stream;
    return cuGLMapBufferObject(p, bytes, buffer);
}

CUresult cuGLUnmapBufferObjectAsync(GLuint buffer, CUstream stream)
{
    (void)stream;
    return cuGLUnmapBufferObject(buffer);
}

DRV_V2(cuGraphicsResourceGetMappedPointer);
DRV_V2(cuGLCtxCreate);
DRV_V2(cuGLMapBufferObject);
DRV_V2(cuGLMapBufferObjectAsync);
