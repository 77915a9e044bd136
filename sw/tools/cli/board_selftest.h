/* SPDX-License-Identifier: Apache-2.0
 *
 * gt200 board --selftest: what someone who has a board sends back, in one file.
 */
#ifndef GT200_BOARD_SELFTEST_H
#define GT200_BOARD_SELFTEST_H

#include <stdint.h>

/* Tries line, memory and the machine of the board at `device` (DEVICE[@BAUD]) with `programs` random programs, the
 * cycle model beside it. `path` gets versions, host, board and each step with what came of it, when all is done or the
 * board is lost; the steps go to standard output, too. What the board's memory held is lost. Returns CLI_OK when all
 * steps are right, else CLI_FAILURE. */
int board_selftest(const char *device, const char *path, uint32_t programs);

#endif
