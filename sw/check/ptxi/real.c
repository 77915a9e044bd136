/* SPDX-License-Identifier: Apache-2.0
 *
 * Floating-point arithmetic, comparisons and conversions (PTX ISA, "Floating-Point Instructions", "Comparison and
 * Selection Instructions", "cvt"). The host computes f32 and f64 under the rounding mode asked for; half precision,
 * what sm_1x flushes and mad.f32 of sm_1x are made of exact steps. Approximations give the correctly rounded result of
 * the function; whoever compares must allow the error that the manual states.
 */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "int.h"

static float as_f32(uint64_t x) { uint32_t u = (uint32_t)x; float f; memcpy(&f, &u, 4); return f; }
static double as_f64(uint64_t x) { double d; memcpy(&d, &x, 8); return d; }
static uint64_t bits_of_f32(float f) { uint32_t u; memcpy(&u, &f, 4); return isnan(f) ? 0x7fffffff : u; }
static uint64_t bits_of_f64(double d) { uint64_t u; memcpy(&u, &d, 8); return u; }

static int rounding_of(const struct inst *in)
{
    return has(in, W_rz) ? FE_TOWARDZERO : has(in, W_rm) ? FE_DOWNWARD : has(in, W_rp) ? FE_UPWARD : FE_TONEAREST;
}

static float flush_float(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }

/* An instruction on f32 that sm_1x does not have. */
static bool is_later(const struct inst *in)
{
    if (in->op == OP_fma || in->op == OP_testp || in->op == OP_copysign || has(in, W_rm) || has(in, W_rp))
        return true;
    bool rounded = has(in, W_rn) || has(in, W_rz);
    return rounded && (in->op == OP_mad || in->op == OP_div || in->op == OP_rcp || in->op == OP_sqrt);
}

/* Does the instruction flush subnormals? Those that sm_1x does not have (a rounding mode of f32 other than rn, rz;
 * fma; quotient and roots with rounding) follow .ftz on every chip. */
static bool does_flush(const struct inst *in, const struct ptxi_chip *chip)
{
    return has(in, W_ftz) || (chip->flush_f32 && !is_later(in));
}

/* Rounds to single precision as if exponents had no lower end, then flushes if asked to: x * 2^-k, where x is exact or
 * rounded to odd, k is 0 or keeps x away from subnormals. */
static float narrow_to_f32(double x, int rounding, bool flush)
{
    if (flush && fabs(x) < 0x1p-120 && x != 0) {
        fesetround(rounding);
        volatile float f = (float)(x * 0x1p100);
        fesetround(FE_TONEAREST);
        return fabsf(f) < 0x1p-26f ? copysignf(0, f) : (float)(f * 0x1p-100);
    }
    fesetround(rounding);
    volatile float f = (float)x;
    fesetround(FE_TONEAREST);
    return f;
}

/* s rounded to odd: its neighbour on the side of what is missing in it, if its own last bit is even. */
static double to_odd(double s, bool missing, bool above)
{
    uint64_t u = bits_of_f64(s);
    if (!isfinite(s) || !missing || u & 1)
        return s;
    return above == (s > 0) ? as_f64(u + 1) : as_f64(u - 1);
}

/* a + b and a / b in double precision, rounded to odd: rounding to single precision is then correct in every mode. */
static double odd_sum(double a, double b)
{
    volatile double s = a + b, bb = s - a, e = (a - (s - bb)) + (b - bb);
    return to_odd(s, e != 0, e > 0);
}

static double odd_quotient(double a, double b)
{
    double q = a / b, left = fma(-q, b, a);
    return to_odd(q, left != 0, (left > 0) == (b > 0));
}

/* mad.f32 of sm_1x: the product is cut to 24 bits, its exponent kept; with c = 0 a product and a sum, both rounded. */
static float chip_mad(float a, float b, float c)
{
    a = flush_float(a), b = flush_float(b), c = flush_float(c);
    double p = (double)a * b;
    if (!isfinite(p) || !isfinite(c))
        return (float)(p + c);
    if (p == 0 || c == 0)
        return flush_float(narrow_to_f32(p, FE_TONEAREST, true) + c);
    double cut = as_f64(bits_of_f64(p) & ~(uint64_t)0x1fffffff), s = odd_sum(cut, c);
    return flush_float((float)s);
}

/* An operation in f64 under the instruction's rounding mode. */
static double compute_f64(const struct inst *in, double a, double b, double c)
{
    volatile double x = a, y = b, z = c, r = 0;
    fesetround(rounding_of(in));
    switch (in->op) {
    case OP_add: r = x + y; break;
    case OP_sub: r = x - y; break;
    case OP_mul: r = x * y; break;
    case OP_fma: case OP_mad: r = fma(x, y, z); break;
    case OP_div: r = x / y; break;
    case OP_rcp: r = 1 / x; break;
    case OP_sqrt: r = sqrt(x); break;
    default: break;
    }
    fesetround(FE_TONEAREST);
    return r;
}

