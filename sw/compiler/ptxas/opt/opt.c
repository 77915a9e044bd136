/* SPDX-License-Identifier: Apache-2.0
 *
 * Clean-up in SSA form: copies, constants, s[] and c[] operands, address modes, dead code, and at the end legal
 * operands everywhere. Instructions never change places here.
 */
#include "check.h"

#include <string.h>

static const struct opnd none;

static bool is_stable(const struct fn *f, int v) { return f->vr.v[v].ndefs == 1 || (v == f->tid && !f->vr.v[v].ndefs); }

static const struct minst *single_def(const struct fn *f, int v)
{
    const struct minst *d = f->vr.v[v].def;
    return d && d->pred < 0 && !d->vol ? d : NULL;
}

/* ---- propagation ---------------------------------------------------------------------------------------- */

static int loop_depth(const struct minst *m) { return m->block->loop ? m->block->loop->depth : 0; }

/* Puts what source i was copied from in its place, where that costs nothing. */
static bool propagate_src(struct fn *f, struct minst *m, int i)
{
    struct opnd *o = &m->src[i];
    if (o->kind != O_REG || m->sw[i] > 1)
        return false;
    const struct minst *d = single_def(f, o->v);
    if (!d || d->dw != 1 || f->vr.v[o->v].group >= 0)
        return false;
    const struct opnd *s = &d->src[0];
    if (d->op == M_MOV && s->kind == O_REG && is_stable(f, s->v)) {
        o->v = s->v;
        return true;
    }
    if (d->op == M_MOV && s->kind == O_IMM)
        return opt_put(f, m, i, *s);
    int uses = f->vr.v[o->v].nuses;
    if (d->op == M_MOV && s->kind == O_SMEM) {
        /* Reading s[] again costs a turn of the load/store unit: not inside a deeper loop, and not too often. */
        if (m->op != M_MOV && uses > 2 && !(uses <= 4 && loop_depth(m) == 0))
            return false;
        if (loop_depth(m) > loop_depth(d))
            return false;
        return opt_put(f, m, i, *s);
    }
    bool reach = d->aoff >= 0 && d->aoff < 4 * LIMIT_C_UNITS && d->aoff % 4 == 0;
    if (d->op == M_LDC && d->abase < 0 && uses <= 2 && d->type == V_B32 && reach) {
        struct opnd c = { .kind = O_CMEM, .v = d->aoff, .seg = d->seg };
        if (m->op == M_MOV || loop_depth(m) > loop_depth(d))
            return false;
        return opt_put(f, m, i, c);
    }
    if (mi_converts(d, V_F32, V_F32) && s->kind == O_REG && s->neg && !s->abs && is_stable(f, s->v) &&
        (m->op == M_FADD || m->op == M_FMUL || m->op == M_FMAD || m->op == M_FMIN || m->op == M_FMAX) && d->cdst < 0) {
        if (m->op == M_FMAD && i == 1)
            m->src[0].neg ^= true;      /* the product's sign sits on the first factor */
        else if (!o->abs)
            o->neg ^= true;
        o->v = s->v;
        return true;
    }
    return false;
}

/* (abase << ashift) + aoff, everything modulo 2^16. */
static bool propagate_address(struct fn *f, struct minst *m)
{
    if (m->abase < 0)
        return false;
    const struct minst *d = single_def(f, m->abase);
    if (!d || d->dw != 1)
        return false;
    const struct opnd *a = &d->src[0], *b = &d->src[1];
    if (d->op == M_MOV && a->kind == O_IMM) {
        m->aoff = (m->aoff + (int32_t)(a->imm << m->ashift)) & 0xffff;
        m->abase = -1;
        m->ashift = 0;
        return true;
    }
    if (a->kind != O_REG || a->half || a->neg || a->inv || !is_stable(f, a->v))
        return false;
    if (d->op == M_MOV) {
        m->abase = a->v;
        return true;
    }
    if (d->op == M_ADD && b->kind == O_IMM && !d->sat) {
        m->abase = a->v;
        m->aoff = (m->aoff + (int32_t)(b->imm << m->ashift)) & 0xffff;
        return true;
    }
    if (d->op == M_SHL && b->kind == O_IMM && m->ashift + b->imm <= 15) {
        m->abase = a->v;
        m->ashift = (uint8_t)(m->ashift + b->imm);
        return true;
    }
    return false;
}

