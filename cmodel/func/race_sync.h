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

/* A row of clocks: a word for each slot, what is known of the warps in it; and as many of the warps that were in slots
 * of the knower's block before it. */
struct gt_left { uint64_t where; uint32_t *row; };      /* at the address of an atomic; NULL: nothing */

struct gt_order {
    uint32_t slot_warps, slots;         /* slots of a block, of all */
    uint32_t *clock;                    /* of each slot, from 1 on; never goes back */
    uint32_t *start;                    /* of the warp that is in the slot */
    uint32_t *known, *barrier;          /* rows: of each slot, GT_BARRIERS of each block */
    struct gt_left *left;               /* hash table */
    size_t nleft, room;                 /* a power of two */
};

/* false: out of memory, here and below; gt_order_done either way. */
bool gt_order_init(struct gt_order *o, uint32_t slot_warps);
/* For so many blocks in flight, more than there were; what is known stays. */
bool gt_order_grow(struct gt_order *o, unsigned flights);
void gt_order_done(struct gt_order *o);

static inline uint32_t gt_order_clock(const struct gt_order *o, unsigned slot) { return o->clock[slot]; }
/* Does what slot `of` did at `clock`, in the block of `slot` or in another one, come before what `slot` does now? */
static inline bool gt_order_knows(const struct gt_order *o, unsigned slot, unsigned of, uint32_t clock, bool same_block)
{
    bool earlier = !same_block && slot / o->slot_warps == of / o->slot_warps;
    return o->known[2 * slot * o->slots + (earlier ? o->slots : 0) + of] >= clock;
}

/* A new warp in the slot: it knows of nobody. */
void gt_order_start(struct gt_order *o, unsigned slot);
void gt_order_arrive(struct gt_order *o, unsigned slot, unsigned barrier);
void gt_order_pass(struct gt_order *o, unsigned slot, unsigned barrier);
void gt_order_reset(struct gt_order *o, unsigned barrier);
/* An atomic at an address; false: out of memory. */
bool gt_order_atomic(struct gt_order *o, unsigned slot, uint64_t where, bool acquires, bool releases);

#endif
