/* SPDX-License-Identifier: Apache-2.0
 *
 * Which registers live where blocks begin and end. Each register is followed from its uses upwards to its definitions,
 * so that the work is in proportion to the answer and not to blocks times registers.
 */
#include "ir.h"

#include <stdlib.h>

/* What a block does with a register: reads it before it writes it, writes it for all lanes; a phi behind it reads
 * it. */
enum { READS, KILLS, READS_AT_END, KINDS };

struct live {
    struct fn *f;
    int *head[KINDS];               /* by register: index of the latest note in fn->live_notes, +1 */
    int *read_in, *killed_in;       /* by register: block of the scan where it last was, +1 */
    int *stamp;                     /* by block: register whose turn it was when the block was found to kill it, +1 */
    VEC(struct mblock *) work;      /* the register lives where these end */
};

static void note(struct live *l, int kind, int v, int block)
{
    struct live_note n = { block, l->head[kind][v] };
    vec_push(l->f->cx, &l->f->live_notes, n);
    l->head[kind][v] = (int)l->f->live_notes.n;
}

static void reads(struct live *l, int v, int block)
{
    if (l->killed_in[v] == block + 1 || l->read_in[v] == block + 1)
        return;
    l->read_in[v] = block + 1;
    note(l, READS, v, block);
}

/* Notes for each register where it is read and where it is overwritten. */
static void scan(struct live *l, const struct mblock *b, const struct minst *m)
{
    int r[MI_REGS], n = mi_uses(m, r);
    for (size_t k = 0; m->op == M_PHI && k < b->preds.n; k++)
        note(l, READS_AT_END, m->args[k], b->preds.v[k]->id);
    for (int k = 0; k < n; k++)
        reads(l, r[k], b->id);
    n = mi_defs(m, r);
    for (int k = 0; k < n; k++) {
        if (!mi_def_kills(l->f, m, r[k])) {
            reads(l, r[k], b->id);
        } else if (l->killed_in[r[k]] != b->id + 1) {
            l->killed_in[r[k]] = b->id + 1;
            note(l, KILLS, r[k], b->id);
        }
    }
}

/* Registers come in ascending order, so one that is in the list already is its last. False: it was there. */
static bool add(struct fn *f, struct reglist *l, int v)
{
    if (l->n && l->v[l->n - 1] == v)
        return false;
    vec_push(f->cx, l, v);
    return true;
}

static void lives_into(struct live *l, struct mblock *b, int v)
{
    if (add(l->f, &b->live_in, v))
        for (size_t k = 0; k < b->preds.n; k++)
            vec_push(l->f->cx, &l->work, b->preds.v[k]);
}

/* From all reads of v upwards, to the blocks that overwrite it. */
static void follow(struct live *l, int v)
{
    struct fn *f = l->f;
    const struct live_note *note = f->live_notes.v;
    for (int e = l->head[KILLS][v]; e; e = note[e - 1].next)
        l->stamp[note[e - 1].block] = v + 1;
    for (int e = l->head[READS_AT_END][v]; e; e = note[e - 1].next)
        vec_push(f->cx, &l->work, f->blocks.v[note[e - 1].block]);
    for (int e = l->head[READS][v]; e; e = note[e - 1].next)
        lives_into(l, f->blocks.v[note[e - 1].block], v);
    while (l->work.n) {
        struct mblock *b = l->work.v[--l->work.n];
        if (add(f, &b->live_out, v) && l->stamp[b->id] != v + 1)
            lives_into(l, b, v);
    }
}

void live_run(struct fn *f)
{
    struct live l = { .f = f };
    size_t nv = f->vr.n, nb = f->blocks.n;
    int *mem = (int *)pool_take(f->cx, &f->live_pool, ((KINDS + 2) * nv + nb) / 2 + 1);
    for (int k = 0; k < KINDS; k++, mem += nv)
        l.head[k] = mem;
    l.read_in = mem;
    l.killed_in = mem + nv;
    l.stamp = mem + 2 * nv;
    f->live_notes.n = 0;
    fn_count(f);
    for (size_t i = 0; i < nb; i++) {
        struct mblock *b = f->blocks.v[i];
        b->live_in.n = b->live_out.n = 0;
        for EACH_INST(m, b)
            scan(&l, b, m);
        if (b->term == TERM_COND)
            reads(&l, b->pred, b->id);
    }
    for (size_t v = 0; v < nv; v++)
        follow(&l, (int)v);
}

static int ascending(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }

bool reglist_has(const struct reglist *l, int v) { return l->n && bsearch(&v, l->v, l->n, sizeof v, ascending); }
