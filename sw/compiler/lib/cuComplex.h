/* SPDX-License-Identifier: Apache-2.0
 *
 * Complex numbers by the names of CUDA's cuComplex.h, for host and device, C and C++. A product is four
 * multiplications and two additions. Division and absolute value scale by the larger part, so that they overflow only
 * where the result does; a zero divisor gives NaN.
 */
#ifndef GT200_CUCOMPLEX_H
#define GT200_CUCOMPLEX_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#include <math.h>

#include "host_defines.h"
#include "vector_types.h"

#define __GT_COMPLEX_FN static __inline__ __attribute__((unused)) __host__ __device__

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* C: the complex type, R: its real type; then the names of the functions, and of the two of math.h that they use. */
#define __GT_COMPLEX(C, R, MAKE, REAL, IMAG, CONJ, ADD, SUB, MUL, DIV, ABS, FMA, FABS, SQRT) \
    __GT_COMPLEX_FN C MAKE(R re, R im) { C z; z.x = re; z.y = im; return z; } \
    __GT_COMPLEX_FN R REAL(C z) { return z.x; } \
    __GT_COMPLEX_FN R IMAG(C z) { return z.y; } \
    __GT_COMPLEX_FN C CONJ(C z) { return MAKE(z.x, -z.y); } \
    __GT_COMPLEX_FN C ADD(C a, C b) { return MAKE(a.x + b.x, a.y + b.y); } \
    __GT_COMPLEX_FN C SUB(C a, C b) { return MAKE(a.x - b.x, a.y - b.y); } \
    __GT_COMPLEX_FN C MUL(C a, C b) { return MAKE(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
    __GT_COMPLEX_FN C DIV(C a, C b) \
    { \
        R scale = 1 / (FABS(b.x) + FABS(b.y)), bx = b.x * scale, by = b.y * scale, ax = a.x * scale, ay = a.y * scale; \
        R norm = 1 / (bx * bx + by * by); \
        return MAKE((ax * bx + ay * by) * norm, (ay * bx - ax * by) * norm); \
    } \
    __GT_COMPLEX_FN R ABS(C z) \
    { \
        R x = FABS(z.x), y = FABS(z.y), big = x > y ? x : y, small = x > y ? y : x, q = small / big; \
        if (big + big == big)          /* zero, infinite */ \
            return big + small; \
        return big * SQRT(1 + q * q); \
    } \
    __GT_COMPLEX_FN C FMA(C a, C b, C c) { return MAKE(a.x * b.x + (c.x - a.y * b.y), a.x * b.y + (a.y * b.x + c.y)); }

__GT_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, cuCrealf, cuCimagf, cuConjf, cuCaddf, cuCsubf, cuCmulf,
             cuCdivf, cuCabsf, cuCfmaf, fabsf, sqrtf)
__GT_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, cuCreal, cuCimag, cuConj, cuCadd, cuCsub, cuCmul, cuCdiv,
             cuCabs, cuCfma, fabs, sqrt)
#undef __GT_COMPLEX

__GT_COMPLEX_FN cuComplex make_cuComplex(float re, float im) { return make_cuFloatComplex(re, im); }
__GT_COMPLEX_FN cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
__GT_COMPLEX_FN cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z)
{
    return make_cuFloatComplex((float)z.x, (float)z.y);
}
#undef __GT_COMPLEX_FN

#endif
