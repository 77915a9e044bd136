/* SPDX-License-Identifier: Apache-2.0
 *
 * Performance counters $pm0 to $pm3 (docs/units/pm.md; RTL: sm_pm).
 */
#ifndef GT200_PM_H
#define GT200_PM_H

#include "opdec.h"

struct pm {
    uint32_t count[4];
    uint32_t now;                   /* events of this cycle, bit enum gt_pm_event */
    uint32_t counted;               /* events that a counter counts */
    uint8_t  what[4];               /* by each of them */
};

void pm_init(struct pm *pm, const uint8_t what[4]);
/* At most once per cycle. */
static inline void pm_event(struct pm *pm, enum gt_pm_event what) { pm->now |= 1u << what; }
/* Of a load or store: 32, 64 or 128 bytes. */
void pm_transaction(struct pm *pm, const struct tinfo *ti, uint32_t bytes);
/* active: warps run. */
static inline void pm_begin(struct pm *pm, bool active) { pm->now = (uint32_t)active << GT_PM_ACTIVE_CYCLES; }
void pm_count(struct pm *pm);
static inline void pm_end(struct pm *pm)
{
    if (pm->now & pm->counted)
        pm_count(pm);
}

#endif
