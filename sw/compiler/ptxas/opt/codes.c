/* SPDX-License-Identifier: Apache-2.0
 *
 * Who reads each condition code, so that codes can be renamed and turned round in proportion to their readers.
 */
#include "ir.h"

/* A reader of a condition code: an instruction, or the branch of a block. */
struct reader { struct minst *m; struct mblock *b; };

struct readers { struct reader *v; size_t n, cap; };

struct codes { struct fn *f; struct readers *of; };     /* by register */

struct codes *codes_readers(struct fn *f)
{
    struct codes *x = cx_alloc(f->cx, sizeof *x);
    x->f = f;
    x->of = cx_alloc(f->cx, f->vr.n * sizeof *x->of);
    int r[MI_REGS];
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        for EACH_INST(m, b) {
            struct reader me = { m, b };
            int n = mi_uses(m, r);
            for (int k = 0; k < n; k++)
                if (f->vr.v[r[k]].is_c)
                    vec_push(f->cx, &x->of[r[k]], me);
            for (size_t k = 0; m->op == M_PHI && m->cdst >= 0 && k < b->preds.n; k++)
                vec_push(f->cx, &x->of[m->args[k]], me);
        }
        struct reader branch = { NULL, b };
        if (b->term == TERM_COND)
            vec_push(f->cx, &x->of[b->pred], branch);
    }
    return x;
}

bool codes_only_predicate(const struct codes *x, int c)
{
    for (size_t i = 0; i < x->of[c].n; i++) {
        const struct minst *m = x->of[c].v[i].m;
        if (!m)
            continue;
        bool other = m->op == M_PHI || m->cold == c;
        for (int k = 0; k < 3; k++)
            other |= m->src[k].kind == O_CREG && m->src[k].v == c;
        if (other)
            return false;
    }
    return true;
}

/* A reader of condition code `from` reads `to` from now on. */
static void rename_reader(const struct reader *r, int from, int to)
{
    struct minst *u = r->m;
    if (!u) {
        r->b->pred = to;
        return;
    }
    u->pred = u->pred == from ? to : u->pred;
    u->cold = u->cold == from ? to : u->cold;
    for (int i = 0; i < 3; i++)
        if (u->src[i].kind == O_CREG && u->src[i].v == from)
            u->src[i].v = to;
    for (size_t i = 0; u->op == M_PHI && u->cdst >= 0 && i < r->b->preds.n; i++)
        u->args[i] = u->args[i] == from ? to : u->args[i];
}

void codes_rename(struct codes *x, int from, int to)
{
    for (size_t i = 0; i < x->of[from].n; i++) {
        rename_reader(&x->of[from].v[i], from, to);
        vec_push(x->f->cx, &x->of[to], x->of[from].v[i]);
    }
    x->of[from].n = 0;
}

/* An instruction is in the list once for each time that it reads c. */
void codes_turn_round(struct codes *x, int c)
{
    for (size_t i = 0; i < x->of[c].n; i++) {
        struct reader *r = &x->of[c].v[i];
        if (r->m)
            r->m->pneg ^= true;
        else
            r->b->pneg ^= true;
    }
}
