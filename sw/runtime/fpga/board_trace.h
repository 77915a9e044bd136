/* SPDX-License-Identifier: Apache-2.0
 *
 * The last cycles of a launch as the board remembers them (BOARD-12): of its last launch, until the next one begins.
 */
#ifndef GT200_BOARD_TRACE_H
#define GT200_BOARD_TRACE_H

#include <stdio.h>

#include "board.h"

/* A cycle in which something happened that the signature counts, of SM 0 but for requests. */
struct board_cycle {
    uint32_t cycle;                     /* low 32 bits */
    uint64_t signature;                 /* behind it */
    bool     issues, asks, block, block_done;   /* a block is accepted, or ends */
    uint32_t warp, pc, part, active;    /* of what issues */
    uint32_t kind, space, id, port, address, byte_mask;     /* of the request of the lowest port that has one */
    uint32_t results;                   /* bits BOARD_RESULT_* */
};
enum { BOARD_RESULT_SP = 1, BOARD_RESULT_SFU_DPU = 2, BOARD_RESULT_ADDRESS = 4, BOARD_RESULT_LOAD = 8 };

/* The latest, n of them at most, the latest one last; *n becomes how many there are: none where the board has no trace.
 * false: the line or the board has failed, err says how. */
bool board_trace(struct gt_board *b, struct board_cycle *c, uint32_t *n, char *err, size_t errn);
/* As a line of text. */
void board_cycle_tell(const struct board_cycle *c, FILE *f);
/* As a row of values separated by commas; NULL: their names. */
void board_cycle_csv(const struct board_cycle *c, FILE *f);

#endif
