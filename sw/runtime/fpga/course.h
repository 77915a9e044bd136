/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the library: the course of a launch on the board, once it has been set up.
 */
#ifndef GT200_FPGA_COURSE_H
#define GT200_FPGA_COURSE_H

#include "board.h"
#include "gsim.h"
#include "link_def.h"

#define COURSE_NEVER UINT64_MAX         /* of stop_at */

/* Registers `status` to `thread_insns`. */
struct look {
    uint32_t status;
    uint64_t cycles, end_cycle, blocks, warp_insns, thread_insns;
};
#define LOOK(look, name) ((look)->status >> LINK_STATUS_##name##_AT & 1)

/* All of them: false when the line or the board fails, and res->message says how. */

/* A new launch; target time stands when `stop_at` cycles have ended. */
bool course_begin(struct gt_board *b, uint64_t stop_at, struct gt_result *res);
/* The same launch goes on to there. */
bool course_go_on(struct gt_board *b, uint64_t stop_at, struct gt_result *res);
/* Waits until the launch has ended or stands at stop_at, at most until no instruction can come any more (*stuck). */
bool course_wait(struct gt_board *b, const struct gt_launch *l, struct look *k, bool *stuck, struct gt_result *res);
/* Ends what runs. */
bool course_end(struct gt_board *b, struct gt_result *res);
/* Pages that the machine has written, into the board's image and from there into the memory of g (NULL: only forget
 * what the board holds there). */
bool course_bring_back(struct gt_board *b, struct gt_gpu *g, struct gt_result *res);
/* What has ended the launch: fills res, and g's clock goes on (DIST-5). */
bool course_conclude(struct gt_board *b, struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *c,
                     const struct look *k, bool stuck, struct gt_result *res);

#endif
