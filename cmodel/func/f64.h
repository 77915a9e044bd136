/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar reference arithmetic of the fp64 unit, on bit patterns and integers only: fp64 operations and the conversions
 * with a 64-bit type. Denormals are honoured everywhere, NaN payloads are kept, all four rounding
 * modes work. Host floating point is not used.
 */
#ifndef GT200_F64_H
#define GT200_F64_H

#include "f32.h"

#define F64_DNAN 0xfff8000000000000ull
#define F64_INF  0x7ff0000000000000ull
#define F64_ONE  0x3ff0000000000000ull
#define F64_SIGN 0x8000000000000000ull
#define F64_ABS  0x7fffffffffffffffull
#define F64_QUIET 0x0008000000000000ull

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 f64_wide;
#else                                           /* clang, pointers of 4 bytes */
typedef unsigned _BitInt(128) f64_wide;
#endif

/* sign, magnitude m * 2^p */
struct f64_num { uint32_t s; f64_wide m; int p; };
/* Format: exponent bits, fraction bits. */
struct f64_format { int eb, mb; };
static const struct f64_format f64_double = {11, 52}, f64_single = {8, 23};

static inline bool f64_isnan(uint64_t x) { return (x & F64_ABS) > F64_INF; }
static inline bool f64_isinf(uint64_t x) { return (x & F64_ABS) == F64_INF; }

static inline struct f64_num f64_decode(uint64_t x)
{
    int e = (int)(x >> 52 & 0x7ff);
    uint64_t f = x & 0xfffffffffffffull;
    struct f64_num n = {(uint32_t)(x >> 63), e ? f | 1ull << 52 : f, (e ? e : 1) - 1075};
    return n;
}

static inline int f64_log2(f64_wide m)
{
    uint64_t hi = (uint64_t)(m >> 64);
    return hi ? 127 - __builtin_clzll(hi) : 63 - __builtin_clzll((uint64_t)m);
}

/* m * 2^-n rounded to an integer. n <= 0: exact, the caller sees to it that it fits. */
static inline f64_wide f64_rshift(f64_wide m, int n, unsigned rm, uint32_t s)
{
    if (n <= 0)
        return m << -n;
    f64_wide q, rest, half;
    if (n > 127) {      /* m is below 2^127: less than a half, whatever it is */
        q = 0;
        rest = m != 0;
        half = 2;
    } else {
        q = m >> n;
        rest = m & (((f64_wide)1 << n) - 1);
        half = (f64_wide)1 << (n - 1);
    }
    bool up = rm == F32_RN ? rest > half || (rest == half && (q & 1))
            : rm == F32_RZ ? false : rest && s == (rm == F32_RM);
    return q + up;
}

/* Exact value rounded to the format with gradual underflow; m < 2^127. */
static inline uint64_t f64_pack(struct f64_format f, struct f64_num v, unsigned rm)
{
    uint64_t sign = (uint64_t)v.s << (f.eb + f.mb), inf = ((1ull << f.eb) - 1) << f.mb;
    int bias = (1 << (f.eb - 1)) - 1;
    if (!v.m)
        return sign;
    int e = f64_log2(v.m) + v.p + bias;
    if (e < 1)
        e = 1;
    uint64_t q = (uint64_t)f64_rshift(v.m, e - bias - f.mb - v.p, rm, v.s);
    if (q == 2ull << f.mb) {
        q >>= 1;
        e++;
    }
    if (q < 1ull << f.mb)
        return sign | q;
    if (e >= (1 << f.eb) - 1)
        return sign | (f32_away(rm, v.s) ? inf : inf - 1);
    return sign | (uint64_t)e << f.mb | (q & ((1ull << f.mb) - 1));
}

/* Operand with modifiers: a NaN becomes quiet and keeps sign and payload. */
static inline uint64_t f64_prep(uint64_t x, bool abs, bool neg)
{
    if (f64_isnan(x))
        return x | F64_QUIET;
    if (abs)
        x &= F64_ABS;
    return neg ? x ^ F64_SIGN : x;
}

