/* SPDX-License-Identifier: Apache-2.0
 *
 * A bar becomes a token that arrives BAR_TOKEN_CYCLES after its issue.
 */
#include "barrier.h"

#include "decode.h"

/* A bar issues every two cycles at most (the BRU is idle from t+2 on). */
_Static_assert(GT_BAR_TOKEN_CYCLES / 2 + 1 <= sizeof ((struct barrier *)0)->q / sizeof (struct token), "barrier.q");

/* BAR-2: the barrier at id of blk has enough arrivals. A warp counts until it is finished. */
static bool reached(const struct barrier *b, unsigned blk, unsigned id, uint32_t alive)
{
    unsigned warps = (unsigned)__builtin_popcount(alive), need = b->need[blk][id];
    if (need == 0xfff || need > warps)
        need = warps;
    return b->cnt[blk][id] >= need;
}

/* BAR-4 */
static void schedule_release(struct barrier *b, unsigned blk, unsigned ids)
{
    b->rel_blk = (uint8_t)blk;
    b->rel_ids |= (uint16_t)ids;
}

/* BAR-3 */
void bar_issue(struct barrier *b, uint64_t cycle, const struct token *t)
{
    struct token *place = &b->q[(b->head + b->count++) & 15];
    *place = *t;
    place->when = cycle + GT_BAR_TOKEN_CYCLES;
}

static uint32_t release(struct barrier *b)
{
    uint32_t warps = 0;
    for (uint32_t ids = b->rel_ids; ids; ids &= ids - 1) {
        unsigned id = (unsigned)__builtin_ctz(ids);
        warps |= b->waiting[b->rel_blk][id];
        b->waiting[b->rel_blk][id] = 0;
    }
    b->rel_ids = 0;
    return warps;
}

/* BAR-1, BAR-7. alive: of the token's block. */
static void arrive(struct barrier *b, const struct token *t, uint32_t alive)
{
    const struct gt_insn *in = t->in;
    unsigned blk = t->blk, id = in->bar_id;
    if (in->bar_inc) {
        b->cnt[blk][id]++;
        b->need[blk][id] = in->bar_all ? 0xfff : in->bar_count;
    }
    if (in->bar_wait)
        b->waiting[blk][id] |= 1u << t->warp;
    if (in->bar_inc && reached(b, blk, id, alive))
        b->cnt[blk][id] = 0;
    if (!b->cnt[blk][id])
        schedule_release(b, blk, 1u << id);
}

/* BAR-6: a warp of the block has ended: fewer arrivals may be enough. */
static void check(struct barrier *b, uint32_t alive)
{
    unsigned ids = 0;
    b->check = false;
    for (unsigned id = 0; id < 16; id++)
        if (b->cnt[b->chk_blk][id] && reached(b, b->chk_blk, id, alive)) {
            b->cnt[b->chk_blk][id] = 0;
            ids |= 1u << id;
        }
    if (ids)
        schedule_release(b, b->chk_blk, ids);
}

/* BAR-8 */
static void arrival_event(struct event_log *log, uint64_t cycle, const struct token *t)
{
    struct gt_event *e = log_event(log, cycle, GT_EV_BRU, t->warp);
    e->next_pc = t->pc;
    e->active = t->mask;
    e->depth = (uint8_t)t->depth;
}

int bar_cycle(struct barrier *b, uint64_t cycle, uint32_t alive, const uint32_t *warps, struct event_log *log,
              uint32_t *released)
{
    *released = b->rel_ids ? release(b) : 0;
    if (b->count && b->q[b->head].when == cycle) {
        const struct token *t = &b->q[b->head];
        if (log->on)
            arrival_event(log, cycle, t);
        arrive(b, t, alive & warps[t->blk]);
        b->head = (b->head + 1) & 15;
        b->count--;
        return t->blk;
    }
    if (b->check)
        check(b, alive & warps[b->chk_blk]);
    return -1;
}

/* BAR-6: the last step of this cycle: the check is made in the next one at the earliest. */
void bar_finished(struct barrier *b, unsigned blk)
{
    b->check = true;
    b->chk_blk = (uint8_t)blk;
}

/* BAR-8 */
void bar_reset(struct barrier *b, unsigned blk)
{
    for (unsigned id = 0; id < 16; id++) {
        b->cnt[blk][id] = 0;
        b->waiting[blk][id] = 0;
    }
}

uint32_t bar_waiting(const struct barrier *b)
{
    uint32_t m = 0;
    for (unsigned blk = 0; blk < GT_BLOCKS; blk++)
        for (unsigned id = 0; id < 16; id++)
            m |= b->waiting[blk][id];
    return m;
}

int bar_id(const struct barrier *b, unsigned warp)
{
    for (unsigned blk = 0; blk < GT_BLOCKS; blk++)
        for (unsigned id = 0; id < 16; id++)
            if (b->waiting[blk][id] >> warp & 1)
                return (int)id;
    return -1;
}
