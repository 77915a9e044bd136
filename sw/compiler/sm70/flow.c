/* SPDX-License-Identifier: Apache-2.0
 *
 * Control flow: dominators, loops, and the places where lanes that a branch has parted meet again.
 *
 * A BSSY names the lanes that are to meet; a BSYNC waits for them. For the block that all ways from a divergent branch
 * lead to, the BSSY stands at the end of a block that dominates it and lies outside every loop that it is not in, and a
 * block of its own in front of it has the BSYNC. Lanes that end are not waited for, so ways that end do not count.
 */
#include "mir.h"

#include <string.h>

/* ---- analysis ---------------------------------------------------------------------------------------------- */

static unsigned count_successors(const struct block *b) { return b->term == TERM_COND ? 2 : b->term == TERM_JUMP; }

struct order { struct block **v; size_t n; };

/* Blocks in reverse postorder. */
static void visit_blocks(struct fn *f, struct block *b, struct order *o, uint8_t *seen)
{
    /* depth first without recursion: a stack of blocks and of their next successor */
    VEC(struct block *) stack = { 0 };
    vec_push(f->cx, &stack, b);
    seen[b->id] = 1;
    while (stack.n) {
        struct block *x = stack.v[stack.n - 1];
        unsigned k = seen[x->id] - 1u;
        if (k < count_successors(x)) {
            seen[x->id]++;
            if (!seen[x->succ[k]->id]) {
                seen[x->succ[k]->id] = 1;
                vec_push(f->cx, &stack, x->succ[k]);
            }
        } else {
            o->v[--o->n] = x;
            stack.n--;
        }
    }
}

static struct block *common_dominator(struct block *a, struct block *b, bool post)
{
    while (a && b && a != b) {
        while (a && b && a->rpo > b->rpo)
            a = post ? a->ipdom : a->idom;
        while (a && b && b->rpo > a->rpo)
            b = post ? b->ipdom : b->idom;
    }
    return a == b ? a : NULL;
}

static struct order reverse_postorder(struct fn *f)
{
    struct order o = { cx_alloc(f->cx, f->blocks.n * sizeof *o.v), f->blocks.n };
    visit_blocks(f, f->blocks.v[0], &o, cx_alloc(f->cx, f->blocks.n + 1));
    o.n = f->blocks.n;
    for (size_t i = 0; i < o.n; i++)
        o.v[i]->rpo = (int)i;
    return o;
}

static bool block_dominates(const struct block *a, const struct block *b)
{
    while (b && b != a)
        b = b->idom;
    return b != NULL;
}

/* Immediate dominators, by iteration over the order. */
static void find_dominators(struct fn *f, const struct order *o)
{
    for (size_t i = 0; i < o->n; i++)
        o->v[i]->idom = NULL;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 1; i < o->n; i++) {
            struct block *b = o->v[i], *d = NULL;
            for (size_t k = 0; k < b->preds.n; k++) {
                struct block *p = b->preds.v[k];
                if (p != f->blocks.v[0] && !p->idom)
                    continue;
                d = d ? common_dominator(d, p, false) : p;
            }
            if (d != b->idom) {
                b->idom = d;
                changed = true;
            }
        }
    }
}

/* Loops: each block's innermost one, by its head, and how deep it lies. */
static void find_loops(struct fn *f, const struct order *o)
{
    VEC(struct block *) work = { 0 };
    for (size_t i = 0; i < o->n; i++) {
        o->v[i]->loop = o->v[i]->outer = NULL;
        o->v[i]->depth = 0;
    }
    /* inner heads come later in this order, so they replace outer ones */
    for (size_t i = 0; i < o->n; i++) {
        struct block *h = o->v[i];
        uint8_t *in = NULL;
        for (size_t k = 0; k < h->preds.n; k++)
            if (block_dominates(h, h->preds.v[k])) {
                if (!in) {
                    in = cx_alloc(f->cx, f->blocks.n + 1);
                    in[h->id] = 1;
                }
                vec_push(f->cx, &work, h->preds.v[k]);
            }
        if (!in)
            continue;
        h->outer = h->loop;
        while (work.n) {
            struct block *b = work.v[--work.n];
            if (in[b->id])
                continue;
            in[b->id] = 1;
            for (size_t k = 0; k < b->preds.n; k++)
                vec_push(f->cx, &work, b->preds.v[k]);
        }
        for (size_t k = 0; k < f->blocks.n; k++)
            if (in[f->blocks.v[k]->id]) {
                f->blocks.v[k]->loop = h;
                f->blocks.v[k]->depth++;
            }
    }
}

/* Is b in the loop with this head, or in one inside? */
static bool in_loop(const struct block *b, const struct block *head)
{
    for (const struct block *h = b->loop; h; h = h->outer)
        if (h == head)
            return true;
    return false;
}

