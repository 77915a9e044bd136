/* SPDX-License-Identifier: Apache-2.0
 *
 * Rules on one instruction and what made its sources: constants are computed, identities vanish, comparisons of
 * comparisons become one, additions of products become multiply-adds. Needs SSA form.
 */
#include "ir.h"

#include <string.h>

static const struct opnd none;

static bool is_plain(const struct opnd *o)
{
    return o->kind == O_REG && !o->half && !o->neg && !o->abs && !o->inv;
}

static bool is_imm(const struct opnd *o, uint32_t v)
{
    return o->kind == O_IMM && !o->neg && !o->abs && !o->inv && o->imm == v;
}

static struct minst *maker_of(const struct fn *f, const struct opnd *o)
{
    struct minst *d = is_plain(o) ? f->vr.v[o->v].def : NULL;
    return d && d->pred < 0 && !d->vol && d->dst == o->v && d->dw == 1 ? d : NULL;
}

static bool one_use(const struct fn *f, const struct opnd *o) { return f->vr.v[o->v].nuses == 1; }

/* A source may be read later than where it stands only if it still has that value: always so in SSA form. */
static bool is_steady(const struct fn *f, const struct opnd *o)
{
    return o->kind == O_IMM || o->kind == O_SMEM ||
           (o->kind == O_REG && (f->vr.v[o->v].ndefs == 1 || (o->v == f->tid && !f->vr.v[o->v].ndefs)));
}

static bool turn_into(struct minst *m, enum mop op, enum vtype type, struct opnd a, struct opnd b)
{
    mi_kind(m, op, type);
    m->src[0] = a;
    m->src[1] = b;
    m->src[2] = none;
    return true;
}

static bool become_mov(struct minst *m, struct opnd a) { return turn_into(m, M_MOV, V_B32, a, none); }

/* ---- constants --------------------------------------------------------------------------------------------- */

static bool constant_of(const struct opnd *o, uint32_t *v)
{
    if (o->kind != O_IMM || o->neg || o->abs)
        return false;
    *v = o->half == HALF_LO ? o->imm & 0xffff : o->half == HALF_HI ? o->imm >> 16 : o->imm;
    if (o->inv)
        *v = ~*v;
    return true;
}

static bool eval_set(const struct minst *m, uint32_t a, uint32_t b, uint32_t *out)
{
    bool less = m->type == V_S32 ? (int32_t)a < (int32_t)b : a < b;
    unsigned order = a == b ? MC_E : less ? MC_L : MC_G;
    if (m->type != V_S32 && m->type != V_U32)
        return false;
    *out = m->cond & order ? 0xffffffffu : 0;
    return true;
}

/* A constant source, perhaps one that a mov put into a register. */
static bool value_of(const struct fn *f, const struct opnd *o, uint32_t *v)
{
    struct opnd x = *o;
    if (x.kind != O_REG)
        return constant_of(o, v);
    x.half = 0;
    x.neg = x.abs = x.inv = false;
    const struct minst *d = maker_of(f, &x);
    if (!d || d->op != M_MOV || d->src[0].kind != O_IMM)
        return false;
    x = *o;
    x.kind = O_IMM;
    x.imm = d->src[0].imm;
    return constant_of(&x, v);
}

