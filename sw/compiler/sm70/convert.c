/* SPDX-License-Identifier: Apache-2.0
 *
 * Short blocks behind a branch become guarded instructions: no lanes part, none has to be waited for.
 */
#include "mir.h"

enum { LONGEST = 7 };

/* Can all of it be guarded, without a change to the guard? */
static bool suits(const struct block *b, int pred)
{
    int n = 0;
    for EACH_INST(m, b) {
        if (++n > LONGEST || m->guard >= 0 || m->vol || m->kind->unit == U_FLOW || ni_is(m, "VOTE") ||
            ni_is(m, "SHFL") || ni_is(m, "add64"))
            return false;
        for (unsigned k = 0; k < m->n; k++)
            if (m->o[k].def && m->o[k].kind == O_P && m->o[k].v == pred)
                return false;
    }
    return n > 0;
}

/* Is the register written by this instruction alone, and read behind it in its block alone? */
static bool stays_inside(const struct fn *f, const struct inst *m, int v)
{
    int uses = 0;
    if (f->vr.v[v].ndefs != 1)
        return false;
    for (const struct inst *x = m->next; x; x = x->next) {
        uses += x->guard == v;
        for (unsigned k = 0; k < x->n; k++)
            uses += !x->o[k].def && x->o[k].v == v && x->o[k].kind != O_LABEL && x->o[k].kind != O_WORD;
    }
    return uses == f->vr.v[v].nuses;
}

/* Other registers that the block writes keep their value where the guard is false. */
static void guard(struct fn *f, struct block *from, struct block *b, int pred, bool neg)
{
    for EACH_INST(m, b)
        for (unsigned k = 0; k < m->n; k++)
            if (m->o[k].def && m->o[k].v >= 0)
                f->vr.v[m->o[k].v].named = !stays_inside(f, m, m->o[k].v);
    for (struct inst *m = b->first, *next; m; m = next) {
        next = m->next;
        m->guard = pred;
        m->gneg = neg;
        ni_append(f, from, m);
    }
    b->first = b->last = NULL;
}

/* from: a branch to or around b, which has no other way in. */
static bool convert(struct fn *f, struct block *from, unsigned k)
{
    struct block *b = from->succ[k], *other = from->succ[1 - k];
    if (b->preds.n != 1 || b->term != TERM_JUMP || b->succ[0] != other || !suits(b, from->pred))
        return false;
    guard(f, from, b, from->pred, k ? !from->pneg : from->pneg);
    from->term = TERM_JUMP;
    from->succ[0] = other;
    from->succ[1] = NULL;
    from->pred = -1;
    return true;
}

/* A block and the only one that leads to it become one. */
static void merge(struct fn *f)
{
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct block *b = f->blocks.v[i];
        while (b->reach && b->term == TERM_JUMP && b->succ[0] != b && b->succ[0]->preds.n == 1 &&
               b->succ[0] != f->blocks.v[0]) {
            struct block *s = b->succ[0];
            for (struct inst *m = s->first, *next; m; m = next) {
                next = m->next;
                ni_append(f, b, m);
            }
            b->term = s->term;
            b->pred = s->pred;
            b->pneg = s->pneg;
            b->line = s->line;
            b->succ[0] = s->succ[0];
            b->succ[1] = s->succ[1];
            s->first = s->last = NULL;
            s->reach = false;
            for (unsigned k = 0; k < (b->term == TERM_COND ? 2u : b->term == TERM_JUMP); k++)
                for (size_t p = 0; p < b->succ[k]->preds.n; p++)
                    if (b->succ[k]->preds.v[p] == s)
                        b->succ[k]->preds.v[p] = b;
        }
    }
    nf_preds(f);
}

/* Converts each branch of which one side allows it. */
void native_convert_branches(struct fn *f)
{
    if (f->cx->opt->no_opt)
        return;
    nf_preds(f);
    merge(f);
    nf_count(f);
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct block *b = f->blocks.v[i];
        if (b->term == TERM_COND && !convert(f, b, 0))
            convert(f, b, 1);
    }
    nf_preds(f);
    merge(f);
}
