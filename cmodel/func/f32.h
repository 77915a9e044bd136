/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar reference arithmetic: fp32, fp16 and the conversions between them and integers, on bit
 * patterns and integers only, so the result does not depend on the host's floating point.
 * Every definition is held against the conformance vectors of silicon (tests/vectors).
 *
 * The vector kernels use these functions for the rare modes and are tested against them for the
 * common ones (tests/func/test_kern.c).
 */
#ifndef GT200_F32_H
#define GT200_F32_H

#include <stdbool.h>
#include <stdint.h>

#define F32_CNAN 0x7fffffffu
#define F32_INF  0x7f800000u
#define F32_ONE  0x3f800000u
#define F32_SIGN 0x80000000u

enum f32_rnd { F32_RN, F32_RM, F32_RP, F32_RZ };
enum f32_tiny { F32_FLUSH, F32_MADFLUSH };

/* sign, magnitude m * 2^p */
struct f32_num { uint32_t s; uint64_t m; int p; };

static inline bool f32_isnan(uint32_t x) { return (x & 0x7fffffff) > F32_INF; }
static inline bool f32_isinf(uint32_t x) { return (x & 0x7fffffff) == F32_INF; }
/* Denormals are zero. */
static inline uint32_t f32_daz(uint32_t x) { return x & F32_INF ? x : x & F32_SIGN; }

static inline struct f32_num f32_decode(uint32_t x)
{
    int e = (int)(x >> 23 & 0xff);
    struct f32_num n = {x >> 31, e ? (x & 0x7fffff) | 0x800000 : 0, (e ? e : 1) - 150};
    return n;
}

/* m * 2^-n rounded to an integer; m < 2^63. */
static inline uint64_t f32_rshift(uint64_t m, int n, unsigned rm, uint32_t s)
{
    if (n <= 0)
        return m << -n;
    uint64_t q, rest, half;
    if (n > 63) {       /* less than a half, whatever it is */
        q = 0;
        rest = m != 0;
        half = 2;
    } else {
        q = m >> n;
        rest = m & (((uint64_t)1 << n) - 1);
        half = (uint64_t)1 << (n - 1);
    }
    bool up = rm == F32_RN ? rest > half || (rest == half && (q & 1))
            : rm == F32_RZ ? false : rest && s == (rm == F32_RM);
    return q + up;
}

static inline bool f32_away(unsigned rm, uint32_t s)
{
    return rm == F32_RN || (rm != F32_RZ && s == (rm == F32_RM));
}

/* Exact value rounded to fp32. F32_FLUSH rounds as if the exponent were unbounded and flushes what is
 * then below 2^-126; F32_MADFLUSH rounds on the denormal grid first. */
static inline uint32_t f32_pack(uint32_t s, uint64_t m, int p, unsigned rm, enum f32_tiny mode)
{
    s &= 1;
    if (!m)
        return s << 31;
    int e = 63 - __builtin_clzll(m) + p + 127;
    if (mode == F32_MADFLUSH && e < 1)
        e = 1;
    uint64_t q = f32_rshift(m, e - 150 - p, rm, s);
    if (q == 0x1000000) {
        q >>= 1;
        e++;
    }
    if (q < 0x800000 || e < 1)
        return s << 31;
    if (e >= 255)
        return s << 31 | (f32_away(rm, s) ? F32_INF : 0x7f7fffff);
    return s << 31 | (uint32_t)e << 23 | ((uint32_t)q & 0x7fffff);
}

/* Exact sum of two numbers of at most 24 bits. Bits that cannot influence a rounding at 24 bits are jammed
 * into the lowest one. */
static inline struct f32_num f32_exactadd(struct f32_num a, struct f32_num b)
{
    if (!a.m)
        return b;
    if (!b.m)
        return a;
    if (a.p < b.p) {
        struct f32_num t = a;
        a = b;
        b = t;
    }
    int d = a.p - b.p;
    if (d > 36) {
        int n = d - 36;
        b.m = n > 24 ? 1 : b.m >> n | ((b.m & ((1u << n) - 1)) != 0);
        b.p += n;
        d = 36;
    }
    int64_t x = (int64_t)(a.m << d), y = (int64_t)b.m;
    int64_t v = (a.s ? -x : x) + (b.s ? -y : y);
    struct f32_num r = {v < 0, (uint64_t)(v < 0 ? -v : v), b.p};
    return r;
}

static inline uint32_t f32_sat(uint32_t x)
{
    if (f32_isnan(x))
        return F32_CNAN;
    if (x >> 31)
        return 0;
    return x >= F32_ONE ? F32_ONE : x;
}

