/* SPDX-License-Identifier: Apache-2.0
 *
 * Surfaces, which need compute capability 2.0. References and functions on them may be declared, as headers for
 * several devices do; a kernel that reads or writes one is refused by the PTX compiler, and the Runtime API refuses to
 * bind one, by that name.
 */
#ifndef GT200_SURFACE_FUNCTIONS_H
#define GT200_SURFACE_FUNCTIONS_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "cuda_runtime.h"

#ifdef __cplusplus

#if defined(__CUDA__) && defined(__clang__)
#define __GT_SURFACE __attribute__((device_builtin_surface_type))
#else
#define __GT_SURFACE
#endif

template <class T, int dim = cudaSurfaceType1D> struct __GT_SURFACE surface : public surfaceReference {
    __host__ surface() { channelDesc = cudaCreateChannelDesc<T>(); }
};
template <int dim> struct __GT_SURFACE surface<void, dim> : public surfaceReference {
    __host__ surface() { channelDesc = cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone); }
};

#ifndef __GT200_KERNELS_ONLY__
template <class T, int dim>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, dim> &s, const struct cudaArray *array,
                                                 const struct cudaChannelFormatDesc &desc)
{
    return cudaBindSurfaceToArray((const surfaceReference *)&s, array, &desc);
}
template <class T, int dim>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, dim> &s, const struct cudaArray *array)
{
    return cudaBindSurfaceToArray((const surfaceReference *)&s, array, &s.channelDesc);
}
#endif

#if defined(__CUDA__) && defined(__clang__)

/* surfNread into a variable, surfNread<T>, surfNwrite: shape of PTX, coordinates as P in parentheses. */
#define __GT_AND(...) , __VA_ARGS__
#define __GT_INLINE static __inline__ __attribute__((always_inline, nodebug)) __device__
#define __GT_SURF(NAME, DIM, SHAPE, P) \
    template <class T> \
    __GT_INLINE void NAME##read(T *to, surface<void, DIM> s __GT_AND P, \
                                enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { \
        int v; \
        __asm__ __volatile__("suld.b." SHAPE ".b32.trap {%0}, [%1, {%2, %2, %2, %2}];" \
                             : "=r"(v) : "l"(s), "r"(x)); \
        *to = T(); \
    } \
    template <class T> \
    __GT_INLINE T NAME##read(surface<void, DIM> s __GT_AND P, \
                             enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { \
        int v; \
        __asm__ __volatile__("suld.b." SHAPE ".b32.trap {%0}, [%1, {%2, %2, %2, %2}];" \
                             : "=r"(v) : "l"(s), "r"(x)); \
        return T(); \
    } \
    template <class T> \
    __GT_INLINE void NAME##write(T value, surface<void, DIM> s __GT_AND P, \
                                 enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    { \
        __asm__ __volatile__("sust.b." SHAPE ".b32.trap [%0, {%1, %1, %1, %1}], {%1};" : : "l"(s), "r"(x)); \
    }
__GT_SURF(surf1D, cudaSurfaceType1D, "1d", (int x))
__GT_SURF(surf2D, cudaSurfaceType2D, "2d", (int x, int y))
__GT_SURF(surf3D, cudaSurfaceType3D, "3d", (int x, int y, int z))
__GT_SURF(surf1DLayered, cudaSurfaceType1DLayered, "a1d", (int x, int layer))
__GT_SURF(surf2DLayered, cudaSurfaceType2DLayered, "a2d", (int x, int y, int layer))
#undef __GT_SURF
#undef __GT_INLINE
#undef __GT_AND

#endif
#endif
#endif
