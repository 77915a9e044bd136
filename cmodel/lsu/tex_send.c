/* SPDX-License-Identifier: Apache-2.0
 *
 * One quad of the head in a cycle, when the texture unit takes it.
 */
#include "tex_send.h"

bool tex_send_cycle(uint64_t cycle, struct mop *m, struct pending *pending, struct event_log *log)
{
    bool pairs = tex_pairs(m);
    unsigned h = m->rem[0] ? 0 : 1, selected = m->selected;
    m->selected = (uint8_t)((cycle >= m->ready[0]) | (cycle >= m->ready[1]) << 1);
    if (pairs)
        m->selected &= (uint8_t)(1u << h);
    if (!(selected >> h & 1) || !pending_ready(pending, cycle, m))
        return false;
    mop_start(m, h, cycle, log);
    unsigned size = pairs ? 2 : 4, first = (unsigned)__builtin_ctz(m->rem[h]) & ~(size - 1);
    uint16_t lanes = m->rem[h] & (uint16_t)(((1u << size) - 1) << first);
    m->rem[h] &= (uint16_t)~lanes;
    bool last = !(m->rem[0] | m->rem[1]);
    struct beat b = {.mop = m, .lanes = lanes, .half = (uint8_t)h, .words = 1};
    pending_request(pending, cycle, 0, &b, last, log);
    return last;
}