/* Post-dominators, of ways that lead to the last exit of the text; on the reversed graph in a postorder of its own. */
static void find_postdominators(struct fn *f)
{
    size_t n = f->blocks.n;
    struct block *exit = NULL, **order = cx_alloc(f->cx, (n + 1) * sizeof *order);
    size_t *next = cx_alloc(f->cx, (n + 1) * sizeof *next), at = 0;
    int *saved = cx_alloc(f->cx, (n + 1) * sizeof *saved);
    bool *seen = cx_alloc(f->cx, n + 1);
    VEC(struct block *) stack = { 0 };
    for (size_t i = 0; i < n; i++) {
        f->blocks.v[i]->ipdom = NULL;
        saved[i] = f->blocks.v[i]->rpo;
        if (f->blocks.v[i]->term == TERM_EXIT)
            exit = f->blocks.v[i];
    }
    if (!exit)
        return;
    vec_push(f->cx, &stack, exit);
    seen[exit->id] = true;
    while (stack.n) {
        struct block *b = stack.v[stack.n - 1];
        if (next[b->id] < b->preds.n) {
            struct block *p = b->preds.v[next[b->id]++];
            if (!seen[p->id]) {
                seen[p->id] = true;
                vec_push(f->cx, &stack, p);
            }
        } else {
            order[at++] = b;
            stack.n--;
        }
    }
    for (size_t i = 0; i < n; i++)
        f->blocks.v[i]->rpo = -1;
    for (size_t i = 0; i < at; i++)
        order[at - 1 - i]->rpo = (int)i;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = at - 1; i-- > 0;) {
            struct block *b = order[i], *d = NULL;
            for (unsigned k = 0; k < count_successors(b); k++) {
                struct block *s = b->succ[k];
                if (s->rpo < 0 || (s != exit && !s->ipdom))
                    continue;
                d = d ? common_dominator(d, s, true) : s;
            }
            if (d != b->ipdom) {
                b->ipdom = d;
                changed = true;
            }
        }
    }
    for (size_t i = 0; i < n; i++)
        f->blocks.v[i]->rpo = saved[i];
}

/* Each loop gets one block that leads into it. */
static void add_preheaders(struct fn *f)
{
    VEC(struct block *) all = { 0 };
    size_t n = f->blocks.n;
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        struct block *h = f->blocks.v[i], *p = NULL;
        bool head = false;
        for (size_t k = 0; k < h->preds.n; k++)
            head = head || block_dominates(h, h->preds.v[k]);
        for (size_t k = 0; head && k < h->preds.n; k++) {
            struct block *from = h->preds.v[k];
            if (block_dominates(h, from))
                continue;
            if (!p) {
                p = nf_block(f);
                p->term = TERM_JUMP;
                p->succ[0] = h;
                p->line = h->line;
                vec_push(f->cx, &all, p);
                any = true;
            }
            for (unsigned s = 0; s < count_successors(from); s++)
                if (from->succ[s] == h)
                    from->succ[s] = p;
        }
        vec_push(f->cx, &all, h);
    }
    if (!any)
        return;
    f->blocks.n = 0;
    for (size_t i = 0; i < all.n; i++)
        vec_push(f->cx, &f->blocks, all.v[i]);
    nf_preds(f);
}

void native_live(struct fn *f, size_t words, native_scan *scan, void *ctx)
{
    uint64_t *live = cx_alloc(f->cx, words * 8);
    for (size_t i = 0; i < f->blocks.n; i++) {
        f->blocks.v[i]->in = cx_alloc(f->cx, words * 8);
        f->blocks.v[i]->out = cx_alloc(f->cx, words * 8);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = f->blocks.n; i-- > 0;) {
            struct block *b = f->blocks.v[i];
            for (unsigned k = 0; k < count_successors(b); k++)
                for (size_t w = 0; w < words; w++)
                    b->out[w] |= b->succ[k]->in[w];
            memcpy(live, b->out, words * 8);
            scan(ctx, b, live);
            if (memcmp(live, b->in, words * 8)) {
                memcpy(b->in, live, words * 8);
                changed = true;
            }
        }
    }
}

void native_flow(struct fn *f)
{
    nf_preds(f);
    struct order o = reverse_postorder(f);
    find_dominators(f, &o);
    find_loops(f, &o);
}

/* ---- what differs between lanes ------------------------------------------------------------------------------ */

static bool differs_by_itself(const struct inst *m)
{
    if (ni_is(m, "S2R"))
        return strncmp(m->o[1].word, "SR_CTAID", 8) != 0;
    return (m->kind->unit == U_LATE && (m->kind->load || m->kind->side)) || ni_is(m, "CS2R");
}

