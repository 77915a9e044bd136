/* SPDX-License-Identifier: Apache-2.0
 *
 * Accesses outside what the program has: device memory that is not allocated (cudaMalloc, variables of modules), shared
 * memory beyond what the kernel was launched with, constants that nobody has written (docs/races.md). Private to
 * cmodel/func.
 */
#ifndef GT200_BOUNDS_H
#define GT200_BOUNDS_H

#include "access.h"

/* Before an instruction runs: false, and c->fault is set, when a lane is about to leave. a: its shared or global
 * access, NULL when it has none. */
bool gt_bounds_ok(struct gt_core *c, const struct gt_warp *w, const struct gt_micro *u, uint32_t exec,
                  const struct gt_access *a);
/* Behind the message of such a fault: where the nearest allocation is. */
void gt_bounds_tell(const struct gt_gpu *g, const struct gt_fault *f, char *out, size_t n);

#endif
