/* SPDX-License-Identifier: Apache-2.0
 *
 * make_int4(x, y, z, w) and its like.
 */
#ifndef GT200_VECTOR_FUNCTIONS_H
#define GT200_VECTOR_FUNCTIONS_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include "vector_types.h"

#ifdef __clang__
#define __GT_MAKE_FN static __inline__ __attribute__((unused, nodebug)) __host__ __device__
#else
#define __GT_MAKE_FN static __inline__ __attribute__((unused))
#endif
#define __GT_MAKE(T, N) \
    __GT_MAKE_FN N##1 make_##N##1(T x) { N##1 v = { x }; return v; } \
    __GT_MAKE_FN N##2 make_##N##2(T x, T y) { N##2 v = { x, y }; return v; } \
    __GT_MAKE_FN N##3 make_##N##3(T x, T y, T z) { N##3 v = { x, y, z }; return v; } \
    __GT_MAKE_FN N##4 make_##N##4(T x, T y, T z, T w) { N##4 v = { x, y, z, w }; return v; }

__GT_MAKE(signed char, char)
__GT_MAKE(unsigned char, uchar)
__GT_MAKE(short, short)
__GT_MAKE(unsigned short, ushort)
__GT_MAKE(int, int)
__GT_MAKE(unsigned int, uint)
__GT_MAKE(long, long)
__GT_MAKE(unsigned long, ulong)
__GT_MAKE(long long, longlong)
__GT_MAKE(unsigned long long, ulonglong)
__GT_MAKE(float, float)
__GT_MAKE(double, double)
#undef __GT_MAKE

#endif
