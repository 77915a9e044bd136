/* SPDX-License-Identifier: Apache-2.0
 *
 * Data races: accesses of different warps to the same bytes, at least one of them a write, that nothing orders
 * (docs/races.md).
 *
 * Order is kept by vector clocks, one component per warp slot in flight. A barrier orders all warps that pass it; an
 * atomic that returns a value orders its warp behind the warps that worked atomically on the same address before.
 * Clocks of a slot go on from one block to the next, so an access is known by slot, clock and block. Private to
 * cmodel/func.
 */
#ifndef GT200_RACE_H
#define GT200_RACE_H

#include "access.h"

struct gt_races;

/* Two instructions that raced: the first time, and how often. */
struct gt_race_side { uint32_t pc, block; uint8_t warp, lane; bool write, atomic; };
struct gt_race { enum gt_space space; uint32_t addr; struct gt_race_side was, is; uint64_t times; };

/* global: look at device memory, too. NULL: out of memory. */
struct gt_races *gt_races_new(const struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg,
                              bool global);
void gt_races_free(struct gt_races *r);
/* Room for so many blocks in flight, more than there were (gt_races_new: those of one SM); false: out of memory. */
bool gt_races_flights(struct gt_races *r, unsigned flights);

/* Block number `block` of the grid starts in the slots of `flight` (blocks in flight are numbered from 0). */
void gt_races_block(struct gt_races *r, unsigned flight, uint32_t block);
/* The access is about to happen (ld.lock: has happened). */
void gt_races_access(struct gt_races *r, unsigned flight, const struct gt_access *a);
/* A warp arrives at a barrier of its block, perhaps as the first since it was released; or passes it. */
void gt_races_arrive(struct gt_races *r, unsigned flight, unsigned warp, unsigned barrier, bool first);
void gt_races_pass(struct gt_races *r, unsigned flight, unsigned warp, unsigned barrier);

/* The launch is over: what a compare-and-swap of its warp has confirmed is no race. */
void gt_races_end(struct gt_races *r);
/* false: memory ran out, and what was looked at is not all. */
bool gt_races_complete(const struct gt_races *r);
/* Pairs of instructions that raced. */
unsigned gt_races_found(const struct gt_races *r);
const struct gt_race *gt_races_pair(const struct gt_races *r, unsigned i);
/* A line per pair behind the kernel's name and the summary. hangs: the kernel did not end, either. */
void gt_races_tell(const struct gt_races *r, bool hangs, char *out, size_t n);

#endif