/* Sums, shifts and the like with 0, and sums of constants, become moves. */
static void simplify_to_move(struct minst *m)
{
    struct opnd *a = &m->src[0], *b = &m->src[1];
    if (m->cdst >= 0 || m->pred >= 0 || m->vol)
        return;
    if (op_zero(a) && mop_flags[m->op] & MF_COMM && b->kind == O_REG &&
        (m->op == M_ADD || m->op == M_OR || m->op == M_XOR)) {
        struct opnd t = *a;
        *a = *b;
        *b = t;
    }
    bool zero = op_zero(b);
    if (a->kind == O_REG && !a->neg && !a->inv && !a->half && zero &&
        ((m->op == M_ADD && !m->sat) || m->op == M_SHL || m->op == M_SHR || m->op == M_OR || m->op == M_XOR)) {
        mi_kind(m, M_MOV, V_B32);
        *b = none;
    }
    if (m->op == M_ADD && a->kind == O_IMM && b->kind == O_IMM && !m->sat) {
        mi_kind(m, M_MOV, V_B32);
        a->imm += b->imm;
        *b = none;
    }
}

/* ---- dead code -------------------------------------------------------------------------------------------- */

static bool is_root(const struct minst *m)
{
    return mop_flags[m->op] & MF_SIDE || m->vol;
}

static bool mark_live(uint64_t *live, int v)
{
    bool was = bit_get(live, (size_t)v);
    bit_set(live, (size_t)v);
    return !was;
}

void opt_dce(struct fn *f)
{
    uint64_t *live = cx_alloc(f->cx, (f->vr.n / 64 + 1) * 8);
    bool changed = true;
    int r[MI_REGS];
    for (size_t i = 0; i < f->blocks.n; i++)
        if (f->blocks.v[i]->term == TERM_COND)
            bit_set(live, (size_t)f->blocks.v[i]->pred);
    while (changed) {
        changed = false;
        for (size_t i = f->blocks.n; i-- > 0;)
            for (struct minst *m = f->blocks.v[i]->last; m; m = m->prev) {
                bool need = is_root(m);
                int n = mi_defs(m, r);
                for (int k = 0; k < n && !need; k++)
                    need = bit_get(live, (size_t)r[k]);
                if (!need)
                    continue;
                n = mi_uses(m, r);
                for (int k = 0; k < n; k++)
                    changed |= mark_live(live, r[k]);
                if (m->op == M_PHI)
                    for (size_t k = 0; k < m->block->preds.n; k++)
                        changed |= mark_live(live, m->args[k]);
            }
    }
    for (size_t i = 0; i < f->blocks.n; i++)
        for (struct minst *m = f->blocks.v[i]->first, *next; m; m = next) {
            next = m->next;
            bool d = false;
            for (int w = 0; w < m->dw && m->dst >= 0; w++)
                d |= bit_get(live, (size_t)m->dst + (size_t)w);
            for (int k = 0; m->op == M_CALL && k < ROUTINE_RESULTS; k++)
                d |= m->cres[k] >= 0 && bit_get(live, (size_t)m->cres[k]);
            bool c = m->cdst >= 0 && bit_get(live, (size_t)m->cdst);
            if (!d && !c && !is_root(m)) {
                mi_remove(m);
                continue;
            }
            if (!c && m->op != M_VOTE)
                m->cdst = m->cold = -1;
            if (!d && m->dst >= 0 && mop_flags[m->op] & MF_CC && !m->vol) {
                m->dst = m->old = -1;
                m->dw = 0;
            }
        }
}

/* ---- legal operands ---------------------------------------------------------------------------------------- */

/* Moves into registers what cannot stand where it is. */
static void legalize_operands(struct fn *f)
{
    for (size_t bi = 0; bi < f->blocks.n; bi++)
        for EACH_INST(m, f->blocks.v[bi]) {
            for (int i = 0; i < 3; i++) {
                struct opnd *o = &m->src[i];
                if (o->kind == O_NONE || opt_legal(m, i, o))
                    continue;
                struct opnd want = *o;
                m->src[i] = op_reg(0);
                m->src[i].neg = m->src[i].abs = m->src[i].inv = false;
                if (opt_put(f, m, i, want))
                    continue;
                struct minst *t = mi_new(f, M_MOV, V_B32);
                t->line = m->line;
                t->dst = fn_vreg(f, false);
                t->dw = 1;
                t->src[0] = want;
                t->src[0].neg = t->src[0].abs = t->src[0].inv = false;
                if (want.kind == O_CMEM) {
                    mi_kind(t, M_LDC, V_B32);
                    t->seg = want.seg;
                    t->aoff = want.v;
                    t->src[0] = none;
                }
                mi_insert_before(m, t);
                m->src[i] = op_reg(t->dst);
                m->src[i].neg = want.neg;
                m->src[i].abs = want.abs;
                m->src[i].inv = want.inv;
                if (opt_half(m, i))
                    m->src[i].half = HALF_LO;
            }
        }
}