/* Value of m when all of its sources are constants; false: they are not, or m is not computed here. */
static bool fold_constants(const struct fn *f, const struct minst *m, uint32_t *out)
{
    uint32_t a = 0, b = 0;
    if (!value_of(f, &m->src[0], &a) && m->op != M_MOV2)
        return false;
    if (m->src[1].kind != O_NONE && !value_of(f, &m->src[1], &b))
        return false;
    if (m->src[2].kind != O_NONE || m->sat)
        return false;
    switch (m->op) {
    case M_ADD: *out = a + b; return true;
    case M_SUB: *out = a - b; return true;
    case M_SUBR: *out = b - a; return true;
    case M_AND: *out = a & b; return true;
    case M_OR: *out = a | b; return true;
    case M_XOR: *out = a ^ b; return true;
    case M_MOV2: *out = b; return true;
    case M_SHL: *out = b > 31 ? 0 : a << b; return true;
    case M_SHR:
        *out = m->type == V_S32 ? (uint32_t)((int32_t)a >> (b > 31 ? 31 : b)) : b > 31 ? 0 : a >> b;
        return true;
    case M_MUL32: *out = a * b; return true;
    case M_MULHI:
        *out = m->type == V_S32 ? (uint32_t)(((int64_t)(int32_t)a * (int32_t)b) >> 32)
                                : (uint32_t)(((uint64_t)a * b) >> 32);
        return true;
    case M_MIN: case M_MAX: {
        bool less = m->type == V_S32 ? (int32_t)a < (int32_t)b : a < b;
        *out = less == (m->op == M_MIN) ? a : b;
        return true;
    }
    case M_SET: return eval_set(m, a, b, out);
    case M_CVT:
        if (mi_converts(m, V_U32, V_U16))
            *out = a & 0xffff;
        else if (mi_converts(m, V_S32, V_S16))
            *out = (uint32_t)(int32_t)(int16_t)a;
        else if (mi_converts(m, V_S32, V_S8W))
            *out = (uint32_t)(int32_t)(int8_t)a;
        else
            return false;
        return true;
    }
    return false;
}

/* ---- comparisons --------------------------------------------------------------------------------------------- */

/* All ones or zero. */
static const struct minst *mask_maker(const struct fn *f, const struct opnd *o)
{
    const struct minst *d = maker_of(f, o);
    return d && (d->op == M_SET || d->op == M_FSET) && is_steady(f, &d->src[0]) &&
                   (d->src[1].kind == O_CMEM || is_steady(f, &d->src[1]))
               ? d
               : NULL;
}

/* The comparison of d, or its opposite; unordered floats included. */
static void copy_set(struct minst *m, const struct minst *d, bool opposite)
{
    memcpy(m->src, d->src, sizeof m->src);
    mi_copy_kind(m, d);
    if (opposite)
        m->cond = (uint8_t)(d->cond ^ (d->op == M_FSET ? MC_LG | MC_E | MC_U : MC_LG | MC_E));
}

/* A comparison that always holds has no opposite: "never" is none. */
static bool legal_condition(const struct minst *d, bool opposite)
{
    return !opposite || d->op == M_SET || d->cond != (MC_LG | MC_E | MC_U);
}

static bool is_equality(const struct minst *m) { return m->op == M_SET && (m->cond == MC_E || m->cond == MC_LG); }

/* set.{e,lg}(x, 0) where x tells whether another comparison held: take that one. */
static bool set_of_set(struct fn *f, struct minst *m)
{
    if (!is_equality(m) || m->src[1].kind != O_IMM || m->src[1].half)
        return false;
    const struct minst *d = mask_maker(f, &m->src[0]), *a = maker_of(f, &m->src[0]);
    uint32_t yes = 0xffffffffu;
    if (!d && a && a->op == M_AND && a->src[1].kind == O_IMM && a->src[1].imm) {
        d = mask_maker(f, &a->src[0]);
        yes = a->src[1].imm;
    }
    if (!d || (m->src[1].imm && m->src[1].imm != yes))
        return false;
    bool opposite = m->src[1].imm ? m->cond == MC_LG : m->cond == MC_E;
    if (!legal_condition(d, opposite))
        return false;
    copy_set(m, d, opposite);
    return true;
}

/* The high word is the sign of the low one (or both are constants of that kind). */
static bool sign_of(const struct fn *f, const struct opnd *hi, const struct opnd *lo)
{
    uint32_t h, l;
    if (constant_of(hi, &h) && constant_of(lo, &l))
        return h == (uint32_t)((int32_t)l >> 31);
    const struct minst *d = maker_of(f, hi);
    return d && d->op == M_SHR && d->type == V_S32 && is_imm(&d->src[1], 31) && op_equal(&d->src[0], lo);
}

