/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the library: how far a launch has come on the model after so many cycles, to compare a board with.
 */
#ifndef GT200_FPGA_MARKS_H
#define GT200_FPGA_MARKS_H

#include <stdio.h>

#include "gsim.h"

struct mark { uint64_t warp_insns, thread_insns, blocks, signature; };

struct marks {
    uint64_t from, every;           /* mark i: after from + i * every cycles */
    size_t   most;                  /* marks are wanted, at most; 0: any number */
    struct mark *m;
    size_t   n, room;
    struct mark last;               /* at the end */
    bool     no_memory;
};

/* Runs the launch on a copy of g, whose memory afterwards is in *after (to be freed; NULL: not wanted). res->status is
 * the model's; GT_BAD_LAUNCH, too, when there is no memory for all that. */
enum gt_status marks_run(struct marks *k, const struct gt_gpu *g, const struct gt_launch *l, struct gt_gpu **after,
                         struct gt_result *res);
/* The one after so many cycles, at or behind `from` and on a step of `every`; behind the end: the last. */
const struct mark *marks_at(const struct marks *k, uint64_t cycle);
void marks_free(struct marks *k);
/* The model's events of cycles from..to as lines of text. */
void marks_tell(const struct gt_gpu *g, const struct gt_launch *l, uint64_t from, uint64_t to, FILE *f);

#endif
