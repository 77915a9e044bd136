/* SPDX-License-Identifier: Apache-2.0
 *
 * The special function unit: quadratic interpolation in tables. Tables and rules are those of GT200's unit
 * (isa/sfu_rom); square root and tanh have tables of their own (sqrt.tsv, tanh.def).
 */
#include "core.h"

#include "sfu_rom.h"
#include "sfu_rom_sm70.h"

#define F32_CNAN 0x7fffffffu
#define F32_INF  0x7f800000u
#define F32_SIGN 0x80000000u

enum { COS, SIN, EX2, LG2, RCP, RSQ, RCP64H, RSQ64H, SQRT, TANH };

/* The square of a number of 17 bits: each partial product is cut before they are added. */
static uint32_t square_cut(uint32_t v)
{
    uint32_t q = 0;

    for (unsigned i = 2; i < 17; i++)
        if (v >> i & 1)
            q += v >> (18 - i);
    return q >> 1;
}

struct table { const int32_t *c0, *c1, *c2; unsigned sh0, sh2; };

static int64_t interpolate_table(const struct table *t, uint32_t i, uint32_t r, uint32_t q)
{
    return ((int64_t)t->c0[i] << t->sh0) + (int64_t)t->c1[i] * r + (int64_t)t->c2[i] * ((int64_t)q << t->sh2);
}

/* A number v * 2^scale, v not 0, cut to 24 bits; below the normal ones zero. */
static uint32_t cut_f32(uint32_t sign, uint64_t v, int scale)
{
    int top = 63 - __builtin_clzll(v), e = top + scale + 127;
    uint32_t f = (uint32_t)(top > 23 ? v >> (top - 23) : v << (23 - top)) & 0x7fffff;

    return e < 1 ? sign : e > 254 ? sign | F32_INF : sign | (uint32_t)e << 23 | f;
}

/* 1 / x. Subnormals count as 0. */
static uint32_t mufu_rcp(uint32_t x)
{
    static const struct table t = { sfu_rcp_c0, sfu_rcp_c1, sfu_rcp_c2, 13, 0 };
    uint32_t s = x & F32_SIGN, f = x & 0x7fffff, r = f & 0xffff;
    int e = (int)(x >> 23 & 255);

    if (e == 255)
        return f ? F32_CNAN : s;
    if (!e)
        return s | F32_INF;
    return cut_f32(s, (uint64_t)(interpolate_table(&t, f >> 16, r, square_cut(r << 1)) + 0x47e7), 127 - e - 39);
}

/* 1 / sqrt(x). The table has 64 slices for each parity of the exponent. */
static uint32_t mufu_rsq(uint32_t x)
{
    static const struct table t = { sfu_rsqrt_c0, sfu_rsqrt_c1, sfu_rsqrt_c2, 14, 2 };
    uint32_t f = x & 0x7fffff, r = f & 0x1ffff;
    int e = (int)(x >> 23 & 255), k = (e - 127) >> 1;
    uint32_t odd = (uint32_t)(e - 127) & 1;

    if (e == 255 && f)
        return F32_CNAN;
    if (!e)
        return (x & F32_SIGN) | F32_INF;
    if (x >> 31)
        return F32_CNAN;
    if (x == F32_INF)
        return 0;
    if (!(odd | f))
        return (uint32_t)(127 - k) << 23;
    return cut_f32(0, (uint64_t)(interpolate_table(&t, odd << 6 | f >> 17, r, square_cut(r)) + 0x7fff), -k - 40);
}

/* sqrt(x), by the same slices as rsq. */
static uint32_t square_root(uint32_t x)
{
    static const struct table t = { sfu_sqrt_c0, sfu_sqrt_c1, sfu_sqrt_c2, 14, 1 };
    uint32_t f = x & 0x7fffff, r = f & 0x1ffff;
    int e = (int)(x >> 23 & 255), k = (e - 127) >> 1;
    uint32_t odd = (uint32_t)(e - 127) & 1;

    if (!e)
        return x & F32_SIGN;
    if ((e == 255 && f) || x >> 31)
        return F32_CNAN;
    if (x == F32_INF)
        return x;
    return cut_f32(0, (uint64_t)(interpolate_table(&t, odd << 6 | f >> 17, r, square_cut(r)) + 0x7fff), k - 40);
}

/* log2(x): the exponent plus the table's logarithm of the fraction, in steps of 2^-36. */
static uint32_t mufu_lg2(uint32_t x)
{
    static const struct table t = { sfu_lg2_c0, sfu_lg2_c1, sfu_lg2_c2, 12, 1 };
    uint32_t f = x & 0x7fffff, r = f & 0x1ffff;
    int e = (int)(x >> 23 & 255);

    if (e == 255 && f)
        return F32_CNAN;
    if (!e)
        return F32_SIGN | F32_INF;
    if (x >> 31)
        return F32_CNAN;
    if (x == F32_INF)
        return F32_INF;
    int64_t v = x == 0x3f800000 ? 0 : (interpolate_table(&t, f >> 17, r, square_cut(r)) + 0x3345) >> 2;
    v += (int64_t)(e - 127) << 36;
    if (!v)
        return 0;
    return v < 0 ? cut_f32(F32_SIGN, (uint64_t)~v, -36) : cut_f32(0, (uint64_t)v, -36);
}

/* |x| with 23 bits behind the point, cut; beyond `most` bits in front all are lost. */
static uint32_t fixed_point(uint32_t x, int more)
{
    int e = (int)(x >> 23 & 255) - 127 + more;
    uint32_t m = x & 0x7f800000 ? (x & 0x7fffff) | 0x800000 : 0;

    return e < -31 ? 0 : e < 0 ? m >> -e : e > 31 ? 0 : m << e;
}

