/* SPDX-License-Identifier: Apache-2.0
 *
 * Control operations, join and exit (docs/units/bru.md; RTL: sm_bru, sm_simt_stack).
 */
#ifndef GT200_BRU_H
#define GT200_BRU_H

#include "func/func.h"
#include "common/opdec.h"

struct bru {
    uint64_t idle, finish;          /* idle from; f of the running operation (UINT64_MAX: none) */
    uint8_t  warp, uop;
    bool     redirected, fault, diverged;
    uint32_t pc_end;                /* pc + length, reported when the warp finishes */
};

static inline bool bru_takes(const struct bru *b, uint64_t cycle) { return cycle >= b->idle; }
/* A bar issues through the same port (BAR-3). */
static inline void bru_passes(struct bru *b, uint64_t cycle) { b->idle = cycle + 2; }
/* The operation of the warp in slot `slot` begins. false: it is wrong, core->fault counts from b->finish on. */
bool bru_issue(struct bru *b, struct gt_core *core, struct gt_warp *w, const struct tinfo *ti, unsigned uop,
               uint64_t cycle);
/* It ends in this cycle (BRU-3), without a fault: b says how. */
static inline bool bru_ends(struct bru *b, uint64_t cycle)
{
    if (b->finish != cycle)
        return false;
    b->finish = UINT64_MAX;
    return !b->fault;
}

#endif
