/* SPDX-License-Identifier: Apache-2.0
 *
 * Faults: what those have in common who report them.
 */
#ifndef GT200_FAULT_H
#define GT200_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "sm_enums.h"

#define GT_FAULT_NO_LANE 0xffffffffu    /* the fault belongs to the warp, not to a lane */

/* Is it a fault of a memory access, which has a lane and an address? */
static inline bool gt_fault_has_lane(uint32_t code)
{
    return (code >= GT_F_GLOBAL_LIMIT_READ && code <= GT_F_MISALIGNED) || code == GT_F_GLOBAL_LIMIT_RED ||
           code == GT_F_GLOBAL_LIMIT_ATOM;
}

#endif
