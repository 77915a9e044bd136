/* SPDX-License-Identifier: Apache-2.0 */
#include "tex_send.h"

bool tex_send_cycle(uint64_t cycle, struct mop *m, struct pending *pending, struct event_log *log)
{
    unsigned h = m->rem[0] ? 0 : 1, selected = m->selected;
    m->selected = (uint8_t)((cycle >= m->ready[0]) | (cycle >= m->ready[1]) << 1);
    if (!(selected >> h & 1) || !pending_ready(pending, cycle, m))
        return false;
    mop_start(m, h, cycle, log);
    unsigned quad = (unsigned)__builtin_ctz(m->rem[h]) & ~3u;
    uint16_t lanes = m->rem[h] & (uint16_t)(15u << quad);
    m->rem[h] &= (uint16_t)~lanes;
    bool last = !(m->rem[0] | m->rem[1]);
    struct beat b = {.mop = m, .lanes = lanes, .half = (uint8_t)h, .words = 1};
    pending_request(pending, cycle, 0, &b, last, log);
    return last;
}
