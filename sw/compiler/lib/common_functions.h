/* SPDX-License-Identifier: Apache-2.0
 * Under this name CUDA has: clock. */
#include "cuda_runtime.h"