/* a + b. Denormal operands are 0; -0 only when both operands are -0. */
static inline uint32_t f32_add(uint32_t a, uint32_t b, unsigned rm)
{
    if (f32_isnan(a) || f32_isnan(b))
        return F32_CNAN;
    if (f32_isinf(a))
        return f32_isinf(b) && a != b ? F32_CNAN : a;
    if (f32_isinf(b))
        return b;
    struct f32_num v = f32_exactadd(f32_decode(a), f32_decode(b));
    if (!v.m)
        return a & b & F32_SIGN;
    return f32_pack(v.s, v.m, v.p, rm, F32_FLUSH);
}

static inline uint32_t f32_mul(uint32_t a, uint32_t b, unsigned rm)
{
    uint32_t s = (a ^ b) & F32_SIGN;
    if (f32_isnan(a) || f32_isnan(b))
        return F32_CNAN;
    struct f32_num x = f32_decode(a), y = f32_decode(b);
    if (f32_isinf(a) || f32_isinf(b))
        return x.m && y.m ? s | F32_INF : F32_CNAN;
    return f32_pack(s >> 31, x.m * y.m, x.p + y.p, rm, F32_FLUSH);
}

/* a * b truncated to 24 bits, + c rounded to nearest; rounded product when a term is zero. */
static inline uint32_t f32_mad(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t s = (a ^ b) & F32_SIGN;
    if (f32_isnan(a) || f32_isnan(b) || f32_isnan(c))
        return F32_CNAN;
    struct f32_num x = f32_decode(a), y = f32_decode(b), z = f32_decode(c);
    if (f32_isinf(a) || f32_isinf(b)) {
        if (!x.m || !y.m || (f32_isinf(c) && (c & F32_SIGN) != s))
            return F32_CNAN;
        return s | F32_INF;
    }
    if (f32_isinf(c))
        return c;
    if (!x.m || !y.m || !z.m)
        return f32_add(f32_mul(a, b, F32_RN), c, F32_RN);
    struct f32_num t = {s >> 31, x.m * y.m, x.p + y.p};
    int n = t.m >> 47 ? 24 : 23;
    t.m >>= n;
    t.p += n;
    struct f32_num v = f32_exactadd(t, z);
    return v.m ? f32_pack(v.s, v.m, v.p, F32_RN, F32_MADFLUSH) : 0;
}

/* Order as sign-magnitude integers: -0 < +0. */
static inline int64_t f32_key(uint32_t x)
{
    return x >> 31 ? -(int64_t)(x & 0x7fffffff) - 1 : (int64_t)x;
}

/* min or max of the unit: a NaN loses to a number, denormals are 0, and -0 is less than 0. */
static inline uint32_t f32_minmax(uint32_t a, uint32_t b, bool max)
{
    if (f32_isnan(a) && f32_isnan(b))
        return F32_CNAN;
    if (f32_isnan(a))
        return f32_daz(b);
    if (f32_isnan(b))
        return f32_daz(a);
    a = f32_daz(a);
    b = f32_daz(b);
    return (f32_key(a) < f32_key(b)) != max ? a : b;
}

/* Index of the relation in the condition mask: 0 less, 1 equal, 2 greater, 3 unordered. */
static inline unsigned f32_relation(uint32_t a, uint32_t b)
{
    if (f32_isnan(a) || f32_isnan(b))
        return 3;
    a = f32_daz(a);
    b = f32_daz(b);
    if (a == b || ((a | b) & 0x7fffffff) == 0)
        return 1;
    return f32_key(a) < f32_key(b) ? 0 : 2;
}

/* Rounded to an integral value; the sign of zero stays. */
static inline uint32_t f32_rint(uint32_t x, unsigned rm)
{
    if (f32_isnan(x))
        return F32_CNAN;
    struct f32_num n = f32_decode(x);
    if (f32_isinf(x) || n.p >= 0)
        return x;
    return f32_pack(n.s, f32_rshift(n.m, -n.p, rm, n.s), 0, F32_RN, F32_FLUSH);
}

/* ---- fp16 ---------------------------------------------------------------------------------- */

static inline uint32_t f16_to_f32(uint32_t h)
{
    uint32_t s = (h & 0x8000) << 16, e = h >> 10 & 31, f = h & 0x3ff;
    if (e == 31)
        return f ? F32_CNAN : s | F32_INF;
    if (e)
        return s | (e + 112) << 23 | f << 13;
    return f32_pack(s >> 31, f, -24, F32_RN, F32_FLUSH);
}

/* chop: truncate, whatever rm says. Subnormal results are kept; overflow gives infinity or the largest f16 by rm. */
static inline uint32_t f32_to_f16(uint32_t x, unsigned rm, bool chop)
{
    uint32_t s = x >> 31;
    if (f32_isnan(x))
        return 0x7fff;
    if (f32_isinf(x))
        return s << 15 | 0x7c00;
    int raw = (int)(x >> 23 & 0xff);
    if (raw <= 0x5d)
        return s << 15;
    int e = raw - 112 > 1 ? raw - 112 : 1;
    uint64_t q = f32_rshift((x & 0x7fffff) | 0x800000, 13 + e - (raw - 112), chop ? F32_RZ : rm, s);
    if (q == 0x800) {
        q = 0x400;
        e++;
    }
    if (q < 0x400)
        return s << 15 | (uint32_t)q;
    if (e >= 31)
        return s << 15 | (f32_away(rm, s) ? 0x7c00 : 0x7bff);
    return s << 15 | (uint32_t)e << 10 | ((uint32_t)q & 0x3ff);
}

