/* SPDX-License-Identifier: Apache-2.0
 *
 * A cycle of the queue: its head gets on in the unit that it is for, and leaves when it has nothing left.
 */
#include "lsu.h"

#include "tex_send.h"

static bool shared(const struct mop *m) { return m->ti->smem || m->ti->space == TS_SHARED; }

/* The earliest cycle in which the head can do something. */
static uint64_t wakes(const struct lsu *l)
{
    const struct mop *m = l->q[l->head];
    return shared(m) ? smem_next(&l->smem, m) : m->ready[0];
}

void lsu_push(struct lsu *l, struct mop *m, uint32_t exec)
{
    if (m->ti->space == TS_TEXTURE && !m->ti->words)
        exec = 0;                       /* nothing is wanted of any lane (TEX-4) */
    for (unsigned h = 0; h < 2; h++)
        m->lanes[h] = m->rem[h] = (uint16_t)(exec >> 16 * h);
    l->q[(l->head + l->count++) % LSU_QUEUE] = m;
    if (l->count == 1)
        l->wake = wakes(l);
}

/* true: the head leaves the queue at the end of this cycle. */
static bool work(struct lsu *l, struct mop *m, uint64_t cycle, const struct lsu_out *out)
{
    if (shared(m))
        return smem_cycle(&l->smem, cycle, m, out->load_wb, out->pm, out->log);
    if (!(m->lanes[0] | m->lanes[1])) {         /* COAL-3 */
        if (cycle < m->ready[1])
            return false;
        mop_start(m, 0, cycle, out->log);
        lwb_done(out->load_wb, m, cycle + 1);
        return true;
    }
    if (m->ti->space == TS_TEXTURE)
        return tex_send_cycle(cycle, m, out->pending, out->log);
    return coalesce_cycle(&l->coalescer, cycle, m, out->pending, out->load_wb, out->pm, out->log);
}

void lsu_cycle(struct lsu *l, uint64_t cycle, const struct lsu_out *out)
{
    if (work(l, l->q[l->head], cycle, out)) {       /* LSU-3 */
        l->head = (l->head + 1) % LSU_QUEUE;
        l->count--;
    }
    if (l->count)
        l->wake = wakes(l);
}