/* The same in f32; flush: results are flushed by what they would be without an end of exponents. */
static float compute_f32(const struct inst *in, float a, float b, float c, bool flush)
{
    volatile float x = a, y = b, z = c, r = 0;
    int m = rounding_of(in);
    if (in->op == OP_mul)
        return narrow_to_f32((double)a * b, m, flush);
    fesetround(m);
    switch (in->op) {
    case OP_add: r = x + y; break;
    case OP_sub: r = x - y; break;
    case OP_fma: case OP_mad: r = fmaf(x, y, z); break;
    case OP_div: r = x / y; break;
    case OP_rcp: r = 1 / x; break;
    case OP_sqrt: r = sqrtf(x); break;
    default: break;
    }
    fesetround(FE_TONEAREST);
    if (!flush || r == 0 || !(fabsf(r) <= 0x1p-126f) || in->op == OP_add || in->op == OP_sub)
        return r;
    /* rounded again as if exponents had no lower end: so the chip flushes, and later chips do */
    double exact = in->op == OP_div ? odd_quotient(a, b) : in->op == OP_rcp ? odd_quotient(1, a)
                                                                            : odd_sum((double)a * b, c);
    return narrow_to_f32(exact, m, true);
}

/* The lesser (or greater): -0 below +0; a NaN gives way to a number. */
static bool first_wins(double a, double b, bool least)
{
    if (isnan(a) || isnan(b))
        return isnan(b);
    if (a == b)
        return least ? signbit(a) : !signbit(a);
    return least ? a < b : a > b;
}

static float saturate_f32(float x) { return !(x > 0) ? 0 : x > 1 ? 1 : x; }
static double saturate_f64(double x) { return !(x > 0) ? 0 : x > 1 ? 1 : x; }

static bool has_property(const struct inst *in, uint64_t a)
{
    int c = in->t.bits == 32 ? fpclassify(as_f32(a)) : fpclassify(as_f64(a));
    if (has(in, W_finite))
        return c != FP_NAN && c != FP_INFINITE;
    if (has(in, W_infinite))
        return c == FP_INFINITE;
    if (has(in, W_number))
        return c != FP_NAN;
    if (has(in, W_notanumber))
        return c == FP_NAN;
    return has(in, W_normal) ? c == FP_NORMAL || c == FP_ZERO : c == FP_SUBNORMAL;
}

static double approximate_function(const struct inst *in, double a)
{
    switch (in->op) {
    case OP_rsqrt: return 1 / sqrt(a);
    case OP_sin: return sin(a);
    case OP_cos: return cos(a);
    case OP_lg2: return log2(a);
    default: return exp2(a);
    }
}

/* An instruction on f64. */
static uint64_t run_f64(struct ptxi_module *m, const struct inst *in, const uint64_t a[4])
{
    double x = as_f64(a[0]), y = as_f64(a[1]);
    switch (in->op) {
    case OP_add: case OP_sub: case OP_mul: case OP_fma: case OP_mad: case OP_div: case OP_rcp: case OP_sqrt:
        return bits_of_f64(compute_f64(in, x, y, as_f64(a[2])));
    case OP_abs: return a[0] & ~((uint64_t)1 << 63);
    case OP_neg: return a[0] ^ (uint64_t)1 << 63;
    case OP_min: return first_wins(x, y, true) ? a[0] : a[1];
    case OP_max: return first_wins(x, y, false) ? a[0] : a[1];
    case OP_copysign: return bits_of_f64(copysign(y, x));
    case OP_testp: return has_property(in, a[0]);
    case OP_rsqrt: return bits_of_f64(approximate_function(in, x));
    default: pi_fail(m, in->line, "an operation that the interpreter does not know");
    }
}

