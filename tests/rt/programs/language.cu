/* SPDX-License-Identifier: Apache-2.0
 * C and C++ as programs written elsewhere use it: integers of all sizes, structures, unions, bit-fields, classes,
 * templates. */
#include "language.h"

/* ---- integers ------------------------------------------------------------------------------------------ */

PROGRAM(bytes)
{
    signed char s = (signed char)a[i];
    unsigned char u = (unsigned char)(a[i] >> 8);
    s = (signed char)(s * 3 - u);
    u = (unsigned char)(u << 3 | s >> 2);
    return (unsigned)s ^ u << 8 ^ (s < (signed char)u) << 20;
}
PROGRAM(shorts)
{
    short s = (short)a[i];
    unsigned short u = (unsigned short)(a[i + 1] >> 3);
    s = (short)(s / (short)(u | 1));
    u = (unsigned short)(u % (unsigned short)(s | 7));
    return (unsigned)(s * 5) + u + (unsigned)(s >> 3);
}
PROGRAM(long_longs)
{
    long long x = (long long)a[i] << 21 ^ (long long)(int)a[i + 9];
    unsigned long long y = (unsigned long long)a[i + 1] << 32 | a[i + 2];
    x = x * (long long)y - (x >> 7);
    y = y / ((unsigned long long)x | 1) + y % ((unsigned long long)a[i + 3] + 1);
    return (unsigned)x ^ (unsigned)(y >> 16) ^ (unsigned)(x < (long long)y);
}
PROGRAM(shifts64)
{
    unsigned n = a[i] & 63;
    long long x = (long long)0x9abcdef012345678ull + i;
    return (unsigned)(x >> n) ^ (unsigned)((unsigned long long)x >> n >> 8) ^ (unsigned)(x << n >> 32);
}
PROGRAM(divides)
{
    int x = (int)a[i], y = (int)a[i + 3] | 1;
    unsigned u = a[i + 5], v = a[i + 7] >> 20 | 1;
    if (x == (int)0x80000000u)
        x++;
    return (unsigned)(x / y) + 3 * (unsigned)(x % y) + u / v * 5 + u % v * 7 + u / 10 + (unsigned)(x / -7) +
           (unsigned)(x % 1000);
}
PROGRAM(divides64)
{
    long long x = (long long)((unsigned long long)a[i] << 32 | a[i + 1]) >> (i & 31),
              y = (long long)(int)a[i + 2] * ((int)a[i + 3] >> 9);
    if (!y || y == -1)
        y = 77;
    return (unsigned)(x / y) ^ (unsigned)(x % y >> 11) ^ (unsigned)(x / 1000003);
}
PROGRAM(mixed_signs)
{
    int s = (int)a[i];
    unsigned u = a[i + 1];
    return (s < (int)u) + 2 * ((unsigned)s < u) + 4 * ((long long)s < (long long)u) + ((short)s < (int)u) * 8 +
           ((char)65 == 'A') * 16;
}
PROGRAM(bit_tricks)
{
    unsigned x = a[i], n = 0, r = 0;
    for (unsigned y = x; y; y &= y - 1)
        n++;
    for (int k = 0; k < 32; k++)
        r |= (x >> k & 1) << (31 - k);
    return n + r + (x << 7 | x >> 25) + (x & -x) + (x ^ x >> 1);
}
PROGRAM(crc32)
{
    unsigned c = 0xffffffffu;
    for (int k = 0; k < 4; k++) {
        c ^= a[i] >> 8 * k & 255;
        for (int b = 0; b < 8; b++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    }
    return ~c;
}
PROGRAM(wide_product)
{
    unsigned long long p = (unsigned long long)a[i] * a[i + 1],
                       q = (unsigned long long)((long long)(int)a[i] * (int)a[i + 1]);
    return (unsigned)(p >> 32) ^ (unsigned)q ^ (unsigned)(q >> 32) * 3;
}
PROGRAM(bools)
{
    bool p = a[i] & 1, q = a[i + 1] > 1000, r = p != q;
    p |= q && !r;
    int n = p + q + r;
    return (unsigned)n << 4 | (unsigned)(p ? q : r) | (unsigned)(!!a[i]) << 8;
}
enum colour { RED, GREEN = 5, BLUE = -3 };
PROGRAM(enums)
{
    colour c = a[i] % 3 == 0 ? RED : a[i] % 3 == 1 ? GREEN : BLUE;
    return (unsigned)(c * 100 + (c == GREEN));
}
PROGRAM(strings)
{
    const char *text = "native code of 2008";
    char buffer[24];
    int n = 0;
    while (text[n]) {
        buffer[n] = text[n] >= 'a' && text[n] <= 'z' ? (char)(text[n] - 32) : text[n];
        n++;
    }
    return (unsigned)buffer[i % (unsigned)n] + (unsigned)n * 256;
}

/* ---- floating point, exact in both places ------------------------------------------------------------- */

PROGRAM(floats)
{
    float x = (float)(int)(a[i] >> 12), y = (float)(a[i + 1] & 1023), z = x + y;
    return __builtin_bit_cast(unsigned, z) + (x < y) + 2 * (z == x) + (unsigned)(int)(y * 0.5f);
}
PROGRAM(doubles)
{
    double x = (double)(int)a[i], y = (double)a[i + 1] + 0.5, z = x * y - x / y;
    unsigned long long b = __builtin_bit_cast(unsigned long long, z);
    return (unsigned)b ^ (unsigned)(b >> 32) ^ (unsigned)(x < y) ^ (unsigned)(long long)(y * 0.25);
}
PROGRAM(conversions)
{
    float f = (float)(a[i] & 0xffff) * 0.25f;
    double d = (double)f * 1.5;
    return (unsigned)(short)(int)f + (unsigned)(unsigned char)(unsigned)d + (unsigned)(long long)(d * 65536) +
           (unsigned)(float)(unsigned short)a[i];
}
PROGRAM(vectors)
{
    float4 v = make_float4((float)(a[i] & 255), 2, (float)(i & 7), 4);
    double2 d = make_double2(v.x, v.y * 0.5);
    char3 c = make_char3((char)a[i], (char)(a[i] >> 8), (char)i);
    ushort4 u = make_ushort4((unsigned short)a[i], 2, 3, (unsigned short)(a[i] >> 16));
    v.z += v.x * v.w;
    d.x += d.y * v.z;
    c.z = (char)(c.x + c.y);
    return (unsigned)d.x + (unsigned)c.z + u.x * 3u + u.w + (unsigned)sizeof(char3) + (unsigned)sizeof(float3);
}

/* ---- structures ---------------------------------------------------------------------------------------- */

struct point { int x, y; };
struct shape { struct point p[3]; unsigned char tag; double weight; };
static __host__ __device__ struct point rotate(struct point p) { struct point q = { -p.y, p.x }; return q; }
PROGRAM(struct_by_value)
{
    struct point p = { (int)a[i] >> 8, (int)i };
    for (int k = 0; k < (int)(a[i] & 3); k++)
        p = rotate(p);
    return (unsigned)(p.x * 31 + p.y);
}
static __host__ __device__ struct shape make_shape(unsigned n, struct point at)
{
    struct shape s;
    for (int k = 0; k < 3; k++) {
        s.p[k].x = at.x + k;
        s.p[k].y = at.y * k;
    }
    s.tag = (unsigned char)n;
    s.weight = n * 0.5;
    return s;
}
PROGRAM(nested_struct)
{
    struct point at = { (int)(a[i] & 1023), (int)(a[i] >> 22) };
    struct shape s = make_shape(i, at), t = s;
    t.p[i % 3].x += 7;
    t.weight += s.weight;
    return (unsigned)(t.p[0].x + t.p[1].x * 3 + t.p[2].y) + t.tag + (unsigned)(t.weight * 4);
}
struct packed { unsigned a : 3, b : 7, c : 22; int d : 5; unsigned long long e : 40; };
PROGRAM(bit_fields)
{
    struct packed p = { 0, 0, 0, 0, 0 };
    p.a = a[i] & 7;
    p.b = a[i + 1] & 127;
    p.c = a[i + 2] & 0x3fffff;
    p.d = (int)(a[i] << 27) >> 27;
    p.e = (unsigned long long)a[i + 1] * 77 & 0xffffffffffull;
    p.b = (p.b + p.a) & 127;
    return p.a + p.b * 8u + p.c * 5u + (unsigned)p.d + (unsigned)(p.e >> 9);
}
union both { float f; unsigned u; unsigned short h[2]; unsigned char b[4]; };
PROGRAM(unions)
{
    union both x;
    x.f = (float)(a[i] >> 10);
    x.h[0] ^= 0x1234;
    x.b[3] = (unsigned char)(x.b[3] + 1);
    return x.u + x.b[i & 3];
}
PROGRAM(array_in_struct)
{
    struct { unsigned v[8]; unsigned n; } stack;
    stack.n = 0;
    for (unsigned k = 0; k < 12; k++) {
        if (stack.n < 8 && (a[i + k] & 1)) {
            stack.v[stack.n++] = a[i + k];
        } else if (stack.n > 1) {
            stack.n--;
            stack.v[stack.n - 1] += stack.v[stack.n] ^ k;
        }
    }
    unsigned sum = stack.n;
    while (stack.n)
        sum = sum * 31 + stack.v[--stack.n];
    return sum;
}
PROGRAM(volatile_local)
{
    volatile unsigned x = a[i];
    x += 3;
    x = x * x;
    return x - a[i];
}
PROGRAM(pointers)
{
    unsigned x[6], *p = x, *end = x + 6;
    for (; p < end; p++)
        *p = a[i] + (unsigned)(end - p);
    unsigned **q = &p;
    (*q)--;
    return **q + p[-2] + (unsigned)(p - x);
}
PROGRAM(pointer_choice)
{
    unsigned x[4] = { a[i], a[i + 1], 7, 9 }, y[4] = { 1, 2, 3, a[i + 2] };
    unsigned *p = a[i] & 1 ? x : y;
    p[i & 3] += 100;
    return x[0] + x[1] * 3 + x[2] * 5 + x[3] * 7 + y[0] * 11 + y[1] * 13 + y[2] * 17 + y[3] * 19;
}
PROGRAM(matrix_local)
{
    int m[4][4], s = 0;
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            m[r][c] = (int)a[i + (unsigned)(4 * r + c)] >> 20;
    for (int k = 0; k < 4; k++)
        s += m[k][(k + (int)i) & 3] * m[(k * (int)a[i]) & 3][k];
    return (unsigned)s;
}

/* ---- classes and templates --------------------------------------------------------------------------- */

template <class T> static __host__ __device__ T largest(T a, T b) { return a > b ? a : b; }
PROGRAM(templates)
{
    return largest(a[i], 1000u) + (unsigned)largest((int)a[i], -5) + (unsigned)largest<short>((short)a[i], 3) +
           (unsigned)largest(0.5f * (float)(a[i] & 63), 9.0f);
}
template <int N> struct power {
    template <class T> static __host__ __device__ T of(T x) { return x * power<N - 1>::of(x); }
};
template <> struct power<0> { template <class T> static __host__ __device__ T of(T) { return 1; } };
PROGRAM(template_recursion) { return power<7>::of(a[i]) + power<0>::of(i); }
struct fixed {
    int v;
    __host__ __device__ explicit fixed(int x) : v(x) {}
    __host__ __device__ fixed operator+(fixed o) const { return fixed(v + o.v); }
    __host__ __device__ fixed operator*(fixed o) const { return fixed((int)((long long)v * o.v >> 8)); }
    __host__ __device__ fixed &operator+=(fixed o) { v += o.v; return *this; }
    __host__ __device__ bool operator<(fixed o) const { return v < o.v; }
};
PROGRAM(operators)
{
    fixed x((int)a[i] >> 4), y((int)a[i + 1] >> 14), z = x * y + x;
    z += y;
    return (unsigned)z.v + (z < x);
}
struct base { unsigned n; __host__ __device__ unsigned twice() const { return 2 * n; } };
struct derived : base {
    unsigned m;
    __host__ __device__ derived(unsigned x, unsigned y) : m(y) { n = x; }
    __host__ __device__ unsigned sum() const { return twice() + m; }
};
PROGRAM(inheritance) { derived d(a[i], i); return d.sum(); }
template <class T, int N> struct ring {
    T v[N];
    int at;
    __host__ __device__ ring() : at(0) { for (int k = 0; k < N; k++) v[k] = T(); }
    __host__ __device__ void push(T x) { v[at] = x; at = (at + 1) % N; }
    __host__ __device__ T sum() const { T s = T(); for (int k = 0; k < N; k++) s += v[k]; return s; }
};
PROGRAM(class_template)
{
    ring<unsigned, 5> r;
    ring<double, 3> d;
    for (unsigned k = 0; k < 9; k++) {
        r.push(a[i + k]);
        d.push((double)(a[i + k] & 15));
    }
    return r.sum() + (unsigned)d.sum();
}
template <class F> static __host__ __device__ unsigned fold(const unsigned *a, int n, unsigned s, F f)
{
    for (int k = 0; k < n; k++)
        s = f(s, a[k]);
    return s;
}
struct add_shifted {
    int by;
    __host__ __device__ unsigned operator()(unsigned s, unsigned x) const { return s + (x >> by); }
};
PROGRAM(functors) { add_shifted f = { (int)(i & 7) }; return fold(a + i, 7, 1, f); }
PROGRAM(references)
{
    unsigned x = a[i], y = a[i + 1];
    struct { __host__ __device__ static void swap(unsigned &p, unsigned &q) { unsigned t = p; p = q; q = t; } } s;
    if (x < y)
        s.swap(x, y);
    return x - y;
}
namespace outer
{
namespace inner
{
static __host__ __device__ unsigned f(unsigned x) { return x * 3; }
static __host__ __device__ unsigned f(float x) { return (unsigned)x; }
}        // namespace inner
}        // namespace outer
PROGRAM(overloads) { return outer::inner::f(a[i]) + outer::inner::f((float)(a[i] & 255)); }
static __host__ __device__ unsigned defaults(unsigned x, unsigned y = 5, unsigned z = 9) { return x * y + z; }
PROGRAM(default_arguments) { return defaults(a[i]) + defaults(a[i], 2) + defaults(a[i], i, i); }

int main(int argc, char **argv) { return run_programs(argc > 1 ? argv[1] : 0); }
