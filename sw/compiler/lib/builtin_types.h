/* SPDX-License-Identifier: Apache-2.0
 * Under this name CUDA has: all types. */
#include "cuda_runtime.h"
