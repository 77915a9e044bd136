/* SPDX-License-Identifier: Apache-2.0
 *
 * Which branches can split a warp, short branches turned into predicated code, and where lanes meet again.
 */
#include "ir.h"

#include <string.h>

/* ---- uniform values ------------------------------------------------------------------------------------ */

static bool uniform_opnd(const struct fn *f, const struct opnd *o)
{
    return (o->kind != O_REG && o->kind != O_CREG) || f->vr.v[o->v].uniform;
}

/* Does it give the same in all lanes? Only when all that it reads does. */
static bool uniform_inst(const struct fn *f, const struct minst *m)
{
    int r[MI_REGS], n = mi_uses(m, r);
    if (m->op == M_SREG || (m->op >= M_LDS && m->op <= M_ATOM && m->op != M_STS) || m->vol)
        return false;
    for (int i = 0; i < 3; i++)
        if (!uniform_opnd(f, &m->src[i]))
            return false;
    for (int k = 0; k < n; k++)
        if (!f->vr.v[r[k]].uniform)
            return false;
    return true;
}

/* Blocks that only a part of a warp may be executing: everything between a divergent branch and its post-dominator. */
static void mark_divergent(struct fn *f)
{
    VEC(struct mblock *) work = { 0 };
    int *seen = cx_alloc(f->cx, f->blocks.n * sizeof *seen);    /* by block: for which branch it was met last, +1 */
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *x = f->blocks.v[i];
        if (!x->brdiv)
            continue;
        work.n = 0;
        vec_push(f->cx, &work, x->succ[0]);
        vec_push(f->cx, &work, x->succ[1]);
        while (work.n) {
            struct mblock *b = work.v[--work.n];
            if (b == x->ipdom || seen[b->id] == x->id + 1)
                continue;
            seen[b->id] = x->id + 1;
            b->div = true;
            if (b->term != TERM_RET)
                vec_push(f->cx, &work, b->succ[0]);
            if (b->term == TERM_COND)
                vec_push(f->cx, &work, b->succ[1]);
        }
    }
}

void div_uniform(struct fn *f)
{
    int r[MI_REGS];
    fn_count(f);
    for (size_t i = 0; i < f->vr.n; i++)
        f->vr.v[i].uniform = true;
    f->vr.v[f->tid].uniform = false;
    int *home = cx_alloc(f->cx, f->vr.n * sizeof *home);        /* block of the only definition */
    for (size_t i = 0; i < f->blocks.n; i++) {
        f->blocks.v[i]->div = f->blocks.v[i]->brdiv = false;
        for EACH_INST(m, f->blocks.v[i]) {
            int n = mi_defs(m, r);
            for (int k = 0; k < n; k++)
                home[r[k]] = m->block->id;
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < f->blocks.n; i++) {
            struct mblock *b = f->blocks.v[i];
            for EACH_INST(m, b) {
                int n = mi_defs(m, r);
                bool u = uniform_inst(f, m);
                for (int k = 0; k < n; k++) {
                    struct vreg *v = &f->vr.v[r[k]];
                    if (v->uniform && (!u || (b->div && v->ndefs > 1))) {
                        v->uniform = false;
                        changed = true;
                    }
                }
                /* A value made where only some lanes run may differ from lane to lane elsewhere. */
                n = mi_uses(m, r);
                for (int k = 0; k < n; k++) {
                    struct vreg *v = &f->vr.v[r[k]];
                    if (v->uniform && v->ndefs == 1 && home[r[k]] != b->id && f->blocks.v[home[r[k]]]->div) {
                        v->uniform = false;
                        changed = true;
                    }
                }
            }
            if (b->term == TERM_COND && !b->brdiv && !f->vr.v[b->pred].uniform) {
                b->brdiv = true;
                changed = true;
            }
        }
        if (changed)
            mark_divergent(f);
    }
}

/* ---- predication ----------------------------------------------------------------------------------------- */

static bool can_predicate(const struct minst *m)
{
    if (m->pred >= 0 || m->vol)
        return false;
    switch (m->op) {
    case M_BAR: case M_RET: case M_TRAP: case M_NOP: case M_ATOM: case M_RED: case M_VOTE: case M_ADDC: case M_SREG:
    case M_CALL:
        return false;
    }
    return true;
}

/* Cost of a block as predicated code, or a large number. */
static int predicated_cost(struct fn *f, struct mblock *b)
{
    int n = 0, r[MI_REGS];
    for EACH_INST(m, b) {
        int k = mi_defs(m, r);
        if (!can_predicate(m))
            return 1000;
        for (int i = 0; i < k; i++)
            if (r[i] == b->preds.v[0]->pred)    /* must not change its own predicate */
                return 1000;
        n++;
    }
    (void)f;
    return n;
}

/* Is v read in block b and nowhere else? */
static bool used_only_in(struct fn *f, int v, struct mblock *b)
{
    int r[MI_REGS], here = 0;
    for EACH_INST(m, b) {
        int n = mi_uses(m, r);
        for (int k = 0; k < n; k++)
            here += r[k] == v;
    }
    if (b->term == TERM_COND)
        here += b->pred == v;
    return f->vr.v[v].nuses == here;
}

/* The code of b goes to the end of x. other: the block that the lanes which do not execute it go on in; a register that
 * is not read from there on has no older value to keep. */
