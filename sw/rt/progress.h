/* SPDX-License-Identifier: Apache-2.0
 * Progress of a long run, on a terminal only, and not with GT200_QUIET=1. */
#ifndef GT200_PROGRESS_H
#define GT200_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *what;           /* shown in front */
    bool        on, shown;
    double      start, last;    /* seconds */
    double      travel, away;   /* when what travels began to; what all that took */
};

void progress_start(struct progress *p, const char *what);
/* A gt_progress: blocks done in percent, cycles, cycles per second, time left. At most four times a second. */
void progress_step(void *ctx, uint64_t blocks_done, uint64_t blocks, uint64_t cycles);
/* A gt_board_travel: bytes to or from a board, in percent, their rate, time left. At most four times a second. */
void progress_travel(void *ctx, bool to_board, uint64_t bytes, uint64_t of);
/* Percent (of part, 0 to 1), text, time left. At most four times a second. */
void progress_text(struct progress *p, double part, const char *text);
/* Seconds since the start. */
double progress_seconds(const struct progress *p);
/* Removes the line. */
void progress_end(struct progress *p);

#endif
