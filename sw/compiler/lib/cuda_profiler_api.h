/* SPDX-License-Identifier: Apache-2.0
 *
 * The profiler's switches: there is none to switch, Start and Stop succeed as they do in CUDA then.
 */
#ifndef GT200_CUDA_PROFILER_API_H
#define GT200_CUDA_PROFILER_API_H

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaProfilerInitialize(const char *config, const char *output, cudaOutputMode_t mode);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
#ifdef __cplusplus
}
#endif

#endif
