/* SPDX-License-Identifier: Apache-2.0
 *
 * Deadlocks, told from the events of an SM (model or RTL alike). A warp *spins* when it does the same for ever as long as memory stays as
 * it is: for a while everything it issued and every result was what it had been the time before at that place, nothing stored,
 * no barrier reached, no clock read. Then where it goes next depends on where it is alone, so it goes in a circle; after two rounds its
 * registers are those of the round before. If every warp that has not ended spins or waits at a barrier, none of them will ever write what
 * another waits for. (A difference between results that two 64-bit hashes do not show is the one thing that this proof leaves to luck.)
 *
 * Events are looked at in windows only: from cycle 8192, 16384, 32768 ... on, for a 64th of that or 8192 cycles.
 */
#ifndef GT200_WATCH_H
#define GT200_WATCH_H

#include "gsim.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gt_watch;
struct gt_watch *gt_watch_new(const struct gt_launch *l);       /* NULL: no memory */
void gt_watch_free(struct gt_watch *w);

/* The window that is open in this cycle or opens next: its first cycle and the one after its last. */
void gt_watch_window(uint64_t cycle, uint64_t *from, uint64_t *to);
void gt_watch_open(struct gt_watch *w);                         /* forget everything */
void gt_watch_take(struct gt_watch *w, const struct gt_event *e, size_t n);
/* The warps that spin, as told at the end of a window. */
uint32_t gt_watch_spinning(const struct gt_watch *w);
/* Lowest and highest address of the loop of such a warp. */
void gt_watch_loop(const struct gt_watch *w, unsigned warp, uint32_t *from, uint32_t *to);

/* The first line of a report: GT_HANG_BARRIERS "deadlock, every running warp waits at a barrier (cycle N)", ... */
enum gt_hang { GT_HANG_LIMIT, GT_HANG_BARRIERS, GT_HANG_SPINS };
int gt_hang_title(const struct gt_launch *l, enum gt_hang why, uint64_t cycle, char *out, size_t n);

#ifdef __cplusplus
}
#endif
#endif
