/* SPDX-License-Identifier: Apache-2.0
 *
 * Loads of shared memory that lie side by side become one of two or four words, where the address is known to be a
 * multiple of that.
 */
#include "opt.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 16, DEPTH = 8 };      /* bytes that one load reads; definitions that are looked through */

static uint32_t power(uint32_t v) { return !v || !(v & (MOST - 1)) ? MOST : v & -v; }

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t times(uint32_t a, uint32_t b) { return least(a * b, MOST); }

/* A power of 2, MOST at most, that the word is a multiple of. */
static uint32_t multiple(const struct opt *x, const struct opd *o, unsigned depth)
{
    if (o->kind == O_IMM)
        return power(o->imm);
    if (o->kind != O_R || o->inv || o->abs || o->w != 1)
        return 1;
    if (o->v < 0)
        return MOST;
    const struct inst *m = x->def[4 * (size_t)o->v + o->sub];
    if (!depth-- || !m || m->guard >= 0 || m->o[0].kind != O_R || m->o[0].w != 1)
        return 1;
    if (ni_is(m, "MOV"))
        return multiple(x, &m->o[1], depth);
    if (m->n == 4 && (!strcmp(m->op, "IMAD") || !strcmp(m->op, "IMAD.SHL")))
        return least(times(multiple(x, &m->o[1], depth), multiple(x, &m->o[2], depth)), multiple(x, &m->o[3], depth));
    if (m->n == 4 && !strcmp(m->op, "IADD3"))
        return least(multiple(x, &m->o[1], depth), least(multiple(x, &m->o[2], depth), multiple(x, &m->o[3], depth)));
    if (ni_is(m, "SHF.L.U32") && m->o[2].kind == O_IMM && m->o[2].imm < 32)
        return times(multiple(x, &m->o[1], depth), least(1u << least(m->o[2].imm, 4), MOST));
    if (!strcmp(m->op, "LEA") && m->n == 4)
        return least(times(multiple(x, &m->o[1], depth), 1u << least((uint32_t)strtoul(m->o[3].word, NULL, 16), 4)),
                     multiple(x, &m->o[2], depth));
    return 1;
}

static bool is_load(const struct inst *m)
{
    return !strcmp(m->op, "LDS") && m->guard < 0 && !m->vol && m->n == 2 && m->o[0].w == 1 && m->o[1].kind == O_SHARED;
}

/* Is a load behind it not to be moved in front of it? */
static bool is_wall(const struct inst *m, const struct opd *base)
{
    if (m->vol || (m->kind->side && !ni_is(m, "STG")))
        return true;
    for (unsigned k = 0; k < m->n; k++)
        if (m->o[k].def && m->o[k].kind == O_R && m->o[k].v == base->v && base->v >= 0)
            return true;
    return false;
}

/* Where load number k of those that make one stands, NULL: there is none. */
static struct inst *find(struct inst *from, uint32_t at)
{
    const struct opd *base = &from->o[1];

    for (struct inst *m = from; m; m = m->next) {
        if (m != from && is_wall(m, base))
            return NULL;
        if (is_load(m) && m->o[1].v == base->v && m->o[1].sub == base->sub && m->o[1].imm == at)
            return m;
        if (is_wall(m, base))       /* the load itself writes its address */
            return NULL;
    }
    return NULL;
}

/* The `words` words about the load, if all are loaded from here on; they become one load in front. */
static bool merge(struct fn *f, struct inst *m, unsigned words)
{
    const uint32_t first = m->o[1].imm & ~(4 * words - 1);
    struct inst *part[4];

    for (unsigned k = 0; k < words; k++)
        if (!(part[k] = find(m, first + 4 * k)))
            return false;
    struct opd from = m->o[1];
    const int all = nf_reg(f, words);
    from.imm = first;
    f->line = m->line;
    ni_before(m, ni_new(f, words == 4 ? "LDS.128" : "LDS.64", (struct opd[]){ o_def(o_rw(all, 0, words)), from }, 2));
    for (unsigned k = 0; k < words; k++) {
        ni_op(f, part[k], "MOV");
        part[k]->o[1] = o_rw(all, k, 1);
    }
    return true;
}

void native_merge(struct fn *f)
{
    if (f->cx->opt->no_opt)
        return;
    struct opt x = { .f = f };
    opt_definitions(&x);
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            if (!is_load(m))
                continue;
            const struct opd base = o_rw(m->o[1].v, m->o[1].sub, 1);
            const uint32_t known = multiple(&x, &base, DEPTH);
            if (!(known >= 16 && merge(f, m, 4)) && known >= 8)
                merge(f, m, 2);
        }
}