/* Shifted right by n, lost bits jammed into the lowest one. */
static inline f64_wide f64_jam(f64_wide m, int n)
{
    if (n > 127)
        return m != 0;
    return m >> n | ((m & (((f64_wide)1 << n) - 1)) != 0);
}

/* Sum of two numbers: exact, or with lost bits jammed where no rounding to 53 bits can see the difference. */
static inline struct f64_num f64_sum(struct f64_num a, struct f64_num b)
{
    if (!a.m)
        return b;
    if (!b.m)
        return a;
    /* Leading ones at bit 124: factors of at most 106 bits leave enough zeros below. */
    int na = 124 - f64_log2(a.m), nb = 124 - f64_log2(b.m);
    a.m <<= na;
    a.p -= na;
    b.m <<= nb;
    b.p -= nb;
    if (a.p < b.p) {
        struct f64_num t = a;
        a = b;
        b = t;
    }
    b.m = f64_jam(b.m, a.p - b.p);
    if (a.s == b.s) {
        a.m += b.m;
    } else if (a.m >= b.m) {
        a.m -= b.m;
    } else {
        a.m = b.m - a.m;
        a.s = b.s;
    }
    return a;
}

/* a * b + c, one rounding. */
static inline uint64_t f64_fma(uint64_t a, uint64_t b, uint64_t c, unsigned rm)
{
    if (f64_isnan(b))
        return b | F64_QUIET;
    if (f64_isnan(c))
        return c | F64_QUIET;
    if (f64_isnan(a))
        return a | F64_QUIET;
    struct f64_num x = f64_decode(a), y = f64_decode(b), z = f64_decode(c);
    uint32_t sp = x.s ^ y.s;
    if (f64_isinf(a) || f64_isinf(b)) {
        if ((!f64_isinf(a) && !x.m) || (!f64_isinf(b) && !y.m) || (f64_isinf(c) && z.s != sp))
            return F64_DNAN;
        return (uint64_t)sp << 63 | F64_INF;
    }
    if (f64_isinf(c))
        return c;
    struct f64_num t = {sp, x.m * y.m, x.p + y.p}, v = f64_sum(t, z);
    if (!v.m)
        return (uint64_t)(sp == z.s ? z.s : rm == F32_RM) << 63;
    return f64_pack(f64_double, v, rm);
}

static inline uint64_t f64_add(uint64_t a, uint64_t c, unsigned rm) { return f64_fma(a, F64_ONE, c, rm); }

/* a * b, rounded by rm. Of two NaNs b's payload is kept. */
static inline uint64_t f64_mul(uint64_t a, uint64_t b, unsigned rm)
{
    if (f64_isnan(b))
        return b | F64_QUIET;
    if (f64_isnan(a))
        return a | F64_QUIET;
    struct f64_num x = f64_decode(a), y = f64_decode(b);
    uint32_t s = x.s ^ y.s;
    if (f64_isinf(a) || f64_isinf(b)) {
        if ((!f64_isinf(a) && !x.m) || (!f64_isinf(b) && !y.m))
            return F64_DNAN;
        return (uint64_t)s << 63 | F64_INF;
    }
    struct f64_num v = {s, x.m * y.m, x.p + y.p};
    return f64_pack(f64_double, v, rm);
}

/* Order as sign-magnitude integers: -0 < +0. */
static inline int64_t f64_key(uint64_t x)
{
    return x >> 63 ? -(int64_t)(x & F64_ABS) - 1 : (int64_t)x;
}

/* Operands after f64_prep. */
static inline uint64_t f64_minmax(uint64_t a, uint64_t b, bool max)
{
    if (f64_isnan(a))
        return b;                       /* both NaN: the second */
    if (f64_isnan(b))
        return a;
    return (f64_key(a) < f64_key(b)) != max ? a : b;
}

/* Index in the condition mask: 0 less, 1 equal, 2 greater, 3 unordered. */
static inline unsigned f64_relation(uint64_t a, uint64_t b)
{
    if (f64_isnan(a) || f64_isnan(b))
        return 3;
    if (a == b || ((a | b) & F64_ABS) == 0)
        return 1;
    return f64_key(a) < f64_key(b) ? 0 : 2;
}

