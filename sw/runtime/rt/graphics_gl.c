/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: buffer objects of OpenGL by the buffer's number, as before CUDA 3.0.
 */
#include "graphics.h"

static struct CUgraphicsResource_st *find(struct CUctx_st *c, unsigned buffer)
{
    struct CUgraphicsResource_st *r = c->graphics;

    while (r && !(r->by_buffer && r->name == buffer))
        r = r->next;
    return r;
}

/* enter, for a resource by its buffer's number. */
static CUresult enter_buffer(const char *call, unsigned buffer, struct CUctx_st **c, struct CUgraphicsResource_st **r)
{
    CUresult rc = graphics_enter(call, c);

    if (rc == CUDA_SUCCESS && !(*r = find(*c, buffer)))
        rc = drv_leave(*c, drv_fail(CUDA_ERROR_INVALID_VALUE, "%s: buffer object %u is not registered", call, buffer));
    return rc;
}

CUresult cuGLInit(void)
{
    return gl_buffers() ? CUDA_SUCCESS : graphics_no_opengl("cuGLInit");
}

CUresult cuGLGetDevices(unsigned *count, CUdevice *devices, unsigned room, CUGLDeviceList which)
{
    const int n = drv_devices();

    if (!count || (room && !devices) || which < CU_GL_DEVICE_LIST_ALL || which > CU_GL_DEVICE_LIST_NEXT_FRAME)
        return drv_fail(CUDA_ERROR_INVALID_VALUE, "cuGLGetDevices: null pointer, or list %d", (int)which);
    if (!gl_buffers())
        return graphics_no_opengl("cuGLGetDevices");
    for (int i = 0; i < n && (unsigned)i < room; i++)
        devices[i] = i;
    *count = (unsigned)n;
    return CUDA_SUCCESS;
}

CUresult cuGLCtxCreate(CUcontext *context, unsigned flags, CUdevice device)
{
    return gl_buffers() ? cuCtxCreate(context, flags, device) : graphics_no_opengl("cuGLCtxCreate");
}

CUresult cuGLRegisterBufferObject(GLuint buffer)
{
    static const char call[] = "cuGLRegisterBufferObject";
    struct CUctx_st *c;
    struct CUgraphicsResource_st *r = NULL;
    CUresult rc = graphics_enter(call, &c);

    if (rc != CUDA_SUCCESS)
        return rc;
    if (find(c, buffer))
        rc = drv_fail(CUDA_ERROR_ALREADY_MAPPED, "%s: buffer object %u is registered already", call, buffer);
    else if ((rc = graphics_add(c, call, buffer, 0, 0, &r)) == CUDA_SUCCESS)
        r->by_buffer = true;
    return drv_leave(c, rc);
}

CUresult cuGLUnregisterBufferObject(GLuint buffer)
{
    struct CUctx_st *c;
    struct CUgraphicsResource_st *r;
    CUresult rc = enter_buffer("cuGLUnregisterBufferObject", buffer, &c, &r);

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, graphics_end(c, "cuGLUnregisterBufferObject", r));
}

CUresult cuGLSetBufferObjectMapFlags(GLuint buffer, unsigned flags)
{
    struct CUctx_st *c;
    struct CUgraphicsResource_st *r;
    CUresult rc = enter_buffer("cuGLSetBufferObjectMapFlags", buffer, &c, &r);

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, graphics_set_flags(r, "cuGLSetBufferObjectMapFlags", flags));
}

CUresult cuGLMapBufferObject(CUdeviceptr *p, size_t *bytes, GLuint buffer)
{
    struct CUctx_st *c;
    struct CUgraphicsResource_st *r;
    CUresult rc = enter_buffer("cuGLMapBufferObject", buffer, &c, &r);

    if (rc != CUDA_SUCCESS)
        return rc;
    if ((rc = graphics_map(c, "cuGLMapBufferObject", r)) == CUDA_SUCCESS) {
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

    return rc != CUDA_SUCCESS ? rc : drv_leave(c, graphics_unmap(c, "cuGLUnmapBufferObject", r));
}

CUresult cuGLMapBufferObjectAsync(CUdeviceptr *p, size_t *bytes, GLuint buffer, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuGLMapBufferObjectAsync");

    return rc != CUDA_SUCCESS ? rc : cuGLMapBufferObject(p, bytes, buffer);
}

CUresult cuGLUnmapBufferObjectAsync(GLuint buffer, CUstream stream)
{
    const CUresult rc = drv_stream_valid(stream, "cuGLUnmapBufferObjectAsync");

    return rc != CUDA_SUCCESS ? rc : cuGLUnmapBufferObject(buffer);
}

DRV_V2(cuGLCtxCreate);
DRV_V2(cuGLMapBufferObject);
DRV_V2(cuGLMapBufferObjectAsync);
