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
    for (unsigned i = 1; t->helper && i < t->n; i++)
        gt_runner_free(member(t, i));
    free(t->helper);
    free(t->turn);
    free(t);
}

/* Makes r a helper of lead with seats of its own; false: out of memory. */
static bool join(struct gt_runner *r, const struct gt_runner *lead, unsigned seats)
{
    r->cfg = lead->cfg;
    r->helper = true;
    r->end = TURN_DONE;
    r->seats = seats;
    r->seat = calloc(seats, sizeof *r->seat);
    r->look = r->on = lead->on;
    r->tell = lead->tell;
    r->to = lead->to;
    return r->seat && gt_core_share(&r->core, &lead->core, r->cfg);
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
        ok = join(member(t, i), lead, lead->seats / threads + (i < lead->seats % threads));
    if (ok)
        t->crew = crew_new(threads);
    if (!t->crew) {
        gt_team_free(t);
        return NULL;
    }
    lead->seats = lead->seats / threads + (lead->seats % threads != 0);
    return t;
}

/* A member of the team: blocks one after the other, several at once when they wait, until none is left or one fails. */
static void run_member(void *ctx, unsigned i)
{
    struct gt_team *t = ctx;
    struct gt_runner *r = member(t, i);
    enum gt_turn end = r->made && r->seat[0]->taken ? TURN_WAITS : gt_runner_start(r, 0);
    while (end == TURN_OVER || end == TURN_WAITS) {
        end = end == TURN_OVER ? gt_runner_block(r) : gt_runner_resident(r);
        if (end == TURN_DONE)
            end = gt_runner_start(r, 0);
    }
    if (end == TURN_MEMORY)
        gt_runner_stop(r, NULL, end);
    t->turn[i] = end;
    gt_team_round(&t->share, 1);
}

/* The lead's own share goes on as that of all. */
static void begin(struct gt_team *t)
{
    struct gt_share *own = t->lead->share;
    atomic_init(&t->share.insns, t->lead->insns);
    atomic_init(&t->share.next, atomic_load(&own->next));
    atomic_init(&t->share.done, atomic_load(&own->done));
    atomic_init(&t->share.stop, atomic_load(&own->stop));
    gt_team_rounds(&t->share, t->n);
    atomic_flag_clear(&t->share.telling);
    for (unsigned i = 0; i < t->n; i++) {
        struct gt_runner *r = member(t, i);
        r->share = &t->share;
        r->team = true;
        r->limit = i ? t->lead->limit - t->lead->insns : t->lead->limit;
        r->launch_limit = t->lead->launch_limit;
    }
}

enum gt_turn gt_team_run(struct gt_team *t, struct gt_runner **who)
{
    const struct gt_listener *to = &t->lead->to;
    begin(t);
    crew_run(t->crew, t->n, run_member, t);

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
    if (to->call && end == TURN_DONE)
        to->call(to->ctx, to->blocks, to->blocks, 0, NULL);
    return end;
}
