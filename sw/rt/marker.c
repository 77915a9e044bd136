/* SPDX-License-Identifier: Apache-2.0
 *
 * What libcuda.so.1 of GT200 shows and no driver does: target cuda knows it by this (cuda_library.c).
 */
#include "cuda_library.h"

const char CUDA_LIBRARY_MARKER[] = "a simulated device, no NVIDIA driver";
