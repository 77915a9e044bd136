/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers by colouring the interference graph. Copies are coalesced first (words of a 64- or 128-bit group keep
 * their places in it), then classes take the lowest free register in order of first appearance, groups before
 * single words. What does not fit is spilled (spill.c) and everything is tried again.
 */
#include "ra.h"

#include <stdlib.h>
#include <string.h>

/* ---- classes ------------------------------------------------------------------------------------------- */

/* A class for each register and each group, with what limits its colour. */
static void make_classes(struct ra *ra)
{
    struct fn *f = ra->f;
    ra->cls = cx_alloc(f->cx, (size_t)ra->n * sizeof *ra->cls + 8);
    ra->off = cx_alloc(f->cx, (size_t)ra->n * sizeof *ra->off + 8);
    ra->place = cx_alloc(f->cx, (size_t)ra->n * sizeof *ra->place + 8);
    ra->c = cx_alloc(f->cx, (size_t)ra->n * sizeof *ra->c + 8);
    for (int i = 0; i < ra->n; i++) {
        struct vreg *v = &f->vr.v[ra->vreg[i]];
        struct rclass *c = &ra->c[i];
        ra->cls[i] = i;
        c->width = 1;
        c->is_c = v->is_c;
        c->half = v->half;
        c->fixed = v->fixed;
        c->forbid = v->forbid;
        c->color = ra->place[i] = v->fixed;
        c->first = ra->first[ra->vreg[i]];
        vec_push(f->cx, &c->mem, i);
    }
    for (size_t g = 0; g < f->groups.n; g++) {
        struct group *gr = &f->groups.v[g];
        int root = ra->idx[gr->v[0]];
        bool all = true;
        for (int k = 0; k < gr->n; k++)
            all = all && ra->idx[gr->v[k]] >= 0;
        if (!all)
            continue;
        ra->c[root].width = gr->n;
        for (int k = 1; k < gr->n; k++) {
            int x = ra->idx[gr->v[k]];
            ra->cls[x] = root;
            ra->off[x] = k;
            vec_push(f->cx, &ra->c[root].mem, x);
            ra->c[x].mem.n = 0;
            ra->c[root].half |= ra->c[x].half;
            ra->c[root].forbid |= ra->c[x].forbid >> k;
            if (ra->c[x].first >= 0 && (ra->c[root].first < 0 || ra->c[x].first < ra->c[root].first))
                ra->c[root].first = ra->c[x].first;
        }
    }
}

/* Can class a be laid over class b, its word 0 at word `at` of b? */
static bool classes_clash(const struct ra *ra, int ca, int cb, int at)
{
    bool turned = ra->c[ca].mem.n > ra->c[cb].mem.n;        /* the neighbours of the fewer members */
    const struct rclass *few = &ra->c[turned ? cb : ca];
    int other = turned ? ca : cb, shift = turned ? -at : at;
    for (size_t i = 0; i < few->mem.n; i++) {
        int x = few->mem.v[i];
        for (int k = ra->adj_first[x]; k < ra->adj_first[x + 1]; k++)
            if (ra->cls[ra->adj[k]] == other && ra->off[x] + shift == ra->off[ra->adj[k]])
                return true;
    }
    return false;
}

static void find_forbidden(const struct ra *ra, const struct rclass *c, bool out[256]);

/* Can a live where b must? */
static bool fixed_ok(const struct ra *ra, const struct rclass *a, const struct rclass *b)
{
    bool bad[256];
    if (b->fixed < 0)
        return true;
    if (a->fixed >= 0)
        return a->fixed == b->fixed;
    find_forbidden(ra, a, bad);
    return a->width == 1 && !bad[b->fixed];
}

enum { MANY = 64 };     /* members that a class has more than another when it is worth while to move the other's */

static void place_class(struct ra *ra, struct rclass *c, int color)
{
    c->color = color;
    for (size_t k = 0; k < c->mem.n; k++)
        ra->place[c->mem.v[k]] = color < 0 ? -1 : color + ra->off[c->mem.v[k]];
}

