/* SPDX-License-Identifier: Apache-2.0
 *
 * Spilling: condition codes go to general registers, words to local memory; constants and parameters are made anew.
 */
#include "ra.h"

#include <stdlib.h>
#include <string.h>

static struct minst *word(struct fn *f, enum mop op, enum vtype type, int dst, const struct minst *at)
{
    struct minst *m = mi_new(f, op, type);
    m->line = at ? at->line : 0;
    m->dst = dst;
    m->dw = dst >= 0;
    return m;
}

static struct minst *code_from_word(struct fn *f, int c, int r, const struct minst *at)
{
    struct minst *m = word(f, M_SREG, V_B32, -1, at);
    m->cdst = c;
    m->src[0] = op_reg(r);
    return m;
}

static struct minst *word_from_code(struct fn *f, int r, int c, const struct minst *at)
{
    struct minst *m = word(f, M_SREG, V_B32, r, at);
    m->src[0] = (struct opnd){ .kind = O_CREG, .v = c };
    return m;
}

static void spill_code(struct fn *f, int c)
{
    int r = fn_vreg(f, false);
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        for (struct minst *m = b->first, *next; m; m = next) {
            next = m->next;
            bool use = m->pred == c, def = m->cdst == c;
            for (int k = 0; k < 3; k++)
                use |= m->src[k].kind == O_CREG && m->src[k].v == c;
            if (!use && !def)
                continue;
            int t = fn_vreg(f, true);
            f->vr.v[t].no_spill = true;
            if (use || !mi_def_kills(f, m, c))
                mi_insert_before(m, code_from_word(f, t, r, m));
            if (m->pred == c)
                m->pred = t;
            for (int k = 0; k < 3; k++)
                if (m->src[k].kind == O_CREG && m->src[k].v == c)
                    m->src[k].v = t;
            if (def) {
                m->cdst = t;
                mi_insert_after(m, word_from_code(f, r, t, m));
            }
        }
        if (b->term == TERM_COND && b->pred == c) {
            int t = fn_vreg(f, true);
            f->vr.v[t].no_spill = true;
            mi_append(f, b, code_from_word(f, t, r, b->last));
            b->pred = t;
        }
    }
}

/* Number of registers that register i interferes with. */
static int degree(const struct ra *ra, int i)
{
    int n = 0;
    for (size_t w = 0; w < ra->nw; w++)
        for (uint64_t bits = ra->row[i][w]; bits; bits &= bits - 1)
            n++;
    return n;
}

void spill_codes(struct ra *ra)
{
    struct fn *f = ra->f;
    int best = -1, best_deg = -1;
    for (int i = 0; i < ra->n; i++) {
        struct vreg *v = &f->vr.v[ra->vreg[i]];
        if (!v->is_c || v->no_spill)
            continue;
        int deg = degree(ra, i) * 16 / (v->nuses + v->ndefs);
        if (deg > best_deg) {
            best_deg = deg;
            best = ra->vreg[i];
        }
    }
    if (best < 0)
        cx_error(f->cx, f->entry->line, "kernel %s needs too many condition codes at once", f->entry->name);
    spill_code(f, best);
}

/* ---- words -------------------------------------------------------------------------------------------- */

/* Can be made again at a use: constants, parameters, constant memory, a word that is in l[] already. */
static bool cheap(const struct fn *f, int v)
{
    const struct minst *d = f->vr.v[v].def;
    if (!d || d->pred >= 0 || d->vol || d->shared || d->dw != 1)
        return false;
    if (d->op == M_LDC)
        return d->abase < 0 && !d->areg && d->cdst < 0;
    return d->reload || (d->op == M_MOV && (d->src[0].kind == O_IMM || d->src[0].kind == O_SMEM));
}

static struct minst *reload(struct fn *f, int v, int t, uint32_t slot, const struct minst *at)
{
    struct minst *m;
    if (cheap(f, v)) {
        const struct minst *d = f->vr.v[v].def;
        m = word(f, (enum mop)d->op, (enum vtype)d->type, t, at);
        mi_copy_kind(m, d);
        m->src[0] = d->src[0];
        m->seg = d->seg;
        m->aoff = d->aoff;
        m->reload = d->reload;
    } else {
        m = word(f, M_LDL, V_B32, t, at);
        m->aoff = (int32_t)slot;
        m->reload = true;
    }
    return m;
}

