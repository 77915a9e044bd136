/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks that wait for others. A chip keeps as many blocks resident as fit on its SMs, and programs rely on it:
 * barriers of the whole grid, chains of blocks. So when all blocks of a runner go in circles, the next one in row order
 * takes a seat beside them, until there are no seats or no blocks; those that do not go in circles take turns. A block
 * whose circle cannot be proved (it counts, or reads the clock) may wait as well: when none has begun or ended for
 * long, more are started, too.
 */
#include "grid.h"

#define TURN 2048u              /* of later turns, at most: those who wait without a circle are many */
#define LOOKS 65536u            /* from one look for a circle to the next, at most */

/* After a turn. The more it has run without a circle, the less often one looks. */
static void look_for_circle(struct gt_runner *r, struct gt_seat *s, uint64_t ran)
{
    s->ran += ran;
    if (s->ran < s->on)
        return;
    s->on = gt_seat_spins(r, s) ? 0 : s->on < LOOKS ? 2 * s->on : LOOKS;
    s->ran = 0;
}

/* One more block. */
static enum gt_turn another(struct gt_runner *r)
{
    unsigned i = 0;
    while (i < r->made && r->seat[i]->taken)
        i++;
    return i < r->seats ? gt_runner_start(r, i) : TURN_DONE;
}

/* Nobody has begun or ended for long. A member of a team takes one: the others shall find some, too. */
static enum gt_turn some_more(struct gt_runner *r)
{
    enum gt_turn t = TURN_OVER;
    unsigned n = r->team ? 1 : r->made;
    r->since = r->insns;
    while (t == TURN_OVER && n--)
        t = another(r);
    return t;
}

/* How long a turn is. Turns of one length would end at the same instruction of a loop whose length divides it, and a
 * block that holds a lock there would hold it at the end of each. */
static uint64_t turn_length(const struct gt_runner *r, const struct gt_seat *s)
{
    const uint64_t most = s->on < TURN ? s->on : TURN;
    const uint64_t drawn = (r->insns + s->index) * UINT64_C(0x9e3779b97f4a7c15) >> 40;
    return most - drawn % (most / 2);
}

/* A turn of each block that does not rest. TURN_OVER: there was one; TURN_SPIN: all rest; TURN_DONE: there is no block
 * any more. */
static enum gt_turn turns(struct gt_runner *r)
{
    enum gt_turn end = TURN_DONE;
    for (unsigned i = 0; i < r->made; i++) {
        struct gt_seat *s = r->seat[i];
        if (gt_seat_runs(s) && s->index >= atomic_load(&r->share->stop))
            s->taken = false;
        if (!gt_seat_runs(s))
            continue;
        if (s->circle && gt_seat_spins(r, s)) {
            end = end == TURN_DONE ? TURN_SPIN : end;
            continue;
        }
        end = TURN_OVER;
        s->on = s->on ? s->on : GT_FIRST_TURN;
        uint64_t before = r->insns;
        enum gt_turn t = gt_runner_pass(r, s, turn_length(r, s));
        if (t == TURN_LIMIT)
            return t;
        if (t == TURN_FAULT || t == TURN_BARRIER)
            gt_runner_stop(r, s, t);
        else if (t == TURN_DONE || t == TURN_LEFT)
            s->taken = false;
        else
            look_for_circle(r, s, r->insns - before);
        if (t == TURN_DONE)
            gt_runner_done(r);
    }
    return end;
}

/* All go in circles, and no more can be started. */
static enum gt_turn give_up(struct gt_runner *r, enum gt_turn t)
{
    if (t == TURN_SPIN && atomic_load(&r->share->bad))  /* one that would have set them free has not ended well */
        return r->end == TURN_DONE ? TURN_LEFT : r->end;
    gt_runner_stop(r, gt_seat_first(r), t);
    return r->end;
}

/* All blocks rest. TURN_OVER: there is one more, or some have been set free. */
static enum gt_turn all_rest(struct gt_runner *r)
{
    enum gt_turn t = another(r);
    if (t != TURN_DONE)
        return t;
    if (!gt_runner_spins(r) || (r->team && gt_team_rest(r) != TURN_SPIN))
        return TURN_OVER;
    return give_up(r, TURN_SPIN);
}

enum gt_turn gt_runner_resident(struct gt_runner *r)
{
    for (;;) {
        enum gt_turn t = turns(r);
        if (t == TURN_DONE)
            return r->end;
        if (t == TURN_LIMIT)
            return give_up(r, t);
        gt_runner_tell(r);
        if (t == TURN_SPIN && (t = all_rest(r)) != TURN_OVER)
            return t;
        if (r->insns - r->since >= GT_BLOCK_LONG && some_more(r) == TURN_MEMORY)
            return TURN_MEMORY;
    }
}
