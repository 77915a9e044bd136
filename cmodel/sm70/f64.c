/* SPDX-License-Identifier: Apache-2.0
 *
 * f64.
 */
#include "core.h"
#include "real.h"

#include <math.h>

#define F64_SIGN (1ull << 63)
#define F64_CNAN 0xfff8000000000000ull
#define F64_QUIET 0x0008000000000000ull

static double as_double(uint64_t v) { double f; memcpy(&f, &v, 8); return f; }
static uint64_t as_bits(double f) { uint64_t v; memcpy(&v, &f, 8); return v; }
static bool is_nan(uint64_t v) { return (v & ~F64_SIGN) > 0x7ff0000000000000ull; }

/* Operands, with their modifiers; a NaN takes none. */
static void operand(struct sm70_warp *w, const struct sm70_op *op, unsigned k, uint64_t *out)
{
    uint64_t raw[LANES];

    sm70_wide(w, op, k, raw);
    sm70_f64(w, op, k, out);
    EACH(l)
        out[l] = is_nan(raw[l]) ? raw[l] : out[l];
}

/* An operand that is a NaN is the result, made quiet: the last one, but that of a sum behind the second factor. */
static uint64_t nan_of(uint64_t a, uint64_t b, uint64_t c)
{
    return is_nan(b) ? b | F64_QUIET : is_nan(c) ? c | F64_QUIET : is_nan(a) ? a | F64_QUIET : F64_CNAN;
}

static struct real real64(uint64_t v)
{
    return real_of(&real_f64, v);
}

static uint64_t sum(uint64_t a, uint64_t b, enum real_round round)
{
    uint64_t v;

    if (round == TO_NEAREST)
        v = as_bits(as_double(a) + as_double(b));
    else
        v = real_to(&real_f64, real_add(real64(a), real64(b), round), round, false);
    return is_nan(v) ? nan_of(a, b, 0) : v;
}

static uint64_t product(uint64_t a, uint64_t b, enum real_round round)
{
    uint64_t v;

    if (round == TO_NEAREST)
        v = as_bits(as_double(a) * as_double(b));
    else
        v = real_to(&real_f64, real_multiply(real64(a), real64(b)), round, false);
    return is_nan(v) ? nan_of(a, b, 0) : v;
}

static uint64_t fused(uint64_t a, uint64_t b, uint64_t c, enum real_round round)
{
    uint64_t v;

    if (round == TO_NEAREST)
        v = as_bits(fma(as_double(a), as_double(b), as_double(c)));
    else
        v = real_to(&real_f64, real_add(real_multiply(real64(a), real64(b)), real64(c), round), round, false);
    return is_nan(v) ? nan_of(a, b, c) : v;
}

static void exec_dadd(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint64_t a[LANES], b[LANES];

    operand(w, op, 0, a);
    operand(w, op, 1, b);
    EACH(l)
        a[l] = sum(a[l], b[l], (enum real_round)bits(op, 78, 2));
    sm70_put_wide(w, op, a, mask);
}

static void exec_dmul(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint64_t a[LANES], b[LANES];

    operand(w, op, 0, a);
    operand(w, op, 1, b);
    EACH(l)
        a[l] = product(a[l], b[l], (enum real_round)bits(op, 78, 2));
    sm70_put_wide(w, op, a, mask);
}

static void exec_dfma(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint64_t a[LANES], b[LANES], c[LANES];

    operand(w, op, 0, a);
    operand(w, op, 1, b);
    operand(w, op, 2, c);
    EACH(l)
        a[l] = fused(a[l], b[l], c[l], (enum real_round)bits(op, 78, 2));
    sm70_put_wide(w, op, a, mask);
}

/* As integers that are in the order of the numbers, -0 below +0. */
static int64_t order(uint64_t v)
{
    return v >> 63 ? ~(int64_t)(v & ~F64_SIGN) : (int64_t)v;
}

/* DSETP. Codes 0 and 15 ask whether a is the minimum or the maximum, where a NaN loses; the second result is then
 * whether both are NaN. */
static void exec_dsetp(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint64_t a[LANES], b[LANES];
    unsigned code = bits(op, 76, 4), join = bits(op, 74, 2);
    uint32_t in = sm70_pred(w, op->ps[0]), r = 0, nans = 0;

    operand(w, op, 0, a);
    operand(w, op, 1, b);
    EACH(l) {
        double x = as_double(a[l]), y = as_double(b[l]);
        bool yes = real_compare(code, x < y, x == y, x > y);
        if (code == 0)
            yes = is_nan(b[l]) ? !is_nan(a[l]) : !is_nan(a[l]) && order(a[l]) <= order(b[l]);
        else if (code == 15)
            yes = is_nan(b[l]) ? !is_nan(a[l]) : !is_nan(a[l]) && order(a[l]) > order(b[l]);
        r |= (uint32_t)yes << l;
        nans |= (uint32_t)(is_nan(a[l]) && is_nan(b[l])) << l;
    }
    const uint32_t not = ~r;
    if (code != 0 && code != 15)
        nans = sm70_join(not, in, join);
    sm70_put_pred(w, op->pd[1], nans, mask);
    sm70_put_pred(w, op->pd[0], sm70_join(r, in, join), mask);
}

const struct sm70_bodies sm70_f64_bodies[] = {
    { "DADD", exec_dadd }, { "DMUL", exec_dmul }, { "DFMA", exec_dfma }, { "DSETP", exec_dsetp }, { NULL, NULL }
};