/* 2^x: the integral part is the exponent, the fraction goes through the table. */
static uint32_t mufu_ex2(uint32_t x)
{
    static const struct table t = { sfu_ex2_c0, sfu_ex2_c1, sfu_ex2_c2, 13, 0 };
    uint32_t s = x >> 31, m;
    int e = (int)(x >> 23 & 255) - 127;

    if (e == 128 && x & 0x7fffff)
        return F32_CNAN;
    if (e >= 7)
        return s ? 0 : F32_INF;
    m = fixed_point(x, 0);
    int32_t n = (int32_t)(m >> 23);
    uint32_t f = m & 0x7fffff;
    if (s) {
        n = f ? ~n : -n;
        f = f ? f ^ 0x7fffff : 0;
    }
    uint32_t r = f & 0x1ffff;
    return cut_f32(0, (uint64_t)(interpolate_table(&t, f >> 17, r, square_cut(r)) + 0x77e2), n - 38);
}

/* sin(2 pi x) or, a quarter on, cos; the table covers one quarter. */
static uint32_t mufu_sine(uint32_t x, uint32_t quarter)
{
    static const struct table t = { sfu_sin_c0, sfu_sin_c1, sfu_sin_c2, 11, 0 };
    uint32_t m = fixed_point(x, 2), f = m & 0x7fffff, s = quarter ? 0 : x & F32_SIGN;

    if ((x & F32_INF) == F32_INF)
        return F32_CNAN;
    quarter += m >> 23;
    f ^= quarter & 1 ? 0x7fffff : 0;
    s ^= quarter << 30 & F32_SIGN;
    uint32_t r = f & 0x1ffff;
    int64_t v = interpolate_table(&t, f >> 17, r, square_cut(r));
    return v > 0 ? cut_f32(s, (uint64_t)v, -37) : s;
}

/* The high word of an f64 to that of a result: the f32 with the same leading bits goes through the unit. */
static uint32_t mufu_high(uint32_t x, unsigned fn)
{
    int e = (int)(x >> 20 & 2047) - 1023;
    uint32_t sign = x & F32_SIGN, f = x & 0xfffff;

    if (e == 1024)
        return f ? 0x7fffffff : fn == RCP ? sign : sign ? 0x7fffffff : 0;
    if (e == -1023)
        return sign | 0x7ff00000;
    if (fn == RSQ && sign)
        return 0x7fffffff;
    int odd = fn == RSQ ? e & 1 : 0, by = fn == RSQ ? -((e - odd) / 2) : -e;
    uint32_t v = sm70_mufu_value(fn, (uint32_t)(127 + odd) << 23 | f << 3);
    int to = (int)(v >> 23 & 255) - 127 + by;
    return to < -1022 ? sign : sign | (uint32_t)(to + 1023) << 20 | (v & 0x7fffff) >> 3;
}

/* tanh(x): slices of an octave each, more of them where it bends; x below 2^-8, 1 from 8 on. */
static uint32_t mufu_tanh(uint32_t x)
{
    static const struct { int64_t c0; int32_t c1, c2; } table[] = {
#define TANH(c0, c1, c2) { c0, c1, c2 },
#include "tanh.def"
#undef TANH
    };
    static const struct { uint8_t bits, first; } octave[] = {
        { 0, 0 }, { 0, 1 }, { 0, 2 }, { 1, 3 }, { 1, 5 }, { 2, 7 }, { 2, 11 }, { 2, 15 }, { 3, 19 }, { 4, 27 },
        { 3, 43 }
    };
    uint32_t s = x & F32_SIGN, a = x & ~F32_SIGN, f = x & 0x7fffff;

    if (a > F32_INF)
        return F32_CNAN;
    if (a < 0x3b800000)
        return x;
    if (a >= 0x41000000)
        return s | 0x3f800000;
    unsigned e = (a >> 23) - 0x77, n = octave[e].bits, i = octave[e].first + (f >> (23 - n));
    uint32_t r = (f & ((1u << (23 - n)) - 1)) >> (6 - n);
    return cut_f32(s, (uint64_t)(table[i].c0 + (int64_t)table[i].c1 * r + (int64_t)table[i].c2 * square_cut(r)), -39);
}

uint32_t sm70_mufu_value(unsigned fn, uint32_t x)
{
    switch (fn) {
    case COS: return mufu_sine(x, 1);
    case SIN: return mufu_sine(x, 0);
    case EX2: return mufu_ex2(x);
    case LG2: return mufu_lg2(x);
    case RCP: return mufu_rcp(x);
    case RSQ: return mufu_rsq(x);
    case SQRT: return square_root(x);
    case TANH: return mufu_tanh(x);
    case RCP64H: return mufu_high(x, RCP);
    case RSQ64H: return mufu_high(x, RSQ);
    default: return 0;
    }
}

static void exec_mufu(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t buf[LANES], out[LANES];
    const uint32_t *x = sm70_f32(w, op, 0, buf);
    unsigned fn = bits(op, 74, 6);

    if (bits(op, 72, 2)) {
        sm70_fail(w, op, "of f16 is not known");
        return;
    }
    EACH(l)
        out[l] = sm70_mufu_value(fn, x[l]);
    sm70_put(w, op, out, mask);
}

const struct sm70_bodies sm70_mufu_bodies[] = { { "MUFU", exec_mufu }, { NULL, NULL } };
