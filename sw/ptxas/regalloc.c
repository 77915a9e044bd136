/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers by colouring the interference graph. Copies are coalesced first (words of a 64- or 128-bit group keep
 * their places in it), then classes take the lowest free register in order of first appearance, groups before
 * single words. What does not fit is spilled (spill.c) and everything is tried again.
 */
#include "ra.h"

#include <stdlib.h>
#include <string.h>

static void phi_read(struct fn *f, uint64_t **set, size_t nw, int v)
{
    if (!*set)
        *set = cx_alloc(f->cx, nw * 8);
    bit_set(*set, (size_t)v);
}

void live_run(struct fn *f)
{
    size_t nw = f->vr.n / 64 + 1;
    int r[MI_REGS];
    uint64_t **use = cx_alloc(f->cx, f->blocks.n * sizeof *use), **def = cx_alloc(f->cx, f->blocks.n * sizeof *def);
    uint64_t **arg = cx_alloc(f->cx, f->blocks.n * sizeof *arg);
    uint64_t *sets = pool_take(f->cx, &f->live_pool, 4 * f->blocks.n * nw);
    fn_count(f);
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        b->live_in = sets + 4 * i * nw;
        b->live_out = b->live_in + nw;
        use[i] = b->live_out + nw;
        def[i] = use[i] + nw;
        for EACH_INST(m, b) {
            for (size_t k = 0; m->op == M_PHI && k < b->preds.n; k++)      /* read at the ends of the predecessors */
                phi_read(f, &arg[b->preds.v[k]->id], nw, m->args[k]);
            int n = mi_uses(m, r);
            for (int k = 0; k < n; k++)
                if (!bit_get(def[i], (size_t)r[k]))
                    bit_set(use[i], (size_t)r[k]);
            n = mi_defs(m, r);
            for (int k = 0; k < n; k++) {
                if (mi_def_kills(f, m, r[k]))
                    bit_set(def[i], (size_t)r[k]);
                else if (!bit_get(def[i], (size_t)r[k]))
                    bit_set(use[i], (size_t)r[k]);
            }
        }
        if (b->term == TERM_COND && !bit_get(def[i], (size_t)b->pred))
            bit_set(use[i], (size_t)b->pred);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = f->blocks.n; i-- > 0;) {
            struct mblock *b = f->blocks.v[i];
            int ns = b->term == TERM_COND ? 2 : b->term == TERM_JUMP;
            for (size_t w = 0; w < nw; w++) {
                uint64_t out = arg[i] ? arg[i][w] : 0;
                for (int k = 0; k < ns; k++)
                    out |= b->succ[k]->live_in[w];
                uint64_t in = use[i][w] | (out & ~def[i][w]);
                changed |= in != b->live_in[w] || out != b->live_out[w];
                b->live_in[w] = in;
                b->live_out[w] = out;
            }
        }
    }
}

static void edge(struct ra *ra, int a, int b)
{
    if (a == b || ra->f->vr.v[a].is_c != ra->f->vr.v[b].is_c)
        return;
    int x = ra->idx[a], y = ra->idx[b];
    bit_set(ra->row[x], (size_t)y);
    bit_set(ra->row[y], (size_t)x);
}

