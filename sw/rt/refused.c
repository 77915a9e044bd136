/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: what this device and this library do not have, as errors that say so. Surfaces need compute
 * capability 2.0; there is no display whose buffers graphics calls could share.
 */
#include "cudaGL.h"
#include "cudaVDPAU.h"
#include "driver.h"

#define REFUSED(name, params, why) \
    CUresult name params { return drv_fail(CUDA_ERROR_NOT_SUPPORTED, "%s: %s", #name, why); }
#define SURFACES "surfaces need compute capability 2.0"
#define GRAPHICS "there is no graphics device to share memory with"

#pragma GCC diagnostic ignored "-Wunused-parameter"

REFUSED(cuGetExportTable, (const void **table, const CUuuid *id), "there are no tables of functions without names")
REFUSED(cuModuleGetSurfRef, (CUsurfref *surface, CUmodule module, const char *name), SURFACES)
REFUSED(cuSurfRefSetArray, (CUsurfref surface, CUarray array, unsigned flags), SURFACES)
REFUSED(cuSurfRefGetArray, (CUarray *array, CUsurfref surface), SURFACES)

REFUSED(cuGraphicsUnregisterResource, (CUgraphicsResource resource), GRAPHICS)
REFUSED(cuGraphicsSubResourceGetMappedArray,
        (CUarray *array, CUgraphicsResource resource, unsigned index, unsigned level), GRAPHICS)
REFUSED(cuGraphicsResourceGetMappedPointer, (CUdeviceptr *p, size_t *bytes, CUgraphicsResource resource), GRAPHICS)
REFUSED(cuGraphicsResourceSetMapFlags, (CUgraphicsResource resource, unsigned flags), GRAPHICS)
REFUSED(cuGraphicsMapResources, (unsigned count, CUgraphicsResource *resources, CUstream stream), GRAPHICS)
REFUSED(cuGraphicsUnmapResources, (unsigned count, CUgraphicsResource *resources, CUstream stream), GRAPHICS)
REFUSED(cuGLCtxCreate, (CUcontext *context, unsigned flags, CUdevice device), GRAPHICS)
REFUSED(cuGraphicsGLRegisterBuffer, (CUgraphicsResource *resource, unsigned buffer, unsigned flags), GRAPHICS)
REFUSED(cuGraphicsGLRegisterImage, (CUgraphicsResource *resource, unsigned image, unsigned target, unsigned flags),
        GRAPHICS)
REFUSED(cuGLInit, (void), GRAPHICS)
REFUSED(cuGLRegisterBufferObject, (unsigned buffer), GRAPHICS)
REFUSED(cuGLMapBufferObject, (CUdeviceptr *p, size_t *bytes, unsigned buffer), GRAPHICS)
REFUSED(cuGLUnmapBufferObject, (unsigned buffer), GRAPHICS)
REFUSED(cuGLUnregisterBufferObject, (unsigned buffer), GRAPHICS)
REFUSED(cuGLSetBufferObjectMapFlags, (unsigned buffer, unsigned flags), GRAPHICS)
REFUSED(cuGLMapBufferObjectAsync, (CUdeviceptr *p, size_t *bytes, unsigned buffer, CUstream stream), GRAPHICS)
REFUSED(cuGLUnmapBufferObjectAsync, (unsigned buffer, CUstream stream), GRAPHICS)
REFUSED(cuVDPAUGetDevice, (CUdevice *device, VdpDevice vdp, VdpGetProcAddress *functions), GRAPHICS)
REFUSED(cuVDPAUCtxCreate, (CUcontext *context, unsigned flags, CUdevice device, VdpDevice vdp,
                           VdpGetProcAddress *functions), GRAPHICS)
REFUSED(cuGraphicsVDPAURegisterVideoSurface, (CUgraphicsResource *resource, VdpVideoSurface surface, unsigned flags),
        GRAPHICS)
REFUSED(cuGraphicsVDPAURegisterOutputSurface, (CUgraphicsResource *resource, VdpOutputSurface surface, unsigned flags),
        GRAPHICS)

DRV_V2(cuGraphicsResourceGetMappedPointer);
DRV_V2(cuGLCtxCreate);
DRV_V2(cuGLMapBufferObject);
DRV_V2(cuGLMapBufferObjectAsync);
DRV_V2(cuVDPAUCtxCreate);
