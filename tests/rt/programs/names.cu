/* SPDX-License-Identifier: Apache-2.0
 * The names that device code of CUDA 1.x to 3.x uses, each called once: what is missing does not compile. Values that
 * the mathematics gives are checked; errors of the functions are those of tests/math. Also: arguments of different
 * types, and functions that host code has, too. */
#include <algorithm>
#include <cmath>
#include <cuComplex.h>
#include <device_functions.h>
#include <math_constants.h>
#include <math_functions.h>
#include <sm_11_atomic_functions.h>
#include <sm_12_atomic_functions.h>
#include <sm_13_double_functions.h>

#include "check.h"

#define N 64

/* Each yields what its arguments make 1, so that a sum counts them. */
__global__ void singles(float one, int a, float *out)
{
    float s, c, sum = 0;
    int e;

    sum += __fdiv_rn(one, one) + __frcp_rn(one) + __fsqrt_rn(one) + __fmaf_rn(one, one, 0) + __fdiv_rz(one, one) +
           __frcp_ru(one) + __fsqrt_rd(one);
    sum += __fmaf_rz(one, one, 0) + __fmaf_ru(one, one, 0) + __fmaf_rd(one, one, 0) + __fadd_rn(one, 0) +
           __fmul_rz(one, one) + fdividef(one, one);
    sum += rcbrtf(one) + cbrtf(one) + rsqrtf(one) + hypotf(one, 0) + powf(one, 3) + __powf(one, 2) + exp2f(one - 1) +
           exp10f(one - 1) + __exp10f(one - 1);
    sum += tgammaf(one) + fdimf(one, 0) + fmodf(one, 2) + copysignf(one, 1) + roundf(one) + rintf(one) +
           nearbyintf(one) + truncf(one) + fmaf(one, one, 0);
    sum += saturate(one) + __saturatef(one) + __log2f(2 * one) + __log10f(10 * one) + ldexpf(one, 0) +
           scalbnf(one, 0) + nextafterf(one, one) + fabsf(one);
    sum += __int_as_float(__float_as_int(one)) + int_as_float(float_as_int(one)) +
           __uint_as_float(__float_as_uint(one)) + __half2float(__float2half_rn(one));
    sum += float2int(one, cudaRoundNearest) + float2uint(one, cudaRoundZero) + int2float(a, cudaRoundPosInf) +
           uint2float(a, cudaRoundMinInf) + float2int(one);
    sum += lrintf(one) + llrintf(one) + lroundf(one) + llroundf(one) + ilogbf(2 * one) + logbf(2 * one) +
           isfinite(one) + !isnan(one) + !isinf(one) + !signbit(one);
    out[0] = sum;                                                           /* 7 + 6 + 9 + 9 + 8 + 4 + 5 + 10 = 58 */
    sincosf(0 * one, &s, &c);
    out[1] = s + c;
    __sincosf(0 * one, &s, &c);
    out[2] = s + c + __tanf(0 * one);
    out[3] = frexpf(one, &e) + e + modff(one, &s) + s;                      /* 0.5 + 1 + 0 + 1 */
    out[3] += modf(1.5f * one, &s) - 0.5f;
    out[3] *= s;
    out[4] = remquof(3 * one, 2, &e) + remainderf(3 * one, 2);              /* -1 - 1 */
    out[5] = erff(0 * one) + erfcf(0 * one) + expm1f(0 * one) + log1pf(0 * one) + sinhf(0 * one) + coshf(0 * one) +
             tanhf(0 * one) + asinhf(0 * one) + acoshf(one) + atanhf(0 * one) + atan2f(0 * one, one) +
             asinf(0 * one) + acosf(one) + atanf(0 * one) + sinpif(one) + cospif(0 * one) + lgammaf(one);
    out[6] = CUDART_INF_F > CUDART_PI_F;
    out[7] = isnan(nanf(""));
}

__global__ void doubles(double one, int a, double *out)
{
    double s, c, sum = 0;
    int e;

    sum += __dadd_rn(one, 0) + __dmul_rn(one, one) + __fma_rn(one, one, 0) + __dadd_rz(one, 0) + __dmul_ru(one, one) +
           __fma_rd(one, one, 0);
    sum += __ddiv_rn(one, one) + __drcp_rn(one) + __dsqrt_rn(one) + rsqrt(one) + cbrt(one) + rcbrt(one) +
           exp10(one - 1) + exp2(one - 1) + tgamma(one);
    sum += round(one) + trunc(one) + rint(one) + nearbyint(one) + fma(one, one, 0.0) + hypot(one, 0.0) +
           nextafter(one, one) + fdim(one, 0.0) + fmod(one, 2.0);
    sum += copysign(one, 1.0) + remainder(one, 4.0) + scalbln(one, 0) + fmax(one, 0.0) + fmin(one, 2.0) +
           pow(one, 2.0) + lrint(one) + llround(one);
    sum += __longlong_as_double(__double_as_longlong(one)) +
           __hiloint2double(__double2hiint(one), __double2loint(one)) + __double2float_rn(one);
    sum += __double2int_rn(one) + __double2uint_rz(one) + __double2ll_rd(one) + __int2double_rn(a) +
           __uint2double_rn(a) + __ll2double_rn(a);
    out[0] = sum;                                                           /* 6 + 9 + 9 + 8 + 3 + 6 = 41 */
    sincos(0 * one, &s, &c);
    out[1] = s + c;
    out[2] = frexp(one, &e) + e + modf(one, &s) + s + logb(2 * one) + CUDART_ZERO;
    out[3] = erf(0 * one) + erfc(0 * one) + expm1(0 * one) + log1p(0 * one) + lgamma(one) + sinpi(one) + cospi(0 * one);
}

