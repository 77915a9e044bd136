/* SPDX-License-Identifier: Apache-2.0
 *
 * The host's stand-in for sw/compiler/lib/math/prim.h: the same operations, the special functions by their bit-exact
 * model.
 * Compile with -ffp-contract=off; denormals of single precision are flushed where the machine flushes them by the
 * caller setting flush-to-zero around the call.
 */
#ifndef GT200_MATH_PRIM_H
#define GT200_MATH_PRIM_H
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define __GT_FN static inline __attribute__((unused))
#define __GT_TABLE

float host_sfu(int function, float x);          /* rcp, rsqrt, lg2, ex2 (0..3) as the SFU gives them */

__GT_FN long long __gt_bits(double a) { long long r; memcpy(&r, &a, 8); return r; }
__GT_FN double __gt_from_bits(long long a) { double r; memcpy(&r, &a, 8); return r; }
__GT_FN int __gt_bits32(float a) { int r; memcpy(&r, &a, 4); return r; }
__GT_FN float __gt_from_bits32(int a) { float r; memcpy(&r, &a, 4); return r; }
__GT_FN double __gt_fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
__GT_FN double __gt_sqrt(double a) { return __builtin_sqrt(a); }
__GT_FN double __gt_rint(double a) { return __builtin_rint(a); }
__GT_FN double __gt_floor(double a) { return __builtin_floor(a); }
__GT_FN double __gt_trunc(double a) { return __builtin_trunc(a); }
__GT_FN unsigned long long __gt_mulhi64(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
__GT_FN float __gt_mad32(float a, float b, float c)
{
    double p = (double)a * b;                   /* exact; cut to 24 bits */
    int e;
    if (p != 0 && p - p == 0) {
        double m = frexp(p, &e);
        p = ldexp(trunc(ldexp(m, 24)), e - 24);
    }
    return (float)p + c;
}
__GT_FN float __gt_rint32(float a) { return __builtin_rintf(a); }
__GT_FN float __gt_floor32(float a) { return __builtin_floorf(a); }
__GT_FN float __gt_trunc32(float a) { return __builtin_truncf(a); }
__GT_FN float __gt_rcp32(float a) { return host_sfu(0, a); }
__GT_FN float __gt_rsqrt32(float a) { return host_sfu(1, a); }
__GT_FN float __gt_lg2_32(float a) { return host_sfu(2, a); }
__GT_FN float __gt_div32(float a, float b) { return a * host_sfu(0, b); }
__GT_FN float __gt_ex2_32(float a) { return host_sfu(3, a); }
__GT_FN unsigned int __gt_mulhi32(unsigned int a, unsigned int b) { return (unsigned int)((uint64_t)a * b >> 32); }
__GT_FN int __gt_clz32(unsigned int a) { return a ? __builtin_clz(a) : 32; }

#endif
