/* SPDX-License-Identifier: Apache-2.0
 *
 * Spilling: condition codes go to general registers, words to local memory; constants and parameters are made anew.
 */
#include "ra.h"

#include <stdlib.h>
#include <string.h>

static struct minst *new_word(struct fn *f, enum mop op, enum vtype type, int dst, const struct minst *at)
{
    struct minst *m = mi_new(f, op, type);
    m->line = at ? at->line : 0;
    m->dst = dst;
    m->dw = dst >= 0;
    return m;
}

static struct minst *code_from_word(struct fn *f, int c, int r, const struct minst *at)
{
    struct minst *m = new_word(f, M_SREG, V_B32, -1, at);
    m->cdst = c;
    m->src[0] = op_reg(r);
    return m;
}

static struct minst *word_from_code(struct fn *f, int r, int c, const struct minst *at)
{
    struct minst *m = new_word(f, M_SREG, V_B32, r, at);
    m->src[0] = (struct opnd){ .kind = O_CREG, .v = c };
    return m;
}

static bool reads_code(const struct minst *m, int c)
{
    bool any = m->pred == c;
    for (int k = 0; k < 3; k++)
        any |= m->src[k].kind == O_CREG && m->src[k].v == c;
    return any;
}

/* Code c, which lives in the word r, becomes a code of its own around m. */
static void spill_code_at(struct fn *f, struct minst *m, int c, int r)
{
    bool use = reads_code(m, c), def = m->cdst == c;
    if (!use && !def)
        return;
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

/* word: by code, the register it lives in instead; 0 if it stays. */
static void move_codes(struct fn *f, const int *word)
{
    int r[MI_REGS];
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        for (struct minst *m = b->first, *next; m; m = next) {
            next = m->next;
            int n = mi_uses(m, r);
            if (m->cdst >= 0)
                r[n++] = m->cdst;
            for (int k = 0; k < n; k++)
                if (f->vr.v[r[k]].is_c && word[r[k]])
                    spill_code_at(f, m, r[k], word[r[k]]);
        }
        if (b->term == TERM_COND && word[b->pred]) {
            int t = fn_vreg(f, true);
            f->vr.v[t].no_spill = true;
            mi_append(f, b, code_from_word(f, t, word[b->pred], b->last));
            b->pred = t;
        }
    }
}

/* Number of registers that register i interferes with. */
static int degree_of(const struct ra *ra, int i) { return ra->adj_first[i + 1] - ra->adj_first[i]; }

/* What it helps if index i, a code, lives in a word; -1: it cannot. */
static int code_worth(const struct ra *ra, int i)
{
    const struct vreg *v = &ra->f->vr.v[ra->vreg[i]];
    return v->no_spill ? -1 : degree_of(ra, i) * 16 / (v->nuses + v->ndefs);
}

/* Where a code found no $c, the one that helps most goes: itself or one that lives at the same time. */
void spill_codes(struct ra *ra)
{
    struct fn *f = ra->f;
    int *word = cx_alloc(f->cx, f->vr.n * sizeof *word), n = ra->n;
    for (int i = 0; i < n; i++) {
        int best = i, worth = code_worth(ra, i);
        bool relieved = word[ra->vreg[i]] != 0;
        if (!f->vr.v[ra->vreg[i]].is_c || ra->c[i].color >= 0)
            continue;
        for (int k = ra->adj_first[i]; k < ra->adj_first[i + 1]; k++) {
            int o = ra->adj[k], w = code_worth(ra, o);
            relieved |= word[ra->vreg[o]] != 0;
            if (w > worth || (w == worth && o < best)) {
                worth = w;
                best = o;
            }
        }
        if (worth < 0)
            cx_error(f->cx, f->entry->line, "kernel %s needs too many condition codes at once",
                     cx_plain(f->cx, f->entry->name));
        if (!relieved)
            word[ra->vreg[best]] = fn_vreg(f, false);
    }
    move_codes(f, word);
}

/* ---- words -------------------------------------------------------------------------------------------- */

/* Can be made again at a use: constants, parameters, constant memory, a word that is in l[] already. */
static bool cheap_to_remake(const struct fn *f, int v)
{
    const struct minst *d = f->vr.v[v].def;
    if (!d || d->pred >= 0 || d->vol || d->shared || d->dw != 1)
        return false;
    if (d->op == M_LDC)
        return d->abase < 0 && !d->areg && d->cdst < 0;
    return d->reload || (d->op == M_MOV && (d->src[0].kind == O_IMM || d->src[0].kind == O_SMEM));
}

/* An instruction that brings v into t in front of `at`: made anew when that is cheap, else a load. */
static struct minst *reload_word(struct fn *f, int v, int t, uint32_t slot, const struct minst *at)
{
    struct minst *m;
    if (cheap_to_remake(f, v)) {
        const struct minst *d = f->vr.v[v].def;
        m = new_word(f, (enum mop)d->op, (enum vtype)d->type, t, at);
        mi_copy_kind(m, d);
        m->src[0] = d->src[0];
        m->seg = d->seg;
        m->aoff = d->aoff;
        m->reload = d->reload;
    } else {
        m = new_word(f, M_LDL, V_B32, t, at);
        m->aoff = (int32_t)slot;
        m->reload = true;
    }
    return m;
}

/* Uses of a spilled word that are this near to each other in a block share one register: l[] is far away. */
#define NEAR 12

/* One spilled word. */
struct spilled {
    int      v;
    uint32_t slot;
    bool     whole;             /* pieces of several uses are allowed */
    int      now;               /* register that holds the word here, -1: none */
    int      last;              /* place of the instruction that used it last */
};

