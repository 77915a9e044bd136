/* SPDX-License-Identifier: Apache-2.0
 *
 * gt_func_run (grid.c): whoever runs blocks of a grid, one after the other (runner.c), side by side when they wait for
 * others (resident.c), and several of them on cores of the host (team.c). Private to cmodel/func.
 */
#ifndef GT200_GRID_H
#define GT200_GRID_H

#include "block.h"

#include <stdatomic.h>

/* Which blocks are next and which have ended; when several run blocks of one grid, they share it. */
struct gt_share {
    _Atomic uint64_t insns;             /* warp instructions of all, told after each turn; not when one is alone */
    _Atomic uint64_t next, stop, done;  /* block to start next; the first that is not to run; blocks that have ended */
    _Atomic uint64_t votes;             /* of those who find that their blocks go in circles (circle.c) */
    _Atomic bool circle, bad;           /* all do; a block has ended the grid otherwise */
    atomic_flag telling;                /* one of them is telling the progress */
};

/* Whom to tell how far the grid is. */
struct gt_listener { gt_progress *call; void *ctx; uint64_t blocks; };

/* Where a block is resident. */
struct gt_seat {
    struct gt_flight f;
    uint64_t index;                     /* of its block */
    uint64_t ran;                       /* warp instructions since one has looked whether it goes in a circle */
    unsigned on;                        /* and how many until one looks again; 0: it comes from one */
    unsigned circle;                    /* it goes in a circle, which that many steps told; 0: not that one knew */
    bool     taken, over;               /* by a block; which has not ended well */
};

/* One who runs blocks: gt_func_run itself, and each member of a team. */
struct gt_runner {
    struct gt_core core;
    const struct gt_config *cfg;
    struct gt_seat **seat;              /* seats of them, made when the first block takes them; the first is there */
    unsigned seats, made;               /* blocks that it may have at once; see seat */
    struct gt_share *share, own;        /* own: alone */
    bool     team, helper;              /* share is that of a team; it is not the one that began */
    uint64_t index;                     /* of the block that ended the grid, or of the first that was running then */
    struct gt_seat *told;               /* where it is; NULL: none */
    enum gt_turn end;                   /* how it ended; TURN_DONE: none has */
    struct gt_fault fault;              /* TURN_FAULT */
    uint32_t pm[4];
    uint64_t insns, thread_insns;
    uint64_t limit, launch_limit;       /* of insns: the launch's, less what others of the team have taken */
    uint64_t look, on;                  /* when to look next whether all warps spin; from then to the next time */
    uint64_t since;                     /* insns when a block last began or ended */
    struct gt_listener to;
    uint64_t tell;                      /* when to tell next where it is */
};

/* Ready for its first block; false: out of memory. gt_runner_free in either case. */
bool gt_runner_init(struct gt_runner *r, struct gt_gpu *gpu, const struct gt_launch *l, const struct gt_config *cfg);
/* The block to start next goes to the runner's seat. TURN_DONE: there is none; TURN_OVER: it has. */
enum gt_turn gt_runner_start(struct gt_runner *r, unsigned seat);
/* Each warp of the seat's block that can go on gets a turn of so many instructions. TURN_OVER: the block goes on;
 * TURN_LEFT: a block in front of it has ended the grid meanwhile. */
enum gt_turn gt_runner_pass(struct gt_runner *r, struct gt_seat *s, uint64_t slice);
/* Runs the block of the first seat to its end, alone. TURN_WAITS: it goes in a circle, or has run for long and may wait
 * for others. Other than that and TURN_DONE: told, index and fault say more, here and below. */
enum gt_turn gt_runner_block(struct gt_runner *r);
/* A block has ended. */
void gt_runner_done(struct gt_runner *r);
/* The block of the seat has not ended well: those behind it are not to run any more. */
void gt_runner_stop(struct gt_runner *r, struct gt_seat *s, enum gt_turn t);
/* Now and then tells where the blocks are. */
void gt_runner_tell(struct gt_runner *r);
void gt_runner_free(struct gt_runner *r);
/* Runs the blocks of all seats to their ends, and takes more when these wait. TURN_DONE: all have ended well; else how
 * the first in row order has ended that did not (r->told). TURN_LEFT: a block in front of them has ended the grid. */
enum gt_turn gt_runner_resident(struct gt_runner *r);

/* circle.c. Warp instructions of the first turn after a circle, at most: most circles are short. */
#define GT_FIRST_TURN 256u
/* Has the seat a block that goes on? Does that go in a circle? */
bool gt_seat_runs(const struct gt_seat *s);
bool gt_seat_spins(struct gt_runner *r, struct gt_seat *s);
/* All its blocks go in circles. */
bool gt_runner_spins(struct gt_runner *r);
/* The first of its blocks that runs, in row order, and its seat; none: UINT64_MAX, NULL. */
uint64_t gt_runner_first(const struct gt_runner *r);
struct gt_seat *gt_seat_first(const struct gt_runner *r);
/* Rests while the runner's blocks go in circles. TURN_OVER: they do not (any more); TURN_SPIN: the blocks of all others
 * do as well; TURN_LEFT: as gt_runner_pass. */
enum gt_turn gt_team_rest(struct gt_runner *r);
/* Begins the rounds of so many members that find whether all rest; a new round, with so many members less. */
void gt_team_rounds(struct gt_share *s, unsigned members);
void gt_team_round(struct gt_share *s, unsigned leave);

/* The lead and as many others that there are `threads` (at least 2). NULL: no host memory or no thread. */
struct gt_team;
struct gt_team *gt_team_new(struct gt_runner *lead, unsigned threads);
void gt_team_free(struct gt_team *t);
/* Runs the blocks that are left, and before them those of the lead's seats. Returns how the first block (in row order)
 * ended that did not end well, and in *who its runner; TURN_DONE and the lead when all did. The lead's counts are those
 * of all afterwards. */
enum gt_turn gt_team_run(struct gt_team *t, struct gt_runner **who);
/* The order of the kernel's blocks cannot be seen but through a race between them: no atomics in device memory, no
 * look at $clock, $pm or $physid, no local memory (where a block finds what the one before it has left). */
bool gt_team_may(const struct gt_core *c);

#endif
