/* SPDX-License-Identifier: Apache-2.0
 * What C++ leaves undefined, and this compiler does not (docs/undefined.md). Each kernel does it, tests for it behind
 * that, and stores something that has nothing to do with it, which must be there whatever happens. */
#include "check.h"
#include <limits.h>
#include <math.h>
#include <string.h>

enum { ROOM = 256, THERE = 12345678 };

static int *d_out, out[ROOM];
#define RUN(kernel, ...) \
    do { \
        OK(cudaMemset(d_out, 0, sizeof out)); \
        kernel<<<1, 1>>>(d_out, ##__VA_ARGS__); \
        OK(cudaThreadSynchronize()); \
        OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost)); \
    } while (0)

/* ---- arithmetic that overflows ---- */

__global__ void overflow(int *o, int most, int least, int n, long long large)
{
    int t = threadIdx.x, doubled = 1, rounds = 0;
    long long wide = large + n;

    o[0] = most + n > most;
    o[1] = least - n < least;
    o[2] = (t + 3) * 1103515245 + 12345 < 0;
    o[3] = most * 2 / 2 == most;
    o[4] = -least;
    o[5] = abs(least) < 0;
    while (doubled > 0) {
        doubled *= 2;
        rounds++;
    }
    o[6] = rounds;
    o[7] = wide < large;
    o[8] = least / -n;
    o[9] = least % -n;
    o[10] = (least + 1) / n - 2 > 0;
    o[11] = most - least < 0;
    o[12] = -n << 4;
    for (int i = most - 2; i > 0; i++)
        o[13]++;
}

/* ---- functions without a return ---- */

struct shy {
    int value;
    __device__ shy(int v) : value(v) {}
    __device__ shy(const shy &s) : value(s.value + 1) {}
    __device__ ~shy() { value = 0; }
    __device__ int operator+=(int v) { value += v; }
};
__device__ int add_five(int *p) { *p += 5; }
__device__ shy add_six(int *p) { *p += 6; }
__device__ int sign(int x, int *p)
{
    *p += 1;
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
}
template <class T> __device__ T add(T *p, T v) { *p += v; }

__global__ void no_return(int *o, int x)
{
    shy s(3);

    o[0] = 1;
    add_five(o);
    o[1] = 2;
    add_six(o + 1);
    s += 4;
    o[2] = s.value;
    sign(x, o + 3);
    o[4] = sign(x + 1, o + 3);
    add(o + 5, 7);
    o[6] = THERE;
}

/* ---- numbers beyond their type ---- */

__global__ void conversions(int *o, const float *f, const double *d, int n)
{
    for (int i = 0; i < n; i++, o += 12) {
        o[0] = (unsigned char)f[i];
        o[1] = (signed char)f[i];
        o[2] = (unsigned short)f[i];
        o[3] = (short)f[i];
        o[4] = (int)f[i];
        o[5] = (int)(unsigned)f[i];
        o[6] = (int)((long long)f[i] >> 32);
        o[7] = (int)((unsigned long long)f[i] >> 32);
        o[8] = (unsigned char)d[i];
        o[9] = (short)d[i];
        o[10] = (int)d[i];
        o[11] = (int)(unsigned)d[i];
    }
}
__global__ void constant_conversions(int *o)
{
    float big = 300, least = -1.5f, far = 1e20f;

    o[0] = (unsigned char)300.0f;
    o[1] = (unsigned char)-1.5f;
    o[2] = (int)1e20f;
    o[3] = (int)-1e20;
    o[4] = (unsigned char)big;
    o[5] = (unsigned char)least;
    o[6] = __float2int_rz(far);
    o[7] = (int)__float2uint_rz(-far);
    o[8] = (signed char)far / 3;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const float table[] = { 255, 256, -1, 1e9f };
        o[9 + i] = (unsigned char)table[i];
    }
    o[13] = (int)__int_as_float(0x7fc00000);
    o[14] = (int)(double)__int_as_float(0x7fc00000);
}
static long long clamped(double x, double least, double most)
{
    return x != x ? 0 : x <= least ? (long long)least : x >= most ? (long long)most : (long long)x;
}
static void host_conversions(double x, int *want)
{
    const long long s = clamped(x, INT_MIN, INT_MAX), u = clamped(x, 0, UINT_MAX);
    const int nan = x != x ? INT_MIN : 0;       /* where either type has 64 bits */

    want[0] = want[8] = (unsigned char)u;
    want[1] = (signed char)s;
    want[2] = (unsigned short)u;
    want[3] = want[9] = (short)s;
    want[4] = (int)s;
    want[5] = (int)u;
    want[10] = want[4] | nan;
    want[11] = want[5] | nan;
    want[6] = (int)(x != x ? nan : x >= 0x1p63 ? INT_MAX : x <= -0x1p63 ? INT_MIN : (long long)x >> 32);
    want[7] = (int)(x != x ? nan : x <= 0 ? 0 : x >= 0x1p64 ? UINT_MAX : (unsigned long long)x >> 32);
}

