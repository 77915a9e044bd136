/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Runtime API: what this device and this library do not have, as errors that say so (refused.c).
 */
#include "cuda_vdpau_interop.h"
#include "runtime.h"

#define REFUSED(name, params, why) \
    cudaError_t name params { return rt_error(cudaErrorNotSupported, "%s: %s", #name, why); }
#define SURFACES "surfaces need compute capability 2.0"
#define PROCESSES "memory and events of other processes need compute capability 2.0"
#define GRAPHICS "there is no graphics device to share memory with"

#pragma GCC diagnostic ignored "-Wunused-parameter"

REFUSED(cudaGetExportTable, (const void **table, const cudaUUID_t *id),
        "there are no tables of functions without names")
REFUSED(cudaBindSurfaceToArray, (const struct surfaceReference *surface, const struct cudaArray *array,
                                 const struct cudaChannelFormatDesc *desc), SURFACES)
REFUSED(cudaGetSurfaceReference, (const struct surfaceReference **surface, const void *symbol), SURFACES)

REFUSED(cudaIpcGetEventHandle, (cudaIpcEventHandle_t *handle, cudaEvent_t event), PROCESSES)
REFUSED(cudaIpcOpenEventHandle, (cudaEvent_t *event, cudaIpcEventHandle_t handle), PROCESSES)
REFUSED(cudaIpcGetMemHandle, (cudaIpcMemHandle_t *handle, void *p), PROCESSES)
REFUSED(cudaIpcOpenMemHandle, (void **p, cudaIpcMemHandle_t handle, unsigned int flags), PROCESSES)
REFUSED(cudaIpcCloseMemHandle, (void *p), PROCESSES)

REFUSED(cudaVDPAUGetDevice, (int *device, VdpDevice vdp, VdpGetProcAddress *functions), GRAPHICS)
REFUSED(cudaVDPAUSetVDPAUDevice, (int device, VdpDevice vdp, VdpGetProcAddress *functions), GRAPHICS)
REFUSED(cudaGraphicsVDPAURegisterVideoSurface, (cudaGraphicsResource_t *resource, VdpVideoSurface surface,
                                                unsigned int flags), GRAPHICS)
REFUSED(cudaGraphicsVDPAURegisterOutputSurface, (cudaGraphicsResource_t *resource, VdpOutputSurface surface,
                                                 unsigned int flags), GRAPHICS)
