/* SPDX-License-Identifier: Apache-2.0
 *
 * Barrier unit (docs/units/barrier.md; RTL: sm_barrier).
 */
#ifndef GT200_BARRIER_H
#define GT200_BARRIER_H

#include "gt_chip.h"
#include "common/log.h"

/* A bar behind the pipe. */
struct token {
    uint64_t when;
    uint8_t  warp, blk, depth;
    uint32_t pc, mask;
    const struct gt_insn *in;
};

struct barrier {
    struct token q[16];
    uint8_t  head, count;
    uint8_t  cnt[GT_BLOCKS][16];
    uint16_t need[GT_BLOCKS][16];   /* COUNT of the last arrival, 0xfff: all */
    uint32_t waiting[GT_BLOCKS][16];
    uint8_t  rel_blk;               /* release in the coming cycle */
    uint16_t rel_ids;
    bool     check;                 /* re-check of chk_blk queued */
    uint8_t  chk_blk;
};

/* A bar issues: all of the token but `when`. */
void bar_issue(struct barrier *b, uint64_t cycle, const struct token *t);
/* alive: running warps; warps: of each block. *released: warps that go on. Returns the block of the bar that arrives,
 * -1: none. */
int bar_cycle(struct barrier *b, uint64_t cycle, uint32_t alive, const uint32_t *warps, struct event_log *log,
              uint32_t *released);
/* A warp of blk has ended. */
void bar_finished(struct barrier *b, unsigned blk);
/* A block begins in slot blk. */
void bar_reset(struct barrier *b, unsigned blk);
static inline bool bar_quiet(const struct barrier *b) { return !(b->count | b->rel_ids | b->check); }
uint32_t bar_waiting(const struct barrier *b);
/* Barrier at which a warp waits, -1: at none. */
int bar_id(const struct barrier *b, unsigned warp);

#endif
