/* SPDX-License-Identifier: Apache-2.0
 * What is said on standard error while experiments run: on a terminal a line that is written over, elsewhere, of a
 * report, a line now and then. */
#ifndef GT200_PACE_H
#define GT200_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "workers.h"

struct pace {
    const char *target;
    bool   tty, lines;          /* lines: also where there is no terminal */
    bool   estimate;            /* the efforts of the experiments are this target's */
    size_t all;
    double effort, longest;     /* of all, and of the longest: seconds of one processor, about */
    unsigned jobs;
    time_t start, said;
};

/* Of these experiments, so many at a time. */
void pace_begin(struct pace *p, const struct work_unit *units, size_t n, unsigned jobs);
/* So far; ids: of the experiment that began last. */
void pace_show(struct pace *p, const struct work_state *s, const char *ids);
void pace_end(struct pace *p);
/* About how long all take, in seconds, by what the finished ones took; 0: not known. */
long pace_estimate(const struct pace *p, const struct work_state *s, long elapsed);

#endif
