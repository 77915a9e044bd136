/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks of a grid on several cores of the host. Blocks are taken in row order by whoever is free. When one faults or
 * hangs, those in front of it run to their end and those behind it are left: what is told is the first one's fault, as
 * if blocks ran one after the other.
 */
#include "crew.h"
#include "grid.h"

#include <stdlib.h>
#include <string.h>

struct gt_team {
    unsigned n;                         /* members, the lead included */
    struct crew *crew;
    struct gt_share share;
    struct gt_runner *lead, *helper;    /* n - 1 helpers */
    enum gt_turn *turn;                 /* how the last block of each member ended */
    uint64_t blocks;
    gt_progress *progress;
    void *ctx;
};

static struct gt_runner *member(const struct gt_team *t, unsigned i)
{
    return i ? &t->helper[i - 1] : t->lead;
}

bool gt_team_may(const struct gt_core *c)
{
    for (uint32_t pc = 0; pc / 4 < c->launch->code_words; pc += 4) {
        const struct gt_insn *in = &c->decoded[pc / 4];
        const struct gt_micro *u = &((const struct gt_priv *)c->priv)->micros[pc / 4];
        switch (in->op) {
        case GT_OP_ATOM: case GT_OP_RED: case GT_OP_LD_L: case GT_OP_ST_L: return false;
        default: break;
        }
        for (unsigned i = 0; i < u->nsrc; i++)
            if (u->skind[i] == US_SREG)
                return false;
    }
    return true;
}

void gt_team_free(struct gt_team *t)
{
    if (!t)
        return;
    crew_free(t->crew);
    for (unsigned i = 1; t->helper && i < t->n; i++) {
        gt_flight_free(&member(t, i)->f);
        gt_core_done(&member(t, i)->core);
    }
    free(t->helper);
    free(t->turn);
    free(t);
}

static bool join(struct gt_runner *r, const struct gt_runner *lead)
{
    r->cfg = lead->cfg;
    r->look = lead->look;
    return gt_core_share(&r->core, &lead->core, r->cfg) && gt_flight_init(&r->f, r->cfg);
}

struct gt_team *gt_team_new(struct gt_runner *lead, unsigned threads)
{
    struct gt_team *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->lead = lead;
    t->n = threads;
    t->helper = calloc(threads - 1, sizeof *t->helper);
    t->turn = calloc(threads, sizeof *t->turn);
    bool ok = t->helper && t->turn;
    for (unsigned i = 1; ok && i < t->n; i++)
        ok = join(member(t, i), lead);
    if (ok)
        t->crew = crew_new(threads);
    if (!t->crew) {
        gt_team_free(t);
        return NULL;
    }
    return t;
}

/* Blocks behind `index` are not to run any more. */
static void lower(_Atomic uint64_t *stop, uint64_t index)
{
    uint64_t was = atomic_load(stop);
    while (index < was && !atomic_compare_exchange_weak(stop, &was, index))
        continue;
}

static void run_member(void *ctx, unsigned i)
{
    struct gt_team *t = ctx;
    struct gt_runner *r = member(t, i);
    while (t->turn[i] == TURN_DONE) {
        uint64_t b = atomic_fetch_add(&t->share.next, 1);
        if (b >= atomic_load(&t->share.stop))
            break;
        r->index = b;
        t->turn[i] = gt_runner_block(r);
        if (t->turn[i] != TURN_DONE && t->turn[i] != TURN_LEFT)
            lower(&t->share.stop, b);
        uint64_t done = atomic_fetch_add(&t->share.done, 1) + 1;
        if (i == 0 && t->progress && t->turn[i] == TURN_DONE)
            t->progress(t->ctx, done, t->blocks, 0);
    }
}

enum gt_turn gt_team_run(struct gt_team *t, uint64_t blocks, gt_progress *p, void *ctx, struct gt_runner **who)
{
    t->blocks = blocks;
    t->progress = p;
    t->ctx = ctx;
    atomic_init(&t->share.insns, t->lead->insns);
    atomic_init(&t->share.next, t->lead->index + 1);
    atomic_init(&t->share.done, t->lead->index + 1);
    atomic_init(&t->share.stop, blocks);
    for (unsigned i = 0; i < t->n; i++) {
        member(t, i)->share = &t->share;
        member(t, i)->limit = i ? t->lead->limit - t->lead->insns : t->lead->limit;
        member(t, i)->launch_limit = t->lead->launch_limit;
        t->turn[i] = TURN_DONE;
    }
    crew_run(t->crew, t->n, run_member, t);
    t->lead->share = NULL;

    enum gt_turn end = TURN_DONE;
    *who = t->lead;
    for (unsigned i = 0; i < t->n; i++) {
        if (t->turn[i] != TURN_DONE && t->turn[i] != TURN_LEFT && member(t, i)->index == atomic_load(&t->share.stop)) {
            end = t->turn[i];
            *who = member(t, i);
        }
        if (i) {
            t->lead->insns += member(t, i)->insns;
            t->lead->thread_insns += member(t, i)->thread_insns;
        }
    }
    if (p && end == TURN_DONE)
        p(ctx, blocks, blocks, 0);
    return end;
}
