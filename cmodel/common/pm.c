/* SPDX-License-Identifier: Apache-2.0
 *
 * PM-2: what happens in a cycle is counted at its end. pmevent counts itself when it issues: nothing else reads a
 * counter in that cycle.
 */
#include "pm.h"

/* PM-1 */
void pm_init(struct pm *pm, const uint8_t what[4])
{
    for (unsigned i = 0; i < 4; i++) {
        pm->what[i] = what[i];
        pm->counted |= 1u << what[i];
    }
}

/* PM-4 */
void pm_transaction(struct pm *pm, const struct tinfo *ti, uint32_t bytes)
{
    unsigned size = bytes == 32 ? 0 : bytes == 64 ? 1 : 2;
    if (ti->space == TS_LOCAL)
        pm_event(pm, ti->store ? GT_PM_LOCAL_STORE : GT_PM_LOCAL_LOAD);
    else
        pm_event(pm, (ti->store ? GT_PM_GST_32B : GT_PM_GLD_32B) + size);
}

void pm_count(struct pm *pm)
{
    for (unsigned i = 0; i < 4; i++)
        pm->count[i] += pm->now >> pm->what[i] & 1;
}
