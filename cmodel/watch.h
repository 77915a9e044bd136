/* SPDX-License-Identifier: Apache-2.0
 *
 * Deadlocks, told from the events of an SM (model or RTL alike). A warp *spins* when it does the same for ever as
 * long as memory stays as it is: for a while everything it issued and every result was what it had been the time
 * before at that place, and no clock was read. Then where it goes next depends on where it is alone, so it goes in a
 * circle that has each place once; after two rounds its registers are those of the round before. (A difference between
 * results that two 64-bit hashes do not show is the one thing that this proof leaves to luck.)
 *
 * A circle may have stores and atomics that leave memory as it is (WATCH-1 to WATCH-3) and barriers.
 * If every warp that has not ended spins, or waits at a barrier that no circle has, none of them will ever write what
 * another waits for.
 *
 * With several SMs a warp that spins may be set free by another SM: the circles of all begin anew with anything that
 * others can notice.
 *
 * Events are looked at in windows only: from cycle FIRST * 2^n on (watch.c), for a 64th of that or 8192 cycles, and
 * longer while circles may still close.
 */
#ifndef GT200_WATCH_H
#define GT200_WATCH_H

#include "gsim.h"
#include "gt_chip.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gt_spins {
    uint32_t warps;                                 /* those that spin, a bit each */
    uint32_t from[GT_WARPS], to[GT_WARPS];          /* lowest and highest address of the loop of each of them */
    bool     passes;                                /* barriers are passed on the way: one that waits there is stuck
                                                     * only if it spins */
};

/* A machine of `sms` SMs (numbered from 0) that begins at cycle 0, with the memory of g. NULL: no memory. */
struct gt_watch *gt_watch_new(const struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg,
                              unsigned sms);
void gt_watch_free(struct gt_watch *w);

/* The cycle in which a window opens or closes next, and whether one is open: then events are to be given. Once some
 * warp is seen not to go in a circle the rest of a window counts as closed. */
uint64_t gt_watch_next(const struct gt_watch *w);
bool gt_watch_open(const struct gt_watch *w);
/* Events of one SM, in order. Calls for different SMs may come from different threads. */
void gt_watch_take(struct gt_watch *w, unsigned sm, const struct gt_event *e, size_t n);
/* All events before this cycle were given (the more often it is called the more the watch can tell; one SM needs no
 * call). */
void gt_watch_share(struct gt_watch *w);
/* From gt_watch_next() on. true: a window has closed that was open to its end, and gt_watch_spins() is what was seen
 * in it until the next one closes. */
bool gt_watch_turn(struct gt_watch *w, uint64_t cycle);
const struct gt_spins *gt_watch_spins(const struct gt_watch *w, unsigned sm);

/* The first line of a report: GT_HANG_BARRIERS "deadlock, every running warp waits at a barrier (cycle N)", ... */
enum gt_hang { GT_HANG_LIMIT, GT_HANG_BARRIERS, GT_HANG_SPINS };
int gt_hang_title(const struct gt_launch *l, enum gt_hang why, uint64_t cycle, char *out, size_t n);

#ifdef __cplusplus
}
#endif
#endif
