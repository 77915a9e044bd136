/* SPDX-License-Identifier: Apache-2.0
 *
 * The name of a Driver API error, as the samples of CUDA 4.x ask for it.
 */
#ifndef GT200_DRVAPI_ERROR_STRING_H
#define GT200_DRVAPI_ERROR_STRING_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#ifndef __GT200_KERNELS_ONLY__
#include "cuda.h"

static __inline__ const char *getCudaDrvErrorString(CUresult error)
{
    const char *name = NULL;
    return cuGetErrorName(error, &name) == CUDA_SUCCESS && name ? name : "unknown error";
}
#endif
#endif
