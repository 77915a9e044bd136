/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks of a grid on several cores of the host. Blocks are taken in row order by whoever is free. When one faults or
 * hangs, those in front of it run to their end and those behind it are left: what is told is the first one's fault, as
 * if blocks ran one after the other.
 */
#define _POSIX_C_SOURCE 200809L
#include "crew.h"
#include "grid.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    r->tell = lead->tell;
    r->to = lead->to;
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

/* ---- blocks that go in circles ---------------------------------------------------------------------------------- */

/* What a block waits for, one that is still at work may write; so nobody gives up before all go in circles, each of
 * them seen to after the last had changed something. votes: number of the round, members at work, those that have seen
 * in this round that theirs does. Such a member rests. Whoever comes to rest, is set free or has no block left begins a
 * new round: it may have written something after others had looked. */
#define VOTES(round, members, voted) ((uint64_t)(round) << 32 | (uint64_t)(members) << 16 | (voted))
static uint32_t round_of(uint64_t votes) { return (uint32_t)(votes >> 32); }
static uint32_t members_of(uint64_t votes) { return votes >> 16 & 0xffff; }
static uint32_t voted_in(uint64_t votes) { return votes & 0xffff; }

static void new_round(struct gt_share *s, unsigned leave)
{
    uint64_t was = atomic_load(&s->votes);
    while (!atomic_compare_exchange_weak(&s->votes, &was, VOTES(round_of(was) + 1, members_of(was) - leave, 0)))
        continue;
}

enum gt_turn gt_team_rest(struct gt_runner *r)
{
    struct gt_share *s = r->share;
    const struct timespec moment = { .tv_nsec = 1000000 };
    bool rests = false;
    for (uint32_t voted = 0;;) {
        uint64_t was = atomic_load(&s->votes);              /* before it looks: what comes later is no vote of now */
        if (!gt_flight_spins(&r->f, &r->core))
            break;
        if (!rests || round_of(was) != voted) {
            uint64_t is = rests ? was + 1 : VOTES(round_of(was) + 1, members_of(was), 1);
            if (!atomic_compare_exchange_strong(&s->votes, &was, is))
                continue;
            rests = true;
            voted = round_of(is);
            was = is;
        }
        if (voted_in(was) == members_of(was))
            return TURN_SPIN;
        if (r->index >= atomic_load(&s->stop))
            return TURN_LEFT;
        nanosleep(&moment, NULL);
    }
    if (rests)
        new_round(s, 0);
    return TURN_OVER;
}

/* ---- the run ---------------------------------------------------------------------------------------------------- */

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
        if (i == 0 && r->to.call && t->turn[i] == TURN_DONE && !atomic_flag_test_and_set(&t->share.telling)) {
            r->to.call(r->to.ctx, done, r->to.blocks, 0, NULL);
            atomic_flag_clear(&t->share.telling);
        }
    }
    new_round(&t->share, 1);
}

enum gt_turn gt_team_run(struct gt_team *t, struct gt_runner **who)
{
    const struct gt_listener *to = &t->lead->to;
    atomic_init(&t->share.insns, t->lead->insns);
    atomic_init(&t->share.next, t->lead->index + 1);
    atomic_init(&t->share.done, t->lead->index + 1);
    atomic_init(&t->share.stop, to->blocks);
    atomic_init(&t->share.votes, VOTES(1, t->n, 0));
    atomic_flag_clear(&t->share.telling);
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
    if (to->call && end == TURN_DONE)
        to->call(to->ctx, to->blocks, to->blocks, 0, NULL);
    return end;
}
