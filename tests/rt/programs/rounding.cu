/* SPDX-License-Identifier: Apache-2.0
 * Every intrinsic with a rounding mode in its name, on values that make the modes differ, against the host in that
 * mode. */
#include "check.h"
#include <fenv.h>
#include <math.h>
#include <string.h>

enum { N = 256 };
struct input { float f[3]; double d[3], g[2], w; int i; long long l; };

/* k, intrinsic, type of the result, arguments, the same on the host */
#define LIST(X) \
    X(0, __fadd, float, (a, b), a + b) \
    X(1, __fmul, float, (a, b), a *b) X(2, __fdiv, float, (a, b), a / b) X(3, __frcp, float, (a), 1 / a) \
        X(4, __fsqrt, float, (p), sqrtf(p)) X(5, __fmaf, float, (a, b, c), fmaf(a, b, c)) \
            X(6, __dadd, double, (x, y), x + y) X(7, __dmul, double, (x, y), x *y) \
                X(8, __fma, double, (x, y, z), fma(x, y, z)) X(9, __float2int, int, (a), llrint(a)) \
                    X(10, __float2uint, unsigned, (p), llrint(p)) X(11, __float2ll, long long, (a), llrint(a)) \
                        X(12, __float2ull, unsigned long long, (p), llrint(p)) X(13, __int2float, float, (i), i) \
                            X(14, __uint2float, float, (u), u) X(15, __ll2float, float, (l), l) \
                                X(16, __ull2float, float, (v), v) X(17, __double2int, int, (w), llrint(w)) \
                                    X(18, __double2uint, unsigned, (fabs(w)), llrint(fabs(w))) \
                                        X(19, __double2ll, long long, (x), llrint(x)) \
                                            X(20, __double2ull, unsigned long long, (fabs(x)), llrint(fabs(x))) \
                                                X(21, __double2float, float, (x), x) \
                                                    X(22, __ll2double, double, (l), l) \
                                                        X(23, __ull2double, double, (v), v) \
    X(24, __ddiv, double, (g, h), g / h) X(25, __drcp, double, (g), 1 / g) \
    X(26, __dsqrt, double, (fabs(g)), sqrt(fabs(g)))
enum { COUNT = 27 };

struct results { unsigned long long bits[COUNT][4], nearest[2]; };

template <class T> __host__ __device__ unsigned long long bits_of(T v)
{
    unsigned long long b = 0;
    memcpy(&b, &v, sizeof v);
    return b;
}
template <class T> __device__ void put(results *r, int k, int m, T v) { r->bits[k][m] = bits_of(v); }

#define OPERANDS(in, V) \
    V float a = (in).f[0], b = (in).f[1], c = (in).f[2], p = fabsf((in).f[0]); \
    V double x = (in).d[0], y = (in).d[1], z = (in).d[2], g = (in).g[0], h = (in).g[1]; \
    V int i = (in).i; \
    V unsigned u = (unsigned)(in).i; \
    V long long l = (in).l; \
    V unsigned long long v = (unsigned long long)(in).l; \
    V double w = (in).w; \
    (void)a, (void)b, (void)c, (void)p, (void)x, (void)y, (void)z, (void)g, (void)h, (void)i, (void)u, \
        (void)l, (void)v, (void)w

__global__ void device(const input *in, results *all)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    results *out = &all[t];
    OPERANDS(in[t], );
#define X(k, name, T, args, host) \
    put(out, k, 0, name##_rn args), put(out, k, 1, name##_rz args), put(out, k, 2, name##_ru args), \
        put(out, k, 3, name##_rd args);
    LIST(X)
#undef X
    out->nearest[0] = bits_of(__int2double_rn(i));
    out->nearest[1] = bits_of(__uint2double_rn(u));
}

static void compare(const char *name, int n, unsigned long long found, unsigned long long want)
{
    static const char *const mode[] = { "rn", "rz", "ru", "rd" };
    if (found == want)
        return;
    if (failures++ < 10)
        printf("%s_%s: expected 0x%llx, found 0x%llx\n", name, mode[n], want, found);
}

static void host(const input &in, const results &r)
{
    static const int mode[] = { FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD };
    OPERANDS(in, volatile);
    for (int m = 0; m < 4; m++) {
#define X(k, name, T, args, expression) \
        { \
            fesetround(mode[m]); \
            volatile T q = (T)(expression); \
            fesetround(FE_TONEAREST); \
            compare(#name, m, r.bits[k][m], bits_of((T)q)); \
        }
        LIST(X)
#undef X
    }
    compare("__int2double", 0, r.nearest[0], bits_of((double)i));
    compare("__uint2double", 0, r.nearest[1], bits_of((double)u));
}

int main()
{
    static input in[N];
    static results out[N];
    unsigned long long s = 88172645463325252ull;
    for (int t = 0; t < N; t++) {
        for (int k = 0; k < 3; k++) {       /* whole parts and fractions, ties now and then */
            s ^= s << 13, s ^= s >> 7, s ^= s << 17;
            in[t].f[k] = (t & 3 ? 1.0f : 0.125f) * (float)(int)(s >> (t & 3 ? 36 : 52)) * (t & 4 ? 1 : -1) /
                             (t & 3 ? 1000 : 1) +
                         0.5f;
            in[t].d[k] = (double)(long long)(s >> (8 + t % 40)) * (t & 8 ? 1 : -1) / (t & 1 ? 1024 : 1e3) + 0.25;
        }
        for (int k = 0; k < 2; k++) {       /* any number: zeros, powers of two, subnormal and huge ones among them */
            s ^= s << 13, s ^= s >> 7, s ^= s << 17;
            unsigned long long bits = t % 8 == 7 - k ? s & 0x80000000000fffffull : s;
            bits &= t % 16 == 5 * k ? 0xfff0000000000000ull : ~0ull;
            bits &= (bits >> 52 & 2047) == 2047 ? ~(1ull << 60) : ~0ull;
            memcpy(&in[t].g[k], &bits, sizeof bits);
        }
        in[t].i = (int)(s >> 20);
        in[t].w = (double)(int)(s >> 13) * 0.999;
        in[t].l = (long long)(s >> (t % 30)) * (t & 2 ? 1 : -1);
    }
    input *d;
    results *r;
    OK(cudaMalloc((void **)&d, sizeof in));
    OK(cudaMalloc((void **)&r, sizeof out));
    OK(cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice));
    device<<<N / 64, 64>>>(d, r);
    OK(cudaMemcpy(out, r, sizeof out, cudaMemcpyDeviceToHost));
    for (int t = 0; t < N; t++)
        host(in[t], out[t]);
    printf("rounding: %d failures\n", failures);
    return failures != 0;
}
