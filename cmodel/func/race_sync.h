/* SPDX-License-Identifier: Apache-2.0
 *
 * What the warps in flight know of each other: vector clocks by warp slot, and those left at barriers and at the
 * addresses of atomics. A slot has one warp after the other; who hears by an atomic of a later one counts as knowing
 * the earlier ones, too. But warps of a block, which hear of each other at every barrier, must not know the blocks
 * before theirs by that: what is known of those is kept apart. Private to the race detector.
 */
#ifndef GT200_RACE_SYNC_H
#define GT200_RACE_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "block.h"

struct gt_clocks {
    uint32_t of[GT_WARPS];
    uint32_t before[GT_WARPS];          /* of the warps that were in slots of the knower's block before it */
};
struct gt_left { uint64_t where; bool used; struct gt_clocks clocks; };      /* at the address of an atomic */

struct gt_order {
    uint32_t slot_warps;                /* slots of a block */
    uint32_t clock[GT_WARPS];           /* of each slot, from 1 on; never goes back */
    uint32_t start[GT_WARPS];           /* of the warp that is in the slot */
    struct gt_clocks known[GT_WARPS];
    struct gt_clocks barrier[GT_BLOCKS * GT_BARRIERS];
    struct gt_left *left;               /* hash table */
    size_t nleft, room;                 /* a power of two */
};

bool gt_order_init(struct gt_order *o, uint32_t slot_warps);
void gt_order_done(struct gt_order *o);

static inline uint32_t gt_order_clock(const struct gt_order *o, unsigned slot) { return o->clock[slot]; }
/* Does what slot `of` did at `clock`, in the block of `slot` or in another one, come before what `slot` does now? */
static inline bool gt_order_knows(const struct gt_order *o, unsigned slot, unsigned of, uint32_t clock, bool same_block)
{
    bool earlier = !same_block && slot / o->slot_warps == of / o->slot_warps;
    return (earlier ? o->known[slot].before : o->known[slot].of)[of] >= clock;
}

/* A new warp in the slot: it knows of nobody. */
void gt_order_start(struct gt_order *o, unsigned slot);
void gt_order_arrive(struct gt_order *o, unsigned slot, unsigned barrier);
void gt_order_pass(struct gt_order *o, unsigned slot, unsigned barrier);
void gt_order_reset(struct gt_order *o, unsigned barrier);
/* An atomic at an address; false: out of memory. */
bool gt_order_atomic(struct gt_order *o, unsigned slot, uint64_t where, bool acquires, bool releases);

#endif
