/* SPDX-License-Identifier: Apache-2.0
 *
 * Where words are made, and how long they last: the definition of an operand, if it is the only one.
 */
#include "opt.h"

bool opt_reads_register(const struct opd *o)
{
    return o->v >= 0 && o->kind != O_LABEL && o->kind != O_WORD && o->kind != O_P;
}

void opt_definitions(struct opt *x)
{
    struct fn *f = x->f;
    size_t n = f->vr.n;
    int at = 0;
    bool *several = cx_alloc(f->cx, 4 * n + 1);
    x->def = cx_alloc(f->cx, (4 * n + 1) * sizeof *x->def);
    x->uses = cx_alloc(f->cx, (n + 1) * sizeof *x->uses);
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            m->at = at++;
            x->clocks = x->clocks || m->kind->unit == U_CS2R;
            for (unsigned k = 0; k < m->n; k++) {
                const struct opd *o = &m->o[k];
                if (!opt_reads_register(o))
                    continue;
                if (!o->def)
                    x->uses[o->v]++;
                for (unsigned w = o->sub; o->def && w < o->sub + (unsigned)o->w; w++) {
                    size_t u = 4 * (size_t)o->v + w;
                    several[u] = several[u] || x->def[u] || (m->guard >= 0 && f->vr.v[o->v].named);
                    x->def[u] = m;
                }
            }
        }
    for (size_t u = 0; u < 4 * n; u++)
        if (several[u])
            x->def[u] = NULL;
    x->def[4 * (size_t)f->stack] = NULL;
}

/* Does each way to the use lead through the definition? */
static bool dominates_use(const struct inst *def, const struct inst *use)
{
    if (def->block == use->block)
        return def->at < use->at;
    const struct block *b = use->block;
    while (b && b != def->block)
        b = b->idom;
    return b != NULL;
}

/* Is a clock read on a way from one to the other? What is computed between two readings stays there; copies may not. */
static bool clock_between(const struct opt *x, const struct inst *def, const struct inst *use)
{
    if (!x->clocks || def->kind->unit == U_CS2R || ni_is(def, "MOV") || ni_is(def, "mov64"))
        return false;
    if (def->block != use->block)
        return true;
    for (const struct inst *m = def; m != use; m = m->next)
        if (m->kind->unit == U_CS2R)
            return true;
    return false;
}

struct inst *opt_maker(const struct opt *x, const struct opd *o, const struct inst *use)
{
    if (o->kind == O_P || o->v < 0)
        return NULL;
    struct inst *d = x->def[4 * (size_t)o->v + o->sub];
    for (unsigned w = 1; w < o->w; w++)
        if (x->def[4 * (size_t)o->v + o->sub + w] != d)
            return NULL;
    return d && dominates_use(d, use) && !clock_between(x, d, use) ? d : NULL;
}

bool opt_written_between(const struct opd *o, const struct inst *from, const struct inst *to)
{
    for (const struct inst *m = from; m && m != to; m = m->next)
        for (unsigned k = 0; k < m->n; k++)
            if (m->o[k].def && m->o[k].kind == O_R && m->o[k].v == o->v)
                return true;
    return false;
}

bool opt_lasts(const struct opt *x, const struct opd *o, const struct inst *def, const struct inst *use)
{
    if (o->kind != O_R || o->v < 0)
        return o->kind != O_CR && o->kind != O_GLOBAL && o->kind != O_SHARED;
    if (def->block == use->block && def->at < use->at && !opt_written_between(o, def, use))
        return true;
    for (unsigned w = 0; w < o->w; w++) {
        const struct inst *d = x->def[4 * (size_t)o->v + o->sub + w];
        if (!d || !dominates_use(d, def))
            return false;
    }
    return true;
}
