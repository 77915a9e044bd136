/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs of f16, or of bf16 where the word says so.
 */
#include "core.h"
#include "real.h"

#define F16_CNAN 0x7fffu
#define F16_SIGN 0x8000u

/* What the numbers are, and what becomes of a result. */
struct kind { const struct real_format *format; bool ftz, sat, relu; };

/* relu: does bit 79 say that negative results are 0? */
static struct kind kind_of(const struct sm70_op *op, bool relu)
{
    return (struct kind){ .format = bits(op, 85, 1) ? &real_bf16 : &real_f16, .ftz = bits(op, 80, 1),
                          .sat = bits(op, 77, 1), .relu = relu && bits(op, 79, 1) };
}

static bool is_nan(const struct kind *k, uint32_t v)
{
    return (v & 0x7fff) > (0x7fffu >> k->format->fraction << k->format->fraction);
}

static uint32_t flush_half(const struct kind *k, uint32_t v)
{
    return k->ftz && real_tiny(k->format, v) ? v & F16_SIGN : v;
}

/* Where the bits are that say which half of the operand. */
static unsigned swizzle_at(const struct sm70_op *op, unsigned k)
{
    static const unsigned at[] = { 74, 60, 81 };
    const unsigned form = bits(op, 9, 3);
    const bool crossed = bits(op, 0, 9) == 0x31 && (form == 3 || form == 7);    /* the second operand stands behind */

    return at[crossed && k ? 3 - k : k];
}

static unsigned swizzle_of(const struct sm70_op *op, unsigned k)
{
    if (bits(op, 0, 9) == 0x35)         /* HFMA2.MMA, which takes no notice of them */
        return 0;
    return op->s[k].kind == OPERAND_IMM || op->s[k].kind == OPERAND_NONE ? 0 : bits(op, swizzle_at(op, k), 2);
}

/* The two halves of an operand in all lanes: swizzled, without sign, negated, flushed. */
static void read_halves(struct sm70_warp *w, const struct sm70_op *op, unsigned k, const struct kind *kind,
                        uint32_t out[2][LANES])
{
    uint32_t buf[LANES];
    const struct sm70_operand *o = &op->s[k];
    const uint32_t *v = sm70_raw(w, op, o, buf);
    const unsigned how = swizzle_of(op, k);     /* 0 as they are, 2 the low one twice, 3 the high one twice */

    for (unsigned h = 0; h < 2; h++) {
        unsigned from = how == 2 ? 0 : how == 3 ? 16 : 16 * h;
        EACH(l) {
            uint32_t x = v[l] >> from & 0xffff;
            x = ((o->abs ? x & 0x7fff : x) ^ (o->neg ? F16_SIGN : 0)) & 0xffff;
            out[h][l] = flush_half(kind, x);
        }
    }
}

static uint32_t finish_half(const struct kind *k, struct real v)
{
    uint32_t x = (uint32_t)real_to(k->format, v, TO_NEAREST, k->ftz);
    const uint32_t one = k->format == &real_f16 ? 0x3c00 : 0x3f80;

    if (is_nan(k, x))
        return k->sat ? 0 : F16_CNAN;
    if ((k->sat || k->relu) && x >> 15)
        return 0;
    return k->sat && x > one ? one : x;
}

static struct real real_half(const struct kind *k, uint32_t v)
{
    return real_of(k->format, v);
}

/* HADD2 whose first operand is a number of f32, of sm_70 and sm_75, as NVIDIA's code has it to round one to f16: both
 * halves get it (the upper one is an assumption). */
static void hadd2_of_f32(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    const struct kind k = kind_of(op, false);
    uint32_t buf[LANES], b[2][LANES], out[LANES];
    const uint32_t *a = sm70_f32(w, op, 0, buf);

    read_halves(w, op, 1, &k, b);
    EACH(l) {
        struct real v = real_of(&real_f32, a[l]);
        out[l] = 0;
        for (unsigned h = 0; h < 2; h++)
            out[l] |= finish_half(&k, real_add(v, real_half(&k, b[h][l]), TO_NEAREST)) << 16 * h;
    }
    sm70_put(w, op, out, mask);
}

/* HADD2, rounded to nearest, each half for itself. */
static void exec_hadd2(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    const struct kind k = kind_of(op, false);
    uint32_t a[2][LANES], b[2][LANES], out[LANES];

    if (op->s[1].kind == OPERAND_BANK && swizzle_of(op, 1) == 1) {
        sm70_fail(w, op, "a constant of f32 is not known");
        return;
    }
    if (swizzle_of(op, 0) == 1) {
        hadd2_of_f32(w, op, mask);
        return;
    }
    read_halves(w, op, 0, &k, a);
    read_halves(w, op, 1, &k, b);
    EACH(l) {
        out[l] = 0;
        for (unsigned h = 0; h < 2; h++)
            out[l] |= finish_half(&k, real_add(real_half(&k, a[h][l]), real_half(&k, b[h][l]), TO_NEAREST)) << 16 * h;
    }
    sm70_put(w, op, out, mask);
}

