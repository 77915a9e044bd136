/* SPDX-License-Identifier: Apache-2.0
 * Progress of a long run, on a terminal only. */
#ifndef GT200_PROGRESS_H
#define GT200_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *what;           /* shown in front */
    bool        on, shown;
    double      start, last;    /* seconds */
};

void progress_start(struct progress *p, const char *what);
/* A gt_progress: blocks done in percent, cycles, cycles per second, time left. At most four times a second. */
void progress_step(void *ctx, uint64_t blocks_done, uint64_t blocks, uint64_t cycles);
/* Percent (of part, 0 to 1), text, time left. At most four times a second. */
void progress_text(struct progress *p, double part, const char *text);
/* Seconds since the start. */
double progress_seconds(const struct progress *p);
/* Removes the line. */
void progress_end(struct progress *p);

#endif
