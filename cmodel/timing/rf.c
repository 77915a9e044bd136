/* SPDX-License-Identifier: Apache-2.0
 *
 * Ports of the eight single-port register RAMs (docs/units/rf.md): operand reads
 * first, then SP results (one-entry skid per RAM), then what writeback.c and cta.c find free.
 */
#include "timing.h"

/* The wheel holds reads up to t+7+3 (the high words of the DPU's last operand). */
_Static_assert(7 + 3 < sizeof ((struct rf *)0)->rd, "rf.rd");

void rf_reads(struct gt_sm *sm, unsigned w, const struct tinfo *ti)
{
    for (unsigned m = ti->reads; m; m &= m - 1)
        for (unsigned q = 0; q < 4; q++)
            sm->rf.rd[(sm->cyc + (unsigned)__builtin_ctz(m) + q) & 31] |= (uint8_t)(1u << ((w & 1) * 4 + q));
}

void rf_cycle(struct gt_sm *sm)
{
    struct rf *rf = &sm->rf;
    unsigned i = sm->cyc & 31;
    uint8_t want = rf->skid | rf->wr[i];
    rf->skid = want & rf->rd[i];
    rf->busy = want | rf->rd[i];
    rf->rd[i] = rf->wr[i] = 0;
}
