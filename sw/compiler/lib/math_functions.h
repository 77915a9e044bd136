/* SPDX-License-Identifier: Apache-2.0
 * Under this name CUDA has: device math. */
#include "cuda_runtime.h"
