/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers of 16 bits and pairs of them by the names of CUDA's cuda_fp16.h. Conversions are for host and device;
 * arithmetic is for devices of compute capability 7.0 and later, one instruction for a number or a pair. Functions like
 * hexp are those of float, rounded.
 */
#ifndef GT200_CUDA_FP16_H
#define GT200_CUDA_FP16_H

#if defined(__GNUC__)
#pragma GCC system_header           /* what it looks like inside is no matter of the program that is compiled */
#endif

#ifdef __cplusplus                 /* there is nothing of it for C */

#include "cuda_runtime.h"

#define __GT_HALF static __inline__ __attribute__((unused))
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define __GT_HALF_CODE 1            /* what is compiled is the device's */
#endif

typedef struct { unsigned short x; } __half_raw;
typedef struct { unsigned short x, y; } __half2_raw;

/* ---- conversions, by their bits ------------------------------------------------------------------- */

/* To 16 bits; how: 0 to nearest, 1 toward zero, 2 down, 3 up. */
__GT_HALF __host__ __device__ unsigned short __gt_half_bits(float f, int how)
{
    unsigned int u, sign, kept, rest, unit;
    int exponent;
    __builtin_memcpy(&u, &f, 4);
    sign = u >> 31;
    u &= 0x7fffffffu;
    if (u > 0x7f800000u)
        return 0x7fff;
    if (u == 0x7f800000u)
        return (unsigned short)(sign << 15 | 0x7c00);
    exponent = (int)(u >> 23) - 127;
    if (exponent < -26) {
        kept = 0;
        rest = u != 0;
        unit = 4;
    } else if (exponent < -14) {            /* a multiple of 2^-24 */
        unit = 1u << (-1 - exponent);
        kept = (0x800000u | (u & 0x7fffffu)) / unit;
        rest = (0x800000u | (u & 0x7fffffu)) % unit;
    } else {
        unit = 1u << 13;
        kept = (u - (112u << 23)) / unit;
        rest = u % unit;
    }
    const bool up = how == 0 ? 2 * rest > unit || (2 * rest == unit && kept & 1)
                             : rest && how != 1 && (how == 3) == !sign;
    kept += up;
    if (kept >= 0x7c00)
        kept = how == 0 || (how != 1 && (how == 3) == !sign) ? 0x7c00 : 0x7bff;
    return (unsigned short)(sign << 15 | kept);
}
__GT_HALF __host__ __device__ float __gt_half_value(unsigned short h)
{
    unsigned int u = h & 0x7fffu, sign = (unsigned int)(h >> 15) << 31;
    float f;
    if (u >= 0x7c00)
        u = u == 0x7c00 ? 0x7f800000u : 0x7fffffffu;
    else if (u >= 0x400)
        u = (u << 13) + (112u << 23);
    else {
        f = (float)u * 5.9604644775390625e-8f;          /* 2^-24 */
        __builtin_memcpy(&u, &f, 4);
    }
    u |= sign;
    __builtin_memcpy(&f, &u, 4);
    return f;
}

/* ---- the types ------------------------------------------------------------------------------------ */

/* That name is of a function of earlier versions, too, whose result is unsigned short. */
#define __float2half_rn __gt_float2half_rn

struct __half;
__GT_HALF __host__ __device__ __half __float2half_rn(float f);
__GT_HALF __host__ __device__ float __half2float(__half h);

struct __half {
    unsigned short __x;
    __half() = default;
    __host__ __device__ __half(const __half_raw &r) : __x(r.x) {}
    __host__ __device__ __half(float f) { *this = __float2half_rn(f); }
    __host__ __device__ __half(double d);
    __host__ __device__ __half(int i) { *this = __float2half_rn((float)i); }
    __host__ __device__ __half(unsigned int i) { *this = __float2half_rn((float)i); }
    __host__ __device__ __half(short i) { *this = __float2half_rn((float)i); }
    __host__ __device__ __half(unsigned short i) { *this = __float2half_rn((float)i); }
    __host__ __device__ operator float() const { return __half2float(*this); }
    __host__ __device__ operator __half_raw() const { __half_raw r; r.x = __x; return r; }
    __host__ __device__ explicit operator bool() const { return (__x & 0x7fff) != 0; }
};
struct __attribute__((aligned(4))) __half2 {
    __half x, y;
    __half2() = default;
    __host__ __device__ __half2(const __half &a, const __half &b) : x(a), y(b) {}
    __host__ __device__ __half2(const __half2_raw &r) { x.__x = r.x; y.__x = r.y; }
};
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

