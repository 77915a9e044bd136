/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks: clean-up, dominators, natural loops, post-dominators within one iteration.
 */
#include "ir.h"

#include <stdlib.h>
#include <string.h>

static bool only_ret(const struct mblock *b) { return !b->first && b->term == TERM_RET; }

/* Follows blocks that do nothing but jump. */
static struct mblock *final_target(struct mblock *b)
{
    for (int i = 0; i < 1000 && !b->first && !b->stays && b->term == TERM_JUMP && b->succ[0] != b; i++)
        b = b->succ[0];
    return b;
}

static void ret_under(struct fn *f, struct mblock *b, bool neg)
{
    struct minst *m = mi_new(f, M_RET, V_NONE);
    m->line = b->line;
    m->pred = b->pred;
    m->pneg = neg;
    mi_append(f, b, m);
}

/* A block and its only successor, whose only predecessor it is, become one; the other is left without predecessors. */
static bool absorb_successor(struct fn *f, struct mblock *b)
{
    struct mblock *s = b->succ[0];
    bool gone = !b->preds.n && b != f->blocks.v[0];
    if (gone || b->term != TERM_JUMP || s->preds.n != 1 || s == b || s == f->blocks.v[0])
        return false;
    if (s->first) {
        for EACH_INST(m, s)
            m->block = b;
        s->first->prev = b->last;
        if (b->last)
            b->last->next = s->first;
        else
            b->first = s->first;
        b->last = s->last;
        s->first = s->last = NULL;
    }
    b->term = s->term;
    b->pred = s->pred;
    b->pneg = s->pneg;
    b->line = s->line;
    b->succ[0] = s->succ[0];
    b->succ[1] = s->succ[1];
    s->preds.n = 0;
    for (int k = 0; k < count_successors(b); k++)
        for (size_t i = 0; i < b->succ[k]->preds.n; i++)
            if (b->succ[k]->preds.v[i] == s)
                b->succ[k]->preds.v[i] = b;
    return true;
}

void cfg_cleanup(struct fn *f)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < f->blocks.n; i++) {
            struct mblock *b = f->blocks.v[i];
            for (int k = 0; k < count_successors(b); k++) {
                struct mblock *t = final_target(b->succ[k]);
                changed |= t != b->succ[k];
                b->succ[k] = t;
            }
            /* A branch to a bare return is a return under the same predicate; lanes that return need no
             * reconvergence. */
            if (b->term == TERM_JUMP && only_ret(b->succ[0])) {
                b->term = TERM_RET;
                changed = true;
            } else if (b->term == TERM_COND && (only_ret(b->succ[0]) || only_ret(b->succ[1]))) {
                int k = only_ret(b->succ[0]) ? 0 : 1;
                bool both = only_ret(b->succ[0]) && only_ret(b->succ[1]);
                if (!both)
                    ret_under(f, b, k ? !b->pneg : b->pneg);
                b->term = both ? TERM_RET : TERM_JUMP;
                b->succ[0] = b->succ[1 - k];
                changed = true;
            }
        }
        fn_preds(f);
        for (size_t i = 0; i < f->blocks.n; i++)
            while (absorb_successor(f, f->blocks.v[i]))
                changed = true;
        if (changed)
            fn_preds(f);
    }
}

/* ---- dominators and loops ---------------------------------------------------------------------------- */

bool loop_has(const struct mloop *l, const struct mblock *b)
{
    const struct mloop *of = b->loop;
    while (l && of && of->depth > l->depth)
        of = of->outer;
    return !l || of == l;
}

bool cfg_dominates(const struct mblock *a, const struct mblock *b)
{
    while (b && b != a && b->rpo > a->rpo)
        b = b->idom;
    return a == b;
}

struct mblock *loop_way_in(const struct mloop *l)
{
    struct mblock *in = NULL;
    for (size_t k = 0; k < l->head->preds.n; k++) {
        struct mblock *p = l->head->preds.v[k];
        if (loop_has(l, p))
            continue;
        if (in)
            return NULL;
        in = p;
    }
    return in;
}

bool cfg_postdominates(const struct mblock *a, const struct mblock *b)
{
    while (b && b != a)
        b = b->ipdom;
    return a == b;
}

static void number_blocks(struct mblock *b, int *n, uint64_t *seen, struct mblock **order)
{
    bit_set(seen, (size_t)b->id);
    for (int k = 0; k < count_successors(b); k++)
        if (!bit_get(seen, (size_t)b->succ[k]->id))
            number_blocks(b->succ[k], n, seen, order);
    order[--*n] = b;
}

