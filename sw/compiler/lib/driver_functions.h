/* SPDX-License-Identifier: Apache-2.0
 *
 * Makers of the structures of three-dimensional copies.
 */
#ifndef GT200_DRIVER_FUNCTIONS_H
#define GT200_DRIVER_FUNCTIONS_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "driver_types.h"

static __inline__ __host__ struct cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t xsize, size_t ysize)
{
    struct cudaPitchedPtr x = { p, pitch, xsize, ysize };
    return x;
}
static __inline__ __host__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos p = { x, y, z };
    return p;
}
static __inline__ __host__ struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    struct cudaExtent e = { width, height, depth };
    return e;
}

#endif
