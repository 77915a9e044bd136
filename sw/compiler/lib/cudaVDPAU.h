/* SPDX-License-Identifier: Apache-2.0
 *
 * The Driver API's calls for surfaces of VDPAU: there is no graphics device, they return CUDA_ERROR_NOT_SUPPORTED.
 */
#ifndef GT200_CUDAVDPAU_H
#define GT200_CUDAVDPAU_H

#include "cuda.h"
#include "gt200_vdpau.h"

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuVDPAUGetDevice(CUdevice *device, VdpDevice vdp, VdpGetProcAddress *functions);
CUresult cuVDPAUCtxCreate(CUcontext *context, unsigned flags, CUdevice device, VdpDevice vdp,
                          VdpGetProcAddress *functions);
CUresult cuGraphicsVDPAURegisterVideoSurface(CUgraphicsResource *resource, VdpVideoSurface surface, unsigned flags);
CUresult cuGraphicsVDPAURegisterOutputSurface(CUgraphicsResource *resource, VdpOutputSurface surface, unsigned flags);
extern __typeof__(cuVDPAUCtxCreate) cuVDPAUCtxCreate_v2;
#ifdef __cplusplus
}
#endif

#endif
