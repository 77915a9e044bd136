/* SPDX-License-Identifier: Apache-2.0
 *
 * Target fpga with the model beside it.
 */
#ifndef GT200_FPGA_CHECK_H
#define GT200_FPGA_CHECK_H

#include <stdio.h>

#include "board.h"
#include "gsim.h"

#define GT_FPGA_CHECK_END UINT64_MAX    /* of every: compared at the end only */

/* As gt_fpga_run, but stops target time every `every` cycles (1 or more) and compares instructions, blocks and, if the
 * board has one, the signature with those of the model; at the end how the launch ends (which fault), cycles and
 * memory, too. GT_DIFFERENT: the launch has been repeated until the first cycle that differs was known; it is in the
 * first line of res->message, and that with what the model and the board did around it on `report`. NULL: it is not
 * repeated, and the message says by which cycle they differ. The memory of g is then as it was, or as the board left it
 * if only the end differs. Of a launch that hangs on both the end is not compared: a board does not tell where its
 * warps are. */
enum gt_status gt_fpga_check(struct gt_board *b, struct gt_gpu *g, const struct gt_launch *l, uint64_t every,
                             FILE *report, struct gt_result *res, const struct gt_board_watch *watch);

#endif
