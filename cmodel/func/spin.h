/* SPDX-License-Identifier: Apache-2.0
 * Warps that go in a circle, for reports of deadlocks. */
#ifndef GT200_SPIN_H
#define GT200_SPIN_H

#include "func.h"

/* Runs a copy of w until its state comes back to one that it had. true: it does, and on the way it stored nothing,
 * reached no barrier, read no clock; from and to are the lowest and highest address of the circle. Such a warp goes
 * on like that until another writes what it reads. false: it does something else within some thousand instructions,
 * or more are needed to tell. */
bool gt_warp_spins(struct gt_core *c, const struct gt_warp *w, uint32_t *from, uint32_t *to);

#endif