/* Makes the classes of x and y one where a copy connects them and nothing forbids it. */
static void join_classes(struct ra *ra, int x, int y)
{
    int ca = ra->cls[x], cb = ra->cls[y];
    if (ca == cb)
        return;
    bool narrower = ra->c[ca].width > ra->c[cb].width,
         fewer = ra->c[ca].width == ra->c[cb].width && ra->c[ca].mem.n > ra->c[cb].mem.n + MANY;
    if (narrower || fewer) {        /* b joins a */
        int t = ca; ca = cb; cb = t;
        t = x; x = y; y = t;
    }
    struct rclass *a = &ra->c[ca], *b = &ra->c[cb];
    int at = ra->off[y] - ra->off[x];
    if (ra->early && (a->fixed >= 0 || b->fixed >= 0 || b->width > 1))
        return;
    if (a->is_c || b->is_c || at < 0 || at + a->width > b->width || (a->width > 1 && at % a->width) ||
        (a->fixed >= 0 && b->width > 1) || classes_clash(ra, ca, cb, at) || !fixed_ok(ra, a, b) || !fixed_ok(ra, b, a))
        return;
    for (size_t i = 0; i < a->mem.n; i++) {
        ra->cls[a->mem.v[i]] = cb;
        ra->off[a->mem.v[i]] += at;
        vec_push(ra->f->cx, &b->mem, a->mem.v[i]);
    }
    a->mem.n = 0;
    b->half |= a->half;
    b->forbid |= at < 64 ? a->forbid >> at : 0;
    if (a->fixed >= 0)
        b->fixed = a->fixed;
    if (b->fixed >= 0)
        place_class(ra, b, b->fixed);
    if (a->first >= 0 && (b->first < 0 || a->first < b->first))
        b->first = a->first;
}

static bool is_copy(const struct minst *m)
{
    return m->op == M_MOV && m->src[0].kind == O_REG && !m->src[0].half && m->dst >= 0;
}

/* Merges the two ends of copies, those of inner loops first. */
static void coalesce_copies(struct ra *ra)
{
    struct fn *f = ra->f;
    int maxd = 0;
    for (size_t i = 0; i < f->loops.n; i++)
        if (f->loops.v[i]->depth > maxd)
            maxd = f->loops.v[i]->depth;
    for (int d = maxd; d >= 0; d--)             /* copies in inner loops first */
        for (size_t i = 0; i < f->blocks.n; i++) {
            struct mblock *b = f->blocks.v[i];
            if ((b->loop ? b->loop->depth : 0) != d)
                continue;
            for EACH_INST(m, b)
                if (is_copy(m))
                    join_classes(ra, ra->idx[m->dst], ra->idx[m->src[0].v]);
        }
}

/* ---- colours --------------------------------------------------------------------------------------------- */

/* Registers that a class cannot have: those of neighbours that are placed, less the member's offset. */
static void find_forbidden(const struct ra *ra, const struct rclass *c, bool out[256])
{
    for (int k = 0; k < 256; k++)
        out[k] = k < 64 && c->forbid >> k & 1;
    for (size_t i = 0; i < c->mem.n; i++) {
        int x = c->mem.v[i];
        for (int k = ra->adj_first[x]; k < ra->adj_first[x + 1]; k++) {
            int at = ra->place[ra->adj[k]] - ra->off[x];
            if (at >= 0)
                out[at] = true;
        }
    }
}

/* Colours that would save something: the third source of a multiply-add wants to be its destination. */
static int hinted_color(const struct ra *ra, int cls, const bool *bad, int limit)
{
    const struct rclass *c = &ra->c[cls];
    for (size_t i = 0; i < c->mem.n; i++) {
        int h = ra->hint[c->mem.v[i]];
        if (h < 0)
            continue;
        int o = ra->cls[h], color = ra->c[o].color;
        if (color < 0 || o == cls)
            continue;
        int at = color + ra->off[h] - ra->off[c->mem.v[i]];
        if (at >= 0 && at + c->width <= limit && at % c->width == 0 && !bad[at])
            return at;
    }
    return -1;
}

/* The sum of a multiply-add prefers the register of its addend: the short form has both in one field. */
static void make_hints(struct ra *ra)
{
    ra->hint = cx_alloc(ra->f->cx, (size_t)ra->n * sizeof *ra->hint + 8);
    for (int i = 0; i < ra->n; i++)
        ra->hint[i] = -1;
    for (size_t i = 0; i < ra->f->blocks.n; i++)
        for EACH_INST(m, ra->f->blocks.v[i])
            if ((m->op == M_MAD || m->op == M_FMAD) && m->dst >= 0 && m->src[2].kind == O_REG) {
                ra->hint[ra->idx[m->dst]] = ra->idx[m->src[2].v];
                if (ra->hint[ra->idx[m->src[2].v]] < 0)
                    ra->hint[ra->idx[m->src[2].v]] = ra->idx[m->dst];
            }
}

