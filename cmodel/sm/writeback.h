/* SPDX-License-Identifier: Apache-2.0
 *
 * SP results on their way into the registers (docs/units/writeback.md; RTL: sm_writeback). Their ports are those of
 * rf.h.
 */
#ifndef GT200_WRITEBACK_H
#define GT200_WRITEBACK_H

#include "common/log.h"
#include "common/rf.h"
#include "spq.h"

/* A quarter of *op arrives in this cycle (WB-3). */
static inline void wb_result(const struct spop *op, unsigned quarter, struct rf *rf)
{
    if (op->ti->wb & 2)
        rf->c_busy = (uint8_t)(1u << quarter);
}
/* GT_EV_SPWB of it. row: of the RAM, where the warp's $r0 is. */
void wb_event(const struct spop *op, unsigned quarter, unsigned row, uint64_t cycle, struct event_log *log);

#endif
