/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of the events that performance counters count.
 */
#include <stdio.h>
#include <string.h>

#include "gsim.h"

static const char *const names[GT_PM_EVENTS] = {
    "default", "prof_trigger_00", "prof_trigger_01", "prof_trigger_02", "prof_trigger_03", "prof_trigger_04",
    "prof_trigger_05", "prof_trigger_06", "prof_trigger_07", [GT_PM_ACTIVE_CYCLES] = "active_cycles",
    [GT_PM_INSTRUCTIONS] = "instructions", [GT_PM_BRANCH] = "branch", [GT_PM_DIVERGENT_BRANCH] = "divergent_branch",
    [GT_PM_WARP_SERIALIZE] = "warp_serialize", [GT_PM_CTA_LAUNCHED] = "cta_launched", [GT_PM_GLD_32B] = "gld_32b",
    [GT_PM_GLD_64B] = "gld_64b", [GT_PM_GLD_128B] = "gld_128b", [GT_PM_GST_32B] = "gst_32b",
    [GT_PM_GST_64B] = "gst_64b", [GT_PM_GST_128B] = "gst_128b", [GT_PM_LOCAL_LOAD] = "local_load",
    [GT_PM_LOCAL_STORE] = "local_store",
};

const char *gt_pm_name(unsigned event)
{
    return event < GT_PM_EVENTS ? names[event] : NULL;
}

static bool find(const char *name, size_t n, uint8_t *event)
{
    for (uint8_t i = 0; i < GT_PM_EVENTS; i++)
        if (strlen(names[i]) == n && !memcmp(name, names[i], n)) {
            *event = i;
            return true;
        }
    return false;
}

bool gt_pm_parse(const char *list, uint8_t pm[4], char *err, size_t errn)
{
    size_t at;

    for (unsigned i = 0; i < 4; i++) {
        size_t n = strcspn(list, ",");
        if (!find(list, n, &pm[i])) {
            at = (size_t)snprintf(err, errn, "'%.*s' is no event of a performance counter; there are",
                                  (int)(n < 64 ? n : 64), list);
            for (unsigned k = 0; k < GT_PM_EVENTS && at < errn; k++)
                at += (size_t)snprintf(err + at, errn - at, " %s", names[k]);
            return false;
        }
        list += n;
        if (!*list++)
            return true;
    }
    snprintf(err, errn, "more than four events for four performance counters");
    return false;
}
