/* SPDX-License-Identifier: Apache-2.0
 *
 * Refill of the heads (docs/units/head.md; RTL: sm_head).
 */
#ifndef GT200_HEAD_H
#define GT200_HEAD_H

#include <stdint.h>

struct head {
    uint32_t valid, busy;           /* head decoded; refill in progress */
    uint8_t  last;
    int8_t   r0, r1;                /* warp refilled in this cycle, in the one before */
};

/* Warps without a head; lines: those that run and have their line. */
static inline uint32_t head_wants(const struct head *h, uint32_t lines) { return lines & ~h->valid & ~h->busy; }
/* One of them gets one. issued: the warp that issued in the cycle before, -1: none. */
void head_refill(struct head *h, uint32_t lines, int issued);
/* At the end of the cycle: the warp whose head is there (HEAD-1), -1: none. */
static inline int head_arrives(struct head *h)
{
    int w = h->r1;
    if (w >= 0) {
        h->busy &= ~(1u << w);
        h->valid |= 1u << w;
    }
    h->r1 = h->r0;
    h->r0 = -1;
    return w;
}

#endif
