/* SPDX-License-Identifier: Apache-2.0
 * Under this name CUDA has: 32-bit atomics on device memory. */
#include "cuda_runtime.h"