/* or(and(set.e(ah, bh), set.C.u32(al, bl)), set.c.s32(ah, bh)) with sign-extended a and b is set.C.s32(al, bl). */
static bool wide_order(struct fn *f, struct minst *m)
{
    if (m->op != M_OR)
        return false;
    const struct minst *both = maker_of(f, &m->src[0]), *high = maker_of(f, &m->src[1]);
    if (!both || both->op != M_AND) {
        const struct minst *t = both;
        both = high;
        high = t;
    }
    if (!both || !high || both->op != M_AND || high->op != M_SET || high->type != V_S32)
        return false;
    const struct minst *e = maker_of(f, &both->src[0]), *low = maker_of(f, &both->src[1]);
    if (e && low && (e->op != M_SET || e->cond != MC_E)) {
        const struct minst *t = e;
        e = low;
        low = t;
    }
    if (!e || !low || e->op != M_SET || e->cond != MC_E || e->type != V_U32 || low->op != M_SET || low->type != V_U32)
        return false;
    if ((high->cond != MC_L && high->cond != MC_G) || (low->cond & ~MC_E) != high->cond)
        return false;
    const struct opnd *al = &low->src[0], *bl = &low->src[1], *ah = &high->src[0], *bh = &high->src[1];
    bool same = op_equal(&e->src[0], ah) && op_equal(&e->src[1], bh),
         crossed = op_equal(&e->src[1], ah) && op_equal(&e->src[0], bh);
    if ((!same && !crossed) || !sign_of(f, ah, al) || !sign_of(f, bh, bl) || !is_steady(f, al) || !is_steady(f, bl))
        return false;
    unsigned cond = low->cond;
    turn_into(m, M_SET, V_S32, *al, *bl);
    m->cond = (uint8_t)cond;
    return true;
}

/* or(and(set.e(h, 0), low), set.g.u32(h, 0)) is or(low, set.g.u32(h, 0)): where h is not zero, it is above. */
static bool above_zero(struct fn *f, struct minst *m)
{
    for (int i = 0; m->op == M_OR && i < 2; i++) {
        const struct minst *high = maker_of(f, &m->src[i]), *both = maker_of(f, &m->src[1 - i]);
        if (!high || !both || high->op != M_SET || high->type != V_U32 || both->op != M_AND ||
            (high->cond != MC_G && high->cond != MC_LG) || !is_imm(&high->src[1], 0))
            continue;
        for (int k = 0; k < 2; k++) {
            const struct minst *e = maker_of(f, &both->src[k]);
            const struct opnd *low = &both->src[1 - k];
            if (e && e->op == M_SET && e->type == V_U32 && e->cond == MC_E && is_imm(&e->src[1], 0) &&
                op_equal(&e->src[0], &high->src[0]) && is_plain(low) && is_steady(f, low)) {
                m->src[1 - i] = *low;
                return true;
            }
        }
    }
    return false;
}

/* set.{e,lg}(xor(a, b), 0): of a and b. With or(xor(al, bl), xor(ah, bh)) and sign-extended a, b: of the low words. */
static bool set_of_xor(struct fn *f, struct minst *m)
{
    if (!is_equality(m) || !is_imm(&m->src[1], 0))
        return false;
    const struct minst *x = maker_of(f, &m->src[0]);
    if (x && x->op == M_OR) {
        const struct minst *p = maker_of(f, &x->src[0]), *q = maker_of(f, &x->src[1]);
        if (!p || !q || p->op != M_XOR || q->op != M_XOR)
            return false;
        if (sign_of(f, &q->src[0], &p->src[0]) && sign_of(f, &q->src[1], &p->src[1]))
            x = p;
        else if (sign_of(f, &p->src[0], &q->src[0]) && sign_of(f, &p->src[1], &q->src[1]))
            x = q;
        else
            return false;
    }
    if (!x || x->op != M_XOR || x->src[0].inv || x->src[1].inv || !is_steady(f, &x->src[0]) ||
        !is_steady(f, &x->src[1]))
        return false;
    m->src[0] = x->src[0];
    m->src[1] = x->src[1];
    return true;
}

