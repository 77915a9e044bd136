typedef unsigned char u8; typedef signed char s8; typedef unsigned short u16; typedef short s16;
typedef unsigned int u32; typedef int s32; typedef unsigned long long u64; typedef long long s64; typedef float f32; typedef double f64;
#define IN(i) in[((i) & 15) * 64 + tid]
#define FABS(x) ((x) < 0.0f ? -(x) : (x))
#define WRAP(x) ((f32)((s32)((x) * 4.0f) & 0x3ffff) * 0.25f)
#define IN2(i) ((const uint2 *)in)[((i) & 15) * 32 + (tid >> 1)]
#define DWRAP(x) ((x) - 16777216.0 * (f64)(s64)((x) * (1 / 16777216.0)))
struct record { u8 a; s16 b; u32 c : 5; s32 d : 11; u64 e; u16 f[3]; s8 g; };
#define RECORD_SUM(r) ((u32)r.a + (u32)r.b * 3 + r.c * 5 + (u32)r.d * 7 + (u32)(r.e >> 7) + (u32)r.e + r.f[0] + r.f[1] * 9 + r.f[2] + (u32)r.g)
#define SWITCH_BREAK break
#define LOCAL_ARRAY(T, a, n) T a[n]
#define LOCAL_AT(a, i) a[i]
#ifdef __CUDA__
#define FUNCTION static __device__ __noinline__
#define KERNEL(k) extern "C" __global__ void k(const u32 *in, u32 *out)
#define tid threadIdx.x
#define SHARED_ARRAY(T, a, n) __shared__ T a[(n) * 64]
#define SHARED_AT(a, i) a[(i) * 64 + tid]
#define RESULT(x) out[tid] = (x)
#else
#define FUNCTION static __attribute__((noinline))
typedef struct { u32 x, y; } uint2; typedef struct { u32 x, y, z, w; } uint4; typedef struct { s16 x, y, z, w; } short4;
typedef struct { u8 x, y, z, w; } uchar4;
#define KERNEL(k) void k(u32 tid, const u32 *in, u32 *out)
#define SHARED_ARRAY(T, a, n) T a[n]
#define SHARED_AT(a, i) a[i]
#define RESULT(x) out[tid] = (x)
#endif
FUNCTION u32 LATE32(u32 x) { return x; }
FUNCTION u64 LATE64(u64 x) { return x; }

#undef HELPER
#define HELPER(n) h0_##n
FUNCTION u32 HELPER(0)(u32 v0, s64 v1, u16 v2)
{
    if ((v2 | v1))
        return ((s64)(v1) >> ((u32)((((u64)(v1) << ((u32)(v0) & 63)) || ((u32)((s64)(s32)0x13f07) >> ((u32)(v0) & 31)))) & 63));
    return ((v2 - v1)) + (u32)v1;
}
KERNEL(k0)
{
    u32 sum = 0;
    s16 v0 = (s16)IN(0);
    s8 v1 = (s8)IN(2);
    s16 v2 = (s16)IN(15);
    u64 v3 = (u64)IN(15);
    u64 v4 = (u64)IN(11);
    s32 v5 = (s32)IN(15);
    u64 v6 = (u64)IN(6);
    s64 v7 = (s64)IN(1);
    f32 f0 = (f32)(s32)(IN(9) & 0xfff);
    f32 f1 = (f32)(s32)(IN(10) & 0xfff);
    f64 d0 = DWRAP((f64)(s32)IN(2) * 0.01);
    f64 d1 = DWRAP((f64)(s32)IN(12) * 0.01);
    struct record r0 = { 1, -2, 3, -4, IN(12), { 5, 6, (u16)tid }, 7 };
    struct record r1 = { 1, -2, 3, -4, IN(2), { 5, 6, (u16)tid }, 7 };
    uint4 w0 = { (u8)IN(1), 2, (u8)tid, (u8)IN(11) };
    SHARED_ARRAY(u16, a0, 2);
    for (int k = 0; k < 2; k++)
        SHARED_AT(a0, k) = (u16)IN(k);
    LOCAL_ARRAY(u32, a1, 8);
    for (int k = 0; k < 8; k++)
        LOCAL_AT(a1, k) = (u32)IN(k);
    LOCAL_ARRAY(u64, a2, 8);
    for (int k = 0; k < 8; k++)
        LOCAL_AT(a2, k) = (u64)IN(k);
    sum = sum * 31 + (u32)v0 + (u32)((u64)v0 >> 32);
    sum = sum * 31 + (u32)v1 + (u32)((u64)v1 >> 32);
    sum = sum * 31 + (u32)v2 + (u32)((u64)v2 >> 32);
    sum = sum * 31 + (u32)v3 + (u32)((u64)v3 >> 32);
    sum = sum * 31 + (u32)v4 + (u32)((u64)v4 >> 32);
    sum = sum * 31 + (u32)v5 + (u32)((u64)v5 >> 32);
    sum = sum * 31 + (u32)v6 + (u32)((u64)v6 >> 32);
    sum = sum * 31 + (u32)v7 + (u32)((u64)v7 >> 32);
    sum = sum * 31 + (u32)(s32)(f0 * 4.0f);
    sum = sum * 31 + (u32)(s32)(f1 * 4.0f);
    sum = sum * 31 + (u32)(s64)(d0 * 1048576.0);
    sum = sum * 31 + (u32)(s64)(d1 * 1048576.0);
    sum = sum * 31 + RECORD_SUM(r0);
    sum = sum * 31 + RECORD_SUM(r1);
    sum = sum * 31 + w0.x + w0.y * 3 + w0.z * 5 + w0.w * 7;
    for (int k = 0; k < 2; k++)
        sum = sum * 31 + (u32)SHARED_AT(a0, k);
    for (int k = 0; k < 8; k++)
        sum = sum * 31 + (u32)LOCAL_AT(a1, k);
    for (int k = 0; k < 8; k++)
        sum = sum * 31 + (u32)LOCAL_AT(a2, k);
    RESULT(sum);
}

