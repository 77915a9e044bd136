/* SPDX-License-Identifier: Apache-2.0
 *
 * Loop-invariant code goes in front of the loop, innermost loops first, as long as registers last: up to 16 per
 * thread cost no occupancy. Loops with a clock read or a barrier stay as they are. Needs SSA form and loops with
 * one block in front (cfg_canonical).
 */
#include "effects.h"
#include "ir.h"

#include <string.h>

struct licm {
    struct fn *f;
    int *home;          /* by register: id of the block that defines it, -1: none */
    int  room;
};

static struct mblock *front_of(const struct mloop *l)
{
    struct mblock *in = loop_way_in(l);
    return in && in->term == TERM_JUMP ? in : NULL;
}

static bool timed(const struct mloop *l)
{
    for (size_t i = 0; i < l->body.n; i++)
        for EACH_INST(m, l->body.v[i])
            if ((m->op == M_SREG && m->vol) || m->op == M_BAR)
                return true;
    return false;
}

static int pressure(const struct mloop *l)
{
    int most = 0;
    for (size_t i = 0; i < l->body.n; i++)
        if ((int)l->body.v[i]->live_out.n > most)
            most = (int)l->body.v[i]->live_out.n;
    return most;
}

static bool outside(const struct licm *x, const struct mloop *l, int v)
{
    return v < 0 || x->home[v] < 0 || !loop_has(l, x->f->blocks.v[x->home[v]]);
}

/* Can m be made in front of the loop? */
static bool invariant(const struct licm *x, const struct mloop *l, const struct minst *m)
{
    int r[MI_REGS], n = mi_uses(m, r);
    if (m->pred >= 0 || m->vol || m->shared || m->cdst >= 0 || m->dw != 1 || m->dst < 0 ||
        x->f->vr.v[m->dst].group >= 0 || m->op == M_PHI || m->op == M_CALL)
        return false;
    if (!(mop_flags[m->op] & MF_PURE) && m->op != M_LDC)
        return false;
    for (int k = 0; k < n; k++)
        if (!outside(x, l, r[k]))
            return false;
    return true;
}

/* Registers that hoisting m costs: its result, less sources that have their last reader in it. */
static int price(const struct licm *x, const struct minst *m)
{
    int r[MI_REGS], n = mi_uses(m, r), cost = 1;
    for (int k = 0; k < n && cost > 0; k++)
        cost -= x->f->vr.v[r[k]].nuses == 1 && r[k] != x->f->tid;
    return cost;
}

/* One loop: moves what does not change in front, as long as registers last. */
static bool hoist(struct licm *x, const struct mloop *l)
{
    struct mblock *to = front_of(l);
    bool any = false;
    if (!to || timed(l))
        return false;
    x->room = FREE_REGISTERS - pressure(l);
    for (size_t i = 0; i < l->body.n; i++)
        for (struct minst *m = l->body.v[i]->first, *next; m; m = next) {
            next = m->next;
            if (!invariant(x, l, m))
                continue;
            int cost = price(x, m);
            if (cost > 0 && x->room < cost)
                continue;
            x->room -= cost;
            mi_remove(m);
            mi_append(x->f, to, m);
            x->home[m->dst] = to->id;
            any = true;
        }
    return any;
}

void licm_run(struct fn *f)
{
    struct licm x = { .f = f };
    int r[MI_REGS];
    live_run(f);
    x.home = cx_alloc(f->cx, f->vr.n * sizeof *x.home);
    memset(x.home, 0xff, f->vr.n * sizeof *x.home);
    for (size_t i = 0; i < f->blocks.n; i++)
        for EACH_INST(m, f->blocks.v[i]) {
            int n = mi_defs(m, r);
            for (int k = 0; k < n; k++)
                x.home[r[k]] = (int)i;
        }
    for (size_t i = f->loops.n; i-- > 0;)       /* inner loops come later in the list */
        hoist(&x, f->loops.v[i]);
}
