/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks in the order of the text; branches where the next block is not the one that follows.
 */
#include "mir.h"

static struct block *through(struct block *b)
{
    for (unsigned n = 0; n < 1000 && b && !b->first && b->term == TERM_JUMP && b->succ[0] != b; n++)
        b = b->succ[0];
    return b;
}

static void branch(struct fn *f, struct block *b, struct block *to, int pred, bool neg)
{
    f->line = b->line;
    struct inst *m = ni_append(f, b, ni_new(f, "BRA", (struct opd[]){ { .kind = O_LABEL, .v = -1, .to = to } }, 1));
    m->guard = pred;
    m->gneg = neg;
}

void native_layout(struct fn *f)
{
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct block *b = f->blocks.v[i];
        for (unsigned k = 0; k < 2; k++)
            if (b->succ[k])
                b->succ[k] = through(b->succ[k]);
        for EACH_INST(m, b)
            for (unsigned k = 0; k < m->n; k++)
                if (m->o[k].kind == O_LABEL)
                    m->o[k].to = through(m->o[k].to);
    }
    nf_preds(f);
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct block *b = f->blocks.v[i], *next = i + 1 < f->blocks.n ? f->blocks.v[i + 1] : NULL;
        f->line = b->line;
        if (b->term == TERM_EXIT) {
            ni_append(f, b, ni_new(f, "EXIT", NULL, 0));
        } else if (b->term == TERM_JUMP) {
            if (b->succ[0] != next)
                branch(f, b, b->succ[0], -1, false);
        } else if (b->succ[1] == next) {
            branch(f, b, b->succ[0], b->pred, b->pneg);
        } else if (b->succ[0] == next) {
            branch(f, b, b->succ[1], b->pred, !b->pneg);
        } else {
            branch(f, b, b->succ[0], b->pred, b->pneg);
            branch(f, b, b->succ[1], -1, false);
        }
    }
}