/* ---- shifts by more than there is ---- */

__global__ void shifts(int *o, int x, long long wide, const int *count)
{
    for (int i = 0; i < 8; i++, o += 6) {
        o[0] = x << count[i];
        o[1] = x >> count[i];
        o[2] = (int)((unsigned)x >> count[i]);
        o[3] = (int)(wide << count[i] >> 32);
        o[4] = (int)(wide >> count[i]);
        o[5] = (int)((unsigned long long)wide >> count[i]);
    }
}
__global__ void unrolled_shifts(int *o, unsigned x, int n)
{
#pragma unroll
    for (int i = 0; i < 6; i++)
        o[i] = (int)(x >> 8 * i);
#pragma unroll
    for (int i = 0; i < 6; i++)
        o[6 + i] = (int)(x << 8 * i);
    int literal = 1 << 32;
    if (literal == 0)
        o[12] = 77;
    o[13] = (int)x << (n & 7) >> 40;
    o[14] = THERE;
}

/* ---- divisors of 0 ---- */

__global__ void quotients(int *o, int a, int b, long long wide, long long zero, unsigned u)
{
    int q = a / b, r = a % b;
    unsigned uq = (unsigned)a / u, ur = (unsigned)a % u;
    long long w = wide / zero;

    o[0] = THERE;
    if (b == 0)
        q = -7;
    o[1] = q;
    o[2] = b ? r : -8;
    o[3] = u ? (int)uq : -9;
    o[4] = u == 0 ? -10 : (int)ur;
    if (!zero)
        w = -11;
    o[5] = (int)w;
    for (int i = 0; i < 3; i++)
        o[6 + i] = i == 0 ? -12 : a / i;
    o[9] = 5 / b == 5 / (b & 0) ? 1 : 2;
}

/* ---- the same memory as two types ---- */

struct pair { short low, high; };
__global__ void types(int *o, float *f, int *i, double *d, long long *l, struct pair *p)
{
    f[0] = 1.5f;
    i[0] |= 0x80000000;
    o[0] = (int)(f[0] * 2);
    d[1] = 3.0;
    l[1] ^= 1ll << 63;
    o[1] = (int)d[1];
    i[4] = 0x12345678;
    p[4].high = 1;
    o[2] = i[4];
    float x = 2.0f;
    *(int *)&x += 1 << 23;
    o[3] = (int)x;
}

/* ---- pointers ---- */

struct member {
    int x;
    __device__ int get() { return this ? x : 7; }
};
__device__ int is_null(int &r) { return &r == NULL; }
__device__ int low_bits(int &r) { return (int)(size_t)&r & 3; }
__device__ int if_inside(const int &r, int i, int n) { return i < n ? r : -1; }

__global__ void pointers(int *o, int *null, int *p, unsigned far, size_t around)
{
    o[0] = ((member *)null)->get();
    o[1] = is_null(*null);
    o[2] = low_bits(*(int *)((char *)p + 2));
    o[3] = if_inside(p[far], (int)far, 4);
    o[4] = (char *)p + around < (char *)p;
    o[5] = (int)(((int *)((char *)p + (far >> 28) + 5) - p) * 4);
    o[6] = (int)((int3 *)((char *)p + 36) - (int3 *)p);
    int *gone = NULL;
    {
        int here[4];
        here[far & 3] = 8;
        gone = here;
    }
    {
        int there[4];
        for (int i = 0; i < 4; i++)
            there[(far + i) & 3] = p[i] + 9;
        o[10] = there[p[0] & 3];
    }
    o[7] = gone[far & 3];
    if (around == 1)
        *null = 0;
    o[8] = null ? 1 : 2;
    o[9] = p - 1 < p && &p[far] > p;
}

/* ---- beyond an array, in what contains it ---- */

