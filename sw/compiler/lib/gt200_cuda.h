/* SPDX-License-Identifier: Apache-2.0
 *
 * What `gt200 cc` puts in front of a source whose kernels only are wanted (-o k.cubin, 32-bit pointers): CUDA C
 * without the host.
 */
#ifndef GT200_CUDA_H
#define GT200_CUDA_H

#if !defined(__CUDA__) || !defined(__clang__)
#error "gt200_cuda.h is for clang's CUDA mode; nvcc has its own headers"
#endif

#define __GT200_KERNELS_ONLY__ 1
#include "cuda_runtime.h"

#endif
