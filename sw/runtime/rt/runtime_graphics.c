/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: buffer objects and textures of OpenGL, by the Driver API (graphics.c).
 */
#include "cuda_gl_interop.h"
#include "cudaGL.h"
#include "runtime.h"

#define CALL(name, params, call) \
    cudaError_t name params \
    { \
        CUresult rc = rt_enter_own(#name); \
        return rt_return(rc != CUDA_SUCCESS ? rc : (call)); \
    }
#define HANDLE(resource) ((CUgraphicsResource)(resource))

CALL(cudaGraphicsUnregisterResource, (cudaGraphicsResource_t r), cuGraphicsUnregisterResource(HANDLE(r)))
CALL(cudaGraphicsResourceSetMapFlags, (cudaGraphicsResource_t r, unsigned int flags),
     cuGraphicsResourceSetMapFlags(HANDLE(r), flags))
CALL(cudaGraphicsMapResources, (int count, cudaGraphicsResource_t *r, cudaStream_t stream),
     cuGraphicsMapResources(count < 0 ? 0 : (unsigned)count, (CUgraphicsResource *)r, stream))
CALL(cudaGraphicsUnmapResources, (int count, cudaGraphicsResource_t *r, cudaStream_t stream),
     cuGraphicsUnmapResources(count < 0 ? 0 : (unsigned)count, (CUgraphicsResource *)r, stream))
CALL(cudaGraphicsGLRegisterBuffer, (cudaGraphicsResource_t *r, GLuint buffer, unsigned int flags),
     cuGraphicsGLRegisterBuffer((CUgraphicsResource *)r, buffer, flags))
CALL(cudaGraphicsGLRegisterImage, (cudaGraphicsResource_t *r, GLuint image, GLenum target, unsigned int flags),
     cuGraphicsGLRegisterImage((CUgraphicsResource *)r, image, target, flags))
CALL(cudaGLRegisterBufferObject, (GLuint buffer), cuGLRegisterBufferObject(buffer))
CALL(cudaGLUnregisterBufferObject, (GLuint buffer), cuGLUnregisterBufferObject(buffer))
CALL(cudaGLUnmapBufferObject, (GLuint buffer), cuGLUnmapBufferObject(buffer))
CALL(cudaGLSetBufferObjectMapFlags, (GLuint buffer, unsigned int flags), cuGLSetBufferObjectMapFlags(buffer, flags))

/* A driver's address for a program. */
static cudaError_t pointer(CUresult rc, const CUdeviceptr *a, void **p)
{
    if (rc == CUDA_SUCCESS && p)
        *p = (void *)(uintptr_t)*a;
    return rt_return(rc);
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void **p, size_t *bytes, cudaGraphicsResource_t resource)
{
    CUdeviceptr a = 0;
    CUresult rc = rt_enter_own("cudaGraphicsResourceGetMappedPointer");

    return pointer(rc != CUDA_SUCCESS ? rc : cuGraphicsResourceGetMappedPointer(&a, bytes, HANDLE(resource)), &a, p);
}

CALL(cudaGraphicsSubResourceGetMappedArray, (struct cudaArray **array, cudaGraphicsResource_t r, unsigned int index,
                                             unsigned int level),
     cuGraphicsSubResourceGetMappedArray((CUarray *)array, HANDLE(r), index, level))

cudaError_t cudaGLMapBufferObject(void **p, GLuint buffer)
{
    CUdeviceptr a = 0;
    CUresult rc = rt_enter_own("cudaGLMapBufferObject");

    return pointer(rc != CUDA_SUCCESS ? rc : cuGLMapBufferObject(&a, NULL, buffer), &a, p);
}

cudaError_t cudaGLMapBufferObjectAsync(void **p, GLuint buffer, cudaStream_t stream)
{
    const CUresult rc = rt_stream_first(stream, "cudaGLMapBufferObjectAsync");

    return rc != CUDA_SUCCESS ? rt_return(rc) : cudaGLMapBufferObject(p, buffer);
}

cudaError_t cudaGLUnmapBufferObjectAsync(GLuint buffer, cudaStream_t stream)
{
    const CUresult rc = rt_stream_first(stream, "cudaGLUnmapBufferObjectAsync");

    return rc != CUDA_SUCCESS ? rt_return(rc) : cudaGLUnmapBufferObject(buffer);
}

/* The device that OpenGL draws with is no other than the rest: chosen as cudaSetDevice does. */
cudaError_t cudaGLSetGLDevice(int device)
{
    CUresult rc = rt_own("cudaGLSetGLDevice");

    if (rc == CUDA_SUCCESS)
        rc = cuGLInit();
    return rc != CUDA_SUCCESS ? rt_return(rc) : cudaSetDevice(device);
}

cudaError_t cudaGLGetDevices(unsigned int *count, int *devices, unsigned int room, enum cudaGLDeviceList which)
{
    CUresult rc = rt_own("cudaGLGetDevices");

    return rt_return(rc != CUDA_SUCCESS ? rc : cuGLGetDevices(count, devices, room, (CUGLDeviceList)which));
}
