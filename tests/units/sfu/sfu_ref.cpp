// SPDX-License-Identifier: Apache-2.0
#include "sfu_ref.h"

#include <cstdio>
#include <cstdlib>

namespace ref {

namespace {

constexpr uint32_t NAN32 = 0x7fffffff, INF32 = 0x7f800000;

struct Slice { long c0, c1, c2; };
Slice rcp[128], rsqrt[128], sine[64], ex2[64], lg2[64];

// The n slices of a table.
void read(const std::string &name, Slice *s, int n)
{
    FILE *f = fopen(name.c_str(), "r");
    char line[256];
    int got = 0, i;
    Slice v;
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "%d %ld %ld %ld", &i, &v.c0, &v.c1, &v.c2) == 4 && i == got && got < n)
            s[got++] = v;
    if (got != n) {
        fprintf(stderr, "%s: %d slices instead of %d\n", name.c_str(), got, n);
        exit(2);
    }
    fclose(f);
}

long square(uint32_t w)
{
    long q = 0;
    for (int i = 0; i < 17; i++)
        if (w >> i & 1)
            q += w >> (18 - i);
    return q >> 1;
}

// Magnitude y in [2^23, 2^24] with the exponent it has when below 2^24.
uint32_t pack(uint32_t s, int e, long y)
{
    if (y == 1 << 24) {
        y >>= 1;
        e++;
    }
    if (e < 1)
        return s;
    if (e > 254)
        return s | INF32;
    return s | (uint32_t)e << 23 | ((uint32_t)y & 0x7fffff);
}

// Positive v whose bit `one` stands for 2^(exponent - 127); cut to 24 bits.
uint32_t normalise(uint32_t s, long v, int one, int exponent)
{
    if (v == 0)
        return s;
    int top = 0;
    while (v >> (top + 1))
        top++;
    long frac = top >= 23 ? v >> (top - 23) : v << (23 - top);
    return s | (uint32_t)(exponent + top - one) << 23 | ((uint32_t)frac & 0x7fffff);
}

// x is the argument as presin prepares it: quadrant and fraction.
uint32_t sincos(uint32_t x, bool cosine)
{
    if (x & 0x40000000)
        return NAN32;
    uint32_t quad = x >> 23 & 3, f = x & 0x7fffff, s = x & 0x80000000;
    if (cosine) {
        quad++;
        s = 0;
    }
    if (quad & 1)
        f = ~f & 0x7fffff;
    if (quad & 2)
        s ^= 0x80000000;
    const Slice &c = sine[f >> 17];
    long r = f & 0x1ffff;
    return normalise(s, (c.c0 << 11) + c.c1 * r + c.c2 * square((uint32_t)r), 37, 127);
}

// x is the argument as preex2 prepares it: integer part and fraction.
uint32_t exp2(uint32_t x)
{
    bool s = x >> 31;
    uint32_t f = x & 0x7fffff;
    int n = (int)(x >> 23 & 0x7f);
    if (x & 0x40000000)
        return !(x & 0x800000) ? NAN32 : s ? 0 : INF32;
    if (s && f) {
        f = ~f & 0x7fffff;
        n = -n - 1;
    } else if (s)
        n = -n;
    const Slice &c = ex2[f >> 17];
    long r = f & 0x1ffff;
    return pack(0, n + 127, ((c.c0 << 13) + c.c1 * r + c.c2 * square((uint32_t)r) + 0x77e2) >> 15);
}

uint32_t log2(uint32_t x, int E, uint32_t F)
{
    if (E == 255 && F)
        return NAN32;
    if (E == 0)
        return 0x80000000 | INF32;
    if (x >> 31)
        return NAN32;
    if (E == 255)
        return INF32;
    const Slice &c = lg2[F >> 17];
    long r = F & 0x1ffff;
    long v = ((c.c0 << 12) + c.c1 * r + c.c2 * square((uint32_t)r) * 2 + 0x3345) >> 2;
    if (x == 0x3f800000)
        v = 0;
    v += (E - 127) * (1l << 36);
    return v < 0 ? normalise(0x80000000, ~v, 42, 133) : normalise(0, v, 42, 133);
}

} // namespace

void load_tables(const std::string &dir)
{
    read(dir + "/rcp.tsv", rcp, 128);
    read(dir + "/rsqrt.tsv", rsqrt, 128);
    read(dir + "/sin.tsv", sine, 64);
    read(dir + "/ex2.tsv", ex2, 64);
    read(dir + "/lg2.tsv", lg2, 64);
}

uint32_t eval(Fn fn, uint32_t x, bool neg, bool abs, bool sat)
{
    if (fn == SIN || fn == COS)
        return sincos(x, fn == COS);
    if (fn == EX2) {
        uint32_t y = exp2(x);
        return sat && y != NAN32 && y > 0x3f800000 ? 0x3f800000 : y;
    }
    if (abs)
        x &= 0x7fffffff;
    if (neg)
        x ^= 0x80000000;
    uint32_t s = x & 0x80000000, F = x & 0x7fffff;
    int E = (int)(x >> 23 & 0xff);
    if (fn == LG2)
        return log2(x, E, F);
    if (E == 255 && F)
        return NAN32;
    if (E == 0)
        return s | INF32;
    if (fn == RCP) {
        if (E == 255)
            return s;
        const Slice &c = rcp[F >> 16];
        long r = F & 0xffff;
        return pack(s, 253 - E, ((c.c0 << 13) + c.c1 * r + c.c2 * square((uint32_t)r << 1) + 0x47e7) >> 15);
    }
    if (s)
        return NAN32;
    if (E == 255)
        return 0;
    int k = E - 127, odd = k & 1;
    k = (k - odd) / 2;
    if (!odd && !F)
        return (uint32_t)(127 - k) << 23;
    const Slice &c = rsqrt[odd << 6 | F >> 17];
    long r = F & 0x1ffff;
    return pack(0, 126 - k, ((c.c0 << 14) + c.c1 * r + c.c2 * square((uint32_t)r) * 4 + 0x7fff) >> 16);
}

uint32_t fmul(uint32_t a, uint32_t b, int rm, bool sat, int *cc)
{
    uint32_t s = (a ^ b) & 0x80000000, fa = a & 0x7fffff, fb = b & 0x7fffff, r;
    int ea = (int)(a >> 23 & 0xff), eb = (int)(b >> 23 & 0xff);
    bool nan = (ea == 255 && (fa || !eb)) || (eb == 255 && (fb || !ea));
    if (nan) {
        *cc = 3;
        return NAN32;
    }
    if (ea == 255 || eb == 255)
        r = s | INF32;
    else if (!ea || !eb)
        r = s;
    else {
        uint64_t p = (uint64_t)(fa | 0x800000) * (fb | 0x800000);
        int n = p >> 47 ? 24 : 23, e = ea + eb - 127 + (n == 24);
        uint64_t q = p >> n, rest = p & ((1ull << n) - 1), half = 1ull << (n - 1);
        bool away = rm == 1 ? s != 0 : rm == 2 ? s == 0 : false;
        if (rm == 0 ? rest > half || (rest == half && (q & 1)) : away && rest)
            q++;
        r = pack(s, e, (long)q);
        if ((r & INF32) == INF32 && rm != 0 && !away)
            r = s | 0x7f7fffff;
    }
    if (sat)
        r = r >> 31 ? 0 : r > 0x3f800000 ? 0x3f800000 : r;
    *cc = !(r & 0x7fffffff) ? 1 : r >> 31 ? 2 : 0;
    return r;
}

} // namespace ref
