/* SPDX-License-Identifier: Apache-2.0
 *
 * Target fpga: a grid on the SMs of a board.
 */
#ifndef GT200_FPGA_RUN_H
#define GT200_FPGA_RUN_H

#include "board.h"
#include "gsim.h"

/* Runs the grid and brings back the memory that it has written. Values, cycles and counts are those of gt_model_run;
 * of a hang the board tells no warps. GT_BAD_LAUNCH: refused before anything ran: beyond the limits of the chip, not
 * as many SMs, memory that does not fit, an instruction of a unit that the board lacks. GT_LOST: the line or the
 * board has failed. watch may be NULL. */
enum gt_status gt_fpga_run(struct gt_board *b, struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res,
                           const struct gt_board_watch *watch);

#endif
