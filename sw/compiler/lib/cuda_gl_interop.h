/* SPDX-License-Identifier: Apache-2.0
 *
 * The Runtime API's calls for OpenGL. Its buffer objects can be mapped, and its textures of two dimensions as arrays:
 * that copies their bytes to device memory, and the end of the mapping copies them back (cudaGraphicsMapFlagsReadOnly:
 * it does not; cudaGraphicsMapFlagsWriteDiscard: the beginning does not). The context of OpenGL is that of the calling
 * thread. cudaErrorNotSupported: there is no OpenGL in the process; other textures, renderbuffers, surfaces.
 */
#ifndef GT200_CUDA_GL_INTEROP_H
#define GT200_CUDA_GL_INTEROP_H

#include "cuda_runtime_api.h"
#include "gt200_gl.h"

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaGLSetGLDevice(int device);
/* Since CUDA 4.1: the devices that can share with the current context of OpenGL, all there are, whichever are asked
 * for. */
enum cudaGLDeviceList { cudaGLDeviceListAll = 1, cudaGLDeviceListCurrentFrame = 2, cudaGLDeviceListNextFrame = 3 };
cudaError_t cudaGLGetDevices(unsigned int *count, int *devices, unsigned int room, enum cudaGLDeviceList which);
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *resource, GLuint buffer, unsigned int flags);
cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t *resource, GLuint image, GLenum target,
                                        unsigned int flags);
/* The calls of CUDA 1.x and 2.x. */
enum cudaGLMapFlags { cudaGLMapFlagsNone = 0, cudaGLMapFlagsReadOnly = 1, cudaGLMapFlagsWriteDiscard = 2 };
cudaError_t cudaGLRegisterBufferObject(GLuint buffer);
cudaError_t cudaGLMapBufferObject(void **p, GLuint buffer);
cudaError_t cudaGLMapBufferObjectAsync(void **p, GLuint buffer, cudaStream_t stream);
cudaError_t cudaGLUnmapBufferObject(GLuint buffer);
cudaError_t cudaGLUnmapBufferObjectAsync(GLuint buffer, cudaStream_t stream);
cudaError_t cudaGLUnregisterBufferObject(GLuint buffer);
cudaError_t cudaGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags);
#ifdef __cplusplus
}
#endif

#endif
