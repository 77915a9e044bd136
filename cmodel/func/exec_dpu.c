/* SPDX-License-Identifier: Apache-2.0
 *
 * Body of the fp64 unit's instructions. Operands are pairs of rows.
 *
 * Rounded to nearest, the host's IEEE arithmetic gives the same bits whenever the result is not a NaN; then and only
 * then it is used. The definitions are in f64.h.
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

/* Sign changes; those of NaN are undone by the definitions, which look at the operand as it was. */
struct signs { uint64_t keep, flip; };

static uint64_t apply_signs(uint64_t x, struct signs m) { return (x & m.keep) ^ m.flip; }

static struct signs signs_of(const struct gt_src *src)
{
    struct signs m = {src->abs ? F64_ABS : ~0ull, src->neg ? F64_SIGN : 0};
    return m;
}

#define LANES GT_EACH_LANE

/* Nearest, on the host; the return value tells whether a result is a NaN. */
static bool host_add(const struct wide *a, const struct wide *c, struct signs sa, struct signs sc, struct wide *r)
{
    uint64_t nan = 0;
    LANES {
        double d = as_double(apply_signs(a->v[i], sa)) + as_double(apply_signs(c->v[i], sc));
        r->v[i] = bits_of(d);
        nan |= d != d;
    }
    return nan != 0;
}

static bool host_mul(const struct wide *a, const struct wide *b, struct signs sa, struct wide *r)
{
    uint64_t nan = 0;
    LANES {
        double d = as_double(apply_signs(a->v[i], sa)) * as_double(b->v[i]);
        r->v[i] = bits_of(d);
        nan |= d != d;
    }
    return nan != 0;
}

#define FMA_LANES \
    uint64_t nan = 0; \
    LANES { \
        double d = fma(as_double(apply_signs(a->v[i], sa)), as_double(b->v[i]), as_double(apply_signs(c->v[i], sc))); \
        r->v[i] = bits_of(d); \
        nan |= d != d; \
    } \
    return nan != 0

static bool fma_library(const struct wide *a, const struct wide *b, const struct wide *c, struct signs sa,
                        struct signs sc, struct wide *r)
{
    FMA_LANES;
}

#ifdef GT_HAVE_AVX2
__attribute__((target("avx2,fma"))) static bool fma_hardware(const struct wide *a, const struct wide *b,
                                                             const struct wide *c, struct signs sa, struct signs sc,
                                                             struct wide *r)
{
    FMA_LANES;
}
#endif

static bool host_fma(const struct wide *a, const struct wide *b, const struct wide *c, struct signs sa, struct signs sc,
                     struct wide *r)
{
#ifdef GT_HAVE_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return fma_hardware(a, b, c, sa, sc, r);
#endif
    return fma_library(a, b, c, sa, sc, r);
}

/* One lane by definition. */
static uint64_t compute_lane(const struct gt_insn *in, uint64_t a, uint64_t b, uint64_t c)
{
    a = f64_prep(a, in->src[0].abs, in->src[0].neg);
    b = f64_prep(b, in->src[1].abs, in->src[1].neg);
    c = f64_prep(c, in->src[2].abs, in->src[2].neg);
    switch (in->op) {
    case GT_OP_DFMA: return f64_fma(a, b, c, in->rnd);
    case GT_OP_DADD: return f64_add(a, b, in->rnd);
    case GT_OP_DMUL: return f64_mul(a, b, in->rnd);
    case GT_OP_DSET: return in->cmp >> f64_relation(a, b) & 1 ? 0xffffffff : 0;
    default:         return f64_minmax(a, b, in->op == GT_OP_DMAX);
    }
}

/* By host arithmetic where that is exact, else lane by lane by the definition in f64.h. */
static void compute_rows(const struct gt_insn *in, const struct wide s[3], struct wide *r)
{
    struct signs sa = signs_of(&in->src[0]), sb = signs_of(&in->src[1]), sc = signs_of(&in->src[2]);
    bool nearest = in->rnd == F32_RN, again;
    switch (in->op) {
    case GT_OP_DFMA: again = !nearest || host_fma(&s[0], &s[1], &s[2], sa, sc, r); break;
    case GT_OP_DADD: again = !nearest || host_add(&s[0], &s[1], sa, sb, r); break;
    case GT_OP_DMUL: again = !nearest || host_mul(&s[0], &s[1], sa, r); break;
    default:         again = true; break;
    }
    if (again)
        LANES r->v[i] = compute_lane(in, s[0].v[i], s[1].v[i], s[2].v[i]);
}

/* Conversions from or to a 64-bit type; over: the lanes in which F2I overflowed. */
static void convert_rows(const struct gt_insn *in, const struct wide *s, struct wide *r, uint8_t *over)
{
    struct cvt64_mode m = {.neg = in->src[0].neg, .abs = in->src[0].abs, .ssigned = in->ssigned, .s64 = in->s32,
                           .dsigned = in->dsigned, .d64 = in->d32, .rint = in->rint, .rnd = in->rnd};
    LANES {
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
    LANES {
        uint64_t v = r->v[i];
        if (integer)
            cc[i] = (uint8_t)((v == 0) | (v >> (wide ? 63 : 31) & 1) << 1 | over[i] << 3);
        else
            cc[i] = wide ? cc_f64(v) : cc_f32((uint32_t)v);
    }
}

/* All fp64 instructions: gather pairs of registers, compute 32 lanes, write the pair (or one word) and flags. */
bool gt_body_dpu(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec, struct gt_effect *eff)
{
    const struct gt_insn *in = u->in;
    _Alignas(32) uint32_t buf[32], out[2][32];
    uint8_t over[32] = {0}, flags[32];
    struct wide s[3], r;
    for (int k = 0; k < 3; k++) {
        if (k >= u->nsrc && in->op != GT_OP_DFMA) {
            memset(&s[k], 0, sizeof s[k]);
            continue;
        }
        const uint32_t *hi = gt_zero_row, *lo = gt_zero_row;
        if (in->src[k].kind == GT_K_R64) {
            lo = gt_row(w, u->sidx[k]);
            hi = gt_row(w, u->sidx[k] + 1u);
        } else if (k < u->nsrc && !(lo = gt_source(c, w, u, k, exec, buf, eff))) {
            return false;
        }
        LANES
            s[k].v[i] = lo[i] | (uint64_t)hi[i] << 32;
    }
    bool cvt = in->op == GT_OP_I2F64 || in->op == GT_OP_F2I64 || in->op == GT_OP_F2F64;
    bool wide = cvt ? in->d32 : in->op != GT_OP_DSET;
    if (cvt)
        convert_rows(in, &s[0], &r, over);
    else
        compute_rows(in, s, &r);
    LANES {
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
