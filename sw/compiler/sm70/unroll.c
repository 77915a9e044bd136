/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops of one block that count: four times their body where four more turns are sure to come, so that loads of four
 * turns are under way together. What is left over goes through the loop as it was.
 *
 * A loop counts when its branch compares a register, that an addition of a constant alone writes, with something that
 * does not change in it. `count < end` holds for four turns when it holds now and the difference, without a sign, is
 * above three steps; `count != end` when the difference is.
 */
#include "mir.h"

#include <string.h>

enum { COPIES = 4, LONGEST = 24 };

struct counted {
    struct block *b, *exit;
    struct inst  *compare, *step;
    bool          less, sgn;
    uint32_t      by;
};

static bool writes_register(const struct inst *m, int v)
{
    for (unsigned k = 0; k < m->n; k++)
        if (m->o[k].def && m->o[k].v == v)
            return true;
    return false;
}

/* The only instruction of the block that writes v; NULL: none or several. */
static struct inst *only_writer(const struct block *b, int v, unsigned *count)
{
    struct inst *only = NULL;
    *count = 0;
    for EACH_INST(m, b)
        if (writes_register(m, v)) {
            only = m;
            ++*count;
        }
    return *count == 1 ? only : NULL;
}

static bool body_suits(const struct block *b)
{
    int n = 0;
    for EACH_INST(m, b)
        if (++n > LONGEST || m->vol || m->kind->unit == U_FLOW || ni_is(m, "VOTE") || ni_is(m, "SHFL") ||
            ni_is(m, "ATOMG") || ni_is(m, "ATOMS") || ni_is(m, "REDG") || ni_is(m, "RED") || ni_is(m, "CS2R"))
            return false;
    return n > 2;
}

static unsigned count_readers(const struct block *b, int p)
{
    unsigned n = 0;
    for EACH_INST(m, b) {
        n += m->guard == p;
        for (unsigned k = 0; k < m->n; k++)
            n += !m->o[k].def && m->o[k].kind == O_P && m->o[k].v == p;
    }
    return n;
}

/* Is b a loop that counts? Fills in *c. */
static bool find_counted(const struct fn *f, struct block *b, struct counted *c)
{
    unsigned k = b->term == TERM_COND && b->succ[0] == b ? 0 : 1, n;
    *c = (struct counted){ .b = b };
    if (b->term != TERM_COND || b->succ[k] != b || b->succ[1 - k] == b || !body_suits(b))
        return false;
    c->exit = b->succ[1 - k];
    c->compare = only_writer(b, b->pred, &n);
    bool on = k ? b->pneg : !b->pneg;       /* the predicate keeps it going */
    struct inst *m = c->compare;
    if (!m || m->guard >= 0 || !ni_is(m, "ISETP") || m->n != 5 || m->o[4].v >= 0 || m->o[4].neg || m->o[1].v >= 0 ||
        count_readers(b, b->pred))
        return false;
    c->less = !strcmp(m->op, on ? "ISETP.LT.AND" : "ISETP.GE.AND");
    bool same = !strcmp(m->op, on ? "ISETP.NE.AND" : "ISETP.EQ.AND") ||
                !strcmp(m->op, on ? "ISETP.NE.U32.AND" : "ISETP.EQ.U32.AND");
    struct opd *i = &m->o[2], *end = &m->o[3];
    if (same && end->kind == O_R && end->v >= 0 && only_writer(b, end->v, &n) && !only_writer(b, i->v, &n) && !n) {
        struct opd t = *i;          /* the order of the two does not matter */
        *i = *end;
        *end = t;
    }
    if ((!c->less && !same) || i->kind != O_R || i->v < 0 || i->neg || i->inv || f->vr.v[i->v].w != 1)
        return false;
    if (end->kind == O_R && end->v >= 0 && (only_writer(b, end->v, &n) || n || end->neg || end->inv))
        return false;
    struct inst *s = c->step = only_writer(b, i->v, &n);
    if (!s || s->guard >= 0 || strcmp(s->op, "IADD3") || s->n != 4 || s->o[1].kind != O_R || s->o[1].v != i->v ||
        s->o[1].neg || s->o[2].kind != O_IMM || s->o[3].v >= 0 || s->o[3].kind != O_R)
        return false;
    c->by = s->o[2].imm;
    /* the comparison sees the count behind its step */
    for (const struct inst *x = m; x; x = x->next)
        if (x == s)
            return false;
    return (int32_t)c->by > 0 && c->by < 1 << 16;
}

