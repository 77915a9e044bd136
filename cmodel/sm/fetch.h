/* SPDX-License-Identifier: Apache-2.0
 *
 * Instruction fetch and the two line slots of each warp (docs/units/fetch.md; RTL: sm_fetch, sm_ibuf).
 */
#ifndef GT200_FETCH_H
#define GT200_FETCH_H

#include "gt_chip.h"
#include "icache.h"

/* The line slots of a warp and the line in front of which it stands (FETCH-1); the lines outlive the warp (FETCH-9). */
struct ibuf {
    uint32_t line, tag[2];
    uint8_t  valid, pend;
};

struct fetch {
    struct ibuf buf[GT_WARPS];
    uint32_t demand, prefetch, lineok;
    uint32_t known;                 /* warps that run and whose pc is known */
    uint32_t hold;                  /* dropped by the cache, until a block arrives or the warp goes on elsewhere */
    uint8_t  last;
    uint8_t  pipe[16];              /* by cycle: 0x80 | warp << 1 | slot */
};

/* First of mask after last, cyclically; mask != 0. */
static inline unsigned pick_rr(uint32_t mask, unsigned last)
{
    uint32_t after = last >= 31 ? 0 : mask & ~((2u << last) - 1);
    return (unsigned)__builtin_ctz(after ? after : mask);
}

/* The warp stands at pc, and goes on from there (FETCH-8). */
void fetch_go(struct fetch *f, unsigned w, uint32_t pc);
/* Its next pc is not known: a control operation, a barrier, the end (FETCH-7). */
void fetch_stop(struct fetch *f, unsigned w);
/* It goes on where a control operation says: what the cache dropped before does not count. */
static inline void fetch_redirected(struct fetch *f, unsigned w) { f->hold &= ~(1u << w); }
/* The request of this cycle, if the cache takes one (FETCH-3). */
bool fetch_cycle(struct fetch *f, struct ilook *request);
static inline bool fetch_wants(const struct fetch *f) { return f->demand | f->prefetch; }
/* The line that arrives at the end of this cycle. */
static inline bool fetch_arrives(const struct fetch *f, uint64_t cycle) { return f->pipe[cycle & 15]; }
void fetch_write(struct fetch *f, uint64_t cycle);
/* What the cache says at the end of the cycle. */
void fetch_answer(struct fetch *f, const struct icache_answer *a);

#endif