uint64_t pi_float(struct ptxi_module *m, const struct inst *in, const uint64_t a[4], const struct ptxi_chip *chip)
{
    if (in->t.bits == 64)
        return run_f64(m, in, a);
    bool flush = does_flush(in, chip);
    float x = as_f32(a[0]), y = as_f32(a[1]), z = as_f32(a[2]), r;
    if (in->op == OP_copysign)          /* bits, whatever they mean */
        return (a[0] & 0x80000000) | (a[1] & 0x7fffffff);
    if (in->op == OP_testp)
        return has_property(in, a[0]);
    if (flush)
        x = flush_float(x), y = flush_float(y), z = flush_float(z);
    switch (in->op) {
    case OP_mad:
        if (!has(in, W_rn) && !has(in, W_rz) && !has(in, W_rm) && !has(in, W_rp) && chip->mad_truncates) {
            r = chip_mad(x, y, z);
            break;
        }
        /* fall through */
    case OP_add: case OP_sub: case OP_mul: case OP_fma: case OP_div: case OP_rcp: case OP_sqrt:
        r = compute_f32(in, x, y, z, flush);
        break;
    case OP_abs: r = fabsf(x); break;
    case OP_neg: r = -x; break;
    case OP_min: r = first_wins(x, y, true) ? x : y; break;
    case OP_max: r = first_wins(x, y, false) ? x : y; break;
    case OP_frc: r = x - floorf(x); break;
    case OP_rsqrt: case OP_sin: case OP_cos: case OP_lg2: case OP_ex2: r = (float)approximate_function(in, x); break;
    default: pi_fail(m, in->line, "an operation that the interpreter does not know");
    }
    if (flush)
        r = flush_float(r);
    return bits_of_f32(has(in, W_sat) ? saturate_f32(r) : r);
}

/* ---- comparisons ---------------------------------------------------------------------------------------- */

/* A comparison; those with u are true for NaNs. */
static bool compare_reals(const struct inst *in, double a, double b)
{
    bool un = isnan(a) || isnan(b);
    if (has(in, W_num) || has(in, W_nan))
        return un == has(in, W_nan);
    if (has(in, W_equ) || has(in, W_neu) || has(in, W_ltu) || has(in, W_leu) || has(in, W_gtu) || has(in, W_geu)) {
        if (un)
            return true;
    } else if (un) {
        return false;
    }
    if (has(in, W_eq) || has(in, W_equ))
        return a == b;
    if (has(in, W_ne) || has(in, W_neu))
        return a != b;
    if (has(in, W_lt) || has(in, W_ltu))
        return a < b;
    if (has(in, W_le) || has(in, W_leu))
        return a <= b;
    return has(in, W_gt) || has(in, W_gtu) ? a > b : a >= b;
}

bool pi_compare(struct ptxi_module *m, const struct inst *in, uint64_t a, uint64_t b, const struct ptxi_chip *chip)
{
    unsigned bits = in->t.bits;
    if (in->t.kind == K_FLOAT) {
        if (bits == 64)
            return compare_reals(in, as_f64(a), as_f64(b));
        bool flush = does_flush(in, chip);
        return compare_reals(in, flush ? flush_float(as_f32(a)) : as_f32(a),
                             flush ? flush_float(as_f32(b)) : as_f32(b));
    }
    uint64_t x = pi_low(a, bits), y = pi_low(b, bits);
    bool less = in->t.kind == K_SIGNED ? pi_signed(a, bits) < pi_signed(b, bits) : x < y;
    if (has(in, W_eq) || has(in, W_ne))
        return (x == y) == has(in, W_eq);
    if (has(in, W_lt) || has(in, W_lo))
        return less;
    if (has(in, W_le) || has(in, W_ls))
        return less || x == y;
    if (has(in, W_gt) || has(in, W_hi))
        return !less && x != y;
    if (has(in, W_ge) || has(in, W_hs))
        return !less;
    pi_fail(m, in->line, "a comparison that the interpreter does not know");
}

bool pi_negative(const struct inst *in, uint64_t c, const struct ptxi_chip *chip)
{
    if (in->t.kind == K_SIGNED)
        return pi_signed(c, in->t.bits) < 0;
    float x = does_flush(in, chip) ? flush_float(as_f32(c)) : as_f32(c);
    return !(x >= 0);           /* NaN is not */
}

/* ---- conversions ------------------------------------------------------------------------------------------ */

static double half_value(uint64_t h)
{
    int e = h >> 10 & 31, f = h & 1023;
    double x = e == 31 ? (f ? NAN : INFINITY) : e ? ldexp(f | 1024, e - 25) : ldexp(f, -24);
    return h & 0x8000 ? -x : x;
}

/* The half nearest to x in the mode; from 11 bits of an exact double. */
static uint64_t half_bits(double x, int rounding)
{
    uint64_t sign = signbit(x) ? 0x8000 : 0;
    if (isnan(x))
        return 0x7fff;
    if (isinf(x))
        return sign | 0x7c00;
    int e = x == 0 || fabs(x) < 0x1p-14 ? -14 : ilogb(x);
    fesetround(rounding);
    volatile double units = nearbyint(ldexp(x, 10 - e));            /* of the last place, with its sign */
    fesetround(FE_TONEAREST);
    double v = fabs(ldexp(units, e - 10));
    if (v >= 65536) {
        bool away = rounding == FE_TONEAREST || (rounding == FE_UPWARD && !sign) || (rounding == FE_DOWNWARD && sign);
        return sign | (away ? 0x7c00 : 0x7bff);
    }
    if (v == 0)
        return sign;
    e = v < 0x1p-14 ? -14 : ilogb(v);
    uint64_t f = (uint64_t)ldexp(v, 10 - e);
    return sign | (v < 0x1p-14 ? f : (uint64_t)(e + 15) << 10 | (f & 1023));
}

