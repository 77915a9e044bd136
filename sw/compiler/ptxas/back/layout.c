/* SPDX-License-Identifier: Apache-2.0
 *
 * Order of blocks: reverse postorder that keeps loops together and lets the not-taken side of a branch follow it,
 * since the taken side of a divergent branch runs first and programs can observe that.
 */
#include "ir.h"

#include <string.h>

struct walk { struct fn *f; uint64_t *seen; struct mblock **out; size_t at; };

/* Reverse postorder: what leaves the loop is visited first, so that it comes behind the loop. */
static void visit(struct walk *w, struct mblock *b)
{
    bit_set(w->seen, (size_t)b->id);
    int n = b->term == TERM_COND ? 2 : b->term == TERM_JUMP;
    for (int pass = 0; pass < 2; pass++)        /* what leaves the loop first: it ends up last */
        for (int k = 0; k < n; k++) {
            struct mblock *s = b->succ[k];
            bool leaves = b->loop && !loop_has(b->loop, s);
            if (leaves == (pass == 0) && !bit_get(w->seen, (size_t)s->id))
                visit(w, s);
        }
    w->out[--w->at] = b;
}

static bool idle(const struct mblock *b) { return !b->first && b->term == TERM_JUMP && !b->join && !b->joinats.n; }

void layout_run(struct fn *f)
{
    for (size_t i = 0; i < f->blocks.n; i++)
        for (int k = 0; k < 2; k++) {
            struct mblock *b = f->blocks.v[i];
            for (int n = 0; n < 1000 && b->succ[k] && idle(b->succ[k]) && b->succ[k]->succ[0] != b->succ[k]; n++)
                b->succ[k] = b->succ[k]->succ[0];
        }
    cfg_analyse(f);
    size_t n = f->blocks.n;
    struct walk w = { f, cx_alloc(f->cx, (n / 64 + 1) * 8), cx_alloc(f->cx, n * sizeof(struct mblock *)), n };
    visit(&w, f->blocks.v[0]);
    memcpy(f->blocks.v, w.out, n * sizeof *w.out);
    cfg_analyse(f);
}
