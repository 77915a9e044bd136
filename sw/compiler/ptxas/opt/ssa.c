/* SPDX-License-Identifier: Apache-2.0
 *
 * Static single assignment: one definition per virtual register, phis where paths meet; and back.
 *
 * Words of groups are defined once by construction and stay as they are. A predicated write also reads what its
 * destination holds in the lanes that do not execute it (minst.old, minst.cold).
 */
#include "ir.h"

#include <string.h>

struct name { int v, was; };

struct ssa {
    struct fn *f;
    int   n;            /* registers before renaming */
    bool *var;          /* by register: is renamed */
    int  *cur;          /* by register: its present name, -1: undefined */
    VEC(struct name) undo;
    VEC(struct mblock *) *kids;         /* dominator tree, by block id */
};

static void choose_variables(struct ssa *s)
{
    struct fn *f = s->f;
    const struct reglist *entry = &f->blocks.v[0]->live_in;
    for (int v = 0; v < s->n; v++) {
        const struct vreg *r = &f->vr.v[v];
        s->var[v] = v != f->tid && r->group < 0 && r->ndefs && (r->ndefs > 1 || reglist_has(entry, v));
    }
}

/* A phi's `old` names the variable until renaming. */
static void place_phis(struct ssa *s)
{
    struct fn *f = s->f;
    size_t nb = f->blocks.n;
    VEC(int) *front = cx_alloc(f->cx, nb * sizeof *front);
    VEC(int) *defs = cx_alloc(f->cx, (size_t)s->n * sizeof *defs);
    for (size_t i = 0; i < nb; i++) {
        struct mblock *b = f->blocks.v[i];
        if (b->preds.n < 2)
            continue;
        for (size_t k = 0; k < b->preds.n; k++)
            for (struct mblock *p = b->preds.v[k]; p && p != b->idom; p = p->idom) {
                size_t id = (size_t)p->id;
                if (!front[id].n || front[id].v[front[id].n - 1] != b->id)
                    vec_push(f->cx, &front[id], b->id);
            }
    }
    int r[MI_REGS];
    for (size_t i = 0; i < nb; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            int n = mi_defs(m, r);
            for (int k = 0; k < n; k++)
                if (s->var[r[k]])
                    vec_push(f->cx, &defs[r[k]], (int)i);
        }
    int *has = cx_alloc(f->cx, nb * sizeof *has);
    VEC(int) work = { 0 };
    for (int v = 0; v < s->n; v++) {
        if (!s->var[v])
            continue;
        work.n = 0;
        for (size_t k = 0; k < defs[v].n; k++)
            vec_push(f->cx, &work, defs[v].v[k]);
        while (work.n) {
            int d = work.v[--work.n];
            for (size_t k = 0; k < front[d].n; k++) {
                struct mblock *j = f->blocks.v[front[d].v[k]];
                if (has[j->id] == v + 1 || !reglist_has(&j->live_in, v))
                    continue;
                has[j->id] = v + 1;
                struct minst *m = mi_new(f, M_PHI, V_NONE);
                m->line = j->first ? j->first->line : j->line;
                m->args = cx_alloc(f->cx, j->preds.n * sizeof *m->args);
                m->old = v;
                if (f->vr.v[v].is_c) {
                    m->cdst = v;
                } else {
                    m->dst = v;
                    m->dw = 1;
                }
                if (j->first)
                    mi_insert_before(j->first, m);
                else
                    mi_append(f, j, m);
                vec_push(f->cx, &work, j->id);
            }
        }
    }
}

static int current_name(struct ssa *s, int v)
{
    if (v < 0 || v >= s->n || !s->var[v])
        return v;
    if (s->cur[v] < 0) {        /* read before it is written: any value will do */
        s->cur[v] = fn_vreg(s->f, s->f->vr.v[v].is_c);
    }
    return s->cur[v];
}

static int fresh_name(struct ssa *s, int v)
{
    int was = s->cur[v];
    struct name u = { v, was };
    vec_push(s->f->cx, &s->undo, u);
    int t = fn_vreg(s->f, s->f->vr.v[v].is_c);
    s->f->vr.v[t].named = s->f->vr.v[v].named;
    s->cur[v] = t;
    return t;
}

