/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTXAS_LINES_H
#define PTXAS_LINES_H

#include "cubin.h"
#include "emit.h"
#include "line_map.h"

/* The line table of a kernel from the PTX lines of its instructions. */
void line_map_kernel(const struct line_map *m, const struct emitter *e, struct gt_cubin *c, struct gt_cubin_kernel *k);

#endif
