/* SPDX-License-Identifier: Apache-2.0
 *
 * CUDA's math functions for the device: the functions of math.h in single and double precision, CUDA's additions, and
 * the intrinsics. device_functions.h includes this file. The functions themselves are in math/, by topic; their
 * maximum errors are in docs/math.md and are checked by tests/math.
 */
#ifndef GT200_MATH_H
#define GT200_MATH_H

#define __GT_TABLE __attribute__((constant))

#include "math/prim.h"
#include "math/poly64.h"
#include "math/poly32.h"
#include "math/trig_table.h"
#include "math/exp_log64.h"
#include "math/trig64.h"
#include "math/hyper64.h"
#include "math/special64.h"
#include "math/misc64.h"
#include "math/f32.h"
#include "math/misc32.h"

/* ---- one and two arguments, both precisions ---------------------------------------------------- */

/* Integer arguments count as double; the C++ library's own templates for them would call the host's functions. */
template <class T> struct __gt_integer {};
#define __GT_INTEGER(T) template <> struct __gt_integer<T> { typedef double real; };
__GT_INTEGER(char)
__GT_INTEGER(signed char) __GT_INTEGER(unsigned char) __GT_INTEGER(short) __GT_INTEGER(unsigned short)
    __GT_INTEGER(int) __GT_INTEGER(unsigned int) __GT_INTEGER(long) __GT_INTEGER(unsigned long)
        __GT_INTEGER(long long) __GT_INTEGER(unsigned long long)
#undef __GT_INTEGER
#define __GT_OF_INTEGER(name) \
    template <class T> __GT_FN typename __gt_integer<T>::real name(T x) { return name((double)x); }

