/* SPDX-License-Identifier: Apache-2.0
 *
 * Clean-up in SSA form: copies, constants, s[] and c[] operands, address modes, dead code, and at the end legal
 * operands everywhere. Instructions never change places here.
 */
#include "check.h"

#include <string.h>

/* Constants that may be folded into operands, and of them those read as 16-bit operands; the rest of what c1[] operands
 * reach (LIMIT_C_UNITS) is for the routines that are called. */
enum { MAX_LITERALS = LIMIT_C_UNITS - 28, MAX_HALF_LITERALS = LIMIT_C_UNITS / 2 - 4 };

static const struct opnd none;

static bool stable(const struct fn *f, int v) { return f->vr.v[v].ndefs == 1 || (v == f->tid && !f->vr.v[v].ndefs); }

static const struct minst *single_def(const struct fn *f, int v)
{
    const struct minst *d = f->vr.v[v].def;
    return d && d->pred < 0 && !d->vol ? d : NULL;
}

/* ---- which operand may stand where ------------------------------------------------------------------ */

static bool is_zero(const struct opnd *o) { return o->kind == O_IMM && !o->imm && !o->half; }

static bool half_op(const struct minst *m, int i)
{
    return (i < 2 && mi_half_product(m)) || (m->op == M_CVT && vtype_size((enum vtype)m->stype) == 2);
}

/* Is the 16-bit source i signed? */
static bool signed_half(const struct minst *m, int i)
{
    if (m->op == M_MUL16)
        return (i ? m->stype : m->type) == V_S16;
    return m->op == M_CVT ? m->stype == V_S16 : (m->op == M_MAD || m->op == M_SET) && m->type == V_S16;
}

/* c[] (a literal counts) in a source other than i. */
static bool other_c(const struct minst *m, int i)
{
    for (int k = 0; k < 3; k++)
        if (k != i && (m->src[k].kind == O_CMEM || (m->src[k].kind == O_IMM && (m->src[k].imm || half_op(m, k)))))
            return true;
    return false;
}

/* The first of two steps of sin, cos and ex2, which the SP makes. */
static bool prepares(const struct minst *m) { return m->gop == GT_OP_PRESIN || m->gop == GT_OP_PREEX2; }

bool opt_legal(const struct minst *m, int i, const struct opnd *o)
{
    unsigned fl = mop_flags[m->op];
    switch (o->kind) {
    case O_REG: case O_CREG: case O_SREG: case O_NONE:
        return true;
    case O_SMEM:
        return i == 0 && (fl & MF_S0 || prepares(m)) && m->stype != V_S8W && m->stype != V_U8W;
    case O_CMEM:
        return ((i == 1 && fl & MF_C1) || (i == 2 && fl & MF_C2)) && !other_c(m, i);
    case O_IMM:
        if (o->neg || o->abs || o->inv)
            return false;
        if (m->op == M_MOV || m->op == M_BAR || m->op == M_TRAP || m->op == M_ADDA)
            return i == 0;
        if (m->op == M_SHL || m->op == M_SHR || m->op == M_SHLA)
            return i == 1;
        if (is_zero(o) && !half_op(m, i) &&
            (fl & MF_CC || (m->sw[1] == 1 && i == 1 && m->op != M_ATOM && m->op != M_RED && m->op != M_STS)))
            return true;        /* $r124 */
        return ((i == 1 && fl & MF_C1) || (i == 2 && fl & MF_C2)) && !other_c(m, i);
    }
    return false;
}

static void swap_src(struct minst *m)
{
    struct opnd t = m->src[0];
    m->src[0] = m->src[1];
    m->src[1] = t;
}

/* set.COND with its operands exchanged. */
static void flip_condition(struct minst *m)
{
    unsigned less = m->cond & MC_L, greater = m->cond & MC_G;
    m->cond = (uint8_t)((m->cond & (MC_E | MC_U)) | (less ? MC_G : 0) | (greater ? MC_L : 0));
}

/* ---- propagation ---------------------------------------------------------------------------------------- */

static bool literal_room(struct fn *f, uint32_t imm, bool half)
{
    size_t halves = 0;
    for (size_t i = 0; i < f->lits.n; i++)
        halves += f->lits.v[i].h;
    for (size_t i = 0; i < f->lits.n; i++)
        if (f->lits.v[i].value == imm && (f->lits.v[i].h || !half))
            return true;
    if (f->lits.n >= MAX_LITERALS || (half && halves >= MAX_HALF_LITERALS))
        return false;
    struct literal l = { imm, half };
    vec_push(f->cx, &f->lits, l);
    return true;
}

static uint32_t apply_half(uint32_t v, int half)
{
    return half == HALF_LO ? v & 0xffff : half == HALF_HI ? v >> 16 : v;
}

