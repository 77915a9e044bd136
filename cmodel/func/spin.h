/* SPDX-License-Identifier: Apache-2.0
 * Warps that go in a circle, for reports of deadlocks. */
#ifndef GT200_SPIN_H
#define GT200_SPIN_H

#include "func.h"

struct gt_circle {
    unsigned steps;                 /* how many instructions it may take to tell; how many it has taken */
    uint32_t from, to;              /* lowest and highest address of the circle */
    bool     passes;                /* set when there is a barrier in it; never cleared */
};
#define GT_CIRCLE_STEPS 8192u       /* enough for most */

/* Runs a copy of w until its state comes back to one that it had. true: it does, and on the way it changed no memory (a
 * store of what is there, or an atomic that leaves it, is none), kept no lock that it took, read no clock; the copy
 * does not wait at barriers. Such a warp goes on like that, or waits at a barrier on the way, until another changes
 * what it reads. A lock on shared memory may be another warp's when it asks: then it must only ask again. false: it
 * does something else within c->steps instructions, or more are needed to tell, or some warp of the block holds a lock
 * now. */
bool gt_warp_spins(struct gt_core *c, const struct gt_warp *w, struct gt_circle *x);

/* A warp of the block holds a lock on shared memory. */
bool gt_block_locked(const struct gt_block *b);

#endif