/* Uses of a spilled word that are this near to each other in a block share one register: l[] is far away. */
#define NEAR 12

struct spiller {
    struct fn *f;
    int        v;
    uint32_t   slot;
    bool       make, whole;     /* whole: pieces of several uses are allowed */
    int        now, age;        /* register that holds the word here, -1: none; instructions since it was used */
};

static int piece(struct spiller *s)
{
    int t = fn_vreg(s->f, false);
    s->f->vr.v[t].no_spill = !s->whole;
    s->f->vr.v[t].piece = true;
    s->now = t;
    return t;
}

static void replace(struct minst *m, int v, int t)
{
    for (int k = 0; k < 3; k++)
        if (m->src[k].kind == O_REG && m->src[k].v == v)
            m->src[k].v = t;
    if (m->abase == v)
        m->abase = t;
}

static void spill_at(struct spiller *s, struct minst *m)
{
    int r[MI_REGS];
    bool use = false, def = false;
    int n = mi_uses(m, r);
    for (int k = 0; k < n; k++)
        use |= r[k] == s->v;
    n = mi_defs(m, r);
    for (int k = 0; k < n; k++)
        def |= r[k] == s->v;
    if (!s->whole || ++s->age > NEAR || m->op == M_CALL)
        s->now = -1;
    if (!use && !def)
        return;
    s->age = 0;
    if ((use || !mi_def_kills(s->f, m, s->v)) && (s->now < 0 || def)) {
        int t = piece(s);
        mi_insert_before(m, reload(s->f, s->v, t, s->slot, m));
    } else if (def) {
        piece(s);
    }
    replace(m, s->v, s->now);
    if (!def)
        return;
    m->dst = s->now;
    struct minst *st = word(s->f, M_STL, V_B32, -1, m);
    st->src[1] = op_reg(s->now);
    st->sw[1] = 1;
    st->aoff = (int32_t)s->slot;
    mi_insert_after(m, st);
}

static void spill_word(struct fn *f, int v)
{
    struct spiller s = { .f = f, .v = v, .slot = f->lmem, .make = cheap(f, v), .whole = !f->vr.v[v].piece };
    struct minst *def = f->vr.v[v].def;
    if (!s.make)
        f->lmem += 4;
    for (size_t i = 0; i < f->blocks.n; i++) {
        s.now = -1;
        for (struct minst *m = f->blocks.v[i]->first, *next; m; m = next) {
            next = m->next;
            if (!s.make || m != def)
                spill_at(&s, m);
        }
    }
    if (s.make)
        mi_remove(def);
}

struct victim { double score; int v; };

static int best_first(const void *p, const void *q)
{
    const struct victim *a = p, *b = q;
    return a->score != b->score ? (a->score < b->score) - (a->score > b->score) : a->v - b->v;
}

void spill_words(struct ra *ra, int count)
{
    struct fn *f = ra->f;
    double *cost = cx_alloc(f->cx, f->vr.n * sizeof *cost);
    int r[MI_REGS];
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        double w = 1;
        for (int d = b->loop ? b->loop->depth : 0; d > 0; d--)
            w *= 8;
        for EACH_INST(m, b) {
            int n = mi_uses(m, r);
            for (int k = 0; k < n; k++)
                cost[r[k]] += w;
            n = mi_defs(m, r);
            for (int k = 0; k < n; k++)
                cost[r[k]] += w;
        }
    }
    struct victim *list = cx_alloc(f->cx, (size_t)ra->n * sizeof *list + 8);
    int n = 0;
    for (int i = 0; i < ra->n; i++) {
        int id = ra->vreg[i];
        const struct vreg *v = &f->vr.v[id];
        if (!v->is_c && !v->no_spill && v->group < 0 && bit_get(ra->crowded, (size_t)i))
            list[n++] = (struct victim){ (degree(ra, i) + 1) / (cost[id] * (cheap(f, id) ? 0.3 : 1.0) + 0.01), id };
    }
    if (!n)
        cx_error(f->cx, f->entry->line, "kernel %s does not fit in %u registers", f->entry->name, f->max_regs);
    qsort(list, (size_t)n, sizeof *list, best_first);
    int most = 8 + count / 24;
    for (int k = 0; k < n && k < count && k < most; k++)
        spill_word(f, list[k].v);
}
