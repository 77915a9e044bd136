/* SPDX-License-Identifier: Apache-2.0
 *
 * Performance counters $pm0 to $pm3 (docs/units/pm.md). What happens in a cycle is
 * counted at its end. pmevent counts itself when it issues: nothing else reads a counter in that cycle.
 */
#include "timing.h"

void pm_event(struct gt_sm *sm, enum gt_pm_event what)
{
    sm->pm.now |= 1u << what;
}

void pm_transaction(struct gt_sm *sm, const struct tinfo *ti, uint32_t bytes)
{
    unsigned size = bytes == 32 ? 0 : bytes == 64 ? 1 : 2;
    if (ti->space == TS_LOCAL)
        pm_event(sm, ti->store ? GT_PM_LOCAL_STORE : GT_PM_LOCAL_LOAD);
    else
        pm_event(sm, (ti->store ? GT_PM_GST_32B : GT_PM_GLD_32B) + size);
}

void pm_begin(struct gt_sm *sm)
{
    sm->pm.now = sm->alive ? 1u << GT_PM_ACTIVE_CYCLES : 0;
}

void pm_end(struct gt_sm *sm)
{
    if (!(sm->pm.now & sm->pm.counted))
        return;
    for (unsigned i = 0; i < 4; i++)
        sm->pm.count[i] += sm->pm.now >> sm->cfg.pm[i] & 1;
}
