/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA Driver API: what this device and this library do not have, as errors that say so. Surfaces need compute
 * capability 2.0; there is no display whose surfaces VDPAU could share.
 */
#include "cudaVDPAU.h"
#include "driver.h"

#define REFUSED(name, params, why) \
    CUresult name params { return drv_fail(CUDA_ERROR_NOT_SUPPORTED, "%s: %s", #name, why); }
#define SURFACES "surfaces need compute capability 2.0"
#define PROCESSES "memory and events of other processes need compute capability 2.0"
#define GRAPHICS "there is no graphics device to share memory with"

#pragma GCC diagnostic ignored "-Wunused-parameter"

REFUSED(cuGetExportTable, (const void **table, const CUuuid *id), "there are no tables of functions without names")
REFUSED(cuModuleGetSurfRef, (CUsurfref *surface, CUmodule module, const char *name), SURFACES)
REFUSED(cuSurfRefSetArray, (CUsurfref surface, CUarray array, unsigned flags), SURFACES)
REFUSED(cuSurfRefGetArray, (CUarray *array, CUsurfref surface), SURFACES)

REFUSED(cuIpcGetEventHandle, (CUipcEventHandle *handle, CUevent event), PROCESSES)
REFUSED(cuIpcOpenEventHandle, (CUevent *event, CUipcEventHandle handle), PROCESSES)
REFUSED(cuIpcGetMemHandle, (CUipcMemHandle *handle, CUdeviceptr address), PROCESSES)
REFUSED(cuIpcOpenMemHandle, (CUdeviceptr *address, CUipcMemHandle handle, unsigned flags), PROCESSES)
REFUSED(cuIpcCloseMemHandle, (CUdeviceptr address), PROCESSES)

REFUSED(cuVDPAUGetDevice, (CUdevice *device, VdpDevice vdp, VdpGetProcAddress *functions), GRAPHICS)
REFUSED(cuVDPAUCtxCreate, (CUcontext *context, unsigned flags, CUdevice device, VdpDevice vdp,
                           VdpGetProcAddress *functions), GRAPHICS)
REFUSED(cuGraphicsVDPAURegisterVideoSurface, (CUgraphicsResource *resource, VdpVideoSurface surface, unsigned flags),
        GRAPHICS)
REFUSED(cuGraphicsVDPAURegisterOutputSurface, (CUgraphicsResource *resource, VdpOutputSurface surface, unsigned flags),
        GRAPHICS)

DRV_V2(cuVDPAUCtxCreate);
