/* SPDX-License-Identifier: Apache-2.0
 *
 * Vector types with CUDA's alignments, and dim3. C and C++.
 */
#ifndef GT200_VECTOR_TYPES_H
#define GT200_VECTOR_TYPES_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "host_defines.h"

#define __GT_VEC(T, N, A2, A4) \
    struct N##1 { T x; }; \
    struct __align__(A2) N##2 { T x, y; }; \
    struct N##3 { T x, y, z; }; \
    struct __align__(A4) N##4 { T x, y, z, w; }; \
    typedef struct N##1 N##1; \
    typedef struct N##2 N##2; \
    typedef struct N##3 N##3; \
    typedef struct N##4 N##4;

__GT_VEC(signed char, char, 2, 4)
__GT_VEC(unsigned char, uchar, 2, 4)
__GT_VEC(short, short, 4, 8)
__GT_VEC(unsigned short, ushort, 4, 8)
__GT_VEC(int, int, 8, 16)
__GT_VEC(unsigned int, uint, 8, 16)
#ifdef __LP64__
__GT_VEC(long, long, 16, 16)
__GT_VEC(unsigned long, ulong, 16, 16)
#else
__GT_VEC(long, long, 8, 16)
__GT_VEC(unsigned long, ulong, 8, 16)
#endif
__GT_VEC(long long, longlong, 16, 16)
__GT_VEC(unsigned long long, ulonglong, 16, 16)
__GT_VEC(float, float, 8, 16)
__GT_VEC(double, double, 16, 16)
#undef __GT_VEC

struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    __host__ __device__ dim3(unsigned int a = 1, unsigned int b = 1, unsigned int c = 1) : x(a), y(b), z(c) {}
    __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ operator uint3() const { uint3 v = { x, y, z }; return v; }
#endif
};
typedef struct dim3 dim3;

#endif