/* Each definition gets a new name; one under a predicate keeps the old value, too. */
static void rename_defs(struct ssa *s, struct minst *m)
{
    bool phi = m->op == M_PHI;
    if (m->dst >= 0 && m->dst < s->n && s->var[m->dst]) {
        int v = m->dst;
        if (!phi && mi_guarded(m))
            m->old = s->cur[v];
        m->dst = fresh_name(s, v);
    }
    if (m->cdst >= 0 && m->cdst < s->n && s->var[m->cdst]) {
        int v = m->cdst;
        if (!phi && mi_guarded(m))
            m->cold = s->cur[v];
        m->cdst = fresh_name(s, v);
    }
    for (int k = 0; m->op == M_CALL && k < ROUTINE_RESULTS; k++)
        if (m->cres[k] >= 0 && s->var[m->cres[k]])
            m->cres[k] = fresh_name(s, m->cres[k]);
}

/* Names the registers of a block and of the blocks that it dominates. */
static void rename_block(struct ssa *s, struct mblock *b)
{
    size_t mark = s->undo.n;
    for EACH_INST(m, b) {
        if (m->op != M_PHI) {
            for (int i = 0; i < 3; i++)
                if (m->src[i].kind == O_REG || m->src[i].kind == O_CREG)
                    m->src[i].v = current_name(s, m->src[i].v);
            m->pred = current_name(s, m->pred);
            m->abase = current_name(s, m->abase);
            for (int k = 0; k < ROUTINE_ARGS; k++)
                m->carg[k] = current_name(s, m->carg[k]);
        }
        rename_defs(s, m);
    }
    if (b->term == TERM_COND)
        b->pred = current_name(s, b->pred);
    for (int k = 0; k < count_successors(b); k++)
        for (struct minst *m = b->succ[k]->first; m && m->op == M_PHI; m = m->next)
            for (size_t p = 0; p < b->succ[k]->preds.n; p++)
                if (b->succ[k]->preds.v[p] == b)
                    m->args[p] = current_name(s, m->old);
    for (size_t k = 0; k < s->kids[b->id].n; k++)
        rename_block(s, s->kids[b->id].v[k]);
    while (s->undo.n > mark) {
        s->undo.n--;
        s->cur[s->undo.v[s->undo.n].v] = s->undo.v[s->undo.n].was;
    }
}

/* The entry gets a block of its own if something jumps back to it, so that it has no phis. */
static void free_entry(struct fn *f)
{
    fn_preds(f);
    struct mblock *e = f->blocks.v[0];
    if (!e->preds.n)
        return;
    struct mblock *b = fn_block(f);
    memmove(f->blocks.v + 1, f->blocks.v, (f->blocks.n - 1) * sizeof *f->blocks.v);
    f->blocks.v[0] = b;
    b->term = TERM_JUMP;
    b->succ[0] = e;
    b->line = e->line;
}

/* A test of the mask word in front of a use of condition code c. */
static int test_mask(struct fn *f, int c, struct mblock *b, struct minst *at)
{
    struct minst *m = mi_new(f, M_MOV2, V_B32);
    m->line = at ? at->line : b->line;
    m->cdst = fn_vreg(f, true);
    m->src[1] = op_reg(f->vr.v[c].mate);
    if (at)
        mi_insert_before(at, m);
    else
        mi_append(f, b, m);
    return m->cdst;
}

/* A predicate with several definitions is known by its mask word alone, so that only words need phis. */
static void split_predicates(struct fn *f)
{
    fn_count(f);
    int n = (int)f->vr.n;
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        for EACH_INST(m, b) {
            if (m->pred >= 0 && m->pred < n && f->vr.v[m->pred].ndefs > 1 && f->vr.v[m->pred].mate >= 0)
                m->pred = test_mask(f, m->pred, b, m);
            for (int k = 0; k < 3; k++)
                if (m->src[k].kind == O_CREG && m->src[k].v < n && f->vr.v[m->src[k].v].ndefs > 1 &&
                    f->vr.v[m->src[k].v].mate >= 0)
                    m->src[k].v = test_mask(f, m->src[k].v, b, m);
        }
        if (b->term == TERM_COND && f->vr.v[b->pred].ndefs > 1 && f->vr.v[b->pred].mate >= 0)
            b->pred = test_mask(f, b->pred, b, NULL);
    }
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if (m->cdst >= 0 && m->cdst < n && f->vr.v[m->cdst].ndefs > 1 && f->vr.v[m->cdst].mate >= 0)
                m->cdst = -1;
}

