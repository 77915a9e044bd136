/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs of f16.
 */
#include "core.h"
#include "real.h"

#define F16_CNAN 0x7fffu
#define F16_SIGN 0x8000u

static bool is_nan(uint32_t v) { return (v & 0x7fff) > 0x7c00; }

static uint32_t flush_f16(uint32_t v, bool ftz)
{
    return ftz && !(v & 0x7c00) ? v & F16_SIGN : v;
}

/* The two halves of an operand in all lanes: swizzled, without sign, negated, flushed. how: 0 as they are, 2 the low
 * one twice, 3 the high one twice. */
static void read_halves(struct sm70_warp *w, const struct sm70_op *op, unsigned k, unsigned how, bool ftz,
                        uint32_t out[2][LANES])
{
    uint32_t buf[LANES];
    const struct sm70_operand *o = &op->s[k];
    const uint32_t *v = sm70_raw(w, op, o, buf);

    for (unsigned h = 0; h < 2; h++) {
        unsigned from = how == 2 ? 0 : how == 3 ? 16 : 16 * h;
        EACH(l) {
            uint32_t x = v[l] >> from & 0xffff;
            x = ((o->abs ? x & 0x7fff : x) ^ (o->neg ? F16_SIGN : 0)) & 0xffff;
            out[h][l] = flush_f16(x, ftz);
        }
    }
}

static unsigned swizzle_of(const struct sm70_op *op, unsigned k)
{
    static const unsigned at[] = { 74, 60, 81 };

    if (!strcmp(op->row->name, "HFMA2.MMA"))       /* which takes no notice of them */
        return 0;
    return op->s[k].kind == OPERAND_R ? bits(op, at[k], 2) : 0;
}

static uint32_t finish_f16(const struct sm70_op *op, struct real v, bool ftz, bool sat)
{
    (void)op;
    uint32_t x = (uint32_t)real_to(&real_f16, v, TO_NEAREST, ftz);
    if (is_nan(x))
        return sat ? 0 : F16_CNAN;
    return !sat ? x : x >> 15 ? 0 : x > 0x3c00 ? 0x3c00 : x;
}

static struct real real_of_f16(uint32_t v)
{
    return real_of(&real_f16, v);
}

/* HADD2 whose first operand is a number of f32, of sm_70 and sm_75, as NVIDIA's code has it to round one to f16: both
 * halves get it (the upper one is an assumption). */
static void hadd2_of_f32(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    bool ftz = bits(op, 80, 1), sat = bits(op, 77, 1);
    uint32_t buf[LANES], b[2][LANES], out[LANES];
    const uint32_t *a = sm70_f32(w, op, 0, buf);

    read_halves(w, op, 1, swizzle_of(op, 1), ftz, b);
    EACH(l) {
        struct real v = real_of(&real_f32, a[l]);
        out[l] = 0;
        for (unsigned h = 0; h < 2; h++)
            out[l] |= finish_f16(op, real_add(v, real_of_f16(b[h][l]), TO_NEAREST), ftz, sat) << 16 * h;
    }
    sm70_put(w, op, out, mask);
}

/* HADD2, rounded to nearest, each half for itself. */
static void exec_hadd2(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    bool ftz = bits(op, 80, 1), sat = bits(op, 77, 1);
    uint32_t a[2][LANES], b[2][LANES], out[LANES];

    if (op->s[1].kind == OPERAND_BANK) {
        sm70_fail(w, op, "a constant of f32 is not known");
        return;
    }
    if (swizzle_of(op, 0) == 1) {
        hadd2_of_f32(w, op, mask);
        return;
    }
    read_halves(w, op, 0, swizzle_of(op, 0), ftz, a);
    read_halves(w, op, 1, swizzle_of(op, 1), ftz, b);
    EACH(l) {
        out[l] = 0;
        for (unsigned h = 0; h < 2; h++)
            out[l] |= finish_f16(op, real_add(real_of_f16(a[h][l]), real_of_f16(b[h][l]), TO_NEAREST), ftz,
                                 sat) << 16 * h;
    }
    sm70_put(w, op, out, mask);
}

/* The low halves' sum, as f32. */
static void exec_hadd2_f32(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t a[2][LANES], b[2][LANES], out[LANES];

    bool ftz = bits(op, 80, 1), sat = bits(op, 77, 1);
    if (w->block->program->chip >= SM70_80 && (op->s[0].n != RZ || !op->s[0].neg)) {
        sm70_fail(w, op, "illegal on a GPU: the first operand is not -RZ");
        return;
    }
    read_halves(w, op, 0, swizzle_of(op, 0), ftz, a);
    read_halves(w, op, 1, swizzle_of(op, 1), ftz, b);
    EACH(l) {
        out[l] = (uint32_t)real_to(&real_f32, real_add(real_of_f16(a[0][l]), real_of_f16(b[0][l]), TO_NEAREST),
                                   TO_NEAREST, false);
        if (sat)            /* NaN, too, is 0 */
            out[l] = out[l] >> 31 || out[l] > 0x7f800000 ? 0 : out[l] > 0x3f800000 ? 0x3f800000 : out[l];
    }
    sm70_put(w, op, out, mask);
}

