/* SPDX-License-Identifier: Apache-2.0
 *
 * The profiler's switches in the Driver API: there is none to switch, Start and Stop succeed as they do in CUDA then.
 */
#ifndef GT200_CUDAPROFILER_H
#define GT200_CUDAPROFILER_H

#include "cuda.h"

#ifdef __cplusplus
extern "C" {
#endif
typedef enum CUoutput_mode_enum { CU_OUT_KEY_VALUE_PAIR = 0, CU_OUT_CSV = 1 } CUoutput_mode;
CUresult cuProfilerInitialize(const char *config, const char *output, CUoutput_mode mode);
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);
#ifdef __cplusplus
}
#endif

#endif
