/* SPDX-License-Identifier: Apache-2.0
 *
 * cuda_fp16.h: numbers of 16 bits. The host computes the same from the definitions, in double; says "ok", or which
 * value differs.
 */
#include <cuda_fp16.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef unsigned u32;
enum { THREADS = 256, WORDS = 24 };
static u32 got[THREADS * WORDS], want[THREADS * WORDS];

static __host__ __device__ u32 noise(u32 t, u32 k)
{
    return (t * 0x9e3779b9u + k * 0x85ebca6bu) * 0xc2b2ae35u ^ t << 9;
}
/* A number that is no NaN; that of lane 0 is subnormal. */
static __host__ __device__ __half some(u32 t, u32 k)
{
    const u32 v = noise(t, k);
    return __ushort_as_half((unsigned short)(t % 32 == 0 ? v & 0x83ff : v & 0x8000 | (0x2c00 + (v >> 4) % 0x2800)));
}
static __host__ __device__ u32 bits(__half2 a)
{
    u32 u;
    __builtin_memcpy(&u, &a, 4);
    return u;
}
static __host__ __device__ u32 bits(__half a) { return __half_as_ushort(a); }

template <class T> __device__ T horner(T x, T a, T b) { return a + x * (b - x) / b; }

__global__ void k(u32 *out, __half2 *sum, __half *one)
{
    const u32 t = threadIdx.x;
    const __half a = some(t, 1), b = some(t, 2), c = some(t, 3);
    const __half2 x(a, b), y(b, c), z = __halves2half2(c, a);
    u32 r[WORDS] = { 0 };
    r[0] = bits(a + b);
    r[1] = bits(__hsub2(x, y));
    r[2] = bits(x * y);
    r[3] = bits(__hfma2(x, y, z));
    r[4] = bits(__hfma(a, b, c));
    r[5] = bits(a / b);
    r[6] = bits(__hmin2(x, y)) ^ bits(__hmax(a, c));
    r[7] = bits(__hadd_sat(a, b)) | bits(-c) << 16;
    r[8] = __float_as_uint(__half2float(a));
    r[9] = bits(__float2half_rz(__uint_as_float(0x38000000 + (noise(t, 4) & 0xfffffff)))) |
           bits(__float2half_ru(__uint_as_float(0xb3000000 + (noise(t, 5) & 0xfffffff)))) << 16;
    r[10] = (a < b) + 2 * (a >= c) + 4 * (b == b) + 8 * __hneu(a, a) + 16 * __hbgt2(x, y) + 32 * __hisinf(a);
    r[11] = bits(__hlt2(x, y)) ^ bits(__hgeu2(y, z));
    r[12] = (u32)__half2int_rn(b) ^ bits(__int2half_rn((int)noise(t, 6) >> 16)) << 16;
    r[13] = bits(h2sqrt(__habs2(x)));
    r[14] = bits(hfloor(a)) | bits(hrint(b)) << 16;
    r[15] = bits(horner(a, b, c));
    r[16] = bits(__shfl_xor_sync(~0u, a, 5)) | bits(__shfl_down_sync(~0u, x, 3).y) << 16;
    r[17] = bits(__floats2half2_rn(1.0f + t, 0.1f * t));
    r[18] = bits((__half)(t * 0.3)) | bits(__half((int)t * 77)) << 16;
    __half2 w = x;
    w += y;
    w *= __float2half2_rn(0.5f);
    r[19] = bits(__lowhigh2highlow(w));
    atomicAdd(&sum[t & 3], __half2(1.0f, 2.0f));
    atomicAdd(&one[t & 1], __half(0.5f));
    for (int i = 0; i < WORDS; i++)
        out[t * WORDS + i] = r[i];
}

/* ---- on the host, by search: the number next to a double, to even of two ------------------------------- */

