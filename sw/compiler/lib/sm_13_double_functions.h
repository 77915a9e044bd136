/* SPDX-License-Identifier: Apache-2.0
 * Under this name CUDA has: double precision. */
#include "cuda_runtime.h"
