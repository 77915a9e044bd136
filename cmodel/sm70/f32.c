/* SPDX-License-Identifier: Apache-2.0
 *
 * f32. To nearest the host's arithmetic is used, which rounds as IEEE 754 says; other modes go by real.h.
 */
#include "core.h"
#include "real.h"

#include <math.h>

#define F32_CNAN 0x7fffffffu
#define F32_SIGN 0x80000000u

static float as_float(uint32_t v) { float f; memcpy(&f, &v, 4); return f; }
static uint32_t as_bits(float f) { uint32_t v; memcpy(&v, &f, 4); return v; }
static bool is_nan(uint32_t v) { return (v & ~F32_SIGN) > 0x7f800000; }

static uint32_t flush_f32(uint32_t v, bool ftz)
{
    return ftz && !(v & 0x7f800000) ? v & F32_SIGN : v;
}

struct mode { bool ftz, sat; enum real_round round; };

static struct mode mode_of(const struct sm70_op *op)
{
    return (struct mode){ bits(op, 80, 1), bits(op, 77, 1), (enum real_round)bits(op, 78, 2) };
}

static uint32_t finish_f32(uint32_t v, const struct mode *m)
{
    if (is_nan(v))
        return m->sat ? 0 : F32_CNAN;
    v = flush_f32(v, m->ftz);
    if (m->sat)
        v = v >> 31 ? 0 : v > 0x3f800000 ? 0x3f800000 : v;
    return v;
}

static struct real real_of_f32(uint32_t v)
{
    return real_of(&real_f32, v);
}

/* a + b in the instruction's mode; subnormals are flushed where .FTZ says so. */
static uint32_t add_f32(uint32_t a, uint32_t b, const struct mode *m)
{
    uint32_t v;

    a = flush_f32(a, m->ftz);
    b = flush_f32(b, m->ftz);
    if (m->round == TO_NEAREST)
        v = as_bits(as_float(a) + as_float(b));
    else
        v = (uint32_t)real_to(&real_f32, real_add(real_of_f32(a), real_of_f32(b), m->round), m->round, m->ftz);
    return finish_f32(v, m);
}

/* a * b in the instruction's mode. */
static uint32_t multiply_f32(uint32_t a, uint32_t b, const struct mode *m)
{
    uint32_t v;

    a = flush_f32(a, m->ftz);
    b = flush_f32(b, m->ftz);
    if (m->round == TO_NEAREST && !m->ftz)
        v = as_bits(as_float(a) * as_float(b));
    else
        v = (uint32_t)real_to(&real_f32, real_multiply(real_of_f32(a), real_of_f32(b)), m->round, m->ftz);
    return finish_f32(v, m);
}

/* a * b + c, rounded once. */
static uint32_t fuse_f32(uint32_t a, uint32_t b, uint32_t c, const struct mode *m)
{
    uint32_t v;

    a = flush_f32(a, m->ftz);
    b = flush_f32(b, m->ftz);
    c = flush_f32(c, m->ftz);
    if (m->round == TO_NEAREST && !m->ftz) {
        v = as_bits(fmaf(as_float(a), as_float(b), as_float(c)));
    } else {
        struct real p = real_multiply(real_of_f32(a), real_of_f32(b));
        v = (uint32_t)real_to(&real_f32, real_add(p, real_of_f32(c), m->round), m->round, m->ftz);
    }
    return finish_f32(v, m);
}

#define SOURCES(n) uint32_t buf_[n][LANES], out[LANES]
#define F32(k) sm70_f32(w, op, k, buf_[k])

BY_VECTORS static void exec_fadd(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(2);
    const uint32_t *a = F32(0), *b = F32(1);
    const struct mode m = mode_of(op);

    EACH(l)
        out[l] = add_f32(a[l], b[l], &m);
    sm70_put(w, op, out, mask);
}

BY_VECTORS static void exec_fmul(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(2);
    const uint32_t *a = F32(0), *b = F32(1);
    const struct mode m = mode_of(op);

    EACH(l)
        out[l] = multiply_f32(a[l], b[l], &m);
    sm70_put(w, op, out, mask);
}

BY_VECTORS static void exec_ffma(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(3);
    const uint32_t *a = F32(0), *b = F32(1), *c = F32(2);
    const struct mode m = mode_of(op);

    if (m.round == TO_NEAREST && !m.ftz && !m.sat)
        EACH(l) {
            const uint32_t v = as_bits(fmaf(as_float(a[l]), as_float(b[l]), as_float(c[l])));
            out[l] = is_nan(v) ? F32_CNAN : v;
        }
    else
        EACH(l)
            out[l] = fuse_f32(a[l], b[l], c[l], &m);
    sm70_put(w, op, out, mask);
}