/* Comparisons of values extended from 16 bits: the 16-bit comparison. */
static bool narrow_compare(struct fn *f, struct minst *m)
{
    if (m->op != M_SET || m->dst >= 0 || vtype_size((enum vtype)m->type) != 4)   /* its result would be 16 bits */
        return false;
    bool eq = is_equality(m);
    const struct minst *a = maker_of(f, &m->src[0]), *b = maker_of(f, &m->src[1]);
    if (!a || a->op != M_CVT || a->cdst >= 0 || !is_steady(f, &a->src[0]) || a->src[0].kind != O_REG ||
        a->src[0].half != HALF_LO)
        return false;
    bool s = mi_converts(a, V_S32, V_S16);
    if ((!s && !mi_converts(a, V_U32, V_U16)) || (!eq && s != (m->type == V_S32)))
        return false;
    uint32_t v;
    struct opnd y;
    if (b && mi_same_kind(b, a) && is_steady(f, &b->src[0]) && b->src[0].kind == O_REG && b->src[0].half == HALF_LO) {
        y = b->src[0];
    } else if (constant_of(&m->src[1], &v) && (s ? (uint32_t)(int32_t)(int16_t)v == v : v <= 0xffff) && v) {
        y = op_imm(v & 0xffff);
    } else {
        return false;
    }
    m->type = s ? V_S16 : V_U16;
    m->src[0] = a->src[0];
    m->src[1] = y;
    return true;
}

/* ---- identities ------------------------------------------------------------------------------------------------ */

/* op(op(x, c1), c2) = op(x, c). */
static bool reassociate_constants(struct fn *f, struct minst *m)
{
    uint32_t c1, c2, c;
    const struct minst *d = maker_of(f, &m->src[0]);
    if (!d || d->op != m->op || !constant_of(&m->src[1], &c2) || !constant_of(&d->src[1], &c1) || !mi_same_kind(d, m) ||
        !is_steady(f, &d->src[0]) || (m->op == M_ADD && m->sat))
        return false;
    switch (m->op) {
    case M_ADD: c = c1 + c2; break;
    case M_AND: c = c1 & c2; break;
    case M_OR: c = c1 | c2; break;
    case M_XOR: c = c1 ^ c2; break;
    case M_SHL: case M_SHR: c = c1 > LIMIT_SHIFT || c2 > LIMIT_SHIFT - c1 ? LIMIT_SHIFT : c1 + c2; break;
    default: return false;
    }
    m->src[0] = d->src[0];
    m->src[1] = op_imm(c);
    return true;
}

static bool turn_into_extension(struct minst *m, enum vtype from, struct opnd a)
{
    turn_into(m, M_CVT, V_S32, a, none);
    m->stype = (uint8_t)from;
    return true;
}

/* Shifts up and down again. */
static bool shift_pair(struct fn *f, struct minst *m)
{
    const struct minst *d = maker_of(f, &m->src[0]);
    if (m->op != M_SHR || m->src[1].kind != O_IMM || !d || d->op != M_SHL || !op_equal(&d->src[1], &m->src[1]) ||
        !is_plain(&d->src[0]))
        return false;
    uint32_t n = m->src[1].imm;
    struct opnd x = d->src[0];
    bool s = m->type == V_S32;
    if (n == 0 || n > 31)
        return false;
    if (!s)
        return turn_into(m, M_AND, V_B32, x, op_imm(0xffffffffu >> n));
    if (n == 16) {
        x.half = HALF_LO;
        return turn_into_extension(m, V_S16, x);
    }
    if (n == 24)
        return turn_into_extension(m, V_S8W, x);
    return false;
}