struct spiller {
    struct fn *f;
    struct spilled *s;
    int *index;                 /* by register: index in s, +1 */
    int  n, place;              /* of the instruction */
    int  since;                 /* place of the block's first instruction or of the last call: no piece lives longer */
};

static void start_piece(struct fn *f, struct spilled *s)
{
    s->now = fn_vreg(f, false);
    f->vr.v[s->now].no_spill = !s->whole;
    f->vr.v[s->now].piece = true;
}

static void replace_reads(struct minst *m, int v, int t)
{
    for (int k = 0; k < 3; k++)
        if (m->src[k].kind == O_REG && m->src[k].v == v)
            m->src[k].v = t;
    if (m->abase == v)
        m->abase = t;
}

/* An instruction that reads or writes a spilled register: a load in front, a store behind; a load nearby is shared. */
static void spill_at(const struct spiller *x, struct spilled *s, struct minst *m, bool use, bool def)
{
    struct fn *f = x->f;
    bool held = s->now >= 0 && s->whole && s->last >= x->since && x->place - s->last <= NEAR;
    s->last = x->place;
    if ((use || !mi_def_kills(f, m, s->v)) && (!held || def)) {
        start_piece(f, s);
        mi_insert_before(m, reload_word(f, s->v, s->now, s->slot, m));
    } else if (def) {
        start_piece(f, s);
    }
    replace_reads(m, s->v, s->now);
    if (!def)
        return;
    m->dst = s->now;
    struct minst *st = new_word(f, M_STL, V_B32, -1, m);
    st->src[1] = op_reg(s->now);
    st->sw[1] = 1;
    st->aoff = (int32_t)s->slot;
    mi_insert_after(m, st);
}

static bool is_among(const int *r, int n, int v)
{
    for (int k = 0; k < n; k++)
        if (r[k] == v)
            return true;
    return false;
}

/* Everything that m does with spilled words. */
static void spill_in(const struct spiller *x, struct minst *m)
{
    int u[MI_REGS], d[MI_REGS], nu = mi_uses(m, u), nd = mi_defs(m, d);
    for (int k = 0; k < nu; k++)
        if (x->index[u[k]] && !is_among(u, k, u[k]))
            spill_at(x, &x->s[x->index[u[k]] - 1], m, true, is_among(d, nd, u[k]));
    for (int k = 0; k < nd; k++)
        if (x->index[d[k]] && !is_among(u, nu, d[k]))
            spill_at(x, &x->s[x->index[d[k]] - 1], m, false, true);
}

/* Replaces the spilled words everywhere. Within a block a reload serves the reads that follow it closely. */
static void spill_all(struct spiller *x)
{
    struct fn *f = x->f;
    for (size_t i = 0; i < f->blocks.n; i++) {
        x->since = x->place + 1;
        for (struct minst *m = f->blocks.v[i]->first, *next; m; m = next) {
            next = m->next;
            x->place++;
            if (m->op == M_CALL)
                x->since = x->place;
            spill_in(x, m);
        }
    }
}

static void spill_word(struct spiller *x, int v)
{
    struct fn *f = x->f;
    x->s[x->n++] = (struct spilled){ .v = v, .slot = f->lmem, .whole = !f->vr.v[v].piece, .now = -1 };
    x->index[v] = x->n;
    if (cheap_to_remake(f, v))
        mi_remove(f->vr.v[v].def);
    else
        f->lmem += 4;
}

struct victim { double score; int v; };

static int best_first(const void *p, const void *q)
{
    const struct victim *a = p, *b = q;
    return a->score != b->score ? (a->score < b->score) - (a->score > b->score) : a->v - b->v;
}

/* By register: how often it is read and written, in loops eight times as much. */
static double *count_traffic(struct fn *f)
{
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
    return cost;
}

/* Spills the first victims that make room where there is too little, `most` at once: others may not be needed then. */
static void spill_where(struct spiller *x, struct pressure *p, const struct victim *list, int n, int most)
{
    for (int k = 0; k < n && x->n < most; k++)
        if (pressure_relieve(p, list[k].v))
            spill_word(x, list[k].v);
}

void spill_words(struct ra *ra, int count, bool patient)
{
    struct fn *f = ra->f;
    const double *cost = count_traffic(f);
    struct victim *list = cx_alloc(f->cx, (size_t)ra->n * sizeof *list + 8);
    int n = 0, most = 8 + count / 24 + ra->n / 2000;        /* a round of a large kernel takes long */
    for (int i = 0; i < ra->n; i++) {
        int id = ra->vreg[i];
        const struct vreg *v = &f->vr.v[id];
        if (!v->is_c && !v->no_spill && v->group < 0 && ra->crowded[i])
            list[n++] = (struct victim){
                (degree_of(ra, i) + 1) / (cost[id] * (cheap_to_remake(f, id) ? 0.3 : 1.0) + 0.01), id
            };
    }
    if (!n)
        cx_error(f->cx, f->entry->line, "kernel %s does not fit in %u registers", cx_plain(f->cx, f->entry->name),
                 f->max_regs);
    qsort(list, (size_t)n, sizeof *list, best_first);
    struct spiller x = { .f = f };
    x.s = cx_alloc(f->cx, (size_t)most * sizeof *x.s);
    x.index = cx_alloc(f->cx, f->vr.n * sizeof *x.index);
    spill_where(&x, pressure_new(ra, false), list, n, most);
    if (!x.n && !patient)               /* all fit by number, but what is left is no place for a group */
        spill_where(&x, pressure_new(ra, true), list, n, most);
    for (int k = 0; !x.n && k < n && k < count && k < most; k++)
        spill_word(&x, list[k].v);
    spill_all(&x);
}
