/* SPDX-License-Identifier: Apache-2.0
 *
 * The pool of micro-operations in flight.
 */
#include "mop.h"

void mop_init(struct mops *s)
{
    s->free = NULL;
    for (unsigned i = MOPS; i-- > 0;)
        mop_free(s, &s->op[i]);
}

struct mop *mop_new(struct mops *s)
{
    struct mop *m = s->free;
    s->free = m->next_free;
    m->half = m->word = 0;
    m->started[0] = m->started[1] = m->sent = false;
    m->unanswered = m->selected = 0;
    m->last_pass = NULL;
    return m;
}

void mop_free(struct mops *s, struct mop *m)
{
    m->next_free = s->free;
    s->free = m;
}

void mop_start(struct mop *m, unsigned half, uint64_t cycle, struct event_log *log)
{
    if (m->started[half])
        return;
    m->started[half] = true;
    if (!log->on || !(log->loads | m->ti->store))
        return;
    struct gt_event *e = log_event(log, cycle, GT_EV_LSADDR, m->warp);
    e->pc = m->pc;
    e->half = (uint8_t)half;
    e->lanes = m->lanes[half];
    for (uint32_t k = m->lanes[half]; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        e->address[i] = m->eff->addr[16 * half + i];
    }
}
