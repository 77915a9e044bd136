/* SPDX-License-Identifier: Apache-2.0
 *
 * Global value numbering over the dominator tree: of equal computations the one that dominates stays. Copies and
 * phis of one value disappear. Needs SSA form.
 */
#include "ir.h"

#include <string.h>

struct entry { struct minst *m; uint32_t hash; int next; };

struct gvn {
    struct fn *f;
    int *to;                    /* by register: what stands for it */
    int *head;                  /* hash table of indices into ent, +1 */
    uint32_t mask;
    VEC(struct entry) ent;      /* those of the dominators, innermost last */
    VEC(struct mblock *) *kids;
    bool changed;
};

static int leader_of(struct gvn *g, int v)
{
    while (v >= 0 && g->to[v] != v)
        v = g->to[v] = g->to[g->to[v]];
    return v;
}

/* May another instruction with equal sources stand for it? */
static bool is_candidate(const struct fn *f, const struct minst *m)
{
    if (m->pred >= 0 || m->vol || m->shared || m->op == M_PHI ||
        (m->op == M_MOV && m->src[0].kind == O_REG && !m->src[0].half))
        return false;
    bool sreg = m->op == M_SREG && m->src[0].kind == O_SREG;
    if (!(mop_flags[m->op] & MF_PURE) && m->op != M_LDC && !sreg)
        return false;
    if (m->dst >= 0 && (m->dw != 1 || f->vr.v[m->dst].group >= 0))
        return false;
    return true;
}

static uint32_t mix_hash(uint32_t h, uint32_t v) { return (h ^ v) * 0x9e3779b1u ^ (h >> 15); }

/* Equal instructions have equal hashes. */
static uint32_t hash_inst(const struct minst *m)
{
    uint32_t h = mix_hash((uint32_t)m->op | (uint32_t)m->type << 8 | (uint32_t)m->stype << 16 | (uint32_t)m->gop << 24,
                          (uint32_t)m->cond | (uint32_t)m->rnd << 8 | (uint32_t)m->hi << 16 | (uint32_t)m->sat << 17);
    for (int i = 0; i < 3; i++) {
        const struct opnd *o = &m->src[i];
        h = mix_hash(h, (uint32_t)o->kind | (uint32_t)o->half << 4 | (uint32_t)o->neg << 6 | (uint32_t)o->inv << 7 |
                            (uint32_t)o->abs << 8);
        h = mix_hash(h, (uint32_t)o->v ^ o->imm);
    }
    h = mix_hash(h, (uint32_t)m->aoff ^ (uint32_t)m->seg << 20);
    h = mix_hash(h, (uint32_t)m->abase);
    if (m->op == M_CALL)
        for (int i = 0; i < ROUTINE_ARGS; i++)
            h = mix_hash(h, (uint32_t)m->carg[i]);
    return h;
}

static bool same_value(const struct minst *a, const struct minst *b)
{
    if (!mi_same_kind(a, b) || a->aoff != b->aoff || a->seg != b->seg || a->abase != b->abase ||
        a->ashift != b->ashift || a->rt != b->rt)
        return false;
    for (int i = 0; i < 3; i++)
        if (!op_equal(&a->src[i], &b->src[i]) || a->sw[i] != b->sw[i])
            return false;
    return a->op != M_CALL || !memcmp(a->carg, b->carg, sizeof a->carg);
}

/* Commuting sources in a fixed order, so that a + b meets b + a. */
static void order_sources(struct minst *m)
{
    struct opnd *a = &m->src[0], *b = &m->src[1];
    if (!mi_commutes(m) || a->kind != O_REG || b->kind != O_REG || a->v <= b->v || m->op == M_FMAD ||
        a->neg != b->neg || a->abs != b->abs)
        return;
    struct opnd t = *a;
    *a = *b;
    *b = t;
}

/* o stands for m from now on. A result that o lacked is added to it. */
static void replace_inst(struct gvn *g, struct minst *m, struct minst *o)
{
    if (m->dst >= 0) {
        if (o->dst < 0) {
            o->dst = m->dst;
            o->dw = 1;
        } else {
            g->to[m->dst] = o->dst;
        }
    }
    if (m->cdst >= 0) {
        if (o->cdst < 0)
            o->cdst = m->cdst;
        else
            g->to[m->cdst] = o->cdst;
    }
    for (int k = 0; m->op == M_CALL && k < ROUTINE_RESULTS; k++)
        if (m->cres[k] >= 0 && o->cres[k] >= 0)
            g->to[m->cres[k]] = o->cres[k];
        else if (m->cres[k] >= 0)
            o->cres[k] = m->cres[k];
    mi_remove(m);
    g->changed = true;
}