struct turn { bool low; int width, first, cls; };

/* What is short of registers, then wide classes, then by first appearance. */
static int turn_order(const void *p, const void *q)
{
    const struct turn *a = p, *b = q;
    if (a->low != b->low)
        return b->low - a->low;
    if (a->width != b->width)
        return b->width - a->width;
    return a->first != b->first ? (a->first > b->first) - (a->first < b->first) : a->cls - b->cls;
}

/* Colours all classes of one kind. Returns the number that did not fit (their colour stays -1). low_first: those that
 * must be below $r64 choose before the others. */
static int color_classes(struct ra *ra, bool is_c, int limit, bool low_first)
{
    bool bad[256];
    int failed = 0, n = 0;
    struct turn *order = cx_alloc(ra->f->cx, (size_t)ra->n * sizeof *order + 8);
    for (int i = 0; i < ra->n; i++) {
        struct rclass *c = &ra->c[i];
        if (!c->mem.n || c->is_c != is_c || c->fixed >= 0)
            continue;
        place_class(ra, c, -1);
        order[n++] = (struct turn){ low_first && c->half, c->width, c->first, i };
    }
    qsort(order, (size_t)n, sizeof *order, turn_order);
    memset(ra->crowded, 0, (size_t)ra->n);
    for (int i = 0; i < n; i++) {
        struct rclass *c = &ra->c[order[i].cls];
        int lim = c->half && limit > LIMIT_SHORT_REGISTERS ? LIMIT_SHORT_REGISTERS : limit;
        find_forbidden(ra, c, bad);
        int pick = hinted_color(ra, order[i].cls, bad, lim);
        for (int k = 0; pick < 0 && k + c->width <= lim; k += c->width)
            if (!bad[k])
                pick = k;
        place_class(ra, c, pick);
        failed += pick < 0;
        for (size_t k = 0; pick < 0 && k < c->mem.n; k++) {
            int x = c->mem.v[k];
            ra->crowded[x] = true;
            for (int q = ra->adj_first[x]; q < ra->adj_first[x + 1]; q++)
                ra->crowded[ra->adj[q]] = true;
        }
    }
    return failed;
}

/* By register: does it occur in a copy, or another word of its group? */
static bool *find_copied(struct fn *f)
{
    bool *out = cx_alloc(f->cx, f->vr.n + 1);
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            if (is_copy(m))
                out[m->dst] = out[m->src[0].v] = true;
    for (size_t i = 0; i < f->groups.n; i++) {
        const struct group *g = &f->groups.v[i];
        bool any = false;
        for (int k = 0; k < g->n; k++)
            any |= out[g->v[k]];
        for (int k = 0; k < g->n; k++)
            out[g->v[k]] = any;
    }
    return out;
}

void ra_coalesce(struct fn *f)
{
    struct ra ra = { .f = f };
    live_run(f);
    ra_interfere(&ra, find_copied(f));
    make_classes(&ra);
    ra.early = true;
    coalesce_copies(&ra);
    int *to = cx_alloc(f->cx, f->vr.n * sizeof *to);
    for (size_t v = 0; v < f->vr.n; v++)
        to[v] = (int)v;
    for (int i = 0; i < ra.n; i++) {
        const struct rclass *c = &ra.c[i];
        if (c->width != 1 || c->is_c)
            continue;
        int root = -1;
        if (c->mem.n)
            root = ra.vreg[c->mem.v[0]];
        for (size_t k = 0; k < c->mem.n; k++)
            to[ra.vreg[c->mem.v[k]]] = root;
    }
    for (size_t i = 0; i < f->blocks.n; i++)
        for (struct minst *m = f->blocks.v[i]->first, *next; m; m = next) {
            next = m->next;
            mi_rename(m, to);
            if (m->op == M_MOV && m->src[0].kind == O_REG && m->src[0].v == m->dst && !m->src[0].half)
                mi_remove(m);
        }
    fn_count(f);
}

