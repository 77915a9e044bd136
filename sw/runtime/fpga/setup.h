/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the library: what a launch tells the board, and where its code, constants and memory go.
 */
#ifndef GT200_FPGA_SETUP_H
#define GT200_FPGA_SETUP_H

#include "board.h"
#include "gsim.h"

/* Can the board run it? false: res->message says what it lacks. */
bool setup_possible(const struct gt_board *b, const struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res);
/* Everything but `launch`: memory, textures, registers. It begins nothing. */
bool setup_launch(struct gt_board *b, const struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *c,
                  char *err, size_t errn);

#endif