/* ---- conversions --------------------------------------------------------------------------- */

struct cvt_mode {
    bool neg, abs, sat, dsigned, d8, d32, rint;
    uint8_t rnd;
};

static inline int64_t cvt_abs_neg(int64_t v, struct cvt_mode m)
{
    if (m.abs && v < 0)
        v = -v;
    return m.neg ? -v : v;
}

static inline uint32_t cvt_clamp(int64_t v, unsigned bits, bool sgn)
{
    int64_t hi = sgn ? ((int64_t)1 << (bits - 1)) - 1 : ((int64_t)1 << bits) - 1;
    int64_t lo = sgn ? -((int64_t)1 << (bits - 1)) : 0;
    return (uint32_t)(v < lo ? lo : v > hi ? hi : v);
}

static inline uint32_t cvt_i2i(int64_t v, struct cvt_mode m)
{
    uint32_t r = cvt_clamp(cvt_abs_neg(v, m), m.d8 ? 8 : m.d32 ? 32 : 16, m.dsigned);
    return m.d32 ? r : r & 0xffff;
}

/* i2f, to fp32 or fp16. The fp16 result follows measured vectors, odd cases included (tests/vectors). */
static inline uint32_t cvt_i2f(int64_t v, struct cvt_mode m)
{
    bool wasneg = v < 0;
    uint32_t s = (wasneg && !m.abs) ^ m.neg;
    uint32_t mag = (uint32_t)(wasneg ? -v : v);
    uint32_t r;
    if (m.d32) {
        r = f32_pack(s, mag, 0, m.rnd, F32_FLUSH);
        return m.sat ? f32_sat(r) : r;
    }
    /* The fp16 path of this chip loses the top bits of the magnitude. */
    if (f32_away(m.rnd, s) && (mag >> 5 & 0x1ffffff) == 0x1ffffff)
        mag = 0;
    uint32_t t = (mag - wasneg) & 0xffff;
    int n = 2;
    for (; t < 0x8000 && n < 7; n++)
        t = t << 1 & 0xffff;
    mag &= 0xffffffffu >> n;
    r = f32_pack(s, mag, 0, m.rnd, F32_FLUSH);
    return f32_to_f16(m.sat ? f32_sat(r) : r, m.rnd, false);
}

static inline uint32_t cvt_f_mods(uint32_t x, struct cvt_mode m)
{
    if (m.abs)
        x &= 0x7fffffff;
    return m.neg ? x ^ F32_SIGN : x;
}

/* x: fp32, fp16 sources already widened. */
static inline uint32_t cvt_f2i(uint32_t x, struct cvt_mode m)
{
    unsigned w = m.d32 ? 32 : 16;
    x = cvt_f_mods(x, m);
    if (f32_isnan(x))
        return 0;
    struct f32_num n = f32_decode(x);
    int64_t v = (int64_t)1 << 40;               /* beyond every clamp */
    if (!f32_isinf(x) && n.p < 16)
        v = (int64_t)f32_rshift(n.m, -n.p, m.rnd, n.s);
    uint32_t r = cvt_clamp(n.s ? -v : v, w, m.dsigned);
    return m.d32 ? r : r & 0xffff;
}

static inline uint32_t cvt_f2f(uint32_t x, struct cvt_mode m)
{
    x = cvt_f_mods(x, m);
    x = f32_isnan(x) ? F32_CNAN : f32_daz(x);
    if (m.sat)
        x = f32_sat(x);
    if (m.rint)
        x = f32_rint(x, m.rnd);
    return m.d32 ? x : f32_to_f16(x, m.rnd, m.rint);
}

/* ---- condition codes ----------------------------------------------------------------------- */

static inline uint8_t cc_int(uint32_t r, unsigned bits)
{
    return (uint8_t)((r == 0) | (r >> (bits - 1) & 1) << 1);
}

static inline uint8_t cc_f32(uint32_t x)
{
    if (f32_isnan(x))
        return 3;
    return (x & 0x7fffffff) == 0 ? 1 : (uint8_t)(x >> 31 << 1);
}

static inline uint8_t cc_f16(uint32_t x)
{
    if ((x & 0x7fff) > 0x7c00)
        return 3;
    return (x & 0x7fff) == 0 ? 1 : (uint8_t)((x >> 15 & 1) << 1);
}

#endif
