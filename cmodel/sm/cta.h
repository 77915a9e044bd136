/* SPDX-License-Identifier: Apache-2.0
 *
 * Block slots, the launcher and the end of blocks (docs/units/cta.md; RTL: sm_cta, sm_flight).
 */
#ifndef GT200_CTA_H
#define GT200_CTA_H

#include "func/func.h"
#include "gt_chip.h"
#include "common/rf.h"

enum lstate { L_IDLE, L_ROWS, L_LOCKS, L_PAIRS, L_COMMIT };

struct cta {
    uint8_t  resident, committed;   /* masks of slots */
    uint16_t x[GT_BLOCKS], y[GT_BLOCKS];
    struct gt_block blk[GT_BLOCKS];
    uint32_t warps[GT_BLOCKS];      /* mask of the slot's warps */
    uint32_t inflight[GT_BLOCKS];
    uint8_t  ending;                /* slots whose warps have all finished */
    enum lstate state;
    uint8_t  slot, rows, pair;
    uint8_t  locked;                /* slots in which ld.lock has issued */
    uint16_t locks;                 /* half rows of lock bits still to clear */
    uint8_t  ram_pend;              /* RAMs of the pair still to write */
    uint8_t  wait;                  /* starvation counter */
    int      offer_x, offer_y;      /* the block that is offered; x -1: none */
    bool     accepted;              /* in this cycle */
    uint64_t done;                  /* blocks that have ended */
};

/* Nothing is offered, or it cannot be accepted in this cycle (CTA-2, CTA-5). max: slots that there may be. */
static inline bool cta_refuses(const struct cta *c, unsigned max, uint64_t cycle)
{
    return c->resident == (1u << max) - 1 || c->offer_x < 0 || cycle <= GT_INIT_CYCLES || c->state != L_IDLE;
}
/* Else it is: its slot. */
unsigned cta_accept(struct cta *c, unsigned param_words);
/* Slots of blocks that have nothing left but what is in flight (CTA-10). */
static inline unsigned cta_ending(const struct cta *c) { return c->committed & c->ending; }
/* The slot of a block that ends in this cycle, -1: none. */
int cta_ends(struct cta *c);
/* picks, lock_picks: of the LSU, passes of the cycles before; cfg: the launch. true: the block in c->slot begins to
 * run at the end of the cycle. */
bool cta_launch(struct cta *c, const struct gt_config *cfg, uint8_t rams_busy, uint32_t picks, uint32_t lock_picks);
/* Its warps run. */
void cta_commit(struct cta *c, uint32_t warps);
/* A warp of the block has ended; alive: those that still run. */
static inline void cta_warp_ends(struct cta *c, unsigned blk, uint32_t alive)
{
    if (!(alive & c->warps[blk]))
        c->ending |= (uint8_t)(1u << blk);
}
/* Parities held back by the launcher (WB-6): bit p. */
static inline unsigned cta_starve(const struct cta *c)
{
    if (c->wait < GT_STARVE_CYCLES)
        return 0;
    return (c->ram_pend & 0x0f ? 1u : 0) | (c->ram_pend & 0xf0 ? 2u : 0);
}

#endif