/* As integers that are in the order of the numbers, -0 below +0. */
static int64_t f32_order(uint32_t v)
{
    return v >> 31 ? -(int64_t)(v & ~F32_SIGN) - 1 : (int64_t)v;
}

/* FMNMX: a NaN loses to a number, and with .NAN wins; -0 is less than 0. With .XORSIGN its sign is
 * whether those of the registers differ. */
static void exec_fmnmx(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(2);
    const uint32_t *a = F32(0), *b = F32(1);
    uint32_t least = sm70_pred(w, op->ps[0]), raw[2][LANES];
    bool ftz = bits(op, 80, 1), any = bits(op, 81, 1), signs = bits(op, 82, 1);
    const uint32_t *p = sm70_raw(w, op, &op->s[0], raw[0]), *q = sm70_raw(w, op, &op->s[1], raw[1]);

    EACH(l) {
        uint32_t x = flush_f32(a[l], ftz), y = flush_f32(b[l], ftz);
        if (is_nan(x) && (any || is_nan(y)))
            out[l] = F32_CNAN;
        else if (any && is_nan(y))
            out[l] = F32_CNAN;
        else if (is_nan(x) || is_nan(y))
            out[l] = is_nan(x) ? y : x;
        else
            out[l] = (f32_order(x) < f32_order(y)) == (least >> l & 1) ? x : y;
        if (signs && !is_nan(out[l]))
            out[l] = (out[l] & ~F32_SIGN) | ((p[l] ^ q[l]) & F32_SIGN);
    }
    sm70_put(w, op, out, mask);
}

static void exec_fsel(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    SOURCES(2);
    const uint32_t *a = F32(0), *b = F32(1);
    uint32_t p = sm70_pred(w, op->ps[0]);
    bool ftz = bits(op, 80, 1);

    EACH(l)
        out[l] = flush_f32(p >> l & 1 ? a[l] : b[l], ftz);
    sm70_put(w, op, out, mask);
}

/* Lanes in which the comparison holds. */
static uint32_t compare_lanes(struct sm70_warp *w, const struct sm70_op *op)
{
    uint32_t buf_[2][LANES], r = 0;
    const uint32_t *a = F32(0), *b = F32(1);
    unsigned code = bits(op, 76, 4);
    bool ftz = bits(op, 80, 1);

    EACH(l) {
        float x = as_float(flush_f32(a[l], ftz)), y = as_float(flush_f32(b[l], ftz));
        r |= (uint32_t)real_compare(code, x < y, x == y, x > y) << l;
    }
    return r;
}

static void exec_fset(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t out[LANES], r = sm70_join(compare_lanes(w, op), sm70_pred(w, op->ps[0]), bits(op, 74, 2));

    EACH(l)
        out[l] = r >> l & 1 ? 0x3f800000 : 0;
    sm70_put(w, op, out, mask);
}

static void exec_fsetp(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t r = compare_lanes(w, op), in = sm70_pred(w, op->ps[0]);

    sm70_put_pred(w, op->pd[1], sm70_join(~r, in, bits(op, 74, 2)), mask);
    sm70_put_pred(w, op->pd[0], sm70_join(r, in, bits(op, 74, 2)), mask);
}

/* Does a / b need more than a reciprocal and Newton steps? */
bool sm70_fchk_value(uint32_t a, uint32_t b)
{
    int ea = (int)(a >> 23 & 255), eb = (int)(b >> 23 & 255);

    if (ea == 255 || eb == 255 || eb == 0)
        return true;
    return eb > 251 || eb < 2 || ea - eb > 126 || ea - eb < -124 || ea < 25;
}

static void exec_fchk(struct sm70_warp *w, const struct sm70_op *op, uint32_t mask)
{
    uint32_t buf_[2][LANES], r = 0;
    const uint32_t *a = F32(0), *b = F32(1);

    EACH(l)
        r |= (uint32_t)sm70_fchk_value(a[l], b[l]) << l;
    sm70_put_pred(w, op->pd[0], r, mask);
}

const struct sm70_bodies sm70_f32_bodies[] = {
    { "FADD", exec_fadd }, { "FMUL", exec_fmul }, { "FFMA", exec_ffma }, { "FMNMX", exec_fmnmx }, { "FSEL", exec_fsel },
    { "FSET.BF", exec_fset }, { "FSETP", exec_fsetp }, { "FCHK", exec_fchk }, { NULL, NULL }
};
