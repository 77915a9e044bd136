/* SPDX-License-Identifier: Apache-2.0
 *
 * Who sees a launch instruction by instruction (gt_gpu.observer): the checker (inspect.h), the debugger. The calls come
 * in the order in which the machine works, from the thread that runs the launch; a seat is a place for a block, which
 * has one after the other. Registers, flags and shared memory are those in front of the instruction; on the cycle model
 * registers that a load has not filled yet, and device memory that a store has not reached, are what they were.
 */
#ifndef GT200_OBSERVER_H
#define GT200_OBSERVER_H

struct gt_core;
struct gt_warp;
struct gt_micro;

struct gt_observer {
    void *ctx;
    /* A warp starts; those of a block one after the other, the first with w->warp_in_block 0. */
    void (*start)(void *ctx, struct gt_core *c, unsigned seat, struct gt_warp *w);
    /* The instruction at w->pc is about to run with w->active. */
    void (*insn)(void *ctx, struct gt_core *c, unsigned seat, struct gt_warp *w, const struct gt_micro *u);
    /* A warp has ended. */
    void (*end)(void *ctx, struct gt_core *c, unsigned seat, struct gt_warp *w);
    /* The launch stops with c->fault, which is of this warp. NULL: nobody asks. */
    void (*fault)(void *ctx, struct gt_core *c, unsigned seat, struct gt_warp *w);
};

#endif