__GT_HALF __host__ __device__ unsigned short __half_as_ushort(__half h) { return h.__x; }
__GT_HALF __host__ __device__ short __half_as_short(__half h) { return (short)h.__x; }
__GT_HALF __host__ __device__ __half __ushort_as_half(unsigned short u) { __half h; h.__x = u; return h; }
__GT_HALF __host__ __device__ __half __short_as_half(short u) { return __ushort_as_half((unsigned short)u); }
__GT_HALF __host__ __device__ unsigned int __gt_pair_bits(__half2 a)
{
    return a.x.__x | (unsigned int)a.y.__x << 16;
}
__GT_HALF __host__ __device__ __half2 __gt_pair_of(unsigned int u)
{
    return __half2(__ushort_as_half((unsigned short)u), __ushort_as_half((unsigned short)(u >> 16)));
}

#ifdef __GT_HALF_CODE
#define __GT_TO_HALF(name, mode, how) \
    __GT_HALF __host__ __device__ __half name(float f) \
    { \
        __half h; \
        __asm__("cvt." mode ".f16.f32 %0, %1;" : "=h"(h.__x) : "f"(f)); \
        return h; \
    }
#else
#define __GT_TO_HALF(name, mode, how) \
    __GT_HALF __host__ __device__ __half name(float f) { return __ushort_as_half(__gt_half_bits(f, how)); }
#endif
__GT_TO_HALF(__float2half_rn, "rn", 0)
__GT_TO_HALF(__float2half_rz, "rz", 1)
__GT_TO_HALF(__float2half_rd, "rm", 2)
__GT_TO_HALF(__float2half_ru, "rp", 3)
#undef __GT_TO_HALF
__GT_HALF __host__ __device__ __half __float2half(float f) { return __float2half_rn(f); }
__GT_HALF __host__ __device__ float __half2float(__half h)
{
#ifdef __GT_HALF_CODE
    float f;
    __asm__("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h.__x));
    return f;
#else
    return __gt_half_value(h.__x);
#endif
}
/* By a float that is odd where it is not exact, so that the second rounding sees what the first one lost. */
__GT_HALF __host__ __device__ __half __double2half(double d)
{
    float f = (float)d;
    unsigned int u;
    __builtin_memcpy(&u, &f, 4);
    if ((double)f != d && d == d && !(u & 1)) {
        const double a = d < 0 ? -d : d, b = f < 0 ? -(double)f : (double)f;
        u = (u & 0x7fffffffu) == 0x7f800000u || a < b ? u - 1 : u + 1;
        __builtin_memcpy(&f, &u, 4);
    }
    return __float2half_rn(f);
}
inline __host__ __device__ __half::__half(double d) { *this = __double2half(d); }

__GT_HALF __host__ __device__ __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__GT_HALF __host__ __device__ __half2 __half2half2(__half a) { return __half2(a, a); }
__GT_HALF __host__ __device__ __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__GT_HALF __host__ __device__ __half2 __float2half2_rn(float f) { return __half2half2(__float2half_rn(f)); }
__GT_HALF __host__ __device__ __half2 __floats2half2_rn(float a, float b)
{
    return __half2(__float2half_rn(a), __float2half_rn(b));
}
__GT_HALF __host__ __device__ __half2 __float22half2_rn(float2 f) { return __floats2half2_rn(f.x, f.y); }
__GT_HALF __host__ __device__ float2 __half22float2(__half2 a)
{
    float2 f;
    f.x = __half2float(a.x);
    f.y = __half2float(a.y);
    return f;
}
__GT_HALF __host__ __device__ __half __low2half(__half2 a) { return a.x; }
__GT_HALF __host__ __device__ __half __high2half(__half2 a) { return a.y; }
__GT_HALF __host__ __device__ float __low2float(__half2 a) { return __half2float(a.x); }
__GT_HALF __host__ __device__ float __high2float(__half2 a) { return __half2float(a.y); }
__GT_HALF __host__ __device__ __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
__GT_HALF __host__ __device__ __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
__GT_HALF __host__ __device__ __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__GT_HALF __host__ __device__ __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
__GT_HALF __host__ __device__ __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }

