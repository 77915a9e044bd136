/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers that live at the same time, as lists of neighbours.
 */
#include "ra.h"
#include "regset.h"

/* What is found on the way: a register, how many it meets, those. In pieces, so that nothing is copied as it grows. */
enum { STRIP = 1 << 16 };
struct strip { struct strip *next; size_t n, room; int v[]; };

/* What lives, words and condition codes apart: they never want each other's place. */
struct living { struct regset of[2]; };

static struct regset *live_kin(const struct fn *f, struct living *live, int v) { return &live->of[f->vr.v[v].is_c]; }

/* Registers that ra does not ask about have no index and are left out. */
static void begin_living(const struct ra *ra, struct living *live, int v)
{
    if (ra->idx[v] >= 0)
        regset_add(live_kin(ra->f, live, v), v);
}

/* Room for n more numbers, in `last` or a piece behind it. */
static int *strip_room(struct cx *cx, struct strip **last, size_t n)
{
    struct strip *s = *last;
    while (s->room - s->n < n) {
        if (!s->next) {
            size_t room = n > STRIP ? n : STRIP;
            s->next = cx_alloc(cx, sizeof *s + room * sizeof *s->v);
            s->next->room = room;
        }
        s = s->next;
        s->n = 0;
    }
    *last = s;
    return s->v + s->n;
}

/* What lives across a call keeps out of the registers that the routine writes. */
static void forbid_clobbered(struct fn *f, const struct minst *m, const struct regset *live)
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

/* Gives indices to the registers that occur, or to those of them that are `asked`, in ra->idx and ra->vreg. */
static void number_registers(struct ra *ra, const bool *asked)
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
        if ((f->vr.v[v].ndefs || f->vr.v[v].nuses) && (!asked || asked[v])) {
            ra->vreg[ra->n] = (int)v;
            ra->idx[v] = ra->n++;
        }
    }
}

/* The order of first appearance, and what the forms of instructions demand of registers. */
static void note_appearances(struct ra *ra)
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

/* The register v, which m writes, meets what lives behind m, and the n others in r. */
static void add_interference(struct ra *ra, const struct minst *m, int v, const struct regset *live, const int *r,
                             int n)
{
    struct fn *f = ra->f;
    if (ra->idx[v] < 0)
        return;
    int *run = strip_room(f->cx, &ra->strip, (size_t)(2 + live->n + n)), *to = run + 2;
    bool copies = plain_copy(m);
    for (int i = 0; i < live->n; i++) {
        int o = live->list[i];
        if (o != v && (!copies || (o != m->src[0].v && !copied_before(m, o))))
            *to++ = ra->idx[o];
    }
    for (int j = 0; j < n; j++)
        if (r[j] != v && ra->idx[r[j]] >= 0 && f->vr.v[r[j]].is_c == f->vr.v[v].is_c)
            *to++ = ra->idx[r[j]];
    run[0] = ra->idx[v];
    run[1] = (int)(to - run - 2);
    ra->strip->n += (size_t)(to - run);
}

/* Liveness upwards over one instruction; what it writes meets everything that lives behind it. */
static void step_over(struct ra *ra, const struct minst *m, struct living *live)
{
    struct fn *f = ra->f;
    int r[MI_REGS], n = mi_defs(m, r);
    for (int k = 0; k < n; k++)
        add_interference(ra, m, r[k], live_kin(f, live, r[k]), r, k);
    for (int c = 0; m->op == M_CALL && c < 2; c++)
        forbid_clobbered(f, m, &live->of[c]);
    for (int k = 0; k < n; k++)
        if (mi_def_kills(f, m, r[k]))
            regset_remove(live_kin(f, live, r[k]), r[k]);
    for (int k = 0; k < n; k++)
        if (!mi_def_kills(f, m, r[k]))
            begin_living(ra, live, r[k]);
    n = mi_uses(m, r);
    for (int k = 0; k < n; k++)
        begin_living(ra, live, r[k]);
}

/* The lists of neighbours, each once, from the runs. */
static void list_neighbours(struct ra *ra, const struct strip *runs)
{
    const struct fn *f = ra->f;
    size_t n = (size_t)ra->n, pairs = 0;
    int *at = (int *)pool_take(f->cx, &ra->f->row_pool, (2 * n + 2) / 2 + 1), *seen = at + n + 1;
    for (const struct strip *s = runs; s; s = s == ra->strip ? NULL : s->next)
        for (const int *run = s->v; run < s->v + s->n; run += 2 + run[1]) {
            at[run[0]] += run[1];
            pairs += (size_t)run[1];
            for (int k = 0; k < run[1]; k++)
                at[run[2 + k]]++;
        }
    for (size_t i = 1; i <= n; i++)
        at[i] += at[i - 1];
    int *adj = (int *)pool_room(f->cx, &ra->f->adj_pool, pairs + 1);
    for (const struct strip *s = runs; s; s = s == ra->strip ? NULL : s->next)
        for (const int *run = s->v; run < s->v + s->n; run += 2 + run[1])
            for (int k = 0; k < run[1]; k++) {  /* from the ends of the lists down: at[] becomes where they start */
                adj[--at[run[0]]] = run[2 + k];
                adj[--at[run[2 + k]]] = run[0];
            }
    int out = 0;
    for (size_t i = 0; i < n; i++) {
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

/* Who writes a register meets what lives then. Nothing writes the thread index, $r0: what lives beside it at entry is
 * without a value. */
void ra_interfere(struct ra *ra, const bool *asked)
{
    struct fn *f = ra->f;
    size_t nv = f->vr.n;
    int *at = (int *)pool_take(f->cx, &f->set_pool, (3 * nv + 1) / 2);
    struct living live = { { { at + nv, at, 0 }, { at + 2 * nv, at, 0 } } };    /* no register is in both */
    if (!f->strips)
        f->strips = cx_alloc(f->cx, sizeof *f->strips);
    ra->strip = f->strips;
    number_registers(ra, asked);
    note_appearances(ra);
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        live.of[0].n = live.of[1].n = 0;
        for (size_t k = 0; k < b->live_out.n; k++)
            begin_living(ra, &live, b->live_out.v[k]);
        if (b->term == TERM_COND)
            begin_living(ra, &live, b->pred);
        for (const struct minst *m = b->last; m; m = m->prev)
            step_over(ra, m, &live);
    }
    list_neighbours(ra, f->strips);
}
