/* SPDX-License-Identifier: Apache-2.0
 *
 * Groups of 64 and 128 bits when registers run short: a group cannot be spilled, single words can. So a group lives
 * only around the instruction that makes or reads it.
 */
#include "ra.h"

static void rename_reads(struct minst *m, int from, int to)
{
    for (int k = 0; k < 3; k++)
        if (m->src[k].kind == O_REG && m->src[k].v == from && m->sw[k] <= 1)
            m->src[k].v = to;
    if (m->abase == from)
        m->abase = to;
}

/* Words that a 64- or 128-bit instruction makes get copies, which can be spilled one by one. */
static void split_groups(struct fn *f)
{
    int n = (int)f->vr.n;
    int *to = cx_alloc(f->cx, (size_t)n * sizeof *to);
    for (size_t i = 0; i < f->blocks.n; i++)
        for (struct minst *m = f->blocks.v[i]->first, *next; m; m = next) {
            next = m->next;
            for (int w = 0; m->dw > 1 && w < m->dw; w++) {
                if (f->vr.v[m->dst + w].ndefs != 1)
                    continue;
                struct minst *c = mi_new(f, M_MOV, V_B32);
                c->line = m->line;
                c->dst = to[m->dst + w] = fn_vreg(f, false);
                c->dw = 1;
                c->src[0] = op_reg(m->dst + w);
                c->split = true;
                mi_insert_after(m, c);
            }
        }
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            for (int k = 0; k < 4; k++) {
                int v = k < 3 ? (m->src[k].kind == O_REG ? m->src[k].v : -1) : m->abase;
                if (v >= 0 && v < n && to[v] && !m->split)
                    rename_reads(m, v, to[v]);
            }
}

/* Is the register v written between the instructions a and b of one block? */
static bool written_between(const struct minst *a, const struct minst *b, int v)
{
    int r[MI_REGS];
    for (a = a->next; a && a != b; a = a->next) {
        int n = mi_defs(a, r);
        for (int k = 0; k < n; k++)
            if (r[k] == v)
                return true;
    }
    return !a;
}

static int reads(const struct minst *m, int v)
{
    int r[MI_REGS], n = mi_uses(m, r), count = 0;
    for (int k = 0; k < n; k++)
        count += r[k] == v;
    return count;
}

/* Copies that fill the words of a group move to the instruction that reads it: single words can be spilled, groups
 * cannot. */
static void sink_fills(struct fn *f)
{
    fn_count(f);
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i])
            for (int k = 0; k < 3; k++)
                for (int w = 0; m->sw[k] > 1 && m->src[k].kind == O_REG && w < m->sw[k]; w++) {
                    const struct vreg *v = &f->vr.v[m->src[k].v + w];
                    struct minst *d = v->def;
                    if (!d || v->nuses != reads(m, m->src[k].v + w) || !plain_copy(d) || d->block != m->block ||
                        d->src[0].v == f->tid || written_between(d, m, d->src[0].v))
                        continue;
                    mi_remove(d);
                    mi_insert_before(m, d);
                }
}

void ra_split_groups(struct fn *f)
{
    split_groups(f);
    sink_fills(f);
}