/* An extension of what is extended already, or is small enough, becomes a copy. */
static bool drop_extension(struct fn *f, struct minst *m)
{
    if (m->op != M_CVT || m->src[0].kind != O_REG || m->src[0].neg || m->src[0].abs)
        return false;
    bool u16 = mi_converts(m, V_U32, V_U16), s16 = mi_converts(m, V_S32, V_S16), s8 = mi_converts(m, V_S32, V_S8W);
    struct opnd x = m->src[0];
    if ((u16 || s16) && x.half != HALF_LO)
        return false;
    if ((!u16 && !s16 && !s8) || x.v == f->tid)
        return false;
    x.half = HALF_NONE;
    const struct minst *d = maker_of(f, &x);
    bool ld = d && (d->op == M_LDC || d->op == M_LDS || d->op == M_LDL || d->op == M_LDG);
    bool narrow = d && (mi_same_kind(d, m) || (s16 && mi_converts(d, V_S32, V_S8W)) ||
                        (s16 && ld && d->type == V_S16) || ((s16 || s8) && ld && d->type == V_S8));
    return (narrow || mul_bound(f, &x, 0) <= (u16 ? 0xffffu : s16 ? 0x7fffu : 0x7fu)) && become_mov(m, x);
}

/* What slct takes its second source for: below zero, where a denormal is zero, or NaN. */
static bool below_zero(uint32_t v)
{
    uint32_t size = v & 0x7fffffff;
    return size > 0x7f800000u || (v >> 31 && size >= 0x00800000u);
}

/* x & x, x ^ x, x * 1 and the like. */
static bool simplify_identity(struct fn *f, struct minst *m)
{
    struct opnd *a = &m->src[0], *b = &m->src[1];
    uint32_t v;
    if (m->sat)
        return false;
    bool k = constant_of(b, &v), same = is_plain(a) && is_plain(b) && a->v == b->v;
    switch (m->op) {
    case M_AND:
        if (k && v == 0)
            return become_mov(m, op_imm(0));
        if (same || (k && v == 0xffffffffu && is_plain(a)))
            return become_mov(m, *a);
        if (k && is_plain(a) && !(v & (v + 1)) && mul_bound(f, a, 0) <= v)
            return become_mov(m, *a);
        return false;
    case M_OR:
        if (k && v == 0xffffffffu)
            return become_mov(m, op_imm(v));
        return same && become_mov(m, *a);
    case M_XOR: case M_SUB:
        return same && become_mov(m, op_imm(0));
    case M_MIN: case M_MAX:
        return same && become_mov(m, *a);
    case M_MUL32:
        if (k && v == 0)
            return become_mov(m, op_imm(0));
        return k && v == 1 && is_plain(a) && become_mov(m, *a);
    case M_MULHI: {
        uint64_t x = mul_bound(f, a, 0), y = mul_bound(f, b, 0);
        bool sgn = m->type == V_S32;
        return (!x || y <= 0xffffffffu / x) && (!sgn || (x >> 31 == 0 && y >> 31 == 0)) && become_mov(m, op_imm(0));
    }
    case M_MAD:
        if (!is_imm(&m->src[2], 0))
            return false;
        m->op = mi_half_product(m) ? M_MUL16 : M_MUL24;
        m->stype = m->op == M_MUL16 ? m->type : V_NONE;
        m->src[2] = none;
        return true;
    case M_SLCT:
        if (is_plain(a) && is_plain(b) && a->v == b->v)
            return become_mov(m, *a);
        if (constant_of(&m->src[2], &v) && !m->src[2].inv)
            return become_mov(m, below_zero(v) ? *b : *a);
        return false;
    }
    return false;
}

/* ---- sums of products -------------------------------------------------------------------------------------------- */