/* The C++ form with the float argument under the double function's name goes along. */
#define __GT_M1(name) __GT_M1_AS(name, __gt_##name##f)
#define __GT_M1_AS(name, single) \
    __GT_FN double name(double x) { return __gt_##name(x); } \
    __GT_FN float name##f(float x) { return single(x); } \
    __GT_FN float name(float x) { return single(x); } \
    __GT_OF_INTEGER(name)
#define __GT_M2(name) __GT_M2_AS(name, __gt_##name##f)
#define __GT_M2_AS(name, single) \
    __GT_FN double name(double x, double y) { return __gt_##name(x, y); } \
    __GT_FN float name##f(float x, float y) { return single(x, y); } \
    __GT_FN float name(float x, float y) { return single(x, y); }

/* Single precision of -use_fast_math: the intrinsics. */
#ifdef __USE_FAST_MATH__
#define __GT_FAST(name) __##name##f
#else
#define __GT_FAST(name) __gt_##name##f
#endif
            __GT_FN float __exp10f(float x) { return __exp2f(x * 3.32192802f); }
__GT_FN float __log10f(float x) { return __log2f(x) * 0.301029987f; }
__GT_FN float __powf(float x, float y) { return __exp2f(y * __log2f(x)); }
__GT_FN float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
__GT_FN void __sincosf(float x, float *s, float *c)
{
    *s = __sinf(x);
    *c = __cosf(x);
}
#define __GT_F1(name) __GT_M1_AS(name, __GT_FAST(name))
__GT_F1(exp)
__GT_F1(exp10) __GT_F1(log) __GT_F1(log2) __GT_F1(log10) __GT_F1(sin) __GT_F1(cos) __GT_F1(tan)
    __GT_M2_AS(pow, __GT_FAST(pow))
#undef __GT_F1
        __GT_M1(exp2) __GT_M1(expm1) __GT_M1(log1p) __GT_M1(sinpi) __GT_M1(cospi) __GT_M1(asin) __GT_M1(acos)
            __GT_M1(atan) __GT_M1(sinh) __GT_M1(cosh) __GT_M1(tanh) __GT_M1(asinh) __GT_M1(acosh) __GT_M1(atanh)
                __GT_M1(cbrt) __GT_M1(rcbrt) __GT_M1(erf) __GT_M1(erfc) __GT_M1(erfinv) __GT_M1(erfcinv)
                    __GT_M1(lgamma) __GT_M1(tgamma) __GT_M1(round) __GT_M1(logb) __GT_M2(atan2) __GT_M2(hypot)
                        __GT_M2(fmod) __GT_M2(nextafter) __GT_M2(fdim) __GT_M2(copysign) __GT_FN double sqrt(double x)
{
    return __gt_sqrt(x);
}
__GT_FN float sqrt(float x) { return sqrtf(x); }
__GT_FN double rsqrt(double x) { return __gt_rsqrt(x); }
__GT_FN float rsqrt(float x) { return rsqrtf(x); }
__GT_FN double fabs(double x) { return __nvvm_fabs_d(x); }
__GT_FN float fabs(float x) { return fabsf(x); }
__GT_FN double abs(double x) { return fabs(x); }
__GT_FN float abs(float x) { return fabsf(x); }
__GT_FN double floor(double x) { return __gt_floor(x); }
__GT_FN float floor(float x) { return floorf(x); }
__GT_FN double ceil(double x) { return __nvvm_ceil_d(x); }
__GT_FN float ceil(float x) { return ceilf(x); }
__GT_FN double trunc(double x) { return __gt_trunc(x); }
__GT_FN float trunc(float x) { return truncf(x); }
__GT_FN double rint(double x) { return __gt_rint(x); }
__GT_FN float rintf(float x) { return __gt_rint32(x); }
__GT_FN float rint(float x) { return __gt_rint32(x); }
__GT_FN double nearbyint(double x) { return __gt_rint(x); }
__GT_FN float nearbyintf(float x) { return __gt_rint32(x); }
__GT_FN float nearbyint(float x) { return __gt_rint32(x); }
__GT_FN double fmin(double x, double y) { return __nvvm_fmin_d(x, y); }
__GT_FN double fmax(double x, double y) { return __nvvm_fmax_d(x, y); }
__GT_FN float fmin(float x, float y) { return fminf(x, y); }
__GT_FN float fmax(float x, float y) { return fmaxf(x, y); }
__GT_HD double min(double x, double y) { return x < y ? x : y; }
__GT_HD double max(double x, double y) { return x > y ? x : y; }

/* Arguments of different types: as in C++98 an integer beside a float is a float for pow, else everything becomes
 * double. */
#define __GT_MIXED2(name, A, B) __GT_FN double name(A x, B y) { return name((double)x, (double)y); }
#define __GT_MIXED(name) \
    __GT_MIXED2(name, double, float) \
    __GT_MIXED2(name, float, double) __GT_MIXED2(name, double, int) __GT_MIXED2(name, int, double) \
        __GT_MIXED2(name, int, float) __GT_MIXED2(name, int, int)
__GT_MIXED(pow) __GT_MIXED(fmin) __GT_MIXED(fmax) __GT_MIXED(fmod) __GT_MIXED(atan2) __GT_MIXED(hypot)
__GT_FN float pow(float x, int n) { return powf(x, (float)n); }
__GT_MIXED2(fmin, float, int) __GT_MIXED2(fmax, float, int) __GT_MIXED2(fmod, float, int) __GT_MIXED2(atan2, float, int)
__GT_MIXED2(hypot, float, int)
__GT_HD double min(double x, float y) { return min(x, (double)y); }
__GT_HD double min(float x, double y) { return min((double)x, y); }
__GT_HD double max(double x, float y) { return max(x, (double)y); }
__GT_HD double max(float x, double y) { return max((double)x, y); }
#undef __GT_MIXED
#undef __GT_MIXED2
__GT_OF_INTEGER(sqrt)
__GT_OF_INTEGER(rsqrt) __GT_OF_INTEGER(fabs) __GT_OF_INTEGER(floor) __GT_OF_INTEGER(ceil)
    __GT_OF_INTEGER(trunc) __GT_FN double fma(double x, double y, double z)
{
    return __gt_fma(x, y, z);
}
__GT_FN float fmaf(float x, float y, float z)
{
    float r;
    __asm__("fma.rn.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z));
    return r;
}
__GT_FN float fma(float x, float y, float z) { return fmaf(x, y, z); }

/* ---- parts, whole numbers, classes --------------------------------------------------------------- */

__GT_FN void sincos(double x, double *s, double *c) { __gt_sincos(x, s, c); }
__GT_FN void sincosf(float x, float *s, float *c) { __GT_FAST(sincos)(x, s, c); }
__GT_FN void sincos(float x, float *s, float *c) { __GT_FAST(sincos)(x, s, c); }
__GT_FN double frexp(double x, int *e) { return __gt_frexp(x, e); }
__GT_FN float frexpf(float x, int *e) { return __gt_frexpf(x, e); }
__GT_FN float frexp(float x, int *e) { return __gt_frexpf(x, e); }
__GT_FN double ldexp(double x, int n) { return __gt_ldexp(x, n); }
__GT_FN float ldexpf(float x, int n) { return __gt_ldexpf(x, n); }
__GT_FN float ldexp(float x, int n) { return __gt_ldexpf(x, n); }
__GT_FN double scalbn(double x, int n) { return __gt_ldexp(x, n); }
__GT_FN float scalbnf(float x, int n) { return __gt_ldexpf(x, n); }
__GT_FN double scalbln(double x, long n) { return __gt_ldexp(x, n < -9999 ? -9999 : n > 9999 ? 9999 : (int)n); }
__GT_FN float scalblnf(float x, long n) { return __gt_ldexpf(x, n < -9999 ? -9999 : n > 9999 ? 9999 : (int)n); }
__GT_FN double modf(double x, double *i) { return __gt_modf(x, i); }
__GT_FN float modff(float x, float *i) { return __gt_modff(x, i); }
__GT_FN float modf(float x, float *i) { return __gt_modff(x, i); }
__GT_FN int ilogb(double x) { return __gt_ilogb(x); }
__GT_FN int ilogbf(float x) { return __gt_ilogbf(x); }
__GT_FN double remquo(double x, double y, int *q) { return __gt_remquo(x, y, q); }
__GT_FN float remquof(float x, float y, int *q) { return __gt_remquof(x, y, q); }
__GT_FN double remainder(double x, double y)
{
    int q;
    return __gt_remquo(x, y, &q);
}
__GT_FN float remainderf(float x, float y)
{
    int q;
    return __gt_remquof(x, y, &q);
}
__GT_FN double nan(const char *) { return __GT_NAN; }
__GT_FN float nanf(const char *) { return __GT_NANF; }

#define __GT_WHOLE(name, type, from, from32) \
    __GT_FN type name(double x) { return (type)from(x); } \
    __GT_FN type name##f(float x) { return (type)from32(x); }
__GT_WHOLE(lrint, long, __gt_rint, __gt_rint32)
__GT_WHOLE(llrint, long long, __gt_rint, __gt_rint32)
__GT_WHOLE(lround, long, __gt_round, __gt_roundf)
__GT_WHOLE(llround, long long, __gt_round, __gt_roundf)

#define __GT_CLASS(T, absolute, infinity, bits) \
    __GT_FN bool isnan(T x) { return x != x; } \
    __GT_FN bool isinf(T x) { return absolute(x) == infinity; } \
    __GT_FN bool isfinite(T x) { return absolute(x) < infinity; } \
    __GT_FN bool signbit(T x) { return bits(x) < 0; }
__GT_CLASS(double, __gt_abs, __GT_INF, __gt_bits)
__GT_CLASS(float, __gt_absf, __GT_INFF, __gt_bits32)

/* ---- intrinsics -------------------------------------------------------------------------------- */

__GT_FN float fdividef(float x, float y) { return __fdividef(x, y); }
/* As assembly, because clang takes its own functions for / and +, which follow the options for those. */
#define __GT_SINGLE(rounding, code) \
    __GT_FN float __frcp_##rounding(float x) \
    { \
        float r; \
        __asm__("rcp." #code ".f32 %0, %1;" : "=f"(r) : "f"(x)); \
        return r; \
    } \
    __GT_FN float __fsqrt_##rounding(float x) \
    { \
        float r; \
        __asm__("sqrt." #code ".f32 %0, %1;" : "=f"(r) : "f"(x)); \
        return r; \
    } \
    __GT_FN float __fdiv_##rounding(float x, float y) \
    { \
        float r; \
        __asm__("div." #code ".f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y)); \
        return r; \
    } \
    __GT_FN float __fmaf_##rounding(float x, float y, float z) \
    { \
        float r; \
        __asm__("fma." #code ".f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z)); \
        return r; \
    }
__GT_SINGLE(rn, rn) __GT_SINGLE(rz, rz) __GT_SINGLE(ru, rp) __GT_SINGLE(rd, rm)
#define __GT_DOUBLE2(name, insn) \
    __GT_FN double name(double x, double y) \
    { \
        double r; \
        __asm__(insn " %0, %1, %2;" : "=d"(r) : "d"(x), "d"(y)); \
        return r; \
    }
#define __GT_DOUBLE(rounding, code) \
    __GT_DOUBLE2(__dadd_##rounding, "add." #code ".f64") \
    __GT_DOUBLE2(__dmul_##rounding, "mul." #code ".f64") \
    __GT_FN double __fma_##rounding(double x, double y, double z) { return __nvvm_fma_##code##_d(x, y, z); }
__GT_DOUBLE(rn, rn) __GT_DOUBLE(rz, rz) __GT_DOUBLE(ru, rp) __GT_DOUBLE(rd, rm)
__GT_FN double __ddiv_rn(double x, double y) { return __nvvm_div_rn_d(x, y); }
__GT_FN double __drcp_rn(double x) { return __nvvm_rcp_rn_d(x); }
__GT_FN double __dsqrt_rn(double x) { return __nvvm_sqrt_rn_d(x); }
#include "math/directed64.h"

/* ---- conversions in every rounding --------------------------------------------------------------- */

__GT_FN long long __float2ll_rn(float x) { return __nvvm_f2ll_rn(x); }
__GT_FN unsigned long long __float2ull_rn(float x) { return __nvvm_f2ull_rn(x); }
__GT_FN float __ll2float_rn(long long x) { return __nvvm_ll2f_rn(x); }
__GT_FN float __ull2float_rn(unsigned long long x) { return __nvvm_ull2f_rn(x); }
__GT_FN int __double2int_rn(double x) { return __nvvm_d2i_rn(x); }
__GT_FN unsigned int __double2uint_rn(double x) { return __nvvm_d2ui_rn(x); }
__GT_FN long long __double2ll_rn(double x) { return __nvvm_d2ll_rn(x); }
__GT_FN unsigned long long __double2ull_rn(double x) { return __nvvm_d2ull_rn(x); }
__GT_FN float __double2float_rn(double x) { return __nvvm_d2f_rn(x); }
__GT_FN double __ll2double_rn(long long x) { return __nvvm_ll2d_rn(x); }
__GT_FN double __ull2double_rn(unsigned long long x) { return __nvvm_ull2d_rn(x); }
__GT_FN long long __float2ll_rz(float x) { return __nvvm_f2ll_rz(x); }
__GT_FN unsigned long long __float2ull_rz(float x) { return __nvvm_f2ull_rz(x); }
__GT_TRUNCATED(float, __ll2float_rz, long long, "cvt.rz.f32.s64", "f", "l")
__GT_TRUNCATED(float, __ull2float_rz, unsigned long long, "cvt.rz.f32.u64", "f", "l")
__GT_FN int __double2int_rz(double x) { return __nvvm_d2i_rz(x); }
__GT_FN unsigned int __double2uint_rz(double x) { return __nvvm_d2ui_rz(x); }
__GT_FN long long __double2ll_rz(double x) { return __nvvm_d2ll_rz(x); }
__GT_FN unsigned long long __double2ull_rz(double x) { return __nvvm_d2ull_rz(x); }
__GT_FN float __double2float_rz(double x) { return __nvvm_d2f_rz(x); }
__GT_TRUNCATED(double, __ll2double_rz, long long, "cvt.rz.f64.s64", "d", "l")
__GT_TRUNCATED(double, __ull2double_rz, unsigned long long, "cvt.rz.f64.u64", "d", "l")
__GT_FN unsigned int __float2uint_ru(float x) { return __nvvm_f2ui_rp(x); }
__GT_FN long long __float2ll_ru(float x) { return __nvvm_f2ll_rp(x); }
__GT_FN unsigned long long __float2ull_ru(float x) { return __nvvm_f2ull_rp(x); }
__GT_FN float __int2float_ru(int x) { return __nvvm_i2f_rp(x); }
__GT_FN float __uint2float_ru(unsigned int x) { return __nvvm_ui2f_rp(x); }
__GT_FN float __ll2float_ru(long long x) { return __nvvm_ll2f_rp(x); }
__GT_FN float __ull2float_ru(unsigned long long x) { return __nvvm_ull2f_rp(x); }
__GT_FN int __double2int_ru(double x) { return __nvvm_d2i_rp(x); }
__GT_FN unsigned int __double2uint_ru(double x) { return __nvvm_d2ui_rp(x); }
__GT_FN long long __double2ll_ru(double x) { return __nvvm_d2ll_rp(x); }
__GT_FN unsigned long long __double2ull_ru(double x) { return __nvvm_d2ull_rp(x); }
__GT_FN float __double2float_ru(double x) { return __nvvm_d2f_rp(x); }
__GT_FN double __ll2double_ru(long long x) { return __nvvm_ll2d_rp(x); }
__GT_FN double __ull2double_ru(unsigned long long x) { return __nvvm_ull2d_rp(x); }
__GT_FN unsigned int __float2uint_rd(float x) { return __nvvm_f2ui_rm(x); }
__GT_FN long long __float2ll_rd(float x) { return __nvvm_f2ll_rm(x); }
__GT_FN unsigned long long __float2ull_rd(float x) { return __nvvm_f2ull_rm(x); }
__GT_FN float __int2float_rd(int x) { return __nvvm_i2f_rm(x); }
__GT_FN float __uint2float_rd(unsigned int x) { return __nvvm_ui2f_rm(x); }
__GT_FN float __ll2float_rd(long long x) { return __nvvm_ll2f_rm(x); }
__GT_FN float __ull2float_rd(unsigned long long x) { return __nvvm_ull2f_rm(x); }
__GT_FN int __double2int_rd(double x) { return __nvvm_d2i_rm(x); }
__GT_FN unsigned int __double2uint_rd(double x) { return __nvvm_d2ui_rm(x); }
__GT_FN long long __double2ll_rd(double x) { return __nvvm_d2ll_rm(x); }
__GT_FN unsigned long long __double2ull_rd(double x) { return __nvvm_d2ull_rm(x); }
__GT_FN float __double2float_rd(double x) { return __nvvm_d2f_rm(x); }
__GT_FN double __ll2double_rd(long long x) { return __nvvm_ll2d_rm(x); }
__GT_FN double __ull2double_rd(unsigned long long x) { return __nvvm_ull2d_rm(x); }
__GT_FN double __int2double_rn(int x) { return (double)x; }
__GT_FN double __uint2double_rn(unsigned int x) { return (double)x; }
__GT_FN long long __double_as_longlong(double x) { return __nvvm_bitcast_d2ll(x); }
__GT_FN double __longlong_as_double(long long x) { return __nvvm_bitcast_ll2d(x); }
__GT_FN int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__GT_FN int __double2loint(double x) { return (int)__double_as_longlong(x); }
__GT_FN double __hiloint2double(int h, int l)
{
    return __longlong_as_double((long long)((unsigned long long)(unsigned int)h << 32 | (unsigned int)l));
}
__GT_FN unsigned short __float2half_rn(float x)
{
    unsigned short h;
    __asm__("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
    return h;
}
__GT_FN float __half2float(unsigned short h)
{
    float x;
    __asm__("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(h));
    return x;
}

/* ---- bits and wide integers ---------------------------------------------------------------------- */

__GT_FN int __clz(int x) { return x ? __builtin_clz((unsigned int)x) : 32; }
__GT_FN int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
__GT_FN int __popc(unsigned int x) { return __builtin_popcount(x); }
__GT_FN int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__GT_FN int __ffs(int x) { return x ? 32 - __clz(x & -x) : 0; }
__GT_FN int __ffsll(long long x) { return x ? 64 - __clzll(x & -x) : 0; }
__GT_FN unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
__GT_FN unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
__GT_FN long long __mul64hi(long long x, long long y) { return __nvvm_mulhi_ll(x, y); }
__GT_FN unsigned long long __umul64hi(unsigned long long x, unsigned long long y) { return __nvvm_mulhi_ull(x, y); }
__GT_FN int mulhi(int x, int y) { return __mulhi(x, y); }
__GT_FN unsigned int umulhi(unsigned int x, unsigned int y) { return __umulhi(x, y); }
__GT_FN int mul24(int x, int y) { return __mul24(x, y); }
__GT_FN unsigned int umul24(unsigned int x, unsigned int y) { return __umul24(x, y); }
__GT_FN float saturate(float x) { return __saturatef(x); }
__GT_FN int __hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
__GT_FN int __rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
__GT_FN unsigned int __uhadd(unsigned int x, unsigned int y) { return (x & y) + ((x ^ y) >> 1); }
__GT_FN unsigned int __urhadd(unsigned int x, unsigned int y) { return (x | y) - ((x ^ y) >> 1); }
/* Four bytes chosen from the eight of y:x, by one nibble of s each. */
__GT_FN unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s)
{
    unsigned long long v = (unsigned long long)y << 32 | x;
    unsigned int r = 0;
    for (int i = 0; i < 4; i++)
        r |= ((unsigned int)(v >> 8 * (s >> 4 * i & 7)) & 0xff) << 8 * i;
    return r;
}

#endif
