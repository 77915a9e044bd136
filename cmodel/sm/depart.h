/* SPDX-License-Identifier: Apache-2.0
 *
 * From a head to its issue: what a warp offers to the scheduler, and what its issue tells the head, the scoreboard, the
 * fetch unit, the register file and the block's count, all in one place (RTL: sm_top).
 */
#ifndef GT200_DEPART_H
#define GT200_DEPART_H

#include "sm.h"

/* The warp's head is there (HEAD-1). */
void depart_head(struct gt_sm *sm, unsigned w);
/* It offers a micro-operation; it is gone. */
void depart_offer(struct gt_sm *sm, unsigned w, unsigned uop);
void depart_empty(struct gt_sm *sm, unsigned w);
/* An even cycle: the warp that issues, if one does. */
void depart_issue(struct gt_sm *sm);

#endif