/* HMUL2, rounded to nearest. */
static void exec_hmul2(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    bool ftz = bits(op, 80, 1), sat = bits(op, 77, 1);
    uint32_t a[2][LANES], b[2][LANES], out[LANES];

    read_halves(w, op, 0, swizzle_of(op, 0), ftz, a);
    read_halves(w, op, 1, swizzle_of(op, 1), ftz, b);
    EACH(l) {
        out[l] = 0;
        for (unsigned h = 0; h < 2; h++)
            out[l] |= finish_f16(op, real_multiply(real_of_f16(a[h][l]), real_of_f16(b[h][l])), ftz, sat) << 16 * h;
    }
    sm70_put(w, op, out, mask);
}

/* HFMA2: one rounding, after the sum. */
static void exec_hfma2(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    bool mma = strchr(op->row->name, '.') != NULL;      /* .MMA has no modes */
    bool ftz = !mma && bits(op, 80, 1), sat = !mma && bits(op, 77, 1);
    uint32_t a[2][LANES], b[2][LANES], c[2][LANES], out[LANES];

    if (mma && bits(op, 80, 1)) {
        sm70_fail(w, op, ".FTZ is not known");
        return;
    }
    read_halves(w, op, 0, swizzle_of(op, 0), ftz, a);
    read_halves(w, op, 1, swizzle_of(op, 1), ftz, b);
    read_halves(w, op, 2, swizzle_of(op, 2), ftz, c);
    EACH(l) {
        out[l] = 0;
        for (unsigned h = 0; h < 2; h++) {
            struct real p = real_multiply(real_of_f16(a[h][l]), real_of_f16(b[h][l]));
            out[l] |= finish_f16(op, real_add(p, real_of_f16(c[h][l]), TO_NEAREST), ftz, sat) << 16 * h;
        }
    }
    sm70_put(w, op, out, mask);
}

static int f16_order(uint32_t v)
{
    return v & F16_SIGN ? -(int)(v & 0x7fff) - 1 : (int)v;
}

/* HMNMX2: a NaN loses to a number; -0 is less than 0. */
static void exec_hmnmx2(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t a[2][LANES], b[2][LANES], out[LANES], least = sm70_pred(w, op->ps[0]);

    if (bits(op, 80, 3) || bits(op, 85, 1) || swizzle_of(op, 0) || swizzle_of(op, 1)) {
        sm70_fail(w, op, "only without modifiers is known");
        return;
    }
    read_halves(w, op, 0, 0, false, a);
    read_halves(w, op, 1, 0, false, b);
    EACH(l) {
        out[l] = 0;
        for (unsigned h = 0; h < 2; h++) {
            uint32_t x = a[h][l], y = b[h][l], v;
            if (is_nan(x) && is_nan(y))
                v = F16_CNAN;
            else if (is_nan(x) || is_nan(y))
                v = is_nan(x) ? y : x;
            else
                v = (f16_order(x) < f16_order(y)) == (least >> l & 1) ? x : y;
            out[l] |= v << 16 * h;
        }
    }
    sm70_put(w, op, out, mask);
}

/* Lanes in which the comparison of the halves holds. */
static void compare_halves(struct sm70_warp *w, const struct sm70_op *op, uint32_t r[2])
{
    uint32_t a[2][LANES], b[2][LANES];
    unsigned code = bits(op, 76, 4);

    read_halves(w, op, 0, swizzle_of(op, 0), false, a);
    read_halves(w, op, 1, swizzle_of(op, 1), false, b);
    for (unsigned h = 0; h < 2; h++) {
        r[h] = 0;
        EACH(l) {
            uint32_t x = a[h][l], y = b[h][l];
            bool ordered = !is_nan(x) && !is_nan(y), zeros = !((x | y) & 0x7fff);
            int i = f16_order(x), j = f16_order(y);
            r[h] |= (uint32_t)real_compare(code, ordered && !zeros && i < j, ordered && (zeros || i == j),
                                           ordered && !zeros && i > j) << l;
        }
    }
}

/* HSET2: 1.0 or 0 in each half, joined with a predicate. */
static void exec_hset2(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t r[2], out[LANES], in = sm70_pred(w, op->ps[0]);
    unsigned join = bits(op, 69, 2);

    compare_halves(w, op, r);
    for (unsigned h = 0; h < 2; h++)
        r[h] = sm70_join(r[h], in, join);
    EACH(l)
        out[l] = (r[0] >> l & 1 ? 0x3c00 : 0) | (r[1] >> l & 1 ? 0x3c000000 : 0);
    sm70_put(w, op, out, mask);
}

/* One predicate a half. */
static void exec_hsetp2(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t r[2], in = sm70_pred(w, op->ps[0]);

    compare_halves(w, op, r);
    for (unsigned h = 2; h--;)
        sm70_put_pred(w, op->pd[h], sm70_join(r[h], in, bits(op, 69, 2)), mask);
}

const struct sm70_bodies sm70_f16_bodies[] = {
    { "HADD2", exec_hadd2 }, { "HADD2.F32", exec_hadd2_f32 }, { "HMUL2", exec_hmul2 }, { "HFMA2", exec_hfma2 },
    { "HFMA2.MMA", exec_hfma2 }, { "HMNMX2", exec_hmnmx2 }, { "HSET2.BF", exec_hset2 }, { "HSETP2", exec_hsetp2 },
    { NULL, NULL }
};
