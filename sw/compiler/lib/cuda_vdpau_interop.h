/* SPDX-License-Identifier: Apache-2.0
 *
 * The Runtime API's calls for surfaces of VDPAU: there is no graphics device, they return cudaErrorNotSupported.
 */
#ifndef GT200_CUDA_VDPAU_INTEROP_H
#define GT200_CUDA_VDPAU_INTEROP_H

#include "cuda_runtime_api.h"
#include "gt200_vdpau.h"

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaVDPAUGetDevice(int *device, VdpDevice vdp, VdpGetProcAddress *functions);
cudaError_t cudaVDPAUSetVDPAUDevice(int device, VdpDevice vdp, VdpGetProcAddress *functions);
cudaError_t cudaGraphicsVDPAURegisterVideoSurface(cudaGraphicsResource_t *resource, VdpVideoSurface surface,
                                                  unsigned int flags);
cudaError_t cudaGraphicsVDPAURegisterOutputSurface(cudaGraphicsResource_t *resource, VdpOutputSurface surface,
                                                   unsigned int flags);
#ifdef __cplusplus
}
#endif

#endif
