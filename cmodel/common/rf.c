/* SPDX-License-Identifier: Apache-2.0
 *
 * Notes on the wheel which RAMs an instruction's operand reads take in which cycle.
 */
#include "rf.h"

/* The wheel holds reads up to t+7+3 (the high words of the DPU's last operand). */
_Static_assert(7 + 3 < sizeof ((struct rf *)0)->rd, "rf.rd");

void rf_reads(struct rf *rf, uint64_t cycle, unsigned warp, uint8_t reads)
{
    for (unsigned m = reads; m; m &= m - 1)
        for (unsigned q = 0; q < 4; q++)
            rf->rd[(cycle + (unsigned)__builtin_ctz(m) + q) & 31] |= rf_ram(warp, q);
}
