/* SPDX-License-Identifier: Apache-2.0
 *
 * Texture fetches of an SM (docs/units/tex.md): the quads of the head of the load/store queue, one request each, to the
 * texture unit of the TPC.
 */
#include "timing.h"

void tex_send_cycle(struct gt_sm *sm, struct mop *m)
{
    if (!(m->lanes[0] | m->lanes[1])) {
        coalesce_none(sm, m);
        return;
    }
    unsigned h = m->rem[0] ? 0 : 1, selected = m->selected;
    m->selected = (uint8_t)((sm->cyc >= m->ready[0]) | (sm->cyc >= m->ready[1]) << 1);
    if (!(selected >> h & 1) || !pending_ready(sm, m))
        return;
    lsu_started(sm, m, h);
    unsigned quad = (unsigned)__builtin_ctz(m->rem[h]) & ~3u;
    uint16_t lanes = m->rem[h] & (uint16_t)(15u << quad);
    m->rem[h] &= (uint16_t)~lanes;
    bool last = !(m->rem[0] | m->rem[1]);
    struct beat b = {.mop = (uint16_t)(m - sm->lsu.op), .lanes = lanes, .half = (uint8_t)h, .words = 1};
    pending_request(sm, m, 0, &b, last);
    if (last)
        lsu_leave(sm);
}