static bool reads_divergent(const struct fn *f, const struct inst *m)
{
    if (m->guard >= 0 && f->vr.v[m->guard].divergent)
        return true;
    for (unsigned k = 0; k < m->n; k++)
        if (!m->o[k].def && m->o[k].v >= 0 && m->o[k].kind != O_LABEL && f->vr.v[m->o[k].v].divergent)
            return true;
    return differs_by_itself(m) || m->block->divergent;
}

/* A hint only: a branch that is taken for one that all lanes follow is right without a place to meet, too. */
static void find_divergence(struct fn *f)
{
    for (size_t i = 0; i < f->vr.n; i++)
        f->vr.v[i].divergent = false;
    for (size_t i = 0; i < f->blocks.n; i++)
        f->blocks.v[i]->divergent = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < f->blocks.n; i++) {
            struct block *b = f->blocks.v[i];
            for EACH_INST(m, b) {
                if (!reads_divergent(f, m) || ni_is(m, "VOTE"))
                    continue;
                for (unsigned k = 0; k < m->n; k++)
                    if (m->o[k].def && m->o[k].v >= 0 && !f->vr.v[m->o[k].v].divergent) {
                        f->vr.v[m->o[k].v].divergent = true;
                        changed = true;
                    }
            }
            if (b->term != TERM_COND || !(f->vr.v[b->pred].divergent || b->divergent))
                continue;
            /* blocks between the branch and where its ways meet are executed by some lanes only */
            VEC(struct block *) work = { 0 };
            for (unsigned k = 0; k < 2; k++)
                vec_push(f->cx, &work, b->succ[k]);
            while (work.n) {
                struct block *x = work.v[--work.n];
                if (x == b->ipdom || x->divergent)
                    continue;
                x->divergent = true;
                changed = true;
                for (unsigned k = 0; k < count_successors(x); k++)
                    vec_push(f->cx, &work, x->succ[k]);
            }
        }
    }
}

/* ---- where lanes meet ---------------------------------------------------------------------------------------- */

struct region {
    struct block *from, *to;
    uint8_t      *in;               /* blocks between, by id, with room for those that join_region() adds */
    unsigned      number;
};

struct regions { VEC(struct region) v; };

static bool leads_to(const struct block *from, const struct block *to)
{
    for (const struct block *b = from->ipdom; b; b = b->ipdom)
        if (b == to)
            return true;
    return false;
}

/* d or the nearest dominator of it outside every loop that y is not in. */
static struct block *outside_loops(struct block *d, const struct block *y)
{
    while (d) {
        bool inside = false;
        for (struct block *h = d->loop; h && !inside; h = h->outer)
            inside = !in_loop(y, h);
        if (!inside)
            return d;
        d = d->idom;
    }
    return NULL;
}

/* The blocks on paths from `from` to `to`, the latter excluded. */
static uint8_t *blocks_between(struct fn *f, struct block *from, struct block *to)
{
    uint8_t *in = cx_alloc(f->cx, 3 * f->blocks.n + 1);
    VEC(struct block *) work = { 0 };
    vec_push(f->cx, &work, from);
    while (work.n) {
        struct block *b = work.v[--work.n];
        if (in[b->id] || b == to)
            continue;
        in[b->id] = 1;
        for (unsigned k = 0; k < count_successors(b); k++)
            vec_push(f->cx, &work, b->succ[k]);
    }
    return in;
}

/* Do all ways into its blocks lead through the first one, so that who comes to the BSYNC was at the BSSY since it was
 * there last? Of a loop with several entries, which lead around the first one, none do. */
static bool one_way_in(const struct fn *f, const struct region *r)
{
    for (size_t i = 0; i < f->blocks.n; i++) {
        const struct block *b = f->blocks.v[i];
        if (!r->in[b->id] || b == r->from)
            continue;
        for (size_t k = 0; k < b->preds.n; k++)
            if (!r->in[b->preds.v[k]->id])
                return false;
    }
    return true;
}

/* Where the lanes of a divergent branch at x part and meet, if a BSSY can stand for it. */
static void find_region(struct fn *f, struct regions *all, struct block *x)
{
    struct block *y = x->ipdom, *d;
    if (!y)
        return;
    d = outside_loops(y->idom, y);
    if (!d || !leads_to(d, y))
        d = outside_loops(x, y);
    if (!d || !leads_to(d, y))
        return;
    for (size_t i = 0; i < all->v.n; i++)
        if (all->v.v[i].to == y && (all->v.v[i].from == d || all->v.v[i].in[x->id]))
            return;
    struct region r = { d, y, blocks_between(f, d, y), 0 };
    if (one_way_in(f, &r))
        vec_push(f->cx, &all->v, r);
}

