/* SPDX-License-Identifier: Apache-2.0
 *
 * A body that issues for the SP, SFU, DPU or LSU: its values are computed now, the queues say when they would have
 * been.
 */
#ifndef GT200_EXECUTE_H
#define GT200_EXECUTE_H

#include "func/func.h"
#include "lsu/lsu.h"
#include "lsu/mop.h"
#include "common/opdec.h"
#include "spq.h"
#include "xwb.h"

/* Where bodies go. */
struct engines {
    struct spq  *spq;
    struct xwb  *xwb;
    struct lsu  *lsu;
    struct mops *mops;
};

/* The body of *ti of a warp, with lanes that execute as *w says. sfu: the SFU takes it, be it a mul.f32, which the SP
 * could, too. effects: what it does is wanted for events. Returns the cycle from which on core->fault counts,
 * UINT64_MAX: there is none. */
uint64_t execute_body(const struct engines *to, struct gt_core *core, struct gt_warp *w, const struct tinfo *ti,
                      bool sfu, uint64_t cycle, bool effects);

#endif
