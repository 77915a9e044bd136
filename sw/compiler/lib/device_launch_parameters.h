/* SPDX-License-Identifier: Apache-2.0
 * Under this name CUDA has: threadIdx, blockIdx, blockDim, gridDim. */
#include "cuda_runtime.h"
