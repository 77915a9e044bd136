/* SPDX-License-Identifier: Apache-2.0
 *
 * SP queue and dispatch (docs/units/spq.md; RTL: sm_spq, sm_collect).
 */
#ifndef GT200_SPQ_H
#define GT200_SPQ_H

#include "common/opdec.h"
#include "common/rf.h"

#define SPOPS 32
/* SP instruction from issue to completion. */
struct spop {
    const struct tinfo *ti;
    uint8_t  warp;
    uint32_t pc;
    uint64_t issue;
    uint64_t last_pass[2];          /* P_h of the s[] operand, UINT64_MAX while unknown */
    struct mop *mop;                /* of the LSU, which fetches it; NULL: none */
    struct gt_effect eff;
};

struct spq {
    struct spop op[SPOPS];
    uint8_t  next;                  /* next entry */
    uint8_t  q[4], head, count;     /* the queue */
    bool     half;
    uint64_t decide;                /* earliest cycle of the next dispatch decision */
    uint8_t  wb[32], done[32];      /* by cycle: (entry << 2 | quarter) + 1; entry + 1 */
};

/* ISSUE-7 */
static inline bool spq_takes(const struct spq *s) { return s->count <= 2; }
/* An instruction that issues in `cycle`; its place in the queue comes with spq_push. */
struct spop *spq_new(struct spq *s, uint64_t cycle);
void spq_push(struct spq *s, const struct spop *op);
void spq_cycle(struct spq *s, struct rf *rf, uint64_t cycle);
/* spq_cycle would do nothing. */
static inline bool spq_idle(const struct spq *s, uint64_t cycle) { return !s->count || cycle < s->decide; }

/* Whose quarter reaches write-back in this cycle (WB-1); NULL: none. */
static inline const struct spop *spq_result(struct spq *s, uint64_t cycle, unsigned *quarter)
{
    unsigned n = s->wb[cycle & 31];
    if (!n)
        return NULL;
    s->wb[cycle & 31] = 0;
    *quarter = (n - 1) & 3;
    return &s->op[(n - 1) >> 2];
}

/* What completes at the end of this cycle (WB-4); NULL: nothing. */
static inline const struct spop *spq_done(struct spq *s, uint64_t cycle)
{
    unsigned n = s->done[cycle & 31];
    if (!n)
        return NULL;
    s->done[cycle & 31] = 0;
    return &s->op[n - 1];
}

#endif
