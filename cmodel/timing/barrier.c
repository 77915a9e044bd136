/* SPDX-License-Identifier: Apache-2.0
 *
 * Barrier unit (docs/units/barrier.md). A bar becomes a token that arrives
 * BAR_TOKEN_CYCLES after its issue.
 */
#include "timing.h"

/* A bar issues every two cycles at most (the BRU is idle from t+2 on). */
_Static_assert(GT_BAR_TOKEN_CYCLES / 2 + 1 <= sizeof ((struct barrier *)0)->q / sizeof (struct token), "barrier.q");

/* The barrier at id of blk has enough arrivals. A warp counts until it is finished. */
static bool reached(const struct gt_sm *sm, unsigned blk, unsigned id)
{
    const struct barrier *b = &sm->bar;
    unsigned warps = (unsigned)__builtin_popcount(sm->alive & sm->cta.warps[blk]);
    unsigned need = b->need[blk][id];
    if (need == 0xfff || need > warps)
        need = warps;
    return b->cnt[blk][id] >= need;
}

static void schedule_release(struct barrier *b, unsigned blk, unsigned ids)
{
    b->rel_blk = (uint8_t)blk;
    b->rel_ids |= (uint16_t)ids;
}

void bar_issue(struct gt_sm *sm, unsigned w)
{
    struct barrier *b = &sm->bar;
    struct twarp *tw = &sm->warp[w];
    const struct gt_insn *in = tw->ti->in;
    uint32_t bit = 1u << w;
    struct token *t = &b->q[(b->head + b->count++) & 15];
    tw->w.pc = (tw->w.pc + in->len) & 0xffffff;
    *t = (struct token){.when = sm->cyc + GT_BAR_TOKEN_CYCLES, .warp = (uint8_t)w, .depth = (uint8_t)tw->w.depth,
                        .pc = tw->w.pc, .mask = tw->w.active, .in = in};
    sm->bru.idle = sm->cyc + 2;
    sm->cta.inflight[tw->blk]++;
    if (in->bar_wait) {
        sm->issue.wait |= bit;
        sm->fetch.known &= ~bit;
    } else if (in->exit) {
        issue_wait(sm, w, sm->cyc + 4);
    }
    if (in->exit)
        head_offer(sm, w, GT_UOP_EXIT);
    else
        head_empty(sm, w);
    fetch_update(sm, w);
}

static void release(struct gt_sm *sm)
{
    struct barrier *b = &sm->bar;
    unsigned blk = b->rel_blk;
    for (uint32_t ids = b->rel_ids; ids; ids &= ids - 1) {
        unsigned id = (unsigned)__builtin_ctz(ids);
        uint32_t warps = b->waiting[blk][id];
        b->waiting[blk][id] = 0;
        for (; warps; warps &= warps - 1) {
            unsigned w = (unsigned)__builtin_ctz(warps);
            sm->issue.wait &= ~(1u << w);
            sm->fetch.known |= 1u << w;
            fetch_update(sm, w);
        }
    }
    b->rel_ids = 0;
}

static void arrive(struct gt_sm *sm, const struct token *t)
{
    struct barrier *b = &sm->bar;
    const struct gt_insn *in = t->in;
    unsigned blk = sm->warp[t->warp].blk, id = in->bar_id;
    sm->cta.inflight[blk]--;
    if (sm->events_on) {
        struct gt_event *e = sm_event(sm, GT_EV_BRU, t->warp, t->pc);
        e->uop = GT_UOP_BODY;
        e->mask = t->mask;
        e->n = t->depth;
    }
    if (in->bar_inc) {
        b->cnt[blk][id]++;
        b->need[blk][id] = in->bar_all ? 0xfff : in->bar_count;
    }
    if (in->bar_wait)
        b->waiting[blk][id] |= 1u << t->warp;
    if (in->bar_inc && reached(sm, blk, id))
        b->cnt[blk][id] = 0;
    if (!b->cnt[blk][id])
        schedule_release(b, blk, 1u << id);
}

void bar_cycle(struct gt_sm *sm)
{
    struct barrier *b = &sm->bar;
    if (b->rel_ids)
        release(sm);
    if (b->count && b->q[b->head].when == sm->cyc) {
        arrive(sm, &b->q[b->head]);
        b->head = (b->head + 1) & 15;
        b->count--;
    } else if (b->check) {
        unsigned ids = 0;
        b->check = false;
        for (unsigned id = 0; id < 16; id++)
            if (b->cnt[b->chk_blk][id] && reached(sm, b->chk_blk, id)) {
                b->cnt[b->chk_blk][id] = 0;
                ids |= 1u << id;
            }
        if (ids)
            schedule_release(b, b->chk_blk, ids);
    }
}

/* The last step of this cycle: the check is made in the next one at the earliest. */
void bar_finished(struct gt_sm *sm, unsigned blk)
{
    sm->bar.check = true;
    sm->bar.chk_blk = (uint8_t)blk;
}

void bar_reset(struct gt_sm *sm, unsigned blk)
{
    for (unsigned id = 0; id < 16; id++) {
        sm->bar.cnt[blk][id] = 0;
        sm->bar.waiting[blk][id] = 0;
    }
}

bool bar_quiet(const struct gt_sm *sm)
{
    return !sm->bar.count && !sm->bar.rel_ids && !sm->bar.check;
}

uint32_t bar_waiting(const struct gt_sm *sm)
{
    uint32_t m = 0;
    for (unsigned blk = 0; blk < GT_BLOCKS; blk++)
        for (unsigned id = 0; id < 16; id++)
            m |= sm->bar.waiting[blk][id];
    return m;
}

int bar_id(const struct gt_sm *sm, unsigned warp)
{
    for (unsigned blk = 0; blk < GT_BLOCKS; blk++)
        for (unsigned id = 0; id < 16; id++)
            if (sm->bar.waiting[blk][id] >> warp & 1)
                return (int)id;
    return -1;
}
