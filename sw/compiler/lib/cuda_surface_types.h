/* SPDX-License-Identifier: Apache-2.0
 * Under this name CUDA has: surface references, which need compute capability 2.0. */
#include "cuda_runtime.h"
