/* SPDX-License-Identifier: Apache-2.0
 *
 * A register that a block writes more than once gets a name of its own for each value but the last, which is what other
 * blocks may read: so that the optimizer, which looks at words that are written once, sees through them.
 */
#include "mir.h"

struct names {
    struct fn *f;
    int *now;           /* by register: its name here */
    int *left;          /* definitions still to come in the block */
    VEC(int) seen;      /* registers with any of that */
};

static bool is_register(const struct opd *o)
{
    return o->v >= 0 && o->kind != O_LABEL && o->kind != O_WORD;
}

/* All of the register, in each lane that goes on. */
static bool defines(const struct fn *f, const struct inst *m, const struct opd *o)
{
    return o->def && is_register(o) && m->guard < 0 && (o->kind == O_P || (!o->sub && o->w == f->vr.v[o->v].w));
}

static void count(struct names *x, const struct block *b)
{
    for EACH_INST(m, b)
        for (unsigned k = 0; k < m->n; k++)
            if (defines(x->f, m, &m->o[k])) {
                if (!x->left[m->o[k].v]++)
                    vec_push(x->f->cx, &x->seen, m->o[k].v);
            }
}

static int fresh(struct names *x, int v)
{
    const struct vreg old = x->f->vr.v[v];
    const int n = old.pred ? nf_pred(x->f) : nf_reg(x->f, old.w);
    x->f->vr.v[n].named = old.named;
    return n;
}

/* Within one block; the last value keeps the name. */
static void rename_block(struct names *x, struct block *b)
{
    x->seen.n = 0;
    count(x, b);
    for EACH_INST(m, b) {
        for (unsigned k = 0; k < m->n; k++)
            if (is_register(&m->o[k]) && !defines(x->f, m, &m->o[k]))
                m->o[k].v = x->now[m->o[k].v];
        if (m->guard >= 0)
            m->guard = x->now[m->guard];
        for (unsigned k = 0; k < m->n; k++) {
            struct opd *o = &m->o[k];
            if (!defines(x->f, m, o))
                continue;
            const int v = o->v;
            x->now[v] = --x->left[v] ? fresh(x, v) : v;
            o->v = x->now[v];
        }
    }
    for (size_t i = 0; i < x->seen.n; i++)
        x->now[x->seen.v[i]] = x->seen.v[i];
}

void native_rename(struct fn *f)
{
    const size_t n = f->vr.n;
    struct names x = { .f = f, .now = cx_alloc(f->cx, (n + 1) * sizeof(int)),
                       .left = cx_alloc(f->cx, (n + 1) * sizeof(int)) };
    if (f->cx->opt->no_opt)
        return;
    for (size_t i = 0; i < n; i++)
        x.now[i] = (int)i;
    for (size_t i = 0; i < f->blocks.n; i++)
        rename_block(&x, f->blocks.v[i]);
}
