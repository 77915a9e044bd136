/* SPDX-License-Identifier: Apache-2.0
 *
 * A block in flight: its warps, registers, shared memory and barriers. gt_func_run runs one at a time (grid.c),
 * gt_func_check several side by side (weave.c). Private to cmodel/func.
 */
#ifndef GT200_BLOCK_H
#define GT200_BLOCK_H

#include "gt_chip.h"
#include "micro.h"

#define GT_BLOCK_WARPS (GT_THREADS_PER_BLOCK / GT_LANES)
#define GT_BARRIERS 16
/* Warp instructions after which more blocks are started, when none has begun or ended meanwhile: one that takes longer
 * may wait for another, without a circle that can be proved (it may count while it does). */
#define GT_BLOCK_LONG (1u << 21)

/* How a turn of a warp, or the run of a block or grid, ended. */
enum gt_turn {
    TURN_OVER, TURN_BARRIER, TURN_DONE, TURN_FAULT, TURN_LIMIT, TURN_SPIN, TURN_LEFT,
    TURN_WAITS,                         /* for other blocks, as far as can be told */
    TURN_MEMORY                         /* of the host: there is none */
};

struct gt_barrier { uint32_t count, wanted; bool all; };

struct gt_flight {
    const struct gt_config *cfg;
    struct gt_block block;
    struct gt_warp warps[GT_BLOCK_WARPS];
    uint32_t alive;                     /* warps that have not finished */
    int waits[GT_BLOCK_WARPS];          /* barrier a warp waits on, -1: none */
    struct gt_barrier bar[GT_BARRIERS];
    uint32_t *regs;
    uint32_t slot, physid_sm;           /* of the first warp; of all */
};

/* Seats of the chip: blocks that are resident at once. */
unsigned gt_seats(const struct gt_gpu *g, const struct gt_config *cfg);
/* For blocks in that seat: from SM to SM, then the next slots of each. The local memory of the first seat is device
 * memory, other seats have their own. false: out of memory; gt_flight_free either way. */
bool gt_flight_init(struct gt_flight *f, const struct gt_gpu *g, const struct gt_config *cfg, unsigned seat);
void gt_flight_free(struct gt_flight *f);
/* The block at (x, y) with all its warps at the start. */
void gt_flight_start(struct gt_flight *f, struct gt_core *c, uint32_t x, uint32_t y);

/* The warp executes the barrier instruction `in`; true when it has to stop. */
bool gt_flight_arrive(struct gt_flight *f, uint32_t warp, const struct gt_insn *in);
/* A warp has finished: barriers that waited for it only are released. */
void gt_flight_left(struct gt_flight *f);

/* An instruction whose class is not an ordinary body; its end (exit) is the caller's. */
enum gt_turn gt_flight_uncommon(struct gt_flight *f, struct gt_core *c, struct gt_warp *w, const struct gt_micro *u);

/* Every warp that can go on goes in a circle; the others wait for it. *steps: for each warp, as in struct gt_circle. */
bool gt_flight_spins(const struct gt_flight *f, struct gt_core *c, unsigned *steps);
/* A line per warp, each beginning with a newline, into out[at..n); returns where they end. */
size_t gt_flight_describe(const struct gt_flight *f, struct gt_core *c, char *out, size_t at, size_t n);

/* A deadlock by spinning, into out[0..n), n at least 256; with a note when `left` blocks have not started. */
void gt_deadlock_text(uint64_t left, unsigned seats, char *out, size_t n);

/* Lanes of a mask, for counting thread instructions. */
static inline uint32_t gt_lanes_of(uint32_t m)
{
    return m == 0xffffffff ? 32 : (uint32_t)__builtin_popcount(m);
}

#endif
