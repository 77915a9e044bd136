/* SPDX-License-Identifier: Apache-2.0
 *
 * Which warp's head is refilled: the one that has issued, else the next in turn.
 */
#include "head.h"

#include "fetch.h"

void head_refill(struct head *h, uint32_t lines, int issued)
{
    uint32_t cand = head_wants(h, lines);
    /* HEAD-2 */
    unsigned w = issued >= 0 && (cand >> issued & 1) ? (unsigned)issued : pick_rr(cand, h->last);
    h->last = (uint8_t)w;
    h->r0 = (int8_t)w;
    h->busy |= 1u << w;
}