static void predicate_into(struct fn *f, struct mblock *x, struct mblock *b, bool neg, const struct mblock *other)
{
    while (b->first) {
        struct minst *m = b->first;
        int r[MI_REGS], n = mi_defs(m, r);
        bool local = mop_flags[m->op] & MF_PURE && !m->shared;        /* temporaries may be computed in all lanes */
        bool fresh = true;
        for (int i = 0; i < n; i++) {
            fresh = fresh && !reglist_has(&other->live_in, r[i]);
            local = local && f->vr.v[r[i]].ndefs == 1 && used_only_in(f, r[i], b);
        }
        if (!local) {
            m->pred = x->pred;
            m->pneg = neg;
            m->fresh = fresh;
        }
        mi_remove(m);
        mi_append(f, x, m);
    }
}

void div_ifconvert(struct fn *f)
{
    for (bool changed = true; changed;) {
        changed = false;
        cfg_cleanup(f);
        cfg_analyse(f);
        cfg_postdom(f);
        div_uniform(f);
        live_run(f);
        for (size_t i = 0; i < f->blocks.n; i++) {      /* predecessor lists age: what they hide comes next time */
            struct mblock *x = f->blocks.v[i];
            if (x->term != TERM_COND)
                continue;
            int limit = x->brdiv ? 6 : 3;
            for (int k = 0; k < 2 && x->term == TERM_COND; k++) {
                struct mblock *a = x->succ[k], *o = x->succ[1 - k];
                if (a == o || a->preds.n != 1 || a->term != TERM_JUMP || a == x)
                    continue;
                if (a->succ[0] == o) {                          /* if without else */
                    if (predicated_cost(f, a) > limit)
                        continue;
                    predicate_into(f, x, a, x->pneg ^ (k == 1), o);
                    x->term = TERM_JUMP;
                    x->succ[0] = o;
                    changed = true;
                } else if (k == 0 && o->preds.n == 1 && o->term == TERM_JUMP && o->succ[0] == a->succ[0] && o != x) {
                    if (predicated_cost(f, a) + predicated_cost(f, o) > limit)
                        continue;
                    predicate_into(f, x, a, x->pneg, o);
                    predicate_into(f, x, o, !x->pneg, o->succ[0]);
                    x->term = TERM_JUMP;
                    x->succ[0] = a->succ[0];
                    changed = true;
                }
            }
        }
    }
}

/* ---- joinat and join ---------------------------------------------------------------------------------------- */

/* Does a way lead from b to itself that does not pass j? So it is with loops that share their head: the inner one goes
 * round without what only belongs to the outer one. */
static bool comes_back(struct fn *f, struct mblock *b, const struct mblock *j)
{
    if (!b->loop && !b->knot)
        return false;
    uint64_t *seen = cx_alloc(f->cx, (f->blocks.n / 64 + 1) * 8);
    VEC(struct mblock *) work = { 0 };
    vec_push(f->cx, &work, b);
    while (work.n) {
        struct mblock *x = work.v[--work.n];
        for (int k = 0; k < (x->term == TERM_COND ? 2 : x->term == TERM_JUMP ? 1 : 0); k++) {
            struct mblock *to = x->succ[k];
            if (to == b)
                return true;
            if (to == j || bit_get(seen, (size_t)to->id))
                continue;
            bit_set(seen, (size_t)to->id);
            vec_push(f->cx, &work, to);
        }
    }
    return false;
}

/* From b on the way of immediate dominators: the first block that is in no loop and no knot without j. */
static struct mblock *outside_without(struct mblock *b, const struct mblock *j)
{
    for (;;) {
        if (b && b->loop && !loop_has(b->loop, j)) {
            struct mloop *l = b->loop;
            while (l->outer && !loop_has(l->outer, j))
                l = l->outer;
            b = l->head->idom;
        } else if (b && b->knot && !knot_has(b->knot, j)) {
            b = b->idom;
        } else {
            return b;
        }
    }
}

/* Where joinat for reconvergence point j goes: the block that every path to j passes and from which every path
 * leads to j, outside loops and knots that j is not in. NULL if there is none: then lanes meet again further out. */
static struct mblock *joinat_place(struct fn *f, struct mblock *j)
{
    if (!j->idom || j->loop_head || j->knot_entry)
        return NULL;
    struct mblock *p = outside_without(j->idom, j);
    if (!p || p->loop != j->loop || p->knot != j->knot || !cfg_postdominates(j, p) || comes_back(f, p, j))
        return NULL;
    return p;
}

void div_joins(struct fn *f)
{
    cfg_canonical(f);
    cfg_postdom(f);
    div_uniform(f);
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *x = f->blocks.v[i], *j = x->ipdom, *p = NULL;
        if (!x->brdiv || !j)
            continue;
        if (j->preds.n == 1 && x->loop == j->loop && x->knot == j->knot && !comes_back(f, x, j))
            continue;                   /* the other side ends: nothing meets here */
        for (; j && !p; j = p ? j : j->ipdom) {
            p = joinat_place(f, j);
            if (p && !cfg_dominates(p, x))
                p = NULL;
        }
        if (!p || j->join)              /* lanes meet where others do, or when they end */
            continue;
        j->join = true;
        /* Outer points are pushed first. */
        vec_push(f->cx, &p->joinats, j);
        for (size_t k = p->joinats.n - 1; k > 0 && p->joinats.v[k - 1]->pdepth > p->joinats.v[k]->pdepth; k--) {
            struct mblock *t = p->joinats.v[k];
            p->joinats.v[k] = p->joinats.v[k - 1];
            p->joinats.v[k - 1] = t;
        }
    }
}