/* ---- arithmetic ----------------------------------------------------------------------------------- */

#if defined(__GT_ARCH) && __GT_ARCH >= 700
#define __GT_HALF_OP1(name, name2, op) \
    __GT_HALF __device__ __half name(__half a) \
    { \
        __half r; \
        __asm__(op ".f16 %0, %1;" : "=h"(r.__x) : "h"(a.__x)); \
        return r; \
    } \
    __GT_HALF __device__ __half2 name2(__half2 a) \
    { \
        unsigned int r; \
        __asm__(op ".f16x2 %0, %1;" : "=r"(r) : "r"(__gt_pair_bits(a))); \
        return __gt_pair_of(r); \
    }
#define __GT_HALF_OP2(name, name2, op) \
    __GT_HALF __device__ __half name(__half a, __half b) \
    { \
        __half r; \
        __asm__(op ".f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x)); \
        return r; \
    } \
    __GT_HALF __device__ __half2 name2(__half2 a, __half2 b) \
    { \
        unsigned int r; \
        __asm__(op ".f16x2 %0, %1, %2;" : "=r"(r) : "r"(__gt_pair_bits(a)), "r"(__gt_pair_bits(b))); \
        return __gt_pair_of(r); \
    }
#define __GT_HALF_OP3(name, name2, op) \
    __GT_HALF __device__ __half name(__half a, __half b, __half c) \
    { \
        __half r; \
        __asm__(op ".f16 %0, %1, %2, %3;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x)); \
        return r; \
    } \
    __GT_HALF __device__ __half2 name2(__half2 a, __half2 b, __half2 c) \
    { \
        unsigned int r; \
        __asm__(op ".f16x2 %0, %1, %2, %3;" \
                : "=r"(r) : "r"(__gt_pair_bits(a)), "r"(__gt_pair_bits(b)), "r"(__gt_pair_bits(c))); \
        return __gt_pair_of(r); \
    }
__GT_HALF_OP1(__hneg, __hneg2, "neg")
__GT_HALF_OP1(__habs, __habs2, "abs")
__GT_HALF_OP2(__hadd, __hadd2, "add.rn")
__GT_HALF_OP2(__hsub, __hsub2, "sub.rn")
__GT_HALF_OP2(__hmul, __hmul2, "mul.rn")
__GT_HALF_OP2(__hadd_rn, __hadd2_rn, "add.rn")
__GT_HALF_OP2(__hsub_rn, __hsub2_rn, "sub.rn")
__GT_HALF_OP2(__hmul_rn, __hmul2_rn, "mul.rn")
__GT_HALF_OP2(__hadd_sat, __hadd2_sat, "add.rn.sat")
__GT_HALF_OP2(__hsub_sat, __hsub2_sat, "sub.rn.sat")
__GT_HALF_OP2(__hmul_sat, __hmul2_sat, "mul.rn.sat")
__GT_HALF_OP2(__hmin, __hmin2, "min")
__GT_HALF_OP2(__hmax, __hmax2, "max")
__GT_HALF_OP2(__hmin_nan, __hmin2_nan, "min.NaN")
__GT_HALF_OP2(__hmax_nan, __hmax2_nan, "max.NaN")
__GT_HALF_OP3(__hfma, __hfma2, "fma.rn")
__GT_HALF_OP3(__hfma_sat, __hfma2_sat, "fma.rn.sat")
#undef __GT_HALF_OP1
#undef __GT_HALF_OP2
#undef __GT_HALF_OP3
/* A quotient of floats, rounded again: exact, as a float has more than twice the digits. */
__GT_HALF __device__ __half __hdiv(__half a, __half b)
{
    return __float2half_rn(__fdiv_rn(__half2float(a), __half2float(b)));
}
__GT_HALF __device__ __half2 __h2div(__half2 a, __half2 b) { return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }

/* Comparisons: of numbers; those with a u are true of a NaN. */
#define __GT_HALF_IS(name, op) \
    __GT_HALF __device__ bool __h##name(__half a, __half b) { return __half2float(a) op __half2float(b); } \
    __GT_HALF __device__ bool __h##name##u(__half a, __half b) \
    { \
        const float x = __half2float(a), y = __half2float(b); \
        return x op y || x != x || y != y; \
    } \
    __GT_HALF __device__ __half2 __h##name##2(__half2 a, __half2 b) \
    { \
        return __gt_pair_of((__h##name(a.x, b.x) ? 0x3c00u : 0u) | (__h##name(a.y, b.y) ? 0x3c000000u : 0u)); \
    } \
    __GT_HALF __device__ __half2 __h##name##u2(__half2 a, __half2 b) \
    { \
        return __gt_pair_of((__h##name##u(a.x, b.x) ? 0x3c00u : 0u) | (__h##name##u(a.y, b.y) ? 0x3c000000u : 0u)); \
    } \
    __GT_HALF __device__ bool __hb##name##2(__half2 a, __half2 b) \
    { \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y); \
    } \
    __GT_HALF __device__ bool __hb##name##u2(__half2 a, __half2 b) \
    { \
        return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y); \
    }
__GT_HALF_IS(eq, ==)
__GT_HALF_IS(lt, <)
__GT_HALF_IS(le, <=)
__GT_HALF_IS(gt, >)
__GT_HALF_IS(ge, >=)
#undef __GT_HALF_IS
__GT_HALF __device__ bool __hisnan(__half a) { return (a.__x & 0x7fff) > 0x7c00; }
__GT_HALF __device__ int __hisinf(__half a) { return (a.__x & 0x7fff) != 0x7c00 ? 0 : a.__x >> 15 ? -1 : 1; }
__GT_HALF __device__ bool __hne(__half a, __half b) { return !__hequ(a, b); }
__GT_HALF __device__ bool __hneu(__half a, __half b) { return !__heq(a, b); }
__GT_HALF __device__ __half2 __hne2(__half2 a, __half2 b)
{
    return __gt_pair_of((__hne(a.x, b.x) ? 0x3c00u : 0u) | (__hne(a.y, b.y) ? 0x3c000000u : 0u));
}
__GT_HALF __device__ bool __hbne2(__half2 a, __half2 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
__GT_HALF __device__ __half2 __hisnan2(__half2 a)
{
    return __gt_pair_of((__hisnan(a.x) ? 0x3c00u : 0u) | (__hisnan(a.y) ? 0x3c000000u : 0u));
}

/* Functions of float, rounded. */
#define __GT_HALF_FUNCTION(name, of) \
    __GT_HALF __device__ __half h##name(__half a) \
    { \
        const float x = __half2float(a); \
        return __float2half_rn(of); \
    } \
    __GT_HALF __device__ __half2 h2##name(__half2 a) { return __half2(h##name(a.x), h##name(a.y)); }
__GT_HALF_FUNCTION(sqrt, sqrtf(x))
__GT_HALF_FUNCTION(rsqrt, rsqrtf(x))
__GT_HALF_FUNCTION(rcp, 1.0f / x)
__GT_HALF_FUNCTION(exp, expf(x))
__GT_HALF_FUNCTION(exp2, exp2f(x))
__GT_HALF_FUNCTION(exp10, exp10f(x))
__GT_HALF_FUNCTION(log, logf(x))
__GT_HALF_FUNCTION(log2, log2f(x))
__GT_HALF_FUNCTION(log10, log10f(x))
__GT_HALF_FUNCTION(sin, sinf(x))
__GT_HALF_FUNCTION(cos, cosf(x))
__GT_HALF_FUNCTION(floor, floorf(x))
__GT_HALF_FUNCTION(ceil, ceilf(x))
__GT_HALF_FUNCTION(trunc, truncf(x))
__GT_HALF_FUNCTION(rint, rintf(x))
#undef __GT_HALF_FUNCTION

/* To and from integers; those of 64 bits and above 2^24 by double, which holds what rounds to a finite number. */
#define __GT_HALF_INTEGER(type, name) \
    __GT_HALF __device__ type __half2##name##_rn(__half h) { return (type)rintf(__half2float(h)); } \
    __GT_HALF __device__ type __half2##name##_rz(__half h) { return (type)truncf(__half2float(h)); } \
    __GT_HALF __device__ type __half2##name##_rd(__half h) { return (type)floorf(__half2float(h)); } \
    __GT_HALF __device__ type __half2##name##_ru(__half h) { return (type)ceilf(__half2float(h)); } \
    __GT_HALF __device__ __half __##name##2half_rn(type i) { return __double2half((double)i); }
__GT_HALF_INTEGER(int, int)
__GT_HALF_INTEGER(unsigned int, uint)
__GT_HALF_INTEGER(short, short)
__GT_HALF_INTEGER(unsigned short, ushort)
__GT_HALF_INTEGER(long long, ll)
__GT_HALF_INTEGER(unsigned long long, ull)
#undef __GT_HALF_INTEGER

/* Other lanes, memory. */
#define __GT_HALF_LANES(name, N) \
    __GT_HALF __device__ __half name(unsigned int lanes, __half v, N n, int width = 32) \
    { \
        return __ushort_as_half((unsigned short)name(lanes, (unsigned int)v.__x, n, width)); \
    }
__GT_HALF_LANES(__shfl_sync, int)
__GT_HALF_LANES(__shfl_up_sync, unsigned int)
__GT_HALF_LANES(__shfl_down_sync, unsigned int)
__GT_HALF_LANES(__shfl_xor_sync, int)
#undef __GT_HALF_LANES
__GT_HALF __device__ __half2 atomicAdd(__half2 *p, __half2 v)
{
    unsigned int r;
    __asm__ __volatile__("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(r) : "l"(p), "r"(__gt_pair_bits(v)) : "memory");
    return __gt_pair_of(r);
}
/* Adds -0, which changes nothing, to the other half of the word. */
__GT_HALF __device__ __half atomicAdd(__half *p, __half v)
{
    const unsigned int shift = (unsigned int)(unsigned long long)p & 2 ? 16 : 0;
    unsigned int *word = (unsigned int *)((unsigned long long)p & ~3ull), was = *(volatile unsigned int *)word, now;
    do {
        now = was;
        const __half sum = __hadd(__ushort_as_half((unsigned short)(now >> shift)), v);
        was = atomicCAS(word, now, (now & ~(0xffffu << shift)) | (unsigned int)sum.__x << shift);
    } while (was != now);
    return __ushort_as_half((unsigned short)(now >> shift));
}

__GT_HALF __device__ __half operator+(__half a, __half b) { return __hadd(a, b); }
__GT_HALF __device__ __half operator-(__half a, __half b) { return __hsub(a, b); }
__GT_HALF __device__ __half operator*(__half a, __half b) { return __hmul(a, b); }
__GT_HALF __device__ __half operator/(__half a, __half b) { return __hdiv(a, b); }
__GT_HALF __device__ __half operator-(__half a) { return __hneg(a); }
__GT_HALF __device__ __half operator+(__half a) { return a; }
__GT_HALF __device__ __half2 operator+(__half2 a, __half2 b) { return __hadd2(a, b); }
__GT_HALF __device__ __half2 operator-(__half2 a, __half2 b) { return __hsub2(a, b); }
__GT_HALF __device__ __half2 operator*(__half2 a, __half2 b) { return __hmul2(a, b); }
__GT_HALF __device__ __half2 operator/(__half2 a, __half2 b) { return __h2div(a, b); }
__GT_HALF __device__ __half2 operator-(__half2 a) { return __hneg2(a); }
#define __GT_HALF_ASSIGN(op) \
    __GT_HALF __device__ __half &operator op##=(__half &a, __half b) { return a = a op b; } \
    __GT_HALF __device__ __half2 &operator op##=(__half2 &a, __half2 b) { return a = a op b; }
__GT_HALF_ASSIGN(+)
__GT_HALF_ASSIGN(-)
__GT_HALF_ASSIGN(*)
__GT_HALF_ASSIGN(/)
#undef __GT_HALF_ASSIGN
#define __GT_HALF_COMPARE(op, name) \
    __GT_HALF __device__ bool operator op(__half a, __half b) { return name(a, b); }
__GT_HALF_COMPARE(==, __heq)
__GT_HALF_COMPARE(!=, __hneu)
__GT_HALF_COMPARE(<, __hlt)
__GT_HALF_COMPARE(<=, __hle)
__GT_HALF_COMPARE(>, __hgt)
__GT_HALF_COMPARE(>=, __hge)
#undef __GT_HALF_COMPARE
#endif

#undef __GT_HALF
#undef __GT_HALF_CODE

#endif

#endif
