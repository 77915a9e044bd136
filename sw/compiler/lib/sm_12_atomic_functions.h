/* SPDX-License-Identifier: Apache-2.0
 * Under this name CUDA has: atomics on shared memory, 64-bit atomics. */
#include "cuda_runtime.h"