/* Predicate: count < end (or != end), and four more turns are sure. */
static void check_turns(struct fn *f, struct block *b, const struct counted *c, int more, int four)
{
    struct opd i = c->compare->o[2], end = c->compare->o[3], left = i;
    int d = nf_reg(f, 1);
    f->cur = b;
    f->line = c->compare->line;
    left.neg = true;
    EMIT(f, c->less ? "ISETP.LT.AND" : "ISETP.NE.AND", o_def(o_p(more, false)), o_def(o_pt()), i, end, o_pt());
    EMIT(f, "IADD3", o_def(o_r(d)), left, end, o_rz());
    EMIT(f, "ISETP.GT.U32.AND", o_def(o_p(four, false)), o_def(o_pt()), o_r(d), o_imm((COPIES - 1) * c->by),
         o_p(more, false));
}

/* Registers that the body writes whole and without a guard get a name of their own in each copy but the last. */
static void copy_body(struct fn *f, struct block *to, const struct counted *c)
{
    size_t n = f->vr.n;
    int *name = cx_alloc(f->cx, n * sizeof *name), *writers = cx_alloc(f->cx, n * sizeof *writers);
    bool *fixed = cx_alloc(f->cx, n + 1);
    for (size_t v = 0; v < n; v++)
        name[v] = (int)v;
    for EACH_INST(m, c->b)
        for (unsigned k = 0; k < m->n; k++) {
            const struct opd *o = &m->o[k];
            if (!o->def || o->v < 0)
                continue;
            writers[o->v]++;
            fixed[o->v] = fixed[o->v] || m->guard >= 0 || (o->kind == O_R && o->w != f->vr.v[o->v].w);
        }
    for (unsigned copy = 0; copy < COPIES; copy++) {
        int *left = cx_alloc(f->cx, n * sizeof *left);
        memcpy(left, writers, n * sizeof *left);
        for EACH_INST(m, c->b) {
            if (m == c->compare)
                continue;
            struct inst *x = ni_new(f, m->op, m->o, m->n);
            x->line = m->line;
            x->guard = m->guard < 0 ? -1 : name[m->guard];
            x->gneg = m->gneg;
            for (unsigned k = 0; k < x->n; k++)
                if (!x->o[k].def && x->o[k].v >= 0 && x->o[k].kind != O_LABEL && x->o[k].kind != O_WORD)
                    x->o[k].v = name[x->o[k].v];
            for (unsigned k = 0; k < x->n; k++) {
                int v = x->o[k].v;
                if (!x->o[k].def || v < 0 || fixed[v])
                    continue;
                bool last = copy + 1 == COPIES && !--left[v];
                struct vreg r = f->vr.v[v];
                name[v] = last ? v : r.pred ? nf_pred(f) : nf_reg(f, r.w);
                f->vr.v[name[v]].named = r.named;
                x->o[k].v = name[v];
            }
            ni_append(f, to, x);
        }
    }
}

/* Puts four copies of the body in front of the loop, with checks that four turns are left. */
static void unroll_loop(struct fn *f, const struct counted *c)
{
    struct block *before = nf_block(f), *main = nf_block(f), *after = nf_block(f);
    int more = nf_pred(f), four = nf_pred(f);
    before->line = main->line = after->line = c->b->line;
    for (size_t i = 0; i < c->b->preds.n; i++) {
        struct block *p = c->b->preds.v[i];
        for (unsigned k = 0; p != c->b && k < 2; k++)
            if (p->succ[k] == c->b)
                p->succ[k] = before;
    }
    check_turns(f, before, c, more, four);
    before->term = main->term = after->term = TERM_COND;
    before->pred = main->pred = four;
    before->succ[0] = main->succ[0] = main;
    before->succ[1] = c->b;
    copy_body(f, main, c);
    more = nf_pred(f);
    check_turns(f, main, c, more, four);
    main->succ[1] = after;
    after->pred = more;
    after->succ[0] = c->b;
    after->succ[1] = c->exit;
    /* in the text they stand in front of the loop */
    size_t n = f->blocks.n - 1;
    while (f->blocks.v[n - 3] != c->b) {
        f->blocks.v[n] = f->blocks.v[n - 3];
        n--;
    }
    f->blocks.v[n] = c->b;
    f->blocks.v[n - 3] = before;
    f->blocks.v[n - 2] = main;
    f->blocks.v[n - 1] = after;
}

/* All loops that count. */
void native_unroll(struct fn *f)
{
    struct counted c;
    VEC(struct block *) all = { 0 };
    if (f->cx->opt->no_opt)
        return;
    nf_preds(f);
    for (size_t i = 0; i < f->blocks.n; i++)
        if (f->blocks.v[i]->term == TERM_COND)
            vec_push(f->cx, &all, f->blocks.v[i]);
    for (size_t i = 0; i < all.n; i++)
        if (find_counted(f, all.v[i], &c)) {
            unroll_loop(f, &c);
            nf_preds(f);
        }
    native_opt(f);
}