static int by_id(const void *p, const void *q)
{
    const struct mblock *const *a = p, *const *b = q;
    return (*a)->id - (*b)->id;
}

/* A loop inside those that have been added: two share no block, or one of them has all blocks of the other. */
static void add_loop(struct fn *f, struct mblock *head)
{
    struct mloop *l = cx_alloc(f->cx, sizeof *l);
    l->head = head;
    l->outer = head->loop;
    l->depth = l->outer ? l->outer->depth + 1 : 1;
    head->loop = l;
    vec_push(f->cx, &l->body, head);
    for (size_t i = 0; i < head->preds.n; i++)
        if (cfg_dominates(head, head->preds.v[i]) && head->preds.v[i]->loop != l) {
            head->preds.v[i]->loop = l;
            vec_push(f->cx, &l->body, head->preds.v[i]);
        }
    for (size_t n = 1; n < l->body.n; n++)
        for (size_t i = 0; i < l->body.v[n]->preds.n; i++) {
            struct mblock *p = l->body.v[n]->preds.v[i];
            if (p->loop == l)
                continue;
            p->loop = l;
            vec_push(f->cx, &l->body, p);
        }
    qsort(l->body.v, l->body.n, sizeof *l->body.v, by_id);
    vec_push(f->cx, &f->loops, l);
}

void cfg_analyse(struct fn *f)
{
    fn_preds(f);
    size_t nb = f->blocks.n;
    struct mblock **order = cx_alloc(f->cx, nb * sizeof *order);
    uint64_t *seen = cx_alloc(f->cx, (nb / 64 + 1) * 8);
    int n = (int)nb;
    number_blocks(f->blocks.v[0], &n, seen, order);
    for (size_t i = 0; i < nb; i++) {
        order[i]->rpo = (int)i;
        order[i]->idom = NULL;
        order[i]->loop = NULL;
        order[i]->loop_head = false;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 1; i < nb; i++) {
            struct mblock *b = order[i], *d = NULL;
            for (size_t k = 0; k < b->preds.n; k++) {
                struct mblock *p = b->preds.v[k];
                if (p != order[0] && !p->idom)
                    continue;
                for (struct mblock *q = p; d && q != d;) {
                    if (q->rpo > d->rpo)
                        q = q->idom;
                    else
                        d = d->idom;
                }
                if (!d)
                    d = p;
            }
            if (b->idom != d) {
                b->idom = d;
                changed = true;
            }
        }
    }
    /* Inner loops have their head later in reverse postorder than the loops around them. */
    f->loops.n = 0;
    for (size_t i = 0; i < nb; i++)
        for (size_t k = 0; k < order[i]->preds.n; k++)
            if (cfg_dominates(order[i], order[i]->preds.v[k])) {
                order[i]->loop_head = true;
                add_loop(f, order[i]);
                break;
            }
}

/* ---- post-dominators ------------------------------------------------------------------------------------- */

/* Blocks by block id. */
typedef VEC(struct mblock *) blocklist;

static void add_once(struct fn *f, blocklist *l, struct mblock *b)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->v[i] == b)
            return;
    vec_push(f->cx, l, b);
}

/* The successors of a block in the graph of one iteration: a back edge counts as leaving the loop by any of its
 * exits, since reconvergence points are wanted inside an iteration or behind the loop. */
static void forward_succ(struct fn *f, struct mblock *b, blocklist *out)
{
    for (int k = 0; k < count_successors(b); k++) {
        struct mblock *s = b->succ[k];
        if (!cfg_dominates(s, b)) {
            add_once(f, out, s);
            continue;
        }
        struct mloop *l = s->loop;
        for (size_t i = 0; i < l->body.n; i++) {
            struct mblock *e = l->body.v[i];
            for (int j = 0; j < count_successors(e); j++)
                if (!loop_has(l, e->succ[j]) && !cfg_dominates(e->succ[j], e))
                    add_once(f, out, e->succ[j]);
        }
    }
}

bool knot_has(const struct mknot *k, const struct mblock *b)
{
    const struct mknot *of = b->knot;
    while (of && of != k)
        of = of->outer;
    return of == k;
}

/* Tarjan's strongly connected components. All arrays: by block id. */
struct components {
    const blocklist *succ;
    int             *met, *low;         /* when a block was met, from 1 on; the earliest that it leads back to */
    int             *of;                /* its component, from 1 on in the order of `order` backwards; 0: none yet */
    struct mblock  **order, **stack;    /* blocks, what leads to others in front; those without a component yet */
    size_t           place, height;
    int              clock, n;
};