static bool put(struct fn *f, struct minst *m, int i, struct opnd o)
{
    const struct opnd old = m->src[i];
    o.neg ^= old.neg;
    o.abs |= old.abs;
    o.inv ^= old.inv;
    if (o.kind == O_IMM) {
        o.imm = apply_half(o.imm, old.half);
        if (m->op == M_SUB && i == 0 && m->src[1].kind == O_REG && !m->sat) {
            mi_kind(m, M_SUBR, V_B32);
            m->src[0] = m->src[1];
            m->src[1] = o;
            return true;
        }
        if (m->op == M_SUB && i == 1 && m->cdst < 0 && !m->sat) {
            mi_kind(m, M_ADD, V_B32);
            o.imm = -o.imm;
        }
        bool flt = m->op == M_FADD || m->op == M_FMUL || m->op == M_FMAD || m->op == M_FMIN || m->op == M_FMAX ||
                   m->op == M_FSET;
        if (flt && o.abs)
            o.imm &= 0x7fffffff, o.abs = false;
        if (flt && o.neg)
            o.imm ^= 0x80000000u, o.neg = false;
        if (o.inv)
            o.imm = ~o.imm, o.inv = false;
        if ((m->op == M_SHL || m->op == M_SHR) && i == 1 && o.imm > LIMIT_SHIFT)
            o.imm = LIMIT_SHIFT;        /* all that the field holds; 32 and more do the same */
    } else if (o.kind == O_SMEM && old.half) {
        if (o.mode == SM_B32 && o.v + 2 <= 62) {
            o.v += old.half == HALF_HI ? 2 : 0;
            o.mode = SM_U16;
        } else if (o.mode != SM_U16 || old.half == HALF_HI) {
            return false;
        }
        if (signed_half(m, i))      /* the operand says the sign, too */
            o.mode = SM_S16;
    } else if (o.kind == O_CMEM && old.half) {
        return false;
    }
    if (opt_legal(m, i, &o)) {
        if (o.kind == O_IMM && o.imm && m->op != M_MOV && m->op != M_SHL && m->op != M_SHR &&
            !literal_room(f, o.imm, half_op(m, i)))
            return false;
        m->src[i] = o;
        return true;
    }
    if (i < 2 && mi_commutes(m) && opt_legal(m, 1 - i, &o) && m->src[1 - i].kind == O_REG &&
        !(m->op == M_FMAD && (m->src[0].neg || m->src[1].neg))) {
        if (o.kind == O_IMM && o.imm && !literal_room(f, o.imm, half_op(m, i)))
            return false;
        m->src[i] = m->src[1 - i];
        m->src[1 - i] = o;
        return true;
    }
    if (i == 0 && (m->op == M_SET || m->op == M_FSET) && o.kind == O_IMM && m->src[1].kind == O_REG) {
        if (o.imm && !literal_room(f, o.imm, half_op(m, i)))
            return false;
        m->src[0] = o;
        swap_src(m);
        flip_condition(m);
        return true;
    }
    return false;
}

/* Tries to replace source i of m by o (a constant, s[] or c[]); commutes when that helps, and turns a difference into
 * a sum. */
bool opt_put(struct fn *f, struct minst *m, int i, struct opnd o)
{
    const struct minst before = *m;
    if (put(f, m, i, o))
        return true;
    *m = before;
    return false;
}

static int loop_depth(const struct minst *m) { return m->block->loop ? m->block->loop->depth : 0; }

static bool propagate_src(struct fn *f, struct minst *m, int i)
{
    struct opnd *o = &m->src[i];
    if (o->kind != O_REG || m->sw[i] > 1)
        return false;
    const struct minst *d = single_def(f, o->v);
    if (!d || d->dw != 1 || f->vr.v[o->v].group >= 0)
        return false;
    const struct opnd *s = &d->src[0];
    if (d->op == M_MOV && s->kind == O_REG && stable(f, s->v)) {
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
    if (mi_converts(d, V_F32, V_F32) && s->kind == O_REG && s->neg && !s->abs && stable(f, s->v) &&
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
    if (a->kind != O_REG || a->half || a->neg || a->inv || !stable(f, a->v))
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

static void simplify(struct minst *m)
{
    struct opnd *a = &m->src[0], *b = &m->src[1];
    if (m->cdst >= 0 || m->pred >= 0 || m->vol)
        return;
    if (is_zero(a) && mop_flags[m->op] & MF_COMM && b->kind == O_REG &&
        (m->op == M_ADD || m->op == M_OR || m->op == M_XOR)) {
        struct opnd t = *a;
        *a = *b;
        *b = t;
    }
    bool zero = is_zero(b);
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

static bool mark(uint64_t *live, int v)
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
                    changed |= mark(live, r[k]);
                if (m->op == M_PHI)
                    for (size_t k = 0; k < m->block->preds.n; k++)
                        changed |= mark(live, m->args[k]);
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

static void legalize(struct fn *f)
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
                if (half_op(m, i))
                    m->src[i].half = HALF_LO;
            }
        }
}

static void propagate(struct fn *f)
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
                simplify(m);
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
            bool set = m->op == M_SET && (e || lg) && is_zero(&m->src[1]) && vtype_size((enum vtype)m->type) == 4;
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
    propagate(f);
    mul_expand(f);
    pass_done(f, "mul");
    propagate(f);
    if (linear_run(f)) {
        pass_done(f, "linear");
        propagate(f);
    }
    legalize(f);
    f->stage = STAGE_LEGAL;
    pass_done(f, "legalize");
    propagate(f);
    fold_tests(f);
    pass_done(f, "tests");
    legalize(f);
    smem_fold(f);
    pass_done(f, "smem");
    licm_run(f);
    pass_done(f, "licm");
}

void opt_none(struct fn *f)
{
    mul_expand(f);
    pass_done(f, "mul");
    legalize(f);
    f->stage = STAGE_LEGAL;
    pass_done(f, "legalize");
    opt_dce(f);
    pass_done(f, "dce");
}
