/* SPDX-License-Identifier: Apache-2.0
 * Warps that go in a circle, for reports of deadlocks. */
#ifndef GT200_SPIN_H
#define GT200_SPIN_H

#include "func.h"

/* Runs a copy of w until its state comes back to one that it had. true: it does, and on the way it changed no memory (a
 * store of what is there, or an atomic that leaves it, is none), took no lock, read no clock; from and to are the
 * lowest and highest address of the circle, and *passes is set if there is a barrier in it: the copy does not wait
 * there. Such a warp goes on like that, or waits at a barrier on the way, until another changes what it reads. false:
 * it does something else within some thousand instructions, or more are needed to tell. */
bool gt_warp_spins(struct gt_core *c, const struct gt_warp *w, uint32_t *from, uint32_t *to, bool *passes);

#endif
