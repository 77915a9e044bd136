/* SPDX-License-Identifier: Apache-2.0
 * Warps that go in a circle: Brent's cycle search on a copy of the warp. */
#include "spin.h"

#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "micro.h"

#define AGAIN 64                /* instructions from one request for a lock to the next */

/* A copy of a warp, with what its block knows of locks. */
struct runner { struct gt_warp w; struct gt_block block; };

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
static uint8_t *lane_word(uint8_t *mem, const struct gt_micro *u, const struct gt_effect *eff, unsigned word,
                          unsigned i)
{
    return mem + (eff->addr[i] - GT_G_BASE) + word * (u->in->op == GT_OP_ST_L ? 128 : 4);
}

static bool stores_the_same(uint8_t *mem, const struct gt_micro *u, const struct gt_effect *eff, unsigned i)
{
    for (unsigned k = 0; k < u->words; k++)
        if (memcmp(lane_word(mem, u, eff, k, i), &eff->data[k][i], u->size))
            return false;
    return true;
}

/* atom and red: what it returns goes into the registers. */
static bool leaves_it(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, const struct gt_effect *eff,
                      unsigned i)
{
    uint64_t m = 0, b = eff->data[0][i] | (uint64_t)eff->data[1][i] << 32,
             n = eff->data[2][i] | (uint64_t)eff->data[3][i] << 32;

    memcpy(&m, lane_word(c->gpu->mem, u, eff, 0, i), 4u * u->words);
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
        keeps = atomic ? leaves_it(c, w, u, &eff, i) : stores_the_same(gt_memory_of(c, w, u), u, &eff, i);
    }
    return keeps;
}

static bool keeps_shared(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint32_t exec)
{
    struct gt_access a;

    return gt_access_of(&a, w, u, exec) && gt_access_keeps(&a, c->gpu) && u->body(c, w, u, exec, NULL);
}

/* ---- locks on shared memory ------------------------------------------------------------------------------------- */

static bool step_runner(struct gt_core *c, struct runner *r, struct gt_circle *x);

static bool same_state(const struct runner *l, const struct runner *r)
{
    const struct gt_warp *a = &l->w, *b = &r->w;

    return a->pc == b->pc && a->active == b->active && a->broke == b->broke && a->returned == b->returned &&
           a->exited == b->exited && a->depth == b->depth && !memcmp(a->areg, b->areg, sizeof a->areg) &&
           !memcmp(a->creg, b->creg, sizeof a->creg) &&
           !memcmp(a->stack, b->stack, (size_t)a->depth * sizeof *a->stack) &&
           !memcmp(a->regs, b->regs, (size_t)a->nregs * 32 * 4) &&
           !memcmp(l->block.lock, r->block.lock, sizeof l->block.lock);
}

static void copy_runner(struct runner *to, const struct runner *from)
{
    uint32_t *regs = to->w.regs;

    *to = *from;
    to->w.regs = regs;
    to->w.block = &to->block;
    memcpy(to->w.regs, from->w.regs, (size_t)from->w.nregs * 32 * 4);
}

/* A copy that runs on its own; NULL: out of memory. */
static struct runner *new_copy(const struct runner *r)
{
    struct runner *n = malloc(sizeof *n);
    uint32_t *regs = aligned_alloc(128, (size_t)r->w.nregs * 32 * 4);

    if (n && regs) {
        n->w.regs = regs;
        copy_runner(n, r);
        return n;
    }
    free(n);
    free(regs);
    return NULL;
}

static void free_copy(struct runner *r)
{
    if (r)
        free(r->w.regs);
    free(r);
}

/* The locks that r asks for are others': it goes on until it asks again. */
static bool locks_refused(struct gt_core *c, struct runner *r, struct gt_circle *x)
{
    uint32_t at = r->w.pc;

    memset(r->block.lock, 0xff, sizeof r->block.lock);
    bool goes = step_runner(c, r, x);
    memset(r->block.lock, 0, sizeof r->block.lock);
    for (unsigned i = 0; goes && i < AGAIN && gt_core_micro(c, r->w.pc)->in->op != GT_OP_LD_LOCK; i++)
        goes = step_runner(c, r, x);
    return goes && r->w.pc == at;
}

