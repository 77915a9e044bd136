/* SPDX-License-Identifier: Apache-2.0
 *
 * Straight-line strength reduction: words that are the same sum of registers times constants, but for a constant, are
 * one of them plus the difference: of p + 4 * i and p + 4 * (i + 256) the second is the first plus 1024. Everything is
 * modulo 2^32, as the instructions are, so that it holds whatever wraps. Needs SSA form.
 */
#include "ir.h"

#include <string.h>

enum { TERMS = 4, REACH = 64, LEADERS = 8 };

/* Registers, or parameters in s[] as -1 - offset, by ascending name, each times its factor, plus c. */
struct form { int n; struct { int id; uint32_t k; } t[TERMS]; uint32_t c; };

struct leader { int v, next; };         /* a register with that form; index of the one before with the same hash, +1 */

struct linear {
    struct fn *f;
    struct form *form;          /* by register; n is 0 and c 0: not known */
    int *head;                  /* hash table of indices into leader, +1 */
    uint32_t mask;
    VEC(struct leader) leader;
};

/* Adds k * x to *to; false when there are too many terms. */
static bool add_form(struct form *to, const struct form *x, uint32_t k)
{
    struct form out = { .c = to->c + k * x->c };
    int a = 0, b = 0;
    while (a < to->n || b < x->n) {
        bool left = b == x->n || (a < to->n && to->t[a].id <= x->t[b].id);
        bool right = a == to->n || (b < x->n && x->t[b].id <= to->t[a].id);
        int id = left ? to->t[a].id : x->t[b].id;
        uint32_t sum = (left ? to->t[a].k : 0) + (right ? k * x->t[b].k : 0);
        a += left;
        b += right;
        if (!sum)
            continue;
        if (out.n == TERMS)
            return false;
        out.t[out.n].id = id;
        out.t[out.n++].k = sum;
    }
    *to = out;
    return true;
}

/* An operand as a sum of registers with factors and a constant; false: it is none. */
static bool form_of(const struct linear *x, const struct opnd *o, struct form *out)
{
    memset(out, 0, sizeof *out);
    if (o->half || o->neg || o->abs || o->inv)
        return false;
    switch (o->kind) {
    case O_IMM:
        out->c = o->imm;
        return true;
    case O_SMEM:
        out->n = 1;
        out->t[0].id = -1 - o->v;
        out->t[0].k = 1;
        return o->mode == SM_B32;
    case O_REG:
        *out = x->form[o->v];
        if (!out->n && !out->c) {
            out->n = 1;
            out->t[0].id = o->v;
            out->t[0].k = 1;
        }
        return true;
    }
    return false;
}

/* Sums, differences and shifts of whole words. */
static bool compute_form(const struct linear *x, const struct minst *m, struct form *out)
{
    struct form b;
    bool word = m->dst >= 0 && m->dw == 1 && m->cdst < 0 && m->pred < 0 && !m->vol && !m->sat && !m->shared &&
                m->type == V_B32 && x->f->vr.v[m->dst].group < 0 && x->f->vr.v[m->dst].ndefs == 1;
    if (!word || !form_of(x, &m->src[0], out) || !form_of(x, &m->src[1], &b))
        return false;
    switch (m->op) {
    case M_ADD: return add_form(out, &b, 1);
    case M_SUB: return add_form(out, &b, -1u);
    case M_SHL: {
        struct form a = *out;
        memset(out, 0, sizeof *out);
        return !b.n && b.c < 32 && add_form(out, &a, 1u << b.c);
    }
    }
    return false;
}

static uint32_t hash_form(const struct form *a)
{
    uint32_t h = 0;
    for (int i = 0; i < a->n; i++)
        h = (h ^ (uint32_t)a->t[i].id * 31 ^ a->t[i].k) * 0x9e3779b1u;
    return h ^ h >> 16;
}

static bool same_terms(const struct form *a, const struct form *b)
{
    bool same = a->n == b->n;
    for (int i = 0; same && i < a->n; i++)
        same = a->t[i].id == b->t[i].id && a->t[i].k == b->t[i].k;
    return same;
}

/* As cfg_dominates, but does not look far. */
static bool dominates_near(const struct mblock *a, const struct mblock *b)
{
    for (int k = 0; k < REACH && b && b != a; k++)
        b = b->idom;
    return a == b;
}

/* Is one of m's sources made for it alone, so that it goes when m does not need it? */
static bool frees_source(const struct linear *x, const struct minst *m)
{
    for (int i = 0; i < 2; i++) {
        const struct opnd *o = &m->src[i];
        if (o->kind == O_REG && x->f->vr.v[o->v].nuses == 1 && x->form[o->v].n)
            return true;
    }
    return false;
}

/* m becomes v + by; false: the constant has no place. */
static bool rewrite_as_sum(struct linear *x, struct minst *m, int v, uint32_t by)
{
    const struct minst before = *m;
    mi_kind(m, by ? M_ADD : M_MOV, V_B32);
    m->src[0] = op_reg(v);
    m->src[1] = (struct opnd){ .kind = O_NONE };
    if (!by)
        return true;
    m->src[1] = op_reg(v);
    if (opt_put(x->f, m, 1, op_imm(by)))
        return true;
    *m = before;
    return false;
}

/* Makes m from an earlier value that differs by a constant alone, if there is one. */
static bool visit_inst(struct linear *x, struct minst *m)
{
    struct form mine;
    if (!compute_form(x, m, &mine) || !mine.n)
        return false;
    uint32_t h = hash_form(&mine) & x->mask;
    int seen = 0;
    bool trivial = mine.n == 1 && mine.t[0].k == 1;         /* a register plus a constant is one instruction as it is */
    for (int i = x->head[h]; i && seen < LEADERS && !trivial; i = x->leader.v[i - 1].next, seen++) {
        int u = x->leader.v[i - 1].v;
        uint32_t by = mine.c - x->form[u].c;
        if (!same_terms(&mine, &x->form[u]) || !dominates_near(x->f->vr.v[u].def->block, m->block) ||
            (by && !frees_source(x, m)))
            continue;
        if (rewrite_as_sum(x, m, u, by)) {
            x->form[m->dst] = mine;
            return true;
        }
    }
    x->form[m->dst] = mine;
    struct leader l = { m->dst, x->head[h] };
    vec_push(x->f->cx, &x->leader, l);
    x->head[h] = (int)x->leader.n;
    return false;
}

bool linear_run(struct fn *f)
{
    struct linear x = { .f = f, .mask = 1023 };
    size_t nb = f->blocks.n;
    bool any = false;
    fn_count(f);
    while (x.mask < f->vr.n)
        x.mask = x.mask * 2 + 1;
    x.form = cx_alloc(f->cx, f->vr.n * sizeof *x.form);
    x.head = cx_alloc(f->cx, (x.mask + 1) * sizeof *x.head);
    struct mblock **order = cx_alloc(f->cx, nb * sizeof *order);
    for (size_t i = 0; i < nb; i++)
        order[f->blocks.v[i]->rpo] = f->blocks.v[i];
    for (size_t i = 0; i < nb; i++)             /* what dominates a block comes before it */
        for EACH_INST(m, order[i])
            any |= visit_inst(&x, m);
    return any;
}