struct parts { int a[4], b[4]; };
__shared__ parts shared_parts;
__global__ void beyond(int *o, parts *g)
{
    parts local;
    int square[3][3];

    for (int i = 0; i < 4; i++)
        shared_parts.b[i] = local.b[i] = 10 + i;
    g->a[5] = 21;
    o[0] = g->b[1];
    shared_parts.a[6] = 22;
    o[1] = shared_parts.b[2] + shared_parts.a[7];
    local.a[4] = 24;
    o[2] = local.b[0] + local.a[5];
    for (int i = 0; i < 9; i++)
        square[0][i] = i;
    o[3] = square[1][1] + square[2][2] + square[0][7];
}

/* ---- copies that overlap ---- */

template <int N> struct block { int w[N]; };
__global__ void overlap(int *o, int *p)
{
    for (int i = 0; i < 100; i++)
        p[i] = i;
    *(block<12> *)(p + 1) = *(block<12> *)p;
    *(block<60> *)(p + 21) = *(block<60> *)(p + 20);
    for (int i = 0; i < 100; i++)
        o[i] = p[i];
}

/* ---- values that a type does not have ---- */

enum colour { RED, GREEN, BLUE };
__global__ void values(int *o, const bool *b, colour c, const colour *more)
{
    for (int i = 0; i < 4; i++)
        o[i] = (b[i] ? 1 : 2) + (!b[i] ? 10 : 20) + 100 * b[i] + (b[i] && b[3] ? 1000 : 0);
    o[4] = c > BLUE;
    switch (more[0]) {
    case RED: o[5] = 1; break;
    case GREEN: o[5] = 2; break;
    case BLUE: o[5] = 3; break;
    default: o[5] = 4;
    }
    o[6] = __clz(o[10]) + __ffs(o[10]);
    o[7] = __builtin_clz(o[10]) == 32;
    o[8] = __builtin_abs(o[10] - INT_MAX - 1) < 0;
}

/* ---- variables that hold nothing yet ---- */

__global__ void nothing(int *o, const int *a, int n)
{
    int sum, test, by, some[8], kept;
    float f;

    for (int i = 0; i < n; i++)
        sum += a[i];
    o[0] = sum;
    if (test)
        o[1] = 1;
    o[2] = 100 / by * 0;
    for (int i = 0; i < 8; i++)
        some[i] += a[i];
    for (int i = 0; i < 8; i++)
        o[3] += some[i];
    for (int i = 0; i < 4; i++) {
        int last;
        if (i == 1)
            last = 6;
        kept = last;
    }
    o[4] = kept;
    f += 2.0f;
    o[5] = (int)f;
    o[6] = sum == sum && !(sum ^ sum);
    switch (test) {
    case 1: o[7] = 1; break;
    case 2: o[7] = 2;
    }
    o[8] = THERE;
}

