/* SPDX-License-Identifier: Apache-2.0
 *
 * What an SM of the cycle model holds, for the comparison with the Verilog (sim/lockstep_state.cpp). The model executes
 * an instruction when it issues, so what is on its way in the machine is there already; the functions below say what
 * that concerns (EVENT-2).
 */
#ifndef GT200_STATE_H
#define GT200_STATE_H

#include "func.h"

/* Warp slot w: registers, $a, $c, lanes, stack (func.h). */
const struct gt_warp *gt_sm_warp(const struct gt_sm *sm, unsigned w);
/* Block slots whose warps run, as a mask. */
unsigned gt_sm_blocks(const struct gt_sm *sm);
/* A control operation of the warp is under way: its lanes and its stack are those of its end already. */
bool gt_sm_in_control(const struct gt_sm *sm, unsigned w);

/* Sets of destinations: registers; $c0-3 in bits 0-3, $a1-4 in bits 4-7. */
struct gt_dests { uint64_t regs[2]; uint8_t ca; };
/* Those of the warp's instructions that are not complete. */
struct gt_dests gt_sm_pending(const struct gt_sm *sm, unsigned w);
/* The $a that a micro-operation (GT_UOP_...) of the instruction at byte address pc, which some warp has issued,
 * increments in the machine, in the bits of ca. */
uint8_t gt_sm_increments(const struct gt_sm *sm, uint32_t pc, unsigned uop);

/* Barrier id of block slot b: arrivals; *need: COUNT of the last one, 0xfff: all; *waiting: warps that wait there. */
unsigned gt_sm_barrier(const struct gt_sm *sm, unsigned b, unsigned id, unsigned *need, uint32_t *waiting);
/* No store to shared memory is on its way, and no block is being launched. */
bool gt_sm_shared_settled(const struct gt_sm *sm);

#endif
