/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks that go in circles: those of one runner, and whether those of all members of a team do.
 */
#define _POSIX_C_SOURCE 200809L
#include "grid.h"

#include <sched.h>
#include <time.h>

#define LOOKS 200                       /* at blocks that wait for another member's, before one sleeps */

bool gt_seat_runs(const struct gt_seat *s)
{
    return s->taken && !s->over;
}

/* Of the first block in row order that runs. NULL: none does. */
struct gt_seat *gt_seat_first(const struct gt_runner *r)
{
    struct gt_seat *s = NULL;
    for (unsigned i = 0; i < r->made; i++)
        if (gt_seat_runs(r->seat[i]) && (!s || r->seat[i]->index < s->index))
            s = r->seat[i];
    return s;
}

uint64_t gt_runner_first(const struct gt_runner *r)
{
    const struct gt_seat *s = gt_seat_first(r);
    return s ? s->index : UINT64_MAX;
}

/* What was told by so many steps is told again by as many, while nothing changes; else by a part of those that it has
 * run. */
bool gt_seat_spins(struct gt_runner *r, struct gt_seat *s)
{
    unsigned steps = s->circle ? s->circle : s->on / 2;
    steps = steps < GT_FIRST_TURN ? GT_FIRST_TURN : steps;
    bool yes = gt_flight_spins(&s->f, &r->core, &steps);
    s->circle = yes ? steps : 0;
    return yes;
}

bool gt_runner_spins(struct gt_runner *r)
{
    for (unsigned i = 0; i < r->made; i++)
        if (gt_seat_runs(r->seat[i]) && !gt_seat_spins(r, r->seat[i]))
            return false;
    return true;
}

/* What a block waits for, one that is still at work may write; so nobody gives up before all go in circles, each of
 * them seen to after the last had changed something. votes: number of the round, members at work, those that have seen
 * in this round that theirs does. Such a member rests. Whoever comes to rest, is set free or has no block left begins a
 * new round: it may have written something after others had looked. */
#define VOTES(round, members, voted) ((uint64_t)(round) << 32 | (uint64_t)(members) << 16 | (voted))
static uint32_t round_of(uint64_t votes) { return (uint32_t)(votes >> 32); }
static uint32_t members_of(uint64_t votes) { return votes >> 16 & 0xffff; }
static uint32_t voted_in(uint64_t votes) { return votes & 0xffff; }

void gt_team_round(struct gt_share *s, unsigned leave)
{
    uint64_t was = atomic_load(&s->votes);
    while (!atomic_compare_exchange_weak(&s->votes, &was, VOTES(round_of(was) + 1, members_of(was) - leave, 0)))
        continue;
}

void gt_team_rounds(struct gt_share *s, unsigned members)
{
    atomic_init(&s->votes, VOTES(1, members, 0));
}

enum gt_turn gt_team_rest(struct gt_runner *r)
{
    struct gt_share *s = r->share;
    const struct timespec moment = { .tv_nsec = 1000000 };
    bool rests = false;
    uint32_t voted = 0;
    for (unsigned looks = 0;; looks++) {
        uint64_t was = atomic_load(&s->votes);              /* before it looks: what comes later is no vote of now */
        if (atomic_load(&s->circle))
            return TURN_SPIN;
        if (gt_runner_first(r) >= atomic_load(&s->stop) || !gt_runner_spins(r))
            break;
        if (!rests || round_of(was) != voted) {
            uint64_t is = rests ? was + 1 : VOTES(round_of(was) + 1, members_of(was), 1);
            if (!atomic_compare_exchange_strong(&s->votes, &was, is))
                continue;
            rests = true;
            voted = round_of(is);
            was = is;
        }
        if (voted_in(was) == members_of(was)) {
            atomic_store(&s->circle, true);
            return TURN_SPIN;
        }
        if (looks < LOOKS)
            sched_yield();
        else
            nanosleep(&moment, NULL);
    }
    if (rests)
        gt_team_round(s, 0);
    return TURN_OVER;
}
