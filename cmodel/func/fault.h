/* SPDX-License-Identifier: Apache-2.0
 *
 * Faults: private constants.
 */
#ifndef GT200_FAULT_H
#define GT200_FAULT_H

#define GT_FAULT_NO_LANE 0xffffffffu    /* the fault belongs to the warp, not to a lane */

#endif