void ssa_build(struct fn *f)
{
    struct ssa s = { .f = f };
    free_entry(f);
    split_predicates(f);
    cfg_analyse(f);
    live_run(f);
    s.n = (int)f->vr.n;
    s.var = cx_alloc(f->cx, f->vr.n);
    s.cur = cx_alloc(f->cx, f->vr.n * sizeof *s.cur);
    memset(s.cur, 0xff, f->vr.n * sizeof *s.cur);
    s.kids = cx_alloc(f->cx, f->blocks.n * sizeof *s.kids);
    for (size_t i = 1; i < f->blocks.n; i++)
        vec_push(f->cx, &s.kids[f->blocks.v[i]->idom->id], f->blocks.v[i]);
    choose_variables(&s);
    place_phis(&s);
    rename_block(&s, f->blocks.v[0]);
    for (size_t i = 0; i < f->blocks.n; i++)
        for (struct minst *m = f->blocks.v[i]->first; m && m->op == M_PHI; m = m->next)
            m->old = -1;
    f->ssa = true;
    fn_count(f);
}

/* ---- back ------------------------------------------------------------------------------------------------ */

/* d = s, where either may be a condition code. */
static struct minst *new_copy(struct fn *f, int d, int s, unsigned line)
{
    bool dc = f->vr.v[d].is_c, sc = f->vr.v[s].is_c;
    struct minst *m = mi_new(f, dc || sc ? M_SREG : M_MOV, V_B32);
    m->line = line;
    m->src[0] = sc ? (struct opnd){ .kind = O_CREG, .v = s } : op_reg(s);
    if (dc) {
        m->cdst = d;
    } else {
        m->dst = d;
        m->dw = 1;
    }
    return m;
}

/* d = phi(a, b): t = a and t = b at the ends of the predecessors, d = t. Condition codes pass through a word. */
static void remove_phi(struct fn *f, struct mblock *b, struct minst *phi, struct minst *after)
{
    int d = phi->dst >= 0 ? phi->dst : phi->cdst;
    int t = fn_vreg(f, false);
    for (size_t k = 0; k < b->preds.n; k++) {
        struct mblock *p = b->preds.v[k];
        mi_append(f, p, new_copy(f, t, phi->args[k], p->last ? p->last->line : p->line));
    }
    struct minst *c = new_copy(f, d, t, phi->line);
    if (after)
        mi_insert_before(after, c);
    else
        mi_append(f, b, c);
    mi_remove(phi);
}

/* A predicated write to d that keeps o elsewhere: d = o in front of it. */
static void tie_old_value(struct fn *f, struct minst *m)
{
    if (m->old >= 0)
        mi_insert_before(m, new_copy(f, m->dst, m->old, m->line));
    if (m->cold >= 0) {
        int t = fn_vreg(f, false);
        mi_insert_before(m, new_copy(f, t, m->cold, m->line));
        mi_insert_before(m, new_copy(f, m->cdst, t, m->line));
    }
    m->old = m->cold = -1;
}

void ssa_leave(struct fn *f)
{
    fn_preds(f);
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        struct minst *after = b->first;
        while (after && after->op == M_PHI)
            after = after->next;
        while (b->first && b->first->op == M_PHI)
            remove_phi(f, b, b->first, after);
    }
    for (size_t i = 0; i < f->blocks.n; i++)
        for (struct minst *m = f->blocks.v[i]->first, *next; m; m = next) {
            next = m->next;
            if (m->op != M_PHI && (m->old >= 0 || m->cold >= 0))
                tie_old_value(f, m);
        }
    f->ssa = false;
    f->strict = true;
    ra_coalesce(f);
}
