/* SPDX-License-Identifier: Apache-2.0
 * Warps that go in a circle: Brent's cycle search on a copy of the warp. */
#include "spin.h"

#include <stdlib.h>
#include <string.h>

#include "micro.h"

#define STEPS 8192

/* Would others notice, or does it read what changes by itself? */
static bool lonely(const struct gt_micro *u)
{
    for (unsigned i = 0; i < u->nsrc; i++)
        if (u->skind[i] == US_SREG)
            return false;
    if (u->cls != UC_BODY && u->cls != UC_ALWAYS && u->cls != UC_CTL)
        return false;
    switch (u->in->op) {
    case GT_OP_ST_S: case GT_OP_ST_L: case GT_OP_ST_G: case GT_OP_RED: case GT_OP_ATOM: case GT_OP_LD_LOCK:
    case GT_OP_ST_UNLOCK:
        return false;
    default:
        return true;
    }
}

/* One instruction, its markers included; false: it is one that settles the question, or a fault. */
static bool step(struct gt_core *c, struct gt_warp *w)
{
    const struct gt_micro *u = gt_core_micro(c, w->pc);
    bool redirected = false;

    if (!lonely(u) || (u->join && !gt_ctl_join(c, w, &redirected, NULL)))
        return false;
    if (redirected)
        return true;
    if (u->cls == UC_CTL) {
        if (!gt_ctl_exec(c, w, u->in, NULL))
            return false;
    } else {
        uint32_t exec = u->cls == UC_BODY ? gt_micro_exec(w, u) : w->active;
        if (exec && !u->body(c, w, u, exec, NULL))
            return false;
        if (!u->exit)
            w->pc += u->len;
    }
    return !(u->exit && !gt_ctl_exit(c, w, NULL)) && !w->finished;
}

static bool same(const struct gt_warp *a, const struct gt_warp *b)
{
    return a->pc == b->pc && a->active == b->active && a->broke == b->broke && a->returned == b->returned &&
           a->exited == b->exited && a->depth == b->depth && !memcmp(a->areg, b->areg, sizeof a->areg) &&
           !memcmp(a->creg, b->creg, sizeof a->creg) &&
           !memcmp(a->stack, b->stack, (size_t)a->depth * sizeof *a->stack) &&
           !memcmp(a->regs, b->regs, (size_t)a->nregs * 32 * 4);
}

static void copy(struct gt_warp *to, const struct gt_warp *from)
{
    uint32_t *regs = to->regs;

    *to = *from;
    to->regs = regs;
    memcpy(to->regs, from->regs, (size_t)from->nregs * 32 * 4);
}

static bool search(struct gt_core *c, struct gt_warp *hare, struct gt_warp *tortoise, uint32_t *from, uint32_t *to)
{
    unsigned power = 1, length = 0;

    *from = *to = hare->pc;
    for (unsigned n = 0; n < STEPS; n++) {
        if (!step(c, hare))
            return false;
        if (same(hare, tortoise))
            return true;
        *from = hare->pc < *from ? hare->pc : *from;
        *to = hare->pc > *to ? hare->pc : *to;
        if (++length == power) {
            power *= 2;
            length = 0;
            copy(tortoise, hare);
            *from = *to = hare->pc;
        }
    }
    return false;
}

bool gt_warp_spins(struct gt_core *c, const struct gt_warp *w, uint32_t *from, uint32_t *to)
{
    size_t row = (size_t)w->nregs * 32 * 4;
    struct gt_warp *pair = calloc(2, sizeof *pair);
    uint32_t *regs = aligned_alloc(128, 2 * row);
    struct gt_fault fault = c->fault;
    bool spins = false;

    if (pair && regs) {
        pair[0].regs = regs;
        pair[1].regs = regs + row / 4;
        copy(&pair[0], w);
        copy(&pair[1], w);
        spins = search(c, &pair[0], &pair[1], from, to);
    }
    c->fault = fault;
    free(pair);
    free(regs);
    return spins;
}