/* Finds an equal instruction that dominates m, or enters m for those below. */
static void number_inst(struct gvn *g, struct minst *m)
{
    if (m->op == M_MOV && m->pred < 0 && m->dw == 1 && m->src[0].kind == O_REG && !m->src[0].half && !m->vol &&
        g->f->vr.v[m->dst].group < 0 && !m->src[0].neg && !m->src[0].abs && !m->src[0].inv) {
        g->to[m->dst] = m->src[0].v;
        mi_remove(m);
        g->changed = true;
        return;
    }
    if (!is_candidate(g->f, m))
        return;
    order_sources(m);
    uint32_t h = hash_inst(m);
    for (int i = g->head[h & g->mask]; i; i = g->ent.v[i - 1].next)
        if (g->ent.v[i - 1].hash == h && same_value(g->ent.v[i - 1].m, m)) {
            replace_inst(g, m, g->ent.v[i - 1].m);
            return;
        }
    struct entry e = { m, h, g->head[h & g->mask] };
    vec_push(g->f->cx, &g->ent, e);
    g->head[h & g->mask] = (int)g->ent.n;
}

/* A phi of one value, or of itself and one value. */
static bool trivial_phi(struct gvn *g, struct mblock *b, struct minst *m)
{
    int d = m->dst >= 0 ? m->dst : m->cdst, same = -1;
    for (size_t k = 0; k < b->preds.n; k++) {
        int a = leader_of(g, m->args[k]);
        if (a == d || a == same)
            continue;
        if (same >= 0)
            return false;
        same = a;
    }
    if (same < 0)
        return false;
    g->to[d] = same;
    mi_remove(m);
    g->changed = true;
    return true;
}

/* Is there an earlier phi with the same values? It stands for m. */
static bool same_phi(struct gvn *g, struct mblock *b, struct minst *m)
{
    for (struct minst *o = b->first; o != m; o = o->next) {
        bool same = (o->dst >= 0) == (m->dst >= 0);
        for (size_t k = 0; same && k < b->preds.n; k++)
            same = leader_of(g, o->args[k]) == leader_of(g, m->args[k]);
        if (!same)
            continue;
        if (m->dst >= 0)
            g->to[m->dst] = o->dst;
        else
            g->to[m->cdst] = o->cdst;
        mi_remove(m);
        g->changed = true;
        return true;
    }
    return false;
}

/* Reads what is left of each value. */
static void rename_uses(struct gvn *g, struct minst *m)
{
    for (int i = 0; i < 3; i++)
        if (m->src[i].kind == O_REG || m->src[i].kind == O_CREG)
            m->src[i].v = leader_of(g, m->src[i].v);
    m->pred = leader_of(g, m->pred);
    m->abase = leader_of(g, m->abase);
    m->old = leader_of(g, m->old);
    m->cold = leader_of(g, m->cold);
    for (int i = 0; i < ROUTINE_ARGS; i++)
        m->carg[i] = leader_of(g, m->carg[i]);
}

/* Down the dominator tree; what a block has entered is gone behind its subtree. */
static void walk_blocks(struct gvn *g, struct mblock *b)
{
    size_t mark = g->ent.n;
    for (struct minst *m = b->first, *next; m; m = next) {
        next = m->next;
        if (m->op == M_PHI) {
            if (!trivial_phi(g, b, m))
                same_phi(g, b, m);
            continue;
        }
        rename_uses(g, m);
        number_inst(g, m);
    }
    for (size_t k = 0; k < g->kids[b->id].n; k++)
        walk_blocks(g, g->kids[b->id].v[k]);
    while (g->ent.n > mark) {
        struct entry *e = &g->ent.v[--g->ent.n];
        g->head[e->hash & g->mask] = e->next;
    }
}

bool gvn_run(struct fn *f)
{
    struct gvn g = { .f = f, .mask = 1023 };
    size_t nv = f->vr.n;
    g.to = cx_alloc(f->cx, nv * sizeof *g.to);
    for (size_t i = 0; i < nv; i++)
        g.to[i] = (int)i;
    while (g.mask < nv)
        g.mask = g.mask * 2 + 1;
    g.head = cx_alloc(f->cx, (g.mask + 1) * sizeof *g.head);
    g.kids = cx_alloc(f->cx, f->blocks.n * sizeof *g.kids);
    for (size_t i = 1; i < f->blocks.n; i++)
        vec_push(f->cx, &g.kids[f->blocks.v[i]->idom->id], f->blocks.v[i]);
    walk_blocks(&g, f->blocks.v[0]);
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        for EACH_INST(m, b) {
            if (m->op == M_PHI)
                for (size_t k = 0; k < b->preds.n; k++)
                    m->args[k] = leader_of(&g, m->args[k]);
            rename_uses(&g, m);
        }
        if (b->term == TERM_COND)
            b->pred = leader_of(&g, b->pred);
    }
    fn_count(f);
    return g.changed;
}