/* Arguments of different types: a float and an integer give a float with pow, an integer alone counts as double. */
__global__ void mixed(float x, double y, int n, unsigned u, long long l, double *out)
{
    /* 9 9 8 8 27 27 4 4 */
    out[0] = pow(x, 2) + pow(y, 2) + pow(2, x) + pow(2, y) + pow(x, y) + pow(y, x) + pow(2.0, n) + pow(n, n);
    /* 2 2 2 1 0 2 .5 7 */
    out[1] = sqrt(n + 2) + sqrt(u) + floor(n) + exp(n - 2) + log(u - 3) + fabs(n) + rsqrt(u) + ceil(l);
    /* 3 3 1 0 3 2 */
    out[2] = fmin(x, y) + fmax(x, n) + fmod(y, n) + atan2(x, 1.0) - atan2(3.0, x - 2) + max(x, 2.0) + min(y, 2.0f);
    /* 9 3 2 3 */
    out[3] = std::pow(x, 2) + std::sqrt(y + 6) + std::abs(-n) + std::fabs(-x);
}

__global__ void integers(int a, unsigned b, long long l, unsigned *out)
{
    /* of 1: 31 63 1 1 1 1 */
    out[0] = __clz(a) + __clzll(l) + __popc(b) + __popcll(l) + __ffs(a) + __ffsll(l);
    out[1] = __brev(b) + (unsigned)(__brevll(b) >> 63) + __byte_perm(b, b, 0x3210);
    out[2] = __mulhi(a, a) + __umulhi(b, b) + __mul24(a, a) + __umul24(b, b) + mul24(a, a) + umul24(b, b) +
             mulhi(a, a) + __sad(a, 0, 1) + __usad(b, 0, 1);
    out[3] = (unsigned)(__mul64hi(l, l) + __umul64hi(b, b)) + __rhadd(a, a) + __hadd(a, a) + __uhadd(b, b);
    out[4] = min(a, 2) + max(b, 1) + umin(b, 4) + umax(b, 1) + llmin(l, 3) + (unsigned)max(l, 1ll) + abs(-a) +
             (unsigned)llabs(-l);
    if (a == 12345)
        __trap();
    if (a == 54321)
        __brkpt(0);
    __prof_trigger(0);
    __threadfence();
    __threadfence_block();
    __syncthreads();
    clock_t t = clock();
    out[5] = (any(a == 1) + all(a == 1) + __any(a) + __all(a)) + 0 * (unsigned)t;
}

__device__ cuComplex z;

static __host__ __device__ float both(float x)
{
    return rsqrtf(x) * cospif(0) + max(1, 2) * min(1.0, 2.0f) + rcbrtf(8) + sinpif(0.5f);
}
__global__ void same(float *out) { out[0] = both(4); }

int main()
{
    float f[8], *df;
    double d[4], *dd;
    unsigned u[6], *du;

    OK(cudaMalloc(&df, sizeof f));
    OK(cudaMalloc(&dd, sizeof d));
    OK(cudaMalloc(&du, sizeof u));
    singles<<<1, 1>>>(1, 1, df);
    OK(cudaMemcpy(f, df, sizeof f, cudaMemcpyDeviceToHost));
    CHECK(fabsf(f[0] - 58) < 1e-4f && f[1] == 1 && f[2] == 1 && f[3] == 2.5f && f[4] == -2 &&
          fabsf(f[5] - 3) < 1e-6f && f[6] == 1 && f[7] == 1);
    doubles<<<1, 1>>>(1, 1, dd);
    OK(cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost));
    CHECK(fabs(d[0] - 41) < 1e-12 && d[1] == 1 && d[2] == 3.5 && fabs(d[3] - 2) < 1e-12);
    mixed<<<1, 1>>>(3, 3, 2, 4, 7, dd);
    OK(cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost));
    CHECK(fabs(d[0] - 96) < 1e-4 && d[1] == 16.5 && fabs(d[2] - 12) < 1e-6 && fabs(d[3] - 17) < 1e-4);
    integers<<<1, N>>>(1, 1, 1, du);
    OK(cudaMemcpy(u, du, sizeof u, cudaMemcpyDeviceToHost));
    CHECK(u[0] == 98 && u[1] == 0x80000000u + 2 && u[2] == 8 && u[3] == 3 && u[4] == 8 && u[5] == 4);
    same<<<1, 1>>>(df);
    OK(cudaMemcpy(f, df, 4, cudaMemcpyDeviceToHost));
    CHECK(fabsf(f[0] - both(4)) < 1e-5f && fabsf(f[0] - 4) < 1e-5f);
    if (!failures)
        printf("names: ok\n");
    return failures != 0;
}