/* The low halves' sum, as f32. */
static void exec_hadd2_f32(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    const struct kind k = kind_of(op, false);
    uint32_t a[2][LANES], b[2][LANES], out[LANES];

    if (w->block->program->chip >= SM70_80 && (op->s[0].n != RZ || !op->s[0].neg)) {
        sm70_fail(w, op, "illegal on a GPU: the first operand is not -RZ");
        return;
    }
    read_halves(w, op, 0, &k, a);
    read_halves(w, op, 1, &k, b);
    EACH(l) {
        out[l] = (uint32_t)real_to(&real_f32, real_add(real_half(&k, a[0][l]), real_half(&k, b[0][l]), TO_NEAREST),
                                   TO_NEAREST, false);
        if (k.sat)          /* NaN, too, is 0 */
            out[l] = out[l] >> 31 || out[l] > 0x7f800000 ? 0 : out[l] > 0x3f800000 ? 0x3f800000 : out[l];
    }
    sm70_put(w, op, out, mask);
}

/* HMUL2, rounded to nearest. */
static void exec_hmul2(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    const struct kind k = kind_of(op, false);
    uint32_t a[2][LANES], b[2][LANES], out[LANES];

    read_halves(w, op, 0, &k, a);
    read_halves(w, op, 1, &k, b);
    EACH(l) {
        out[l] = 0;
        for (unsigned h = 0; h < 2; h++)
            out[l] |= finish_half(&k, real_multiply(real_half(&k, a[h][l]), real_half(&k, b[h][l]))) << 16 * h;
    }
    sm70_put(w, op, out, mask);
}

/* HFMA2: one rounding, after the sum. */
static void exec_hfma2(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    const struct kind k = kind_of(op, true);
    uint32_t a[2][LANES], b[2][LANES], c[2][LANES], out[LANES];

    read_halves(w, op, 0, &k, a);
    read_halves(w, op, 1, &k, b);
    read_halves(w, op, 2, &k, c);
    EACH(l) {
        out[l] = 0;
        for (unsigned h = 0; h < 2; h++) {
            struct real p = real_multiply(real_half(&k, a[h][l]), real_half(&k, b[h][l]));
            out[l] |= finish_half(&k, real_add(p, real_half(&k, c[h][l]), TO_NEAREST)) << 16 * h;
        }
    }
    sm70_put(w, op, out, mask);
}

static int f16_order(uint32_t v)
{
    return v & F16_SIGN ? -(int)(v & 0x7fff) - 1 : (int)v;
}

/* Of two halves the lesser or the greater one: -0 is less than 0; a NaN loses to a number, and with .NAN wins. */
static uint32_t choose_half(const struct kind *k, uint32_t x, uint32_t y, bool least, bool any)
{
    if (is_nan(k, x) && is_nan(k, y))
        return F16_CNAN;
    if (is_nan(k, x) || is_nan(k, y))
        return any ? F16_CNAN : is_nan(k, x) ? y : x;
    return (f16_order(x) < f16_order(y)) == least ? x : y;
}

/* HMNMX2. With .XORSIGN the sign of a number is whether those of the registers differ. */
static void exec_hmnmx2(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    const struct kind k = kind_of(op, false);
    const bool any = bits(op, 81, 1), signs = bits(op, 82, 1);
    uint32_t a[2][LANES], b[2][LANES], p[2][LANES], q[2][LANES], out[LANES], least = sm70_pred(w, op->ps[0]);
    struct sm70_op raw = *op;

    if (k.ftz && k.format == &real_bf16) {
        sm70_fail(w, op, "illegal on a GPU: .BF16_V2.FTZ");
        return;
    }
    raw.s[0].abs = raw.s[1].abs = raw.s[0].neg = raw.s[1].neg = false;
    read_halves(w, op, 0, &k, a);
    read_halves(w, op, 1, &k, b);
    read_halves(w, &raw, 0, &k, p);
    read_halves(w, &raw, 1, &k, q);
    EACH(l) {
        out[l] = 0;
        for (unsigned h = 0; h < 2; h++) {
            uint32_t v = choose_half(&k, a[h][l], b[h][l], least >> l & 1, any);
            if (signs && !is_nan(&k, v))
                v = (v & ~F16_SIGN) | ((p[h][l] ^ q[h][l]) & F16_SIGN);
            out[l] |= v << 16 * h;
        }
    }
    sm70_put(w, op, out, mask);
}

/* Lanes in which the comparison of the halves holds. */
static void compare_halves(struct sm70_warp *w, const struct sm70_op *op, uint32_t r[2])
{
    const struct kind k = { .format = &real_f16 };
    uint32_t a[2][LANES], b[2][LANES];
    unsigned code = bits(op, 76, 4);

    read_halves(w, op, 0, &k, a);
    read_halves(w, op, 1, &k, b);
    for (unsigned h = 0; h < 2; h++) {
        r[h] = 0;
        EACH(l) {
            uint32_t x = a[h][l], y = b[h][l];
            bool ordered = !is_nan(&k, x) && !is_nan(&k, y), zeros = !((x | y) & 0x7fff);
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
    { "HADD2.BF16_V2", exec_hadd2 }, { "HMUL2.BF16_V2", exec_hmul2 }, { "HFMA2.BF16_V2", exec_hfma2 },
    { "HFMA2.MMA.BF16_V2", exec_hfma2 }, { "HFMA2.MMA", exec_hfma2 }, { "HMNMX2", exec_hmnmx2 },
    { "HSET2.BF", exec_hset2 }, { "HSETP2", exec_hsetp2 }, { NULL, NULL }
};
