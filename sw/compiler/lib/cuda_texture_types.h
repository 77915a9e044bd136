/* SPDX-License-Identifier: Apache-2.0
 * Under this name CUDA has: texture references. */
#include "cuda_runtime.h"
