/* SPDX-License-Identifier: Apache-2.0
 *
 * The qualifiers of CUDA C. In a plain C or C++ compilation they vanish.
 */
#ifndef GT200_HOST_DEFINES_H
#define GT200_HOST_DEFINES_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#if defined(__CUDA__) && defined(__clang__)
#define __global__ __attribute__((global))
#ifdef __GT200_MARK_DEVICE__    /* device code of functions that are not marked is made, too: gt200 cc tells them
                                 * apart */
#define __device__ __attribute__((device, annotate("gt200.device")))
static __device__ __attribute__((used)) const char __gt_marked = 1;
#else
#define __device__ __attribute__((device))
#endif
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
/* used: the host may set a static one by its name alone, which the compiler does not see */
#define __constant__ __attribute__((constant, used))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#if __cplusplus >= 201103L
/* Room for a T in shared memory, where nothing is constructed: gt200 cc makes variables of it
   (sw/compiler/cc/shared.c). */
template <class T> union __gt200_raw {
    T v;
    __device__ __gt200_raw() {}
    __device__ ~__gt200_raw() {}
};
#endif
#else
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __launch_bounds__(...)
#endif

/* Words that the host's C++ library uses for attributes of its own (__attribute__((__noinline__))) stay untouched. */
#ifndef __forceinline__
#define __forceinline__ __inline__ __attribute__((always_inline))
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define CUDARTAPI
#define CUDART_CB

#endif
