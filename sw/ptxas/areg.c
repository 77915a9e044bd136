/* SPDX-License-Identifier: Apache-2.0
 *
 * $a registers for indexed s[], c[] and l[] accesses. Each of the four caches one (register << shift); a block with
 * a single predecessor starts with what that one left.
 */
#include "ir.h"

#include <string.h>

struct cache { int v[5], shift[5], age[5], clock; };

static void forget(struct cache *c, int v)
{
    for (int i = 1; i <= 4; i++)
        if (c->v[i] == v)
            c->v[i] = -1;
}

static int lookup(struct fn *f, struct cache *c, struct minst *m)
{
    int best = 1;
    for (int i = 1; i <= 4; i++) {
        if (c->v[i] == m->abase && c->shift[i] == m->ashift) {
            c->age[i] = ++c->clock;
            return i;
        }
        if (c->v[i] < 0 ? c->v[best] >= 0 : c->v[best] >= 0 && c->age[i] < c->age[best])
            best = i;
    }
    struct minst *s = mi_new(f, M_SHLA, "shl");
    s->line = m->line;
    s->areg = (uint8_t)best;
    s->src[0] = op_reg(m->abase);
    s->src[1] = op_imm(m->ashift);
    mi_insert_before(m, s);
    c->v[best] = m->abase;
    c->shift[best] = m->ashift;
    c->age[best] = ++c->clock;
    return best;
}

void areg_run(struct fn *f)
{
    struct cache *end = cx_alloc(f->cx, f->blocks.n * sizeof *end);
    bool *done = cx_alloc(f->cx, f->blocks.n);
    int r[16];
    for (size_t i = 0; i < f->blocks.n; i++) {
        struct mblock *b = f->blocks.v[i];
        struct cache c = { .v = { -1, -1, -1, -1, -1 } };
        if (b->preds.n == 1 && done[b->preds.v[0]->id])
            c = end[b->preds.v[0]->id];
        for EACH_INST(m, b) {
            if (m->op != M_SHLA && m->abase >= 0) {
                m->areg = (uint8_t)lookup(f, &c, m);
                m->abase = -1;
                m->ashift = 0;
            }
            int n = mi_defs(m, r);
            for (int k = 0; k < n; k++)
                forget(&c, r[k]);
        }
        end[b->id] = c;
        done[b->id] = true;
    }
}
