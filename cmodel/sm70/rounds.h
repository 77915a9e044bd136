/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks that go round for ever: everything that their warps have comes back, while no store changes memory. Then the
 * same comes again, whatever the order of the warps. What reads a clock does not come back.
 */
#ifndef GT200_SM70_ROUNDS_H
#define GT200_SM70_ROUNDS_H

#include "core.h"

struct sm70_rounds {
    bool     on;
    unsigned n, next, since, left;      /* turns of all: looked at; when the state is kept again, when it was kept; in
                                           which nothing may change */
    unsigned period;
    uint64_t kept, first;               /* states */
};

/* Begins to look at these blocks, after a turn of each. */
void sm70_rounds_begin(struct sm70_rounds *r, struct sm70_block *const *b, size_t n);
/* After a further turn of each. Do they go round for ever? */
bool sm70_rounds_turn(struct sm70_rounds *r, struct sm70_block *const *b, size_t n);
/* Looks no more; of all blocks that there are. */
void sm70_rounds_stop(struct sm70_rounds *r, struct sm70_block *const *b, size_t n);

#endif