/* r asks for locks while it holds none. Being refused once more changes nothing, and what was refused does the same
 * with the lock as what gets it at once. */
static bool asks_again(struct gt_core *c, const struct runner *r, struct gt_circle *x)
{
    struct runner *once = new_copy(r), *twice = once && locks_refused(c, once, x) ? new_copy(once) : NULL;
    struct runner *gets = twice && locks_refused(c, twice, x) && same_state(once, twice) ? new_copy(r) : NULL;
    bool again = false;

    for (unsigned i = 0; gets && i < AGAIN && !again; i++) {
        if (!step_runner(c, gets, x) || !step_runner(c, once, x))
            break;
        again = same_state(gets, once);
    }
    free_copy(once);
    free_copy(twice);
    free_copy(gets);
    return again;
}

/* ---- the circle ------------------------------------------------------------------------------------------------ */

/* false: it faults, or others would notice. */
static bool run_body(struct gt_core *c, struct runner *r, const struct gt_micro *u, uint32_t exec)
{
    struct gt_warp *w = &r->w;

    switch (u->in->op) {
    case GT_OP_ST_S: case GT_OP_ST_UNLOCK:
        return keeps_shared(c, w, u, exec);
    case GT_OP_ST_L: case GT_OP_ST_G: case GT_OP_RED: case GT_OP_ATOM:
        return keeps_device(c, w, u, exec);
    default:
        return u->body(c, w, u, exec, NULL);
    }
}

/* One instruction, its markers included; false: it is one that settles the question, or a fault. */
static bool step_runner(struct gt_core *c, struct runner *r, struct gt_circle *x)
{
    struct gt_warp *w = &r->w;
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
        if (exec && !run_body(c, r, u, exec))
            return false;
        if (!u->exit)
            w->pc += u->len;
        break;
    }
    case UC_BAR:
        x->passes = true;
        w->pc += u->len;
        break;
    default:
        return false;
    }
    return !(u->exit && !gt_ctl_exit(c, w, NULL)) && !w->finished;
}

/* Brent's algorithm: true when the warp comes back to a state it had, with the pcs of the circle in x. */
static bool search_cycle(struct gt_core *c, struct runner *hare, struct runner *tortoise, struct gt_circle *x)
{
    unsigned power = 1, length = 0;

    x->from = x->to = hare->w.pc;
    for (unsigned n = 0; n < x->steps; n++) {
        if (gt_core_micro(c, hare->w.pc)->in->op == GT_OP_LD_LOCK &&
            (gt_block_locked(&hare->block) || !asks_again(c, hare, x)))
            return false;
        if (!step_runner(c, hare, x))
            return false;
        if (same_state(hare, tortoise)) {
            x->steps = n + 1;
            return true;
        }
        x->from = hare->w.pc < x->from ? hare->w.pc : x->from;
        x->to = hare->w.pc > x->to ? hare->w.pc : x->to;
        if (++length == power) {
            power *= 2;
            length = 0;
            copy_runner(tortoise, hare);
            x->from = x->to = hare->w.pc;
        }
    }
    return false;
}

bool gt_block_locked(const struct gt_block *b)
{
    for (size_t i = 0; i < sizeof b->lock / sizeof *b->lock; i++)
        if (b->lock[i])
            return true;
    return false;
}

bool gt_warp_spins(struct gt_core *c, const struct gt_warp *w, struct gt_circle *x)
{
    struct runner is = { *w, *w->block }, *hare = NULL, *tortoise = NULL;
    struct gt_fault fault = c->fault;
    bool spins = !gt_block_locked(w->block) && (hare = new_copy(&is)) && (tortoise = new_copy(&is)) &&
                 search_cycle(c, hare, tortoise, x);

    c->fault = fault;
    free_copy(hare);
    free_copy(tortoise);
    return spins;
}