static void visit_component(struct components *c, struct mblock *b)
{
    const blocklist *l = &c->succ[b->id];
    c->met[b->id] = c->low[b->id] = ++c->clock;
    c->stack[c->height++] = b;
    for (size_t k = 0; k < l->n; k++) {
        int s = l->v[k]->id;
        if (!c->met[s])
            visit_component(c, l->v[k]);
        if (!c->of[s] && c->low[s] < c->low[b->id])
            c->low[b->id] = c->low[s];
    }
    if (c->low[b->id] != c->met[b->id])
        return;
    c->n++;
    do {
        c->order[--c->place] = c->stack[--c->height];
        c->of[c->stack[c->height]->id] = c->n;
    } while (c->stack[c->height] != b);
}

static struct components find_components(struct fn *f, const blocklist *succ)
{
    size_t nb = f->blocks.n;
    struct components c = { .succ = succ, .place = nb };
    c.met = cx_alloc(f->cx, nb * sizeof *c.met);
    c.low = cx_alloc(f->cx, nb * sizeof *c.low);
    c.of = cx_alloc(f->cx, nb * sizeof *c.of);
    c.order = cx_alloc(f->cx, nb * sizeof *c.order);
    c.stack = cx_alloc(f->cx, nb * sizeof *c.stack);
    for (size_t i = 0; i < nb; i++)
        if (!c.met[f->blocks.v[i]->id])
            visit_component(&c, f->blocks.v[i]);
    return c;
}

/* The blocks v[0] to v[n-1] are a component: a knot. Ways on from one of its entries to another count as leaving it by
 * any of its exits, as back edges of loops do. */
static void open_knot(struct fn *f, const struct components *c, blocklist *succ, struct mblock *const *v, size_t n)
{
    struct mknot *knot = cx_alloc(f->cx, sizeof *knot);
    int own = c->of[v[0]->id];
    uint64_t *entry = cx_alloc(f->cx, (f->blocks.n / 64 + 1) * 8);
    blocklist exits = { 0 };
    knot->outer = v[0]->knot;
    for (size_t i = 0; i < f->blocks.n; i++) {
        const blocklist *l = &succ[f->blocks.v[i]->id];
        bool inside = c->of[f->blocks.v[i]->id] == own;
        for (size_t k = 0; k < l->n; k++) {
            bool into = c->of[l->v[k]->id] == own;
            if (inside && !into)
                add_once(f, &exits, l->v[k]);
            else if (!inside && into)
                bit_set(entry, (size_t)l->v[k]->id);
        }
    }
    for (size_t i = 0; i < n; i++) {
        blocklist old = succ[v[i]->id], now = { 0 };
        v[i]->knot = knot;
        v[i]->knot_entry |= bit_get(entry, (size_t)v[i]->id);
        for (size_t k = 0; k < old.n; k++)
            if (!bit_get(entry, (size_t)old.v[k]->id)) {
                add_once(f, &now, old.v[k]);
            } else {
                for (size_t x = 0; x < exits.n; x++)
                    add_once(f, &now, exits.v[x]);
            }
        succ[v[i]->id] = now;
    }
}

/* Opens all knots; then the graph has no cycles. Blocks in an order in which what leads to others is in front. */
static struct mblock **open_knots(struct fn *f, blocklist *succ)
{
    for (;;) {
        struct components c = find_components(f, succ);
        if (c.n == (int)f->blocks.n)
            return c.order;
        for (size_t i = 0, n; i < f->blocks.n; i += n) {
            for (n = 1; i + n < f->blocks.n && c.of[c.order[i + n]->id] == c.of[c.order[i]->id]; n++)
                ;
            if (n > 1)
                open_knot(f, &c, succ, c.order + i, n);
        }
    }
}

static bool any_in_set(const blocklist *l, const uint64_t *set)
{
    for (size_t i = 0; i < l->n; i++)
        if (bit_get(set, (size_t)l->v[i]->id))
            return true;
    return false;
}

/* The first block that post-dominates both; d may be NULL: none yet. */
static struct mblock *common_ipdom(struct mblock *d, struct mblock *q)
{
    while (d && q != d) {
        if (q->pdepth > d->pdepth)
            q = q->ipdom;
        else
            d = d->ipdom;
    }
    return d ? d : q;
}

/* The blocks that lead to the end e, into reach; how many. What leads there stands in front of it in `order`. */
static size_t leads_to(const struct fn *f, struct mblock *const *order, const blocklist *succ, const struct mblock *e,
                       uint64_t *reach)
{
    size_t count = 1;
    memset(reach, 0, (f->blocks.n / 64 + 1) * 8);
    bit_set(reach, (size_t)e->id);
    for (size_t i = f->blocks.n; i-- > 0;) {
        size_t id = (size_t)order[i]->id;
        if (any_in_set(&succ[id], reach)) {
            bit_set(reach, id);
            count++;
        }
    }
    return count;
}

