/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the libcuda of an NVIDIA driver is: in the system's places, and never GT200's own library of that name.
 */
#ifndef GT200_CUDA_LIBRARY_H
#define GT200_CUDA_LIBRARY_H

#include <stddef.h>

/* The name that GT200's own libcuda.so.1 shows, and no driver's (marker.c). */
#define CUDA_LIBRARY_MARKER "gt200_own_libcuda"

/* Opens the library that GT200_LIBCUDA names, else libcuda.so.1. A name without a slash is looked for in the folders
 * of LD_LIBRARY_PATH, then in the cache of ldconfig, then where drivers put it; the run path of this program is no such
 * place. The first file that loads and does not show the marker is it. NULL: err says what was found instead. path:
 * the file that was opened. */
void *cuda_library_open(char *path, size_t pathn, char *err, size_t errn);

#endif
