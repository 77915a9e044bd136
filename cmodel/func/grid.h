/* SPDX-License-Identifier: Apache-2.0
 *
 * gt_func_run: whoever runs blocks of a grid, one after the other (grid.c), and several of them on cores of the host
 * (team.c). Private to cmodel/func.
 */
#ifndef GT200_GRID_H
#define GT200_GRID_H

#include "block.h"

#include <stdatomic.h>

/* What those who run blocks of one grid share. */
struct gt_share {
    _Atomic uint64_t insns;             /* warp instructions of all, told after each turn */
    _Atomic uint64_t next, stop, done;  /* block to start next; the first that is not to run; blocks that have ended */
    _Atomic uint64_t votes;             /* of those who find that their block goes in a circle (team.c) */
    atomic_flag telling;                /* one of them is telling the progress */
};

/* Whom to tell how far the grid is. */
struct gt_listener { gt_progress *call; void *ctx; uint64_t blocks; };

/* One who runs blocks: gt_func_run itself, and each member of a team. */
struct gt_runner {
    struct gt_core core;
    const struct gt_config *cfg;
    struct gt_flight f;
    struct gt_share *share;             /* NULL: alone */
    uint64_t index;                     /* of the block that runs, or ran last */
    uint32_t pm[4];
    uint64_t insns, thread_insns;
    uint64_t limit, launch_limit;       /* of insns: the launch's, less what others of the team have taken */
    uint64_t look;                      /* when to look next whether all warps spin */
    struct gt_listener to;
    uint64_t tell;                      /* when to tell next where it is */
};

/* Runs block r->index. TURN_LEFT: a block in front of it has ended the grid meanwhile. */
enum gt_turn gt_runner_block(struct gt_runner *r);

/* The lead and as many others that there are `threads` (at least 2). NULL: no host memory or no thread. */
struct gt_team;
struct gt_team *gt_team_new(struct gt_runner *lead, unsigned threads);
void gt_team_free(struct gt_team *t);
/* Runs the blocks behind lead->index. Returns how the first block (in row order) ended that did not end well,
 * and in *who its runner; TURN_DONE and the lead when all did. The lead's counts are those of all afterwards. */
enum gt_turn gt_team_run(struct gt_team *t, struct gt_runner **who);
/* Rests while the runner's block goes in a circle. TURN_OVER: it does not (any more); TURN_SPIN: the blocks of all
 * others do as well; TURN_LEFT: as gt_runner_block. */
enum gt_turn gt_team_rest(struct gt_runner *r);
/* The order of the kernel's blocks cannot be seen but through a race between them: no atomics in device memory, no
 * look at $clock, $pm or $physid, no local memory (where a block finds what the one before it has left). */
bool gt_team_may(const struct gt_core *c);

#endif
