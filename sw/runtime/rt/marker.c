/* SPDX-License-Identifier: Apache-2.0
 *
 * What libcuda.so.1 of GT200 shows and no driver does: target cuda knows it by this (cuda_library.c).
 */
extern const char own_libcuda[];        /* CUDA_LIBRARY_MARKER in the library (private.names) */
const char own_libcuda[] = "a simulated device, no NVIDIA driver";
