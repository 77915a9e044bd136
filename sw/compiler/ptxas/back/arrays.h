/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTXAS_ARRAYS_H
#define PTXAS_ARRAYS_H

#include "cubin.h"
#include "emit.h"

/* Which shared or constant variable each instruction of a kernel is meant to access, where its address is made from one
 * alone: the table of the cubin (gt200 check). To be called while the variables have the places of this kernel. */
void arrays_kernel(struct cx *cx, const struct fn *f, const struct emitter *e, struct gt_cubin_kernel *k);

#endif
