/* SPDX-License-Identifier: Apache-2.0
 *
 * The Driver API's calls for OpenGL: cuda_gl_interop.h says what mapping is. CUDA_ERROR_NOT_SUPPORTED: there is no
 * OpenGL in the process; other textures, renderbuffers, surfaces.
 */
#ifndef GT200_CUDAGL_H
#define GT200_CUDAGL_H

#include "cuda.h"
#include "gt200_gl.h"

typedef enum CUGLmap_flags_enum {
    CU_GL_MAP_RESOURCE_FLAGS_NONE = 0, CU_GL_MAP_RESOURCE_FLAGS_READ_ONLY = 1,
    CU_GL_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 2
} CUGLmap_flags;

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuGLCtxCreate(CUcontext *context, unsigned flags, CUdevice device);
CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *resource, GLuint buffer, unsigned flags);
CUresult cuGraphicsGLRegisterImage(CUgraphicsResource *resource, GLuint image, GLenum target, unsigned flags);
CUresult cuGLInit(void);
/* Since CUDA 4.1: the devices that can share with the current context of OpenGL, all there are, whichever are asked
 * for. */
typedef enum CUGLDeviceList_enum {
    CU_GL_DEVICE_LIST_ALL = 1, CU_GL_DEVICE_LIST_CURRENT_FRAME = 2, CU_GL_DEVICE_LIST_NEXT_FRAME = 3
} CUGLDeviceList;
CUresult cuGLGetDevices(unsigned *count, CUdevice *devices, unsigned room, CUGLDeviceList which);
CUresult cuGLRegisterBufferObject(GLuint buffer);
CUresult cuGLMapBufferObject(CUdeviceptr *p, size_t *bytes, GLuint buffer);
CUresult cuGLUnmapBufferObject(GLuint buffer);
CUresult cuGLUnregisterBufferObject(GLuint buffer);
CUresult cuGLSetBufferObjectMapFlags(GLuint buffer, unsigned flags);
CUresult cuGLMapBufferObjectAsync(CUdeviceptr *p, size_t *bytes, GLuint buffer, CUstream stream);
CUresult cuGLUnmapBufferObjectAsync(GLuint buffer, CUstream stream);
extern __typeof__(cuGLCtxCreate) cuGLCtxCreate_v2;
extern __typeof__(cuGLMapBufferObject) cuGLMapBufferObject_v2;
extern __typeof__(cuGLMapBufferObjectAsync) cuGLMapBufferObjectAsync_v2;
#ifdef __cplusplus
}
#endif

#endif
