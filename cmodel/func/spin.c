/* SPDX-License-Identifier: Apache-2.0
 * Warps that go in a circle: Brent's cycle search on a copy of the warp. */
#include "spin.h"

#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "micro.h"

#define STEPS 8192

/* The clock, or what counts by itself. */
static bool reads_time(const struct gt_micro *u)
{
    for (unsigned i = 0; i < u->nsrc; i++)
        if (u->skind[i] == US_SREG)
            return true;
    return false;
}

/* ---- stores that change nothing -------------------------------------------------------------------------------- */

/* Word `word` of lane i: l[] has them 128 bytes apart (COAL-5). */
static uint8_t *there(struct gt_core *c, const struct gt_micro *u, const struct gt_effect *eff, unsigned word,
                      unsigned i)
{
    return c->gpu->mem + (eff->addr[i] - GT_G_BASE) + word * (u->in->op == GT_OP_ST_L ? 128 : 4);
}

static bool stores_the_same(struct gt_core *c, const struct gt_micro *u, const struct gt_effect *eff, unsigned i)
{
    for (unsigned k = 0; k < u->words; k++)
        if (memcmp(there(c, u, eff, k, i), &eff->data[k][i], u->size))
            return false;
    return true;
}

/* atom and red: what it returns goes into the registers. */
static bool leaves_it(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, const struct gt_effect *eff,
                      unsigned i)
{
    uint64_t m = 0, b = eff->data[0][i] | (uint64_t)eff->data[1][i] << 32,
             n = eff->data[2][i] | (uint64_t)eff->data[3][i] << 32;

    memcpy(&m, there(c, u, eff, 0, i), 4u * u->words);
    if (gt_atomic_value(u->in->aop, u->in->mtype, m, b, n) != m)
        return false;
    for (unsigned k = 0; k < u->words; k++)
        gt_write_lane(w, u, k, i, (uint32_t)(m >> 32 * k));
    return true;
}

/* Device and local memory are others' as well: the instruction says what it would do, and does not. */
static bool keeps_device(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec)
{
    const bool atomic = u->in->op == GT_OP_ATOM || u->in->op == GT_OP_RED;
    struct gt_effect eff;

    c->deferred = true;
    bool keeps = u->body(c, w, u, exec, &eff);
    c->deferred = false;
    for (; keeps && exec; exec &= exec - 1) {
        unsigned i = (unsigned)__builtin_ctz(exec);
        keeps = atomic ? leaves_it(c, w, u, &eff, i) : stores_the_same(c, u, &eff, i);
    }
    return keeps;
}

static bool keeps_shared(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec)
{
    struct gt_access a;

    return gt_access_of(&a, w, u, exec) && gt_access_keeps(&a, c->gpu) && u->body(c, w, u, exec, NULL);
}

/* ---- the circle ------------------------------------------------------------------------------------------------ */

/* false: it faults, or others would notice. */
static bool body(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec)
{
    switch (u->in->op) {
    case GT_OP_ST_S:
        return keeps_shared(c, w, u, exec);
    case GT_OP_ST_L: case GT_OP_ST_G: case GT_OP_RED: case GT_OP_ATOM:
        return keeps_device(c, w, u, exec);
    case GT_OP_LD_LOCK: case GT_OP_ST_UNLOCK:
        return false;
    default:
        return u->body(c, w, u, exec, NULL);
    }
}

/* One instruction, its markers included; false: it is one that settles the question, or a fault. */
static bool step(struct gt_core *c, struct gt_warp *w, bool *passes)
{
    const struct gt_micro *u = gt_core_micro(c, w->pc);
    bool redirected = false;

    if (reads_time(u) || (u->join && !gt_ctl_join(c, w, &redirected, NULL)))
        return false;
    if (redirected)
        return true;
    switch (u->cls) {
    case UC_CTL:
        if (!gt_ctl_exec(c, w, u->in, NULL))
            return false;
        break;
    case UC_BODY: case UC_ALWAYS: {
        uint32_t exec = u->cls == UC_BODY ? gt_micro_exec(w, u) : w->active;
        if (exec && !body(c, w, u, exec))
            return false;
        if (!u->exit)
            w->pc += u->len;
        break;
    }
    case UC_BAR:
        *passes = true;
        w->pc += u->len;
        break;
    default:
        return false;
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

static bool search(struct gt_core *c, struct gt_warp *hare, struct gt_warp *tortoise, uint32_t *from, uint32_t *to,
                   bool *passes)
{
    unsigned power = 1, length = 0;

    *from = *to = hare->pc;
    for (unsigned n = 0; n < STEPS; n++) {
        if (!step(c, hare, passes))
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

bool gt_warp_spins(struct gt_core *c, const struct gt_warp *w, uint32_t *from, uint32_t *to, bool *passes)
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
        spins = search(c, &pair[0], &pair[1], from, to, passes);
    }
    c->fault = fault;
    free(pair);
    free(regs);
    return spins;
}
