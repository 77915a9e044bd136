/* SPDX-License-Identifier: Apache-2.0
 *
 * Load/store queue (docs/units/lsu.md). The head works through shared memory
 * (smem.c) or the coalescer (coalesce.c); this file keeps the records and the order.
 */
#include "timing.h"

void lsu_init(struct gt_sm *sm)
{
    struct lsu *l = &sm->lsu;
    for (int i = 0; i < MOPS; i++)
        l->op[i].next_free = (int16_t)(i + 1 < MOPS ? i + 1 : -1);
    l->free = 0;
}

/* At most 64 loads own pending sectors; the queue, write-back and SP entries hold a few more. */
struct mop *lsu_new(struct gt_sm *sm)
{
    struct lsu *l = &sm->lsu;
    struct mop *m = &l->op[l->free];
    l->free = m->next_free;
    l->used++;
    m->half = m->word = 0;
    m->started[0] = m->started[1] = m->sent = false;
    m->unanswered = m->selected = 0;
    return m;
}

void lsu_free(struct gt_sm *sm, struct mop *m)
{
    struct lsu *l = &sm->lsu;
    m->next_free = l->free;
    l->free = (int16_t)(m - l->op);
    l->used--;
}

void lsu_push(struct gt_sm *sm, struct mop *m, uint32_t exec)
{
    struct lsu *l = &sm->lsu;
    if (m->ti->space == TS_TEXTURE && !m->ti->words)
        exec = 0;                       /* nothing is wanted of any lane */
    for (unsigned h = 0; h < 2; h++)
        m->lanes[h] = m->rem[h] = (uint16_t)(exec >> 16 * h);
    l->q[(l->head + l->count++) & 3] = (int16_t)(m - l->op);
}

/* The instruction completes: its destination is there, its block has one less in flight. */
void lsu_complete(struct gt_sm *sm, struct mop *m)
{
    sm_completes(sm, m->warp, m->ti);
    lsu_free(sm, m);
}

/* GT_EV_LSADDR. */
void lsu_started(struct gt_sm *sm, struct mop *m, unsigned half)
{
    if (m->started[half])
        return;
    m->started[half] = true;
    if (!sm->log.on)
        return;
    struct gt_event *e = sm_event(sm, GT_EV_LSADDR, m->warp, m->pc);
    e->part = (uint8_t)half;
    e->mask = m->lanes[half];
    for (uint32_t k = m->lanes[half]; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        e->lane_addr[i] = m->eff->addr[16 * half + i];
    }
}

/* The head leaves the queue at the end of this cycle. */
void lsu_leave(struct gt_sm *sm)
{
    sm->lsu.head = (sm->lsu.head + 1) & 3;
    sm->lsu.count--;
}

void lsu_cycle(struct gt_sm *sm)
{
    struct lsu *l = &sm->lsu;
    l->picks <<= 1;
    l->lock_picks <<= 1;
    if (!l->count)
        return;
    struct mop *m = &l->op[l->q[l->head]];
    if (m->ti->smem || m->ti->space == TS_SHARED)
        smem_cycle(sm, m);
    else if (m->ti->space == TS_TEXTURE)
        tex_send_cycle(sm, m);
    else
        coalesce_cycle(sm, m);
}
