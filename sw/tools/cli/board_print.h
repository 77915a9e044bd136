/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GT200_BOARD_PRINT_H
#define GT200_BOARD_PRINT_H

#include <stdio.h>

#include "board.h"

/* What the board says of itself, a line each. */
void board_print(const struct gt_board *b, FILE *f);

#endif