/* All local simplifications until nothing changes, at most 20 times. */
static void propagate_all(struct fn *f)
{
    bool changed = true;
    for (int round = 0; changed && round < 20; round++) {
        changed = false;
        fn_count(f);
        for (size_t i = 0; i < f->blocks.n; i++)
            for EACH_INST(m, f->blocks.v[i]) {
                for (int k = 0; k < 3; k++)
                    changed |= propagate_src(f, m, k);
                changed |= propagate_address(f, m);
                simplify_to_move(m);
                changed |= combine_inst(f, m);
            }
        pass_done(f, "propagate");
        changed |= gvn_run(f);
        pass_done(f, "gvn");
        opt_dce(f);
        pass_done(f, "dce");
        changed |= demand_run(f);
        pass_done(f, "demand");
    }
}

/* The only definition of v, if it stands in the block of m. */
static struct minst *maker_in_block(struct fn *f, const struct minst *m, int v)
{
    struct minst *d = f->vr.v[v].def;
    return d && d->block == m->block ? d : NULL;
}

/* Comparisons with zero for (in)equality: the instruction that made the value can write the condition itself. */
static void fold_tests(struct fn *f)
{
    fn_count(f);
    struct codes *codes = codes_readers(f);
    for (size_t i = 0; i < f->blocks.n; i++)
        for (struct minst *m = f->blocks.v[i]->first, *next; m; m = next) {
            next = m->next;
            bool e = m->cond == MC_E, lg = m->cond == MC_LG;
            bool set = m->op == M_SET && (e || lg) && op_zero(&m->src[1]) && vtype_size((enum vtype)m->type) == 4;
            bool test = m->op == M_MOV2 && !m->src[1].inv;
            const struct opnd *x = &m->src[test];
            if ((!set && !test) || m->dst >= 0 || m->cdst < 0 || m->pred >= 0 || x->kind != O_REG || x->half ||
                x->neg || x->inv || f->vr.v[m->cdst].ndefs != 1)
                continue;
            struct minst *d = maker_in_block(f, m, x->v);
            if (!d || d->dw != 1 || d->pred >= 0 || d->vol || !(mop_flags[d->op] & MF_CC) ||
                (d->op >= M_FADD && d->op <= M_SLCT && d->op != M_FSET) || d->op == M_CVT)
                continue;
            bool flip = set && e;
            if (flip && (d->cdst >= 0 || !codes_only_predicate(codes, m->cdst)))
                continue;
            if (d->cdst >= 0) {
                codes_rename(codes, m->cdst, d->cdst);
            } else {
                d->cdst = m->cdst;
                f->vr.v[d->cdst].def = d;
            }
            mi_remove(m);
            if (flip)           /* "is zero" */
                codes_turn_round(codes, d->cdst);
        }
    fn_count(f);
}

void opt_run(struct fn *f)
{
    opt_dce(f);
    pass_done(f, "dce");
    propagate_all(f);
    mul_expand(f);
    pass_done(f, "mul");
    propagate_all(f);
    if (linear_run(f)) {
        pass_done(f, "linear");
        propagate_all(f);
    }
    legalize_operands(f);
    f->stage = STAGE_LEGAL;
    pass_done(f, "legalize");
    propagate_all(f);
    fold_tests(f);
    pass_done(f, "tests");
    legalize_operands(f);
    smem_fold(f);
    window_run(f);
    fn_count(f);
    pass_done(f, "smem");
    licm_run(f);
    pass_done(f, "licm");
}

void opt_none(struct fn *f)
{
    mul_expand(f);
    pass_done(f, "mul");
    legalize_operands(f);
    f->stage = STAGE_LEGAL;
    pass_done(f, "legalize");
    opt_dce(f);
    pass_done(f, "dce");
}
