/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the Runtime API: the devices of an NVIDIA driver (GT200_TARGET=cuda), where they are more than the driver's
 * own: contexts and modules of the program, and what kernels print and take memory from.
 */
#ifndef GT200_RUNTIME_GPU_H
#define GT200_RUNTIME_GPU_H

#include "runtime.h"

/* Makes the device's primary context current. */
CUresult gpu_enter(int device);
/* Its flags, which come before that. */
CUresult gpu_set_flags(int device, unsigned flags);
/* The end of all that is on it. */
CUresult gpu_reset(int device);
/* The program's image, loaded on the current device if it is not yet. */
CUresult gpu_module(const char *image, CUmodule *m);
/* Behind a call that waits for kernels, with its result: prints what they have printed. On other targets nothing. */
CUresult gpu_waited(CUresult rc);
/* What such a result is after an assertion of a kernel, and with our names. */
CUresult gpu_result(CUresult rc);
CUresult gpu_set_limit(CUlimit limit, size_t value);
CUresult gpu_limit(size_t *value, CUlimit limit);

#endif