/* A sum of a product that nobody else reads. Single precision only where PTX allows it (fuse). */
static bool multiply_add(struct fn *f, struct minst *m)
{
    bool flt = m->op == M_FADD;
    if ((m->op != M_ADD && !flt) || (flt && !m->fuse) || m->sat || (flt && m->rnd))
        return false;
    for (int i = 0; i < 2; i++) {
        struct opnd p = m->src[i], other = m->src[1 - i];
        bool minus = p.neg;
        p.neg = false;
        struct minst *d = p.kind == O_REG && !p.abs ? maker_of(f, &p) : NULL;
        if (!d || d->cdst >= 0 || !one_use(f, &p) || other.abs || other.inv ||
            (other.kind != O_REG && other.kind != O_IMM) || d->src[0].kind == O_NONE)
            continue;
        if (other.kind == O_IMM && d->src[1].kind == O_IMM)
            continue;           /* two constants cannot both be c1[] operands */
        bool product = flt ? d->op == M_FMUL && d->fuse && !d->sat && !d->rnd && !d->src[0].abs && !d->src[1].abs
                           : d->op == M_MUL16 || d->op == M_MUL24;
        if (!product)
            continue;
        if (!flt && (d->hi || minus || other.neg))
            continue;
        if ((d->op == M_MUL16 && d->type != d->stype) || (d->src[0].kind == O_SMEM && d->src[1].kind == O_SMEM))
            continue;
        struct opnd x = d->src[0], y = d->src[1];
        if (flt && x.kind == O_IMM)
            continue;
        if (flt) {
            x.neg ^= y.kind != O_IMM && y.neg;
            y.neg = false;
            x.neg ^= minus;
        }
        turn_into(m, flt ? M_FMAD : M_MAD, (enum vtype)d->type, x, y);
        m->src[2] = other;
        return true;
    }
    return false;
}

/* a + -b, a - -b. */
static bool fold_signs(struct fn *f, struct minst *m)
{
    if (m->op != M_ADD || m->sat)
        return false;
    for (int i = 0; i < 2; i++) {
        const struct minst *d = maker_of(f, &m->src[i]);
        if (!d || d->op != M_SUBR || !is_imm(&d->src[1], 0) || !is_plain(&d->src[0]) ||
            (m->src[1 - i].kind != O_REG && m->src[1 - i].kind != O_SMEM))
            continue;
        return turn_into(m, M_SUB, V_B32, m->src[1 - i], d->src[0]);
    }
    return false;
}

/* x - c and its carry are x + -c and the same carry, unless c is 0. */
static bool sub_constant(struct minst *m)
{
    uint32_t v;
    if (m->op != M_SUB || m->cdst < 0 || m->sat || !constant_of(&m->src[1], &v) || !v || v == 0x80000000u)
        return false;
    return turn_into(m, M_ADD, V_B32, m->src[0], op_imm(-v));
}

/* Logic takes inverted sources. */
static bool fold_inversions(struct fn *f, struct minst *m)
{
    if (m->op != M_AND && m->op != M_OR && m->op != M_XOR)
        return false;
    bool any = false;
    for (int i = 0; i < 2; i++) {
        struct opnd o = m->src[i];
        if (o.kind != O_REG)
            continue;
        o.inv = false;
        const struct minst *d = maker_of(f, &o);
        if (!d || d->op != M_MOV2 || d->cdst >= 0 || d->src[1].kind != O_REG || !is_steady(f, &d->src[1]))
            continue;
        m->src[i].v = d->src[1].v;
        m->src[i].inv ^= d->src[1].inv;
        any = true;
    }
    return any;
}

bool combine_inst(struct fn *f, struct minst *m)
{
    uint32_t v;
    if (m->pred >= 0 || m->vol || m->op == M_PHI || !(mop_flags[m->op] & MF_PURE) || (m->dst < 0 && m->cdst < 0))
        return false;
    if (set_of_set(f, m) || wide_order(f, m) || above_zero(f, m) || set_of_xor(f, m) || narrow_compare(f, m) ||
        sub_constant(m))
        return true;
    if (m->dst < 0 || m->cdst >= 0 || m->dw != 1)
        return false;
    if (m->op != M_MOV && fold_constants(f, m, &v))
        return become_mov(m, op_imm(v));
    return simplify_identity(f, m) || reassociate_constants(f, m) || shift_pair(f, m) || drop_extension(f, m) ||
           multiply_add(f, m) || fold_signs(f, m) || fold_inversions(f, m);
}