/* Arguments and results of routine calls are in fixed registers just around the call. */
static void fix_calls(struct fn *f)
{
    bool any = false;
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            if (m->op != M_CALL)
                continue;
            for (int k = 0; k < m->rt->nargs + m->rt->nres; k++) {
                bool res = k >= m->rt->nargs;
                int *at = res ? &m->cres[k - m->rt->nargs] : &m->carg[k];
                int v = fn_vreg(f, false);
                f->vr.v[v].fixed = (int8_t)(res ? m->rt->res[k - m->rt->nargs] : m->rt->arg[k]);
                f->vr.v[v].no_spill = true;
                if (*at >= 0) {
                    struct minst *c = mi_new(f, M_MOV, V_B32);
                    c->line = m->line;
                    c->dst = res ? *at : v;
                    c->dw = 1;
                    c->src[0] = op_reg(res ? v : *at);
                    if (res)
                        mi_insert_after(m, c);
                    else
                        mi_insert_before(m, c);
                }
                *at = v;
            }
            any = true;
            for (int k = 0; k < 64; k++)
                if (m->rt->clobber >> k & 1 && f->regs < (unsigned)k + 1)
                    f->regs = (unsigned)k + 1;
        }
    fn_count(f);
    if (!any || !f->vr.v[f->tid].nuses)
        return;
    struct minst *c = mi_new(f, M_MOV, V_B32);      /* the thread index leaves $r0, which routines write */
    c->dst = f->tid;
    c->dw = 1;
    f->vr.v[f->tid].fixed = -1;
    f->vr.v[f->tid].no_spill = false;
    f->tid = fn_vreg(f, false);
    f->vr.v[f->tid].fixed = 0;
    f->vr.v[f->tid].no_spill = true;
    c->src[0] = op_reg(f->tid);
    if (f->blocks.v[0]->first)
        mi_insert_before(f->blocks.v[0]->first, c);
    else
        mi_append(f, f->blocks.v[0], c);
}

/* Each round colours the whole kernel anew with what the last one has spilled. While more words live somewhere than
 * there are registers, those are spilled there, and rounds come to an end by themselves. When all fit by number and
 * still some word or group has no place (a group wants neighbours, aligned), the number says nothing any more. Then
 *   first, patiently, the words that are cheapest to spill go, of those near one without a place, wherever they live:
 *   this gives the least traffic, but need not make room where it is missing, so that it may never end;
 *   from round HASTE on, or when rounds times registers reach PATIENCE (a round of a large kernel takes seconds), only
 *   words that live where one has no place.
 * The limits are no part of the method but stand in for a proof that the patient way ends: set by trial. Without HASTE
 * 21 of 116 266 random programs with 20 registers ran out of ROUNDS; with it all are done (docs/records/runs.md).
 * Spilling where room is missing from the first round on would need neither; what that costs in code has not been
 * measured. */
enum { ROUNDS = 200, HASTE = 40, PATIENCE = 500000 };

void ra_run(struct fn *f)
{
    bool split = false;
    f->regs = 1;
    fix_calls(f);
    for (int round = 0; round < ROUNDS; round++) {
        struct ra ra = { .f = f };
        live_run(f);
        ra_interfere(&ra, NULL);
        make_classes(&ra);
        coalesce_copies(&ra);
        make_hints(&ra);
        ra.crowded = cx_alloc(f->cx, (size_t)ra.n + 1);
        int nc = color_classes(&ra, true, 4, false);
        if (nc) {
            spill_codes(&ra);
            continue;
        }
        int nr = color_classes(&ra, false, (int)f->max_regs, false);
        if (nr)
            nr = color_classes(&ra, false, (int)f->max_regs, true);
        if (nr) {
            if (!split)
                ra_split_groups(f);
            else
                spill_words(&ra, nr, round < HASTE && round * (long)ra.n < PATIENCE);
            split = true;
            continue;
        }
        for (int i = 0; i < ra.n; i++) {
            struct vreg *v = &f->vr.v[ra.vreg[i]];
            v->color = ra.place[i];
            if (!v->is_c && (unsigned)v->color + 1 > f->regs)
                f->regs = (unsigned)v->color + 1;
        }
        return;
    }
    cx_error(f->cx, f->entry->line, "kernel %s does not fit in %u registers", cx_plain(f->cx, f->entry->name),
                 f->max_regs);
}
