/* SPDX-License-Identifier: Apache-2.0
 *
 * Progress of a long run: a line on a terminal, or of a campaign a line a minute elsewhere, as in a log; and, terminal
 * or not, a word about a kernel none of whose blocks ends for long, which may be one that never will. Nothing with
 * GT200_QUIET=1. */
#ifndef GT200_PROGRESS_H
#define GT200_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "gsim.h"

struct progress {
    const char *what;           /* shown in front */
    bool        on, shown;
    double      start, last;    /* seconds */
    double      travel, away;   /* when what travels began to; what all that took */
    /* Gets a word about what takes long: "kernel NAME: it runs, N cycles so far ..."; NULL: nobody does. */
    void      (*notice)(void *ctx, const char *text);
    void       *ctx;
    bool        quiet;          /* GT200_QUIET */
    uint64_t    done;           /* blocks that have ended */
    uint64_t    seen;           /* cycles or instructions at the last such word */
    double      since, patience;    /* when the last of them did; seconds to wait for the next */
};

#define PROGRESS_PATIENCE 8.0   /* seconds until the first such word; then twice as many, and so on */
#define PROGRESS_LINE     60.0  /* seconds between lines where there is no terminal */

void progress_start(struct progress *p, const char *what);
/* A gt_progress: blocks done in percent, cycles, cycles per second, time left. At most four times a second. */
void progress_step(void *ctx, uint64_t blocks_done, uint64_t blocks, uint64_t cycles, const struct gt_where *at);
/* A gt_board_travel: bytes to or from a board, in percent, their rate, time left. At most four times a second. */
void progress_travel(void *ctx, bool to_board, uint64_t bytes, uint64_t of);
/* Percent (of part, 0 to 1), text, time left: at most four times a second; without a terminal a line a minute. */
void progress_text(struct progress *p, double part, const char *text);
/* Seconds since the start. */
double progress_seconds(const struct progress *p);
/* Removes the line. */
void progress_end(struct progress *p);

#endif
