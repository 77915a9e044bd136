/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of sums: numbers are added up, and a term that is added again and again is multiplied. What a sum of the same
 * words makes again, an absolute value of one, is a copy.
 */
#include "mir.h"
#include "opt.h"

#include <string.h>

enum { TERMS = 6 };

struct addend { struct opd o; uint32_t times; };
struct sum { struct addend t[TERMS]; unsigned n; uint32_t number; bool again; };

static bool is_word(const struct opd *o)
{
    return (o->kind == O_R || o->kind == O_C) && o->w == 1 && !o->abs && !o->inv;
}

/* Adds an operand so many times; false: it is none that can be added. */
static bool add_term(struct sum *s, const struct opd *o, uint32_t times)
{
    if (o->kind == O_IMM && !o->high) {
        s->again = s->again || s->number;
        s->number += times * o->imm;
        return true;
    }
    if (!is_word(o))
        return false;
    if (o->kind == O_R && o->v < 0)
        return true;
    struct addend t = { *o, o->neg ? -times : times };
    t.o.neg = false;
    for (unsigned i = 0; i < s->n; i++)
        if (o_same(&s->t[i].o, &t.o)) {
            s->t[i].times += t.times;
            s->again = true;
            return true;
        }
    if (s->n == TERMS)
        return false;
    s->t[s->n++] = t;
    return true;
}

static bool is_sum(const struct inst *m)
{
    return m->guard < 0 && m->n == 4 && m->o[0].def && m->o[0].kind == O_R && m->o[0].w == 1 &&
           (!strcmp(m->op, "IADD3") || (!strcmp(m->op, "IMAD") && m->o[2].kind == O_IMM));
}

/* Adds what the instruction adds, but for source `but`. */
static bool add_sources(struct sum *s, const struct inst *m, unsigned but)
{
    if (ni_is(m, "IMAD"))
        return (but == 1 || add_term(s, &m->o[1], m->o[2].imm)) && (but == 3 || add_term(s, &m->o[3], 1));
    for (unsigned k = 1; k < 4; k++)
        if (k != but && !add_term(s, &m->o[k], 1))
            return false;
    return true;
}

static bool lasts(const struct opt *x, const struct inst *d, const struct inst *m)
{
    for (unsigned k = 1; k < 4; k++)
        if (!o_is_const(&d->o[k]) && !opt_lasts(x, &d->o[k], d, m))
            return false;
    return true;
}

/* The sum as one instruction; false: it takes more. */
static bool put_sum(struct fn *f, struct inst *m, const struct sum *s)
{
    struct opd one[2], many = o_rz();
    uint32_t times = 0;
    unsigned ones = 0;

    for (unsigned i = 0; i < s->n; i++) {
        const struct addend *t = &s->t[i];
        if (!t->times)
            continue;
        if (t->times == 1 && ones < 2) {
            one[ones++] = t->o;
        } else if (!times) {
            many = t->o;
            times = t->times;
        } else {
            return false;
        }
    }
    if (s->number && ones < 2)
        one[ones++] = o_imm(s->number);
    else if (s->number)
        return false;
    if (times ? ones > 1 : ones == 2 && o_is_const(&one[0]) && o_is_const(&one[1]))
        return false;
    ni_op(f, m, times ? "IMAD" : "IADD3");
    m->o[1] = times ? many : ones ? one[0] : o_rz();
    m->o[2] = times ? o_imm(times) : ones > 1 ? one[1] : o_rz();
    m->o[3] = times && ones ? one[0] : o_rz();
    return true;
}

/* A sum of a sum that nothing else reads, where they have a term in common. */
static void join_sums(struct opt *x, struct inst *m)
{
    for (unsigned k = 1; is_sum(m) && k < 4; k++) {
        const struct opd *o = &m->o[k];
        const struct inst *d = o->kind == O_R && o->v >= 0 && is_word(o) && !o->neg ? opt_maker(x, o, m) : NULL;
        struct sum s = { .n = 0 };
        if (!d || !is_sum(d) || x->uses[o->v] != 1 || x->f->vr.v[o->v].w != 1 || !lasts(x, d, m) ||
            (ni_is(m, "IMAD") && k < 3) || !add_sources(&s, d, 0))
            continue;
        s.again = false;
        if (!add_sources(&s, m, k) || !s.again || !put_sum(x->f, m, &s))
            continue;
        x->changed = true;
        return;
    }
}

/* |x| of |x|; the larger of x and a where x is the larger of something and a. */
static void drop_again(struct opt *x, struct inst *m)
{
    bool abs = !strcmp(m->op, "IABS") && m->n == 2;
    bool most = (ni_is(m, "VIMNMX") || ni_is(m, "IMNMX")) && m->n == 4;
    const struct opd *o = &m->o[1];

    if (m->guard >= 0 || (!abs && !most) || !is_word(o) || o->neg || o->kind != O_R || o->v < 0)
        return;
    const struct inst *d = opt_maker(x, o, m);
    if (!d || d->guard >= 0 || d->n != m->n || strcmp(d->op, m->op) || !d->o[0].def || d->o[0].v != o->v)
        return;
    if (most && (!o_same(&d->o[2], &m->o[2]) || !o_same(&d->o[3], &m->o[3]) || m->o[3].v >= 0 ||
                 !(o_is_const(&d->o[2]) || opt_lasts(x, &d->o[2], d, m))))
        return;
    ni_op(x->f, m, "MOV");
    m->n = 2;
    x->changed = true;
}

void opt_sum(struct opt *x, struct inst *m)
{
    join_sums(x, m);
    drop_again(x, m);
}
