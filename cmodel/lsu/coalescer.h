/* SPDX-License-Identifier: Apache-2.0
 *
 * Coalescer for g[] and l[] (docs/units/coalescer.md; RTL: coalescer): one transaction per SELECT, then its 32-byte
 * sectors one per cycle. Atomics go lane by lane.
 */
#ifndef GT200_COALESCER_H
#define GT200_COALESCER_H

#include "load_wb.h"
#include "mop.h"
#include "pending.h"
#include "common/pm.h"

/* The transaction being sent. */
struct coalescer {
    uint32_t sector, left;          /* address of the next one, how many are left; 0: none is being sent */
    uint16_t lanes;
    bool     strict;                /* of the chip: COAL-11 in place of COAL-4 */
};

/* One step of m, some lanes of which execute (COAL-1). true: its last request has gone. */
bool coalesce_cycle(struct coalescer *c, uint64_t cycle, struct mop *m, struct pending *pending, struct load_wb *wb,
                    struct pm *pm, struct event_log *log);

/* Of a half's lanes at these addresses, the transactions of each size: 32, 64, 128 bytes (COAL-4, COAL-5, COAL-8;
 * strict: COAL-11). */
void coalesce_count(bool strict, const struct tinfo *ti, uint16_t lanes, const uint32_t *addr, unsigned count[3]);

#endif
