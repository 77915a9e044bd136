/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers that live at the same time, as lists of neighbours.
 */
#include "ra.h"
#include "regset.h"

/* A pair for the lists; one that comes twice is sorted out there. */
static void edge(const struct ra *ra, int a, int b)
{
    struct fn *f = ra->f;
    if (a == b || f->vr.v[a].is_c != f->vr.v[b].is_c)
        return;
    struct edge e = { ra->idx[a], ra->idx[b] };
    vec_push(f->cx, &f->edges, e);
}

/* What lives across a call keeps out of the registers that the routine writes. */
static void survive(struct fn *f, const struct minst *m, const struct regset *live)
{
    int r[MI_REGS], n = mi_defs(m, r);
    for (int i = 0; i < live->n; i++) {
        bool made = false;
        for (int k = 0; k < n; k++)
            made |= r[k] == live->list[i];
        struct vreg *v = &f->vr.v[live->list[i]];
        if (!made)
            v->forbid |= v->is_c ? m->rt->cclobber : m->rt->clobber;
    }
}

/* Among the copies just before m, is one of the same source to o? Then o and m's destination hold one value. */
static bool copied_before(const struct minst *m, int o)
{
    const struct minst *p = m->prev;
    for (int k = 0; p && k < 16 && plain_copy(p) && p->dst != m->src[0].v; k++, p = p->prev)
        if (p->dst == o)
            return p->src[0].v == m->src[0].v;
    return false;
}

/* Gives indices to the registers that occur, in ra->idx and ra->vreg. */
static void number(struct ra *ra)
{
    struct fn *f = ra->f;
    ra->idx = cx_alloc(f->cx, f->vr.n * sizeof *ra->idx);
    ra->first = cx_alloc(f->cx, f->vr.n * sizeof *ra->first);
    ra->vreg = cx_alloc(f->cx, f->vr.n * sizeof *ra->vreg + 8);
    ra->n = 0;
    for (size_t v = 0; v < f->vr.n; v++) {
        ra->idx[v] = ra->first[v] = -1;
        f->vr.v[v].half = false;
        f->vr.v[v].forbid = 0;
        if (f->vr.v[v].ndefs || f->vr.v[v].nuses) {
            ra->vreg[ra->n] = (int)v;
            ra->idx[v] = ra->n++;
        }
    }
}

/* The order of first appearance, and what the forms of instructions demand of registers. */
static void appearances(struct ra *ra)
{
    struct fn *f = ra->f;
    int r[MI_REGS], pos = 0;
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            int n = mi_defs(m, r);
            for (int k = 0; k < n; k++)
                if (ra->first[r[k]] < 0)
                    ra->first[r[k]] = pos;
            for (int k = 0; k < 3; k++)
                if (m->src[k].kind == O_REG && m->src[k].half)
                    f->vr.v[m->src[k].v].half = true;
            if (m->op == M_CVTH)
                f->vr.v[m->dst].half = true;
            if (m->low)
                f->vr.v[m->dst].half = f->vr.v[m->src[0].v].half = true;
            pos++;
        }
}

/* Everything that lives behind m meets what m writes. */
static void meet(struct ra *ra, const struct minst *m, struct regset *live)
{
    struct fn *f = ra->f;
    int r[MI_REGS], n = mi_defs(m, r);
    bool copies = plain_copy(m);
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < live->n; i++) {
            int o = live->list[i];
            if (!copies || (o != m->src[0].v && !copied_before(m, o)))
                edge(ra, r[k], o);
        }
        for (int j = 0; j < k; j++)
            edge(ra, r[k], r[j]);
    }
    if (m->op == M_CALL)
        survive(f, m, live);
    for (int k = 0; k < n; k++)
        if (mi_def_kills(f, m, r[k]))
            regset_remove(live, r[k]);
    for (int k = 0; k < n; k++)
        if (!mi_def_kills(f, m, r[k]))
            regset_add(live, r[k]);
    n = mi_uses(m, r);
    for (int k = 0; k < n; k++)
        regset_add(live, r[k]);
}

static void list_neighbours(struct ra *ra)
{
    const struct fn *f = ra->f;
    size_t n = (size_t)ra->n, ne = f->edges.n;
    int *at = (int *)pool_take(f->cx, &ra->f->row_pool, (2 * n + 2 + 2 * ne) / 2 + 1);
    int *seen = at + n + 1, *adj = seen + n;
    for (size_t i = 0; i < ne; i++) {
        at[f->edges.v[i].a]++;
        at[f->edges.v[i].b]++;
    }
    for (size_t i = 1; i <= n; i++)
        at[i] += at[i - 1];
    for (size_t i = 0; i < ne; i++) {           /* from the ends of the lists down: at[] becomes where they start */
        adj[--at[f->edges.v[i].a]] = f->edges.v[i].b;
        adj[--at[f->edges.v[i].b]] = f->edges.v[i].a;
    }
    int out = 0;
    for (size_t i = 0; i < n; i++) {            /* each neighbour once */
        int k = at[i];
        at[i] = out;
        for (; k < at[i + 1]; k++)
            if (seen[adj[k]] != (int)i + 1) {
                seen[adj[k]] = (int)i + 1;
                adj[out++] = adj[k];
            }
    }
    at[n] = out;
    ra->adj_first = at;
    ra->adj = adj;
}

void ra_interfere(struct ra *ra)
{
    struct fn *f = ra->f;
    struct regset live = regset_new(f->cx, f->vr.n);
    number(ra);
    appearances(ra);
    f->edges.n = 0;
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        live.n = 0;
        for (size_t k = 0; k < b->live_out.n; k++)
            regset_add(&live, b->live_out.v[k]);
        if (b->term == TERM_COND)
            regset_add(&live, b->pred);
        for (const struct minst *m = b->last; m; m = m->prev)
            meet(ra, m, &live);
        /* $r0 is written before the first instruction. */
        for (int k = 0; i == 0 && regset_has(&live, f->tid) && k < live.n; k++)
            edge(ra, f->tid, live.list[k]);
    }
    list_neighbours(ra);
}
