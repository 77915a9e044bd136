/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: what this device and this library do not have, as errors that say so (refused.c).
 */
#include "cuda_gl_interop.h"
#include "cuda_vdpau_interop.h"
#include "runtime.h"

#define REFUSED(name, params, why) \
    cudaError_t name params { return rt_error(cudaErrorNotSupported, "%s: %s", #name, why); }
#define SURFACES "surfaces need compute capability 2.0"
#define GRAPHICS "there is no graphics device to share memory with"
#define IMAGES   "textures and renderbuffers of OpenGL are not shared, only its buffer objects are"

#pragma GCC diagnostic ignored "-Wunused-parameter"

REFUSED(cudaGetExportTable, (const void **table, const cudaUUID_t *id),
        "there are no tables of functions without names")
REFUSED(cudaBindSurfaceToArray, (const struct surfaceReference *surface, const struct cudaArray *array,
                                 const struct cudaChannelFormatDesc *desc), SURFACES)
REFUSED(cudaGetSurfaceReference, (const struct surfaceReference **surface, const void *symbol), SURFACES)

REFUSED(cudaGraphicsGLRegisterImage, (cudaGraphicsResource_t *resource, GLuint image, GLenum target,
                                      unsigned int flags), IMAGES)
REFUSED(cudaVDPAUGetDevice, (int *device, VdpDevice vdp, VdpGetProcAddress *functions), GRAPHICS)
REFUSED(cudaVDPAUSetVDPAUDevice, (int device, VdpDevice vdp, VdpGetProcAddress *functions), GRAPHICS)
REFUSED(cudaGraphicsVDPAURegisterVideoSurface, (cudaGraphicsResource_t *resource, VdpVideoSurface surface,
                                                unsigned int flags), GRAPHICS)
REFUSED(cudaGraphicsVDPAURegisterOutputSurface, (cudaGraphicsResource_t *resource, VdpOutputSurface surface,
                                                 unsigned int flags), GRAPHICS)
