/* SPDX-License-Identifier: Apache-2.0
 * Conformance vectors as kernels. */
#ifndef GT200_VECTORS_TARGET_H
#define GT200_VECTORS_TARGET_H

#include "board.h"
#include "vectors.h"

/* The engine that launches kernels on target model, rtl or lockstep. false: no such target in this build. */
bool gt_vectors_on_target(const char *target, struct gt_vectors_engine *engine);
/* The engine that launches them on a board, which has to stay open; what it has no unit for is unimplemented. */
struct gt_vectors_engine gt_vectors_on_board(struct gt_board *board);

#endif
