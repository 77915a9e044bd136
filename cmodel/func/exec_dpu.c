/* SPDX-License-Identifier: Apache-2.0
 *
 * Body of the fp64 unit's instructions (NUMERICS section 8). Operands are pairs of rows.
 *
 * Rounded to nearest, the host's IEEE arithmetic gives the same bits whenever the result is not a NaN; then and only then it is
 * used. The definitions are in f64.h.
 */
#include <math.h>
#include <string.h>

#include "f64.h"
#include "fault.h"
#include "micro.h"

/* Operand i of all lanes. */
struct wide { uint64_t v[32]; };

static double as_double(uint64_t x)
{
    double d;
    memcpy(&d, &x, sizeof d);
    return d;
}

static uint64_t bits_of(double d)
{
    uint64_t x;
    memcpy(&x, &d, sizeof x);
    return x;
}

static void prepare(struct wide *s, const struct gt_src *src)
{
    for (int i = 0; i < 32; i++)
        s->v[i] = f64_prep(s->v[i], src->abs, src->neg);
}

static void do_fma(const struct wide *a, const struct wide *b, const struct wide *c, struct wide *r, unsigned rm)
{
    for (int i = 0; i < 32; i++) {
        double d = rm == F32_RN ? fma(as_double(a->v[i]), as_double(b->v[i]), as_double(c->v[i])) : NAN;
        r->v[i] = d == d ? bits_of(d) : f64_fma(a->v[i], b->v[i], c->v[i], rm);
    }
}

static void do_add(const struct wide *a, const struct wide *c, struct wide *r, unsigned rm)
{
    for (int i = 0; i < 32; i++) {
        double d = rm == F32_RN ? as_double(a->v[i]) + as_double(c->v[i]) : NAN;
        r->v[i] = d == d ? bits_of(d) : f64_add(a->v[i], c->v[i], rm);
    }
}

static void do_mul(const struct wide *a, const struct wide *b, struct wide *r, unsigned rm)
{
    for (int i = 0; i < 32; i++) {
        double d = rm == F32_RN ? as_double(a->v[i]) * as_double(b->v[i]) : NAN;
        r->v[i] = d == d ? bits_of(d) : f64_mul(a->v[i], b->v[i], rm);
    }
}

static void arithmetic(const struct gt_insn *in, struct wide s[3], struct wide *r)
{
    for (int k = 0; k < 3; k++)
        prepare(&s[k], &in->src[k]);
    switch (in->op) {
    case GT_OP_DFMA: do_fma(&s[0], &s[1], &s[2], r, in->rnd); break;
    case GT_OP_DADD: do_add(&s[0], &s[1], r, in->rnd); break;
    case GT_OP_DMUL: do_mul(&s[0], &s[1], r, in->rnd); break;
    case GT_OP_DSET:
        for (int i = 0; i < 32; i++)
            r->v[i] = in->cmp >> f64_relation(s[0].v[i], s[1].v[i]) & 1 ? 0xffffffff : 0;
        break;
    default:
        for (int i = 0; i < 32; i++)
            r->v[i] = f64_minmax(s[0].v[i], s[1].v[i], in->op == GT_OP_DMAX);
        break;
    }
}

static void convert(const struct gt_insn *in, const struct wide *s, struct wide *r, uint8_t *over)
{
    struct cvt64_mode m = {.neg = in->src[0].neg, .abs = in->src[0].abs, .ssigned = in->ssigned, .s64 = in->s32,
                           .dsigned = in->dsigned, .d64 = in->d32, .rint = in->rint, .rnd = in->rnd};
    for (int i = 0; i < 32; i++) {
        bool o = false;
        switch (in->op) {
        case GT_OP_I2F64: r->v[i] = cvt64_i2f(s->v[i], m); break;
        case GT_OP_F2I64: r->v[i] = cvt64_f2i(s->v[i], m, &o); break;
        default:          r->v[i] = cvt64_f2f(s->v[i], m); break;
        }
        over[i] = o;
    }
}

/* dkind: of the result; integer: it is one. */
static void flags_of(const struct wide *r, bool wide, bool integer, const uint8_t *over, uint8_t *cc)
{
    for (int i = 0; i < 32; i++) {
        uint64_t v = r->v[i];
        if (integer)
            cc[i] = (uint8_t)((v == 0) | (v >> (wide ? 63 : 31) & 1) << 1 | over[i] << 3);
        else
            cc[i] = wide ? cc_f64(v) : cc_f32((uint32_t)v);
    }
}

bool gt_body_dpu(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    const struct gt_insn *in = u->in;
    _Alignas(32) uint32_t buf[32], out[2][32];
    uint8_t over[32] = {0}, flags[32];
    struct wide s[3], r;
    for (int k = 0; k < 3; k++) {
        const uint32_t *hi = gt_zero_row, *lo = gt_zero_row;
        if (in->src[k].kind == GT_K_R64) {
            lo = gt_row(w, u->sidx[k]);
            hi = gt_row(w, u->sidx[k] + 1u);
        } else if (k < u->nsrc && !(lo = gt_source(c, w, u, k, exec, buf, eff))) {
            return false;
        }
        for (int i = 0; i < 32; i++)
            s[k].v[i] = lo[i] | (uint64_t)hi[i] << 32;
    }
    bool cvt = in->op == GT_OP_I2F64 || in->op == GT_OP_F2I64 || in->op == GT_OP_F2F64;
    bool wide = cvt ? in->d32 : in->op != GT_OP_DSET;
    if (cvt)
        convert(in, &s[0], &r, over);
    else
        arithmetic(in, s, &r);
    for (int i = 0; i < 32; i++) {
        out[0][i] = (uint32_t)r.v[i];
        out[1][i] = (uint32_t)(r.v[i] >> 32);
    }
    for (unsigned k = 0; u->dkind != GT_K_NONE && k < (wide ? 2u : 1u); k++)
        if (u->dst + k < w->nregs)
            u->kn->blend32(w->regs + (u->dst + k) * 32, out[k], exec);
    if (in->cdst_en) {
        flags_of(&r, wide, in->op == GT_OP_F2I64 || in->op == GT_OP_DSET, over, flags);
        u->kn->blend8(w->creg[u->cdst], flags, exec);
    }
    if (in->ainc)
        gt_autoinc(w, in, exec);
    if (eff) {
        memcpy(eff->result, out, sizeof out);
        if (in->cdst_en)
            memcpy(eff->cc, flags, sizeof flags);
    }
    return true;
}