static double value(__half h) { return __gt_half_value(h.__x); }
static u32 nearest(double d)
{
    const u32 sign = signbit(d) ? 0x8000 : 0;
    u32 low = 0, high = 0x7c00;
    d = fabs(d);
    if (d >= 65520)
        return sign | 0x7c00;
    while (high - low > 1) {
        const u32 mid = (low + high) / 2;
        *(mid < 0x7c00 && value(__ushort_as_half(mid)) <= d ? &low : &high) = mid;
    }
    const double below = value(__ushort_as_half(low)), above = high == 0x7c00 ? 65536 : value(__ushort_as_half(high));
    if (d - below > above - d || (d - below == above - d && low & 1))
        low = high;
    return sign | low;
}
static u32 two(double low, double high) { return nearest(low) | nearest(high) << 16; }
static __half number(double d) { return __ushort_as_half((unsigned short)nearest(d)); }
static float as_float(u32 u)
{
    float f;
    memcpy(&f, &u, 4);
    return f;
}

static void expect(u32 t, u32 *r)
{
    const __half ah = some(t, 1), bh = some(t, 2), ch = some(t, 3);
    const double a = value(ah), b = value(bh), c = value(ch);
    float f = (float)a;
    r[0] = nearest(a + b);
    r[1] = two(a - b, b - c);
    r[2] = two(a * b, b * c);
    r[3] = two(a * b + c, b * c + a);
    r[4] = nearest(a * b + c);
    r[5] = nearest(a / b);
    r[6] = two(fmin(a, b), fmin(b, c)) ^ nearest(fmax(a, c));
    r[7] = (a + b <= 0 ? 0 : a + b > 1 ? 0x3c00 : nearest(a + b)) | nearest(-c) << 16;
    memcpy(&r[8], &f, 4);
    r[9] = bits(__float2half_rz(as_float(0x38000000 + (noise(t, 4) & 0xfffffff)))) |
           bits(__float2half_ru(as_float(0xb3000000 + (noise(t, 5) & 0xfffffff)))) << 16;
    r[10] = (a < b) + 2 * (a >= c) + 4 + 16 * (a > b && b > c);
    r[11] = (a < b ? 0x3c00 : 0) ^ (b >= c ? 0x3c00 : 0) ^ (b < c ? 0x3c000000 : 0) ^ (c >= a ? 0x3c000000 : 0);
    r[12] = (u32)(int)rint(b) ^ nearest((int)noise(t, 6) >> 16) << 16;
    r[13] = two(sqrt(fabs(a)), sqrt(fabs(b)));
    r[14] = two(floor(a), rint(b));
    r[15] = nearest(b + value(number(value(number(a * value(number(c - a)))) / c)));
    r[16] = bits(some(t ^ 5, 1)) | bits(some(t % 32 < 29 ? t + 3 : t, 2)) << 16;
    r[17] = two(1.0f + t, 0.1f * t);
    r[18] = two(t * 0.3, t * 77);
    r[19] = two(value(number(b + c)) / 2, value(number(a + b)) / 2);
}

int main()
{
    u32 *out, sums[6];
    int bad = 0;
    cudaMalloc((void **)&out, sizeof got + sizeof sums);
    cudaMemset(out, 0, sizeof got + sizeof sums);
    __half2 *sum = (__half2 *)(out + THREADS * WORDS);
    k<<<1, THREADS>>>(out, sum, (__half *)(sum + 4));
    cudaError_t e = cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    if (e != cudaSuccess)
        return printf("%s\n", cudaGetErrorString(e)), 1;
    cudaMemcpy(sums, sum, sizeof sums, cudaMemcpyDeviceToHost);
    for (u32 t = 0; t < THREADS; t++)
        expect(t, want + t * WORDS);
    for (int i = 0; i < THREADS * WORDS; i++)
        if (got[i] != want[i] && bad++ < 8)
            printf("thread %d, value %d: %08x, expected %08x\n", i / WORDS, i % WORDS, got[i], want[i]);
    for (int i = 0; i < 5; i++)
        if (sums[i] != (i < 4 ? two(64, 128) : two(64, 64)) && bad++ < 8)
            printf("sum %d: %08x\n", i, sums[i]);
    if (!bad)
        puts("ok");
    return bad != 0;
}
