/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared-memory pipe (docs/units/smem.md; RTL: smem): passes of half-warps over 16 banks.
 */
#ifndef GT200_SMEM_H
#define GT200_SMEM_H

#include "load_wb.h"
#include "mop.h"
#include "common/pm.h"

struct smem {
    uint64_t next;                  /* no pass before this cycle */
    uint64_t last;                  /* cycle of the last one */
    uint32_t picks, lock_picks;     /* history, bit k: k cycles before that; of ld.lock and st.unlock */
};

/* m, whose lanes are left to serve, makes a pass if it can (SMEM-1). true: it was the last one. */
bool smem_cycle(struct smem *s, uint64_t cycle, struct mop *m, struct load_wb *wb, struct pm *pm,
                struct event_log *log);
/* Lanes of rem served by one pass (SMEM-2, SMEM-3, SMEM-7); share: lanes that read the word of the lowest one go with
 * it. */
uint16_t smem_pass(uint16_t rem, const uint32_t *addr, bool share);
/* Before this cycle that would do nothing. */
static inline uint64_t smem_next(const struct smem *s, const struct mop *m)
{
    return m->ready[m->half] > s->next ? m->ready[m->half] : s->next;
}
/* Passes, bit k: in cycle - k, nothing later than `cycle`; those of ld.lock and st.unlock. */
static inline uint32_t smem_picks(const struct smem *s, uint64_t cycle)
{
    return cycle - s->last < 32 ? s->picks << (cycle - s->last) : 0;
}
static inline uint32_t smem_lock_picks(const struct smem *s, uint64_t cycle)
{
    return cycle - s->last < 32 ? s->lock_picks << (cycle - s->last) : 0;
}

#endif