static bool regions_overlap(const struct fn *f, const struct region *a, const struct region *b)
{
    for (size_t i = 0; i < f->blocks.n; i++)
        if (a->in[i] && b->in[i])
            return true;
    return false;
}

static size_t inside_count(const struct fn *f, const struct region *r)
{
    size_t n = 0;
    for (size_t i = 0; i < f->blocks.n; i++)
        n += r->in[i];
    return n;
}

/* Where an edge of the region leads that leads to its end: there, or to the BSYNC of a region around it. */
static struct block *end_of(const struct region *r, struct block *to)
{
    struct block *b = to;
    while (b != r->to && b->first && ni_is(b->first, "BSYNC") && b->first == b->last)
        b = b->succ[0];
    return b == r->to ? to : NULL;
}

/* The BSYNC of a region, in a block between it and where it leads to. */
static void join_region(struct fn *f, const struct region *r)
{
    const char *name = nl_name(f, "B%u", r->number);
    struct block *y = NULL;
    size_t n = f->blocks.n;
    for (size_t i = 0; i < n; i++) {
        struct block *p = f->blocks.v[i];
        for (unsigned k = 0; r->in[p->id] && k < count_successors(p); k++) {
            struct block *e = end_of(r, p->succ[k]);
            if (e && y && e != y)
                return;
            y = e ? e : y;
        }
    }
    if (!y)
        return;
    struct block *s = nf_block(f);
    s->term = TERM_JUMP;
    s->succ[0] = y;
    s->line = y->line;
    f->line = r->from->line;
    ni_append(f, r->from, ni_new(f, "BSSY", (struct opd[]){ o_word(name), { .kind = O_LABEL, .v = -1, .to = s } }, 2));
    f->line = y->line;
    ni_append(f, s, ni_new(f, "BSYNC", (struct opd[]){ o_word(name) }, 1));
    for (size_t i = 0; i < n; i++) {
        struct block *p = f->blocks.v[i];
        for (unsigned k = 0; r->in[p->id] && k < count_successors(p); k++)
            if (p->succ[k] == y)
                p->succ[k] = s;
    }
    /* in the text it stands in front of y */
    while (n > 0 && f->blocks.v[n - 1] != y) {
        f->blocks.v[n] = f->blocks.v[n - 1];
        n--;
    }
    f->blocks.v[n] = y;
    f->blocks.v[n - 1] = s;
}

/* A branch, outside of loops, to where lanes only end: they end in front of it. */
static void end_early(struct fn *f)
{
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct block *b = f->blocks.v[i];
        for (unsigned k = 0; b->term == TERM_COND && !b->loop && k < 2; k++) {
            const struct block *s = b->succ[k];
            if (s->first || s->term != TERM_EXIT)
                continue;
            f->line = b->line;
            struct inst *m = ni_append(f, b, ni_new(f, "EXIT", NULL, 0));
            m->guard = b->pred;
            m->gneg = k ? !b->pneg : b->pneg;
            b->term = TERM_JUMP;
            b->succ[0] = b->succ[1 - k];
            b->succ[1] = NULL;
            b->pred = -1;
        }
    }
    nf_preds(f);
}

void native_converge(struct fn *f)
{
    struct regions all = { 0 };
    native_flow(f);
    end_early(f);
    native_flow(f);
    add_preheaders(f);
    native_flow(f);
    find_postdominators(f);
    find_divergence(f);
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct block *b = f->blocks.v[i];
        if (b->term == TERM_COND && (f->vr.v[b->pred].divergent || b->divergent))
            find_region(f, &all, b);
    }
    /* the widest first: a region's number differs from those of the ones that share a block with it */
    for (size_t i = 0; i < all.v.n; i++)
        for (size_t k = i + 1; k < all.v.n; k++)
            if (inside_count(f, &all.v.v[k]) > inside_count(f, &all.v.v[i])) {
                struct region t = all.v.v[i];
                all.v.v[i] = all.v.v[k];
                all.v.v[k] = t;
            }
    for (size_t i = 0; i < all.v.n; i++) {
        uint32_t used = 0;
        for (size_t k = 0; k < i; k++)
            if (regions_overlap(f, &all.v.v[i], &all.v.v[k]) && all.v.v[k].number < 16)
                used |= 1u << all.v.v[k].number;
        all.v.v[i].number = used == 0xffff ? 16 : (unsigned)__builtin_ctz(~used);
    }
    /* outer ones first: their BSSY comes before those of inner ones at the end of the same block */
    for (size_t i = 0; i < all.v.n; i++)
        if (all.v.v[i].number < 16)
            join_region(f, &all.v.v[i]);
    nf_preds(f);
}