int main()
{
    static const double x[] = { -1.5, -40000, 300, 70000, 3e9, -3e9, 1e19, -1e19, 1e30, -1e30, NAN, INFINITY, 254.9 };
    enum { NUMBERS = sizeof x / sizeof *x };
    float f[NUMBERS];
    int want[12], *d;
    void *d_memory;

    OK(cudaMalloc((void **)&d_out, sizeof out));
    OK(cudaMalloc(&d_memory, 4096));
    d = (int *)d_memory;

    RUN(overflow, INT_MAX, INT_MIN, 1, LLONG_MAX);
    static const int overflowed[] = { 0, 0, 3 * 1103515245u + 12345 > INT_MAX, 0, INT_MIN, 1, 31, 1, INT_MIN, 0, 1, 1,
                                      -16, 3 };
    for (int i = 0; i < 14; i++)
        CHECK(out[i] == overflowed[i] || (printf("overflow %d: %d\n", i, out[i]), 0));

    RUN(no_return, 0);
    static const int returned[] = { 6, 8, 7, 2, 1, 7, THERE };
    for (int i = 0; i < 7; i++)
        CHECK(out[i] == returned[i] || (printf("no_return %d: %d\n", i, out[i]), 0));

    for (int i = 0; i < NUMBERS; i++)
        f[i] = (float)x[i];
    double *d_x = (double *)d_memory;
    float *d_f = (float *)(d_x + NUMBERS);
    OK(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(d_f, f, sizeof f, cudaMemcpyHostToDevice));
    RUN(conversions, d_f, d_x, NUMBERS);
    for (int i = 0; i < NUMBERS; i++)
        for (int k = 0; k < 12; k++) {
            host_conversions(k < 8 ? f[i] : x[i], want);
            CHECK(out[12 * i + k] == want[k] || (printf("%g to %d: %d\n", x[i], k, out[12 * i + k]), 0));
        }
    RUN(constant_conversions);
    static const int converted[] = { 44, 0, INT_MAX, INT_MIN, 44, 0, INT_MAX, 0, -1 / 3, 255, 0, 0, 0, 0, INT_MIN };
    for (int i = 0; i < 15; i++)
        CHECK(out[i] == converted[i] || (printf("constant %d: %d\n", i, out[i]), 0));

    static const int count[] = { 0, 31, 32, 33, 63, 64, 255, -1 };
    const int number = -0x12345678;
    const long long wide = -0x123456789abcdefll;
    OK(cudaMemcpy(d, count, sizeof count, cudaMemcpyHostToDevice));
    RUN(shifts, number, wide, d);
    for (int i = 0; i < 8; i++) {
        unsigned n = (unsigned)count[i];
        want[0] = (int)(n < 32 ? (unsigned)number << n : 0);
        want[1] = number >> (n < 32 ? n : 31);
        want[2] = (int)(n < 32 ? (unsigned)number >> n : 0);
        want[3] = (int)((n < 64 ? (unsigned long long)wide << n : 0) >> 32);
        want[4] = (int)(wide >> (n < 64 ? n : 63));
        want[5] = (int)(n < 64 ? (unsigned long long)wide >> n : 0);
        for (int k = 0; k < 6; k++)
            CHECK(out[6 * i + k] == want[k] || (printf("shift %d by %d: %x\n", k, count[i], out[6 * i + k]), 0));
    }
    RUN(unrolled_shifts, 0x89abcdefu, 0);
    for (int i = 0; i < 6; i++) {
        CHECK((unsigned)out[i] == (i < 4 ? 0x89abcdefu >> 8 * i : 0));
        CHECK((unsigned)out[6 + i] == (i < 4 ? 0x89abcdefu << 8 * i : 0));
    }
    CHECK(out[12] == 77 && out[13] == -1 && out[14] == THERE);

    RUN(quotients, 5, 0, 5, 0, 0);
    static const int divided[] = { THERE, -7, -8, -9, -10, -11, -12, 5, 2, 1 };
    for (int i = 0; i < 10; i++)
        CHECK(out[i] == divided[i] || (printf("quotient %d: %d\n", i, out[i]), 0));

    RUN(types, (float *)d, d, (double *)d, (long long *)d, (struct pair *)d);
    CHECK(out[0] == -3 && out[1] == -3 && out[2] == 0x15678 && out[3] == 4);

    OK(cudaMemset(d, 0, 4096));
    RUN(pointers, (int *)NULL, d, 0x10000000u, (size_t)-8);
    static const int pointed[] = { 7, 1, 2, -1, 1, 4, 3, 8, 2, 1, 9 };
    for (int i = 0; i < 11; i++)
        CHECK(out[i] == pointed[i] || (printf("pointer %d: %d\n", i, out[i]), 0));

    RUN(beyond, (parts *)d);
    CHECK(out[0] == 21 && out[1] == 22 + 13 && out[2] == 24 + 11 && out[3] == 4 + 8 + 7);

    RUN(overlap, d);
    for (int i = 0; i < 100; i++)
        CHECK(out[i] == i - (i >= 1 && i < 13) - (i >= 21 && i < 81) || (printf("copy %d: %d\n", i, out[i]), 0));

    static const unsigned char bytes[] = { 0, 1, 2, 255 };
    static const int colours[] = { 9 };
    OK(cudaMemcpy(d, bytes, sizeof bytes, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(d + 1, colours, sizeof colours, cudaMemcpyHostToDevice));
    RUN(values, (const bool *)d, (colour)7, (const colour *)(d + 1));
    CHECK(out[0] == 12);
    for (int i = 1; i < 4; i++)
        CHECK(out[i] == 1121 || (printf("bool %d: %d\n", bytes[i], out[i]), 0));
    CHECK(out[4] == 1 && out[5] == 4 && out[6] == 32 && out[7] == 1 && out[8] == 1);

    int a[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    OK(cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice));
    RUN(nothing, d, 8);
    static const int empty[] = { 36, 0, 0, 36, 6, 2, 1, 0, THERE };
    for (int i = 0; i < 9; i++)         /* an array that stays in memory holds what is there */
        CHECK(out[i] == empty[i] || i == 3 || (printf("nothing %d: %d\n", i, out[i]), 0));
    return failures != 0;
}