/* Returning early kills lanes, it does not take them past a reconvergence point; so of the ends that a block leads to
 * only the one counts that most blocks lead to. A loop that is left only by predicated returns ends in its back edge.
 */
void cfg_postdom(struct fn *f)
{
    size_t nb = f->blocks.n, nw = nb / 64 + 1, n = 0;
    blocklist *succ = cx_alloc(f->cx, nb * sizeof *succ);
    struct end { struct mblock *b; size_t count; } *ends = cx_alloc(f->cx, nb * sizeof *ends);
    uint64_t *reach = cx_alloc(f->cx, nw * 8), *done = cx_alloc(f->cx, nw * 8);
    for (size_t i = 0; i < nb; i++) {
        struct mblock *b = f->blocks.v[i];
        b->ipdom = NULL;
        b->pdepth = 0;
        b->knot = NULL;
        b->knot_entry = false;
        forward_succ(f, b, &succ[b->id]);
    }
    struct mblock **order = open_knots(f, succ);
    for (size_t i = 0; i < nb; i++) {
        struct mblock *b = f->blocks.v[i];
        if (succ[b->id].n)
            continue;
        const struct end e = { b, leads_to(f, order, succ, b, reach) };
        size_t at = n++;                /* most first; the first of several alike first */
        for (; at > 0 && ends[at - 1].count < e.count; at--)
            ends[at] = ends[at - 1];
        ends[at] = e;
    }
    for (size_t e = 0; e < n; e++) {
        leads_to(f, order, succ, ends[e].b, reach);
        for (size_t i = nb; i-- > 0;) { /* the graph has no cycles: one pass, successors first */
            struct mblock *b = order[i], *d = NULL;
            size_t id = (size_t)b->id;
            if (!bit_get(reach, id) || bit_get(done, id))
                continue;
            bit_set(done, id);
            for (size_t k = 0; k < succ[id].n; k++)
                if (bit_get(reach, (size_t)succ[id].v[k]->id))
                    d = common_ipdom(d, succ[id].v[k]);
            b->ipdom = d;
            b->pdepth = d ? d->pdepth + 1 : 0;
        }
    }
}

/* ---- canonical loops --------------------------------------------------------------------------------------- */

static void redirect_edge(struct mblock *from, struct mblock *to, struct mblock *via)
{
    for (int k = 0; k < count_successors(from); k++)
        if (from->succ[k] == to)
            from->succ[k] = via;
}

/* Every loop gets one block in front of its head and one back edge, so that a head is never a reconvergence point and
 * joinat has a place outside the loop. Two loops never come to share their head: lanes that leave the inner one are to
 * meet behind it, and not where the outer one begins anew. */
void cfg_canonical(struct fn *f)
{
    cfg_analyse(f);
    size_t nb = f->blocks.n;
    for (size_t i = 0; i < nb; i++) {
        struct mblock *h = f->blocks.v[i];
        if (!h->loop_head)
            continue;
        size_t in = 0, back = 0;
        bool in_ok = false;
        for (size_t k = 0; k < h->preds.n; k++) {
            struct mblock *p = h->preds.v[k];
            if (cfg_dominates(h, p)) {
                back++;
            } else {
                in++;
                in_ok = p->term == TERM_JUMP;
            }
        }
        bool pre = in != 1 || !in_ok, latch = back > 1;
        struct mblock *a = pre ? fn_block(f) : NULL, *z = latch ? fn_block(f) : NULL;
        for (size_t k = 0; k < h->preds.n; k++) {
            struct mblock *p = h->preds.v[k];
            bool b = cfg_dominates(h, p);
            if (b && latch)
                redirect_edge(p, h, z);
            else if (!b && pre)
                redirect_edge(p, h, a);
        }
        if (a)
            a->term = TERM_JUMP, a->succ[0] = h;
        if (z)
            z->term = TERM_JUMP, z->succ[0] = h;
        if (a && h == f->blocks.v[0]) {         /* the entry block must stay first */
            f->blocks.v[0] = a;
            f->blocks.v[f->blocks.n - (z ? 2 : 1)] = h;
            nb = f->blocks.n;
        }
    }
    cfg_analyse(f);
    for (size_t i = 0; i < f->loops.n; i++)
        if (f->loops.v[i]->outer)
            f->loops.v[i]->outer->head->stays = true;
}