static double round_to_whole(const struct inst *in, double x)
{
    if (has(in, W_rzi))
        return trunc(x);
    if (has(in, W_rmi))
        return floor(x);
    if (has(in, W_rpi))
        return ceil(x);
    return has(in, W_rni) ? nearbyint(x) : x;
}

/* NaN: 0 of a type other than f64 to one of at most 32 bits, otherwise the highest bit alone. */
static uint64_t to_integer(const struct inst *in, double x)
{
    unsigned bits = in->d.bits;
    bool sign = in->d.kind == K_SIGNED;
    if (isnan(x))
        return in->t.bits != 64 && bits != 64 ? 0 : (uint64_t)1 << (bits - 1);
    x = round_to_whole(in, x);
    double end = ldexp(1, (int)bits - sign);
    uint64_t top = bits - sign == 64 ? ~(uint64_t)0 : ((uint64_t)1 << (bits - sign)) - 1;
    if (x >= end)
        return top;
    if (sign ? x <= -end : x <= 0)
        return sign ? (uint64_t)1 << (bits - 1) : 0;
    return x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x;
}

/* cvt from an integer. */
static uint64_t from_integer(const struct inst *in, uint64_t a)
{
    bool sign = in->t.kind == K_SIGNED, minus = sign && pi_signed(a, in->t.bits) < 0;
    volatile int64_t s = pi_signed(a, in->t.bits);
    volatile uint64_t u = pi_low(a, in->t.bits);
    fesetround(rounding_of(in));
    volatile double d = sign ? (double)s : (double)u;
    volatile float f = sign ? (float)s : (float)u;
    fesetround(FE_TONEAREST);
    if (in->d.bits == 64)
        return bits_of_f64(has(in, W_sat) ? saturate_f64(d) : d);
    if (in->d.bits == 32)
        return bits_of_f32(has(in, W_sat) ? saturate_f32(f) : f);
    /* what double precision cannot hold is beyond half precision anyway */
    uint64_t magnitude = minus ? -(uint64_t)s : u;
    double x = magnitude > 1 << 20 ? 1 << 20 : (double)magnitude;
    return half_bits(has(in, W_sat) ? saturate_f64(minus ? -x : x) : minus ? -x : x, rounding_of(in));
}

static uint64_t integer_to_integer(const struct inst *in, uint64_t a)
{
    bool sd = in->d.kind == K_SIGNED, ss = in->t.kind == K_SIGNED;
    uint64_t x = ss ? (uint64_t)pi_signed(a, in->t.bits) : pi_low(a, in->t.bits);
    if (!has(in, W_sat))
        return x;
    uint64_t top = in->d.bits - sd == 64 ? ~(uint64_t)0 : ((uint64_t)1 << (in->d.bits - sd)) - 1;
    if (ss && (int64_t)x < 0)
        return !sd ? 0 : (int64_t)x < -(int64_t)top - 1 ? ~top : x;
    return x > top ? top : x;
}

uint64_t pi_convert(struct ptxi_module *m, const struct inst *in, uint64_t a, const struct ptxi_chip *chip)
{
    bool from = in->t.kind == K_FLOAT, to = in->d.kind == K_FLOAT, sat = has(in, W_sat);
    if (!from && !to)
        return integer_to_integer(in, a);
    if (!from)
        return from_integer(in, a);
    /* sm_1x flushes unless a 64-bit type takes part: PTX ISA on legacy behaviour of cvt */
    bool wide = in->t.bits == 64 || in->d.bits == 64;
    if (in->t.bits == 16 && in->d.bits == 16 && to)
        return a;
    bool flush = has(in, W_ftz) || (chip->flush_f32 && !wide);
    double x = in->t.bits == 64 ? as_f64(a) : in->t.bits == 16 ? half_value(a) : (double)as_f32(a);
    if (in->t.bits == 32 && flush)
        x = (double)flush_float((float)x);
    if (!to)
        return to_integer(in, x);
    x = round_to_whole(in, x);
    if (in->d.bits == 64)
        return bits_of_f64(sat ? saturate_f64(x) : x);
    if (in->d.bits == 16)
        return half_bits(sat ? saturate_f64(x) : x, rounding_of(in));
    if (in->d.bits != 32)
        pi_fail(m, in->line, "a conversion that the interpreter does not know");
    float f = narrow_to_f32(*(volatile double *)&x, rounding_of(in), flush);
    if (flush)
        f = flush_float(f);
    return bits_of_f32(sat ? saturate_f32(f) : f);
}
