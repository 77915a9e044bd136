/* SPDX-License-Identifier: Apache-2.0
 *
 * What follows from how operands are made: negations go into the sum or product that reads them, a comparison whose
 * answer the sign tells is gone, and what a block computes twice is computed once.
 */
#include "mir.h"
#include "opt.h"

#include <string.h>

static bool bare(const struct opd *o) { return o->kind == O_R && !o->neg && !o->abs && !o->inv; }

/* x + -0: x, but that a NaN loses its bits, as it does in the sum or product that reads it. */
static bool is_negation(const struct inst *m)
{
    return !strcmp(m->op, "FADD") && m->n == 3 && m->guard < 0 && m->o[1].kind == O_R && m->o[1].v >= 0 &&
           m->o[2].kind == O_R && m->o[2].v < 0 && m->o[2].neg;
}

void opt_negation(struct opt *x, struct inst *m)
{
    if (m->kind->unit != U_FMA || is_negation(m))
        return;
    for (unsigned k = 1; k < m->n; k++) {
        struct opd *o = &m->o[k];
        const struct inst *d = o->kind == O_R && o->v >= 0 && !o->abs ? opt_maker(x, o, m) : NULL;
        if (!d || !is_negation(d) || (d->o[1].abs && ni_is(m, "FFMA")) || !opt_lasts(x, &d->o[1], d, m))
            continue;
        const bool neg = o->neg != d->o[1].neg;
        *o = d->o[1];
        o->neg = neg;
        x->changed = true;
    }
}

/* Is it a NaN, or -0 or more? */
static bool never_negative(const struct opt *x, const struct opd *o, const struct inst *use, unsigned depth)
{
    if (o->kind == O_R && o->abs && !o->neg)
        return true;
    if (o->kind == O_F32 || o->kind == O_IMM)
        return !(o->imm >> 31);
    const struct inst *d = bare(o) && o->v >= 0 && depth ? opt_maker(x, o, use) : NULL;
    if (!d || d->guard >= 0)
        return false;
    if (ni_is(d, "MUFU.EX2") || ni_is(d, "MUFU.SQRT"))
        return true;
    if (ni_is(d, "FMUL"))
        return (bare(&d->o[1]) && o_same(&d->o[1], &d->o[2])) ||
               (never_negative(x, &d->o[1], d, depth - 1) && never_negative(x, &d->o[2], d, depth - 1));
    return (ni_is(d, "FSEL") || ni_is(d, "SEL")) && never_negative(x, &d->o[1], d, depth - 1) &&
           never_negative(x, &d->o[2], d, depth - 1);
}

/* The only instruction that makes the predicate, in front in the same block. */
static const struct inst *predicate_maker(const struct opt *x, const struct opd *p, const struct inst *use)
{
    if (p->v < 0 || x->f->vr.v[p->v].ndefs != 1)
        return NULL;
    for (const struct inst *m = use->prev; m; m = m->prev)
        for (unsigned k = 0; k < m->n; k++)
            if (m->o[k].def && m->o[k].kind == O_P && m->o[k].v == p->v)
                return m->guard < 0 && !k ? m : NULL;
    return NULL;
}

/* A choice by: is this less than a negative number? Counts of definitions are those of nf_count. */
void opt_choice(struct opt *x, struct inst *m)
{
    if ((!ni_is(m, "FSEL") && !ni_is(m, "SEL")) || m->n != 4 || !bare(&m->o[1]) ||
        (!bare(&m->o[2]) && m->o[2].kind != O_C && m->o[2].kind != O_IMM))
        return;
    const struct inst *d = predicate_maker(x, &m->o[3], m);
    if (!d || !ni_is(d, "FSETP.LT.AND") || d->n != 5 || d->o[4].v >= 0 || d->o[4].neg || d->o[3].kind != O_F32 ||
        !(d->o[3].imm >> 31) || !never_negative(x, &d->o[2], d, 8))
        return;
    const struct opd chosen = m->o[3].neg ? m->o[1] : m->o[2];
    ni_op(x->f, m, "MOV");
    m->o[1] = chosen;
    m->n = 2;
    x->changed = true;
}

/* ---- what is computed twice ------------------------------------------------------------------------------------ */

/* Its results follow from its operands alone, and are one or two words. */
static bool is_function(const struct inst *m)
{
    if (m->guard >= 0 || m->vol || m->kind->side || m->kind->load || !m->n || !m->o[0].def || m->o[0].kind != O_R ||
        m->o[0].v < 0 || m->o[0].w > 2)
        return false;
    if (ni_is(m, "CS2R") || ni_is(m, "VOTE") || ni_is(m, "MOV") || ni_is(m, "mov64") || ni_is(m, "LDC") ||
        ni_is(m, "TEX") || ni_is(m, "TLD") || (ni_is(m, "S2R") && strncmp(m->o[1].word, "SR_TID", 6) &&
                                               strncmp(m->o[1].word, "SR_CTAID", 8)))
        return false;
    for (unsigned k = 1; k < m->n; k++)
        if (m->o[k].def || (m->o[k].kind == O_P && m->o[k].v >= 0) || m->o[k].kind == O_LABEL)
            return false;
    return true;
}

/* Written once, so the same wherever it is seen. */
static bool settled(const struct opt *x, const struct opd *o)
{
    for (unsigned w = 0; o->kind == O_R && o->v >= 0 && w < o->w; w++)
        if (!x->def[4 * (size_t)o->v + o->sub + w])
            return false;
    return o->kind == O_R || o->kind == O_P || o->kind == O_WORD || o_is_const(o);
}

static bool same_function(const struct inst *a, const struct inst *b)
{
    if (a->n != b->n || a->o[0].w != b->o[0].w || strcmp(a->op, b->op))
        return false;
    for (unsigned k = 1; k < a->n; k++)
        if (!o_same(&a->o[k], &b->o[k]) || (a->o[k].kind == O_WORD && strcmp(a->o[k].word, b->o[k].word)))
            return false;
    return true;
}

enum { BACK = 64 };     /* instructions that are looked at */

void opt_twice(struct opt *x, struct inst *m)
{
    unsigned n = 0;

    if (!is_function(m))
        return;
    for (unsigned k = 1; k < m->n; k++)
        if (!settled(x, &m->o[k]))
            return;
    for (const struct inst *p = m->prev; p && n < BACK && p->kind->unit != U_CS2R; p = p->prev, n++) {
        if (p->kind != m->kind || !same_function(p, m) || !is_function(p) || !settled(x, &p->o[0]))
            continue;
        struct opd from = p->o[0];
        from.def = false;
        ni_op(x->f, m, from.w == 2 ? "mov64" : "MOV");
        m->o[1] = from;
        m->n = 2;
        x->changed = true;
        return;
    }
}
