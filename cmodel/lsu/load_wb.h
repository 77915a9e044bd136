/* SPDX-License-Identifier: Apache-2.0
 *
 * Loaded data into the registers, shared memory before global, and what completes in the load/store unit
 * (docs/units/load_wb.md; RTL: load_wb).
 */
#ifndef GT200_LOAD_WB_H
#define GT200_LOAD_WB_H

#include "mop.h"
#include "pending.h"
#include "common/rf.h"

#define LWB_SHARED 4                /* beats of the S FIFO (SMEM-5) */
struct load_wb {
    struct beat s[LWB_SHARED];
    uint8_t  s_head, s_count, s_wait;
    uint64_t s_from;                /* the first one can be written from this cycle on; UINT64_MAX: none */
    struct beat g;
    bool     g_valid;
    uint64_t closed;                /* cycle in which no answer is taken (MEM-19) */
    uint8_t  g_wait;
    struct mop *done[4][6];         /* by cycle: what completes at its end */
    uint8_t  ndone[4];
};

void lwb_init(struct load_wb *wb);
/* Another pass of shared memory fits. */
static inline bool lwb_takes(const struct load_wb *wb) { return wb->s_count < LWB_SHARED; }
/* Lanes of a half of m whose words are there from cycle `when` on; last: all of m have been served. */
void lwb_push(struct load_wb *wb, struct mop *m, uint16_t lanes, uint64_t when, bool last);
/* m completes at the end of cycle `when`, at most three cycles ahead. */
void lwb_done(struct load_wb *wb, struct mop *m, uint64_t when);
/* One of those of this cycle, each once; NULL: none is left. */
static inline struct mop *lwb_completes(struct load_wb *wb, uint64_t cycle)
{
    uint8_t *n = &wb->ndone[cycle & 3];
    return *n ? wb->done[cycle & 3][--*n] : NULL;
}
/* Parities that loads hold back: bit p (WB-6). */
unsigned lwb_starved(const struct load_wb *wb);
static inline unsigned lwb_starve(const struct load_wb *wb)
{
    return wb->s_wait >= GT_STARVE_CYCLES || wb->g_wait >= GT_STARVE_CYCLES ? lwb_starved(wb) : 0;
}
/* lwb_cycle would do nothing. */
static inline bool lwb_idle(const struct load_wb *wb, const struct pending *pending, uint64_t cycle)
{
    return cycle < wb->s_from && !wb->g_valid && !pending_offers(pending, cycle);
}
void lwb_cycle(struct load_wb *wb, uint64_t cycle, struct pending *pending, struct rf *rf, struct event_log *log);

#endif
