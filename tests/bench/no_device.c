/* SPDX-License-Identifier: Apache-2.0
 * A libcuda that has every function that target cuda takes, and no device. */
#include "cuda_api.h"

#define FUNCTION(name, symbol) \
    int fake_##name(void) __asm__(symbol); \
    int fake_##name(void) { return CUDA_ERROR_NO_DEVICE; }
CUDA_API_FUNCTIONS(FUNCTION)
CUDA_API_RUNTIME(FUNCTION)
CUDA_API_MORE(FUNCTION)