/* What lives across a call keeps out of the registers that the routine writes. */
static void survive(struct ra *ra, const struct minst *m, const uint64_t *live)
{
    struct fn *f = ra->f;
    int r[MI_REGS], n = mi_defs(m, r);
    for (size_t v = 0; v < f->vr.n; v++) {
        bool made = !bit_get(live, v);
        for (int k = 0; k < n; k++)
            made |= r[k] == (int)v;
        if (!made)
            f->vr.v[v].forbid |= f->vr.v[v].is_c ? m->rt->cclobber : m->rt->clobber;
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

static void build(struct ra *ra)
{
    struct fn *f = ra->f;
    size_t nw = f->vr.n / 64 + 1;
    int r[MI_REGS];
    ra->idx = cx_alloc(f->cx, f->vr.n * sizeof *ra->idx);
    ra->first = cx_alloc(f->cx, f->vr.n * sizeof *ra->first);
    ra->n = 0;
    for (size_t v = 0; v < f->vr.n; v++) {
        ra->idx[v] = -1;
        ra->first[v] = -1;
        f->vr.v[v].half = false;
        f->vr.v[v].forbid = 0;
        if (f->vr.v[v].ndefs || f->vr.v[v].nuses)
            ra->idx[v] = ra->n++;
    }
    ra->vreg = cx_alloc(f->cx, (size_t)ra->n * sizeof *ra->vreg + 8);
    for (size_t v = 0; v < f->vr.n; v++)
        if (ra->idx[v] >= 0)
            ra->vreg[ra->idx[v]] = (int)v;
    ra->nw = (size_t)ra->n / 64 + 1;
    ra->row = cx_alloc(f->cx, (size_t)ra->n * sizeof *ra->row + 8);
    uint64_t *rows = pool_take(f->cx, &f->row_pool, (size_t)ra->n * ra->nw + 1);
    for (int i = 0; i < ra->n; i++)
        ra->row[i] = rows + (size_t)i * ra->nw;
    uint64_t *live = cx_alloc(f->cx, nw * 8);
    int pos = 0;
    for (size_t i = 0; i < f->blocks.n; i++) {          /* order of first appearance */
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
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        memcpy(live, b->live_out, nw * 8);
        if (b->term == TERM_COND)
            bit_set(live, (size_t)b->pred);
        for (struct minst *m = b->last; m; m = m->prev) {
            int n = mi_defs(m, r);
            for (int k = 0; k < n; k++) {
                for (size_t w = 0; w < nw; w++)
                    for (uint64_t bits = live[w]; bits; bits &= bits - 1) {
                        int o = (int)(w * 64 + (size_t)__builtin_ctzll(bits));
                        if (plain_copy(m) && (o == m->src[0].v || copied_before(m, o)))
                            continue;
                        edge(ra, r[k], o);
                    }
                for (int j = 0; j < k; j++)
                    edge(ra, r[k], r[j]);
            }
            if (m->op == M_CALL)
                survive(ra, m, live);
            for (int k = 0; k < n; k++)
                if (mi_def_kills(f, m, r[k]))
                    bit_clr(live, (size_t)r[k]);
            for (int k = 0; k < n; k++)
                if (!mi_def_kills(f, m, r[k]))
                    bit_set(live, (size_t)r[k]);
            n = mi_uses(m, r);
            for (int k = 0; k < n; k++)
                bit_set(live, (size_t)r[k]);
        }
        if (i == 0)     /* $r0 is written before the first instruction */
            for (size_t w = 0; w < nw; w++)
                for (uint64_t bits = live[w]; bits; bits &= bits - 1) {
                    int o = (int)(w * 64 + (size_t)__builtin_ctzll(bits));
                    if (ra->idx[f->tid] >= 0 && bit_get(live, (size_t)f->tid))
                        edge(ra, f->tid, o);
                }
    }
}

/* ---- classes ------------------------------------------------------------------------------------------- */

static void make_classes(struct ra *ra)
{
    struct fn *f = ra->f;
    ra->cls = cx_alloc(f->cx, (size_t)ra->n * sizeof *ra->cls + 8);
    ra->off = cx_alloc(f->cx, (size_t)ra->n * sizeof *ra->off + 8);
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
        c->color = v->fixed;
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
static bool clash(const struct ra *ra, const struct rclass *a, const struct rclass *b, int at)
{
    for (size_t i = 0; i < a->mem.n; i++)
        for (size_t k = 0; k < b->mem.n; k++) {
            int x = a->mem.v[i], y = b->mem.v[k];
            if (ra->off[x] + at == ra->off[y] && bit_get(ra->row[x], (size_t)y))
                return true;
        }
    return false;
}

static void forbidden(const struct ra *ra, const struct rclass *c, bool out[256]);

/* Can a live where b must? */
static bool fixed_ok(const struct ra *ra, const struct rclass *a, const struct rclass *b)
{
    bool bad[256];
    if (b->fixed < 0)
        return true;
    if (a->fixed >= 0)
        return a->fixed == b->fixed;
    forbidden(ra, a, bad);
    return a->width == 1 && !bad[b->fixed];
}

static void coalesce(struct ra *ra, int x, int y)
{
    int ca = ra->cls[x], cb = ra->cls[y];
    if (ca == cb)
        return;
    if (ra->c[ca].width > ra->c[cb].width) {
        int t = ca; ca = cb; cb = t;
        t = x; x = y; y = t;
    }
    struct rclass *a = &ra->c[ca], *b = &ra->c[cb];
    int at = ra->off[y] - ra->off[x];
    if (ra->early && (a->fixed >= 0 || b->fixed >= 0 || b->width > 1))
        return;
    if (a->is_c || b->is_c || at < 0 || at + a->width > b->width || (a->width > 1 && at % a->width) ||
        (a->fixed >= 0 && b->width > 1) || clash(ra, a, b, at) || !fixed_ok(ra, a, b) || !fixed_ok(ra, b, a))
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
        b->fixed = b->color = a->fixed;
    if (a->first >= 0 && (b->first < 0 || a->first < b->first))
        b->first = a->first;
}

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
                if (m->op == M_MOV && m->src[0].kind == O_REG && !m->src[0].half && m->dst >= 0)
                    coalesce(ra, ra->idx[m->dst], ra->idx[m->src[0].v]);
        }
}

/* ---- colours --------------------------------------------------------------------------------------------- */

static void forbidden(const struct ra *ra, const struct rclass *c, bool out[256])
{
    for (int k = 0; k < 256; k++)
        out[k] = k < 64 && c->forbid >> k & 1;
    for (size_t i = 0; i < c->mem.n; i++) {
        int x = c->mem.v[i];
        for (size_t w = 0; w < ra->nw; w++)
            for (uint64_t bits = ra->row[x][w]; bits; bits &= bits - 1) {
                int y = (int)(w * 64 + (size_t)__builtin_ctzll(bits));
                int color = ra->c[ra->cls[y]].color;
                if (color < 0)
                    continue;
                int at = color + ra->off[y] - ra->off[x];
                if (at >= 0 && at < 256)
                    out[at] = true;
            }
    }
}

/* Colours that would save something: the third source of a multiply-add wants to be its destination. */
static int hinted(const struct ra *ra, int cls, const bool *bad, int limit)
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

struct turn { bool fixed; int width, first, cls; };

/* Fixed registers, then wide classes, then by first appearance. */
static int turn_order(const void *p, const void *q)
{
    const struct turn *a = p, *b = q;
    if (a->fixed != b->fixed)
        return b->fixed - a->fixed;
    if (a->width != b->width)
        return b->width - a->width;
    return a->first != b->first ? (a->first > b->first) - (a->first < b->first) : a->cls - b->cls;
}

/* Colours all classes of one kind. Returns the number that did not fit (their colour stays -1). */
static int color(struct ra *ra, bool is_c, int limit)
{
    bool bad[256];
    int failed = 0, n = 0;
    struct turn *order = cx_alloc(ra->f->cx, (size_t)ra->n * sizeof *order + 8);
    for (int i = 0; i < ra->n; i++) {
        const struct rclass *c = &ra->c[i];
        if (c->mem.n && c->is_c == is_c)
            order[n++] = (struct turn){ c->fixed >= 0, c->width, c->first, i };
    }
    qsort(order, (size_t)n, sizeof *order, turn_order);
    for (int i = 0; i < n; i++) {
        struct rclass *c = &ra->c[order[i].cls];
        int lim = c->half && limit > 64 ? 64 : limit;
        if (c->fixed >= 0)
            continue;
        forbidden(ra, c, bad);
        int pick = hinted(ra, order[i].cls, bad, lim);
        for (int k = 0; pick < 0 && k + c->width <= lim; k += c->width)
            if (!bad[k])
                pick = k;
        c->color = pick;
        failed += pick < 0;
        for (size_t k = 0; pick < 0 && k < c->mem.n; k++) {
            bit_set(ra->crowded, (size_t)c->mem.v[k]);
            for (size_t w = 0; w < ra->nw; w++)
                ra->crowded[w] |= ra->row[c->mem.v[k]][w];
        }
    }
    return failed;
}

void ra_coalesce(struct fn *f)
{
    struct ra ra = { .f = f };
    live_run(f);
    build(&ra);
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

void ra_run(struct fn *f)
{
    bool split = false;
    f->regs = 1;
    fix_calls(f);
    for (int round = 0; round < 200; round++) {
        struct ra ra = { .f = f };
        live_run(f);
        build(&ra);
        make_classes(&ra);
        coalesce_copies(&ra);
        make_hints(&ra);
        ra.crowded = cx_alloc(f->cx, ra.nw * 8);
        int nc = color(&ra, true, 4);
        if (nc) {
            spill_codes(&ra);
            continue;
        }
        int nr = color(&ra, false, (int)f->max_regs);
        if (nr) {
            if (!split)
                ra_split_groups(f);
            else
                spill_words(&ra, nr);
            split = true;
            continue;
        }
        for (int i = 0; i < ra.n; i++) {
            struct vreg *v = &f->vr.v[ra.vreg[i]];
            v->color = ra.c[ra.cls[i]].color + ra.off[i];
            if (!v->is_c && (unsigned)v->color + 1 > f->regs)
                f->regs = (unsigned)v->color + 1;
        }
        return;
    }
    cx_error(f->cx, f->entry->line, "kernel %s does not fit in %u registers", f->entry->name, f->max_regs);
}