/* ---- conversions (8.4 to 8.6). struct cvt_mode: s32, d32 mean 64 bits here ---------------------- */

struct cvt64_mode { bool neg, abs, ssigned, s64, dsigned, d64, rint; uint8_t rnd; };

/* For an unsigned source the directed modes round the magnitude; the sign is put on afterwards. */
static inline uint64_t cvt64_i2f(uint64_t x, struct cvt64_mode m)
{
    struct f64_format f = m.d64 ? f64_double : f64_single;
    struct f64_num v = {0, m.s64 ? x : x & 0xffffffff, 0};
    if (m.ssigned) {
        int64_t i = m.s64 ? (int64_t)x : (int64_t)(int32_t)(uint32_t)x;
        v.m = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
        v.s = (i < 0 && !m.abs) ^ m.neg;
        return f64_pack(f, v, m.rnd);
    }
    return f64_pack(f, v, m.rnd) ^ (uint64_t)m.neg << (m.d64 ? 63 : 31);
}

/* fp32 widened exactly; a NaN keeps sign and payload and becomes quiet. */
static inline uint64_t f64_from_f32(uint32_t x)
{
    uint64_t s = (uint64_t)(x >> 31) << 63;
    uint32_t f = x & 0x7fffff, e = x >> 23 & 0xff;
    if (e == 255)
        return s | F64_INF | (f ? F64_QUIET | (uint64_t)f << 29 : 0);
    if (e)
        return s | (uint64_t)(e + 896) << 52 | (uint64_t)f << 29;
    struct f64_num v = {x >> 31, f, -149};
    return f64_pack(f64_double, v, F32_RN);
}

/* *over: the O flag. */
static inline uint64_t cvt64_f2i(uint64_t x, struct cvt64_mode m, bool *over)
{
    unsigned w = m.d64 ? 64 : 32;
    f64_wide top = (f64_wide)1 << (w - 1), v = (f64_wide)1 << 100;     /* infinite: beyond every limit */
    if (!m.s64)
        x = f64_from_f32((uint32_t)x);
    if (f64_isnan(x)) {
        *over = true;
        return (uint64_t)top;
    }
    x = f64_prep(x, m.abs, m.neg);
    struct f64_num n = f64_decode(x);
    if (!f64_isinf(x) && n.p < 40)
        v = f64_rshift(n.m, -n.p, m.rnd, n.s);
    if (m.dsigned) {
        *over = n.s ? v > top : v >= top;
        if (n.s)
            return (0 - (uint64_t)(v > top ? top : v)) & (w == 64 ? ~0ull : 0xffffffff);
        return (uint64_t)(v >= top ? top - 1 : v);
    }
    f64_wide limit = 2 * top - 1;
    *over = n.s ? v != 0 : w == 32 && v > limit;        /* measured: never for u64 */
    return n.s ? 0 : (uint64_t)(v > limit ? limit : v);
}

/* f2f with fp64 on one side; rint rounds to an integer on the way, from fp64 to fp64 alone. */
static inline uint64_t cvt64_f2f(uint64_t x, struct cvt64_mode m)
{
    x = f64_prep(m.s64 ? x : f64_from_f32((uint32_t)x), m.abs, m.neg);
    if (f64_isnan(x))
        return m.d64 ? x : x >> 63 << 31 | 0x7fc00000 | (x >> 29 & 0x3fffff);
    if (f64_isinf(x))
        return m.d64 ? x : x >> 63 << 31 | F32_INF;
    struct f64_num n = f64_decode(x);
    if (m.rint && m.d64 && m.s64 && n.p < 0) {
        n.m = f64_rshift(n.m, -n.p, m.rnd, n.s);
        n.p = 0;
    }
    return f64_pack(m.d64 ? f64_double : f64_single, n, m.rnd);
}

static inline uint8_t cc_f64(uint64_t x)
{
    if (f64_isnan(x))
        return 3;
    return (x & F64_ABS) == 0 ? 1 : (uint8_t)(x >> 63 << 1);
}

#endif
