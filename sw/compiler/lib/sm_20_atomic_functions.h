/* SPDX-License-Identifier: Apache-2.0
 * Under this name CUDA has: atomics of compute capability 2.0, which a kernel that uses one is told. */
#include "cuda_runtime.h"
