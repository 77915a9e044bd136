/* SPDX-License-Identifier: Apache-2.0
 *
 * The front of the queue decides in cycle c that one half will enter execution at c+5; write-back and completion follow
 * at fixed distances.
 */
#include "spq.h"

#include "gt_chip.h"

#define DECIDE 5                                    /* decision to dispatch */

/* The wheels wb, done and rf.wr hold what is this far ahead; the records, three waiting, one in four cycles behind
 * them. */
_Static_assert(DECIDE + 1 + GT_EX_STAGES < sizeof ((struct spq *)0)->wb, "spq.wb");
_Static_assert(DECIDE + GT_EX_STAGES + 1 < sizeof ((struct spq *)0)->done, "spq.done");
_Static_assert(DECIDE + 1 + GT_EX_STAGES < sizeof ((struct rf *)0)->wr, "rf.wr");
_Static_assert(3 + (GT_SP_DISPATCH + GT_EX_STAGES + 3) / 4 + 1 < SPOPS && SPOPS * 4 <= UINT8_MAX, "spop");

struct spop *spq_new(struct spq *s, uint64_t cycle)
{
    struct spop *op = &s->op[s->next];
    s->next = (s->next + 1) % SPOPS;
    op->issue = cycle;
    op->mop = NULL;
    op->last_pass[0] = op->last_pass[1] = 0;
    return op;
}

/* SPQ-2: the front of the queue is decided on from that cycle on. */
static void wait_for(struct spq *s, const struct spop *op)
{
    uint64_t ready = op->issue + GT_SP_DISPATCH - DECIDE;
    if (s->decide < ready)
        s->decide = ready;
}

void spq_push(struct spq *s, const struct spop *op)
{
    s->q[(s->head + s->count++) & 3] = (uint8_t)(op - s->op);
    if (s->count == 1)
        wait_for(s, op);
}

/* SPQ-3: half h enters execution at d: when its quarters reach write-back. */
static void dispatch(struct spq *s, struct rf *rf, unsigned n, unsigned h, uint64_t d)
{
    const struct spop *op = &s->op[n];
    for (unsigned i = 0; i < 2; i++) {
        unsigned q = 2 * h + i;
        uint64_t x = d + i + GT_EX_STAGES;
        s->wb[x & 31] = (uint8_t)((n << 2 | q) + 1);
        if (op->ti->wb & 1)
            rf_arrives(rf, x, op->warp, q);
    }
    if (h)
        s->done[(d + GT_EX_STAGES + 1) & 31] = (uint8_t)(n + 1);
}

/* SPQ-1 */
void spq_cycle(struct spq *s, struct rf *rf, uint64_t cycle)
{
    if (spq_idle(s, cycle))
        return;
    unsigned n = s->q[s->head];
    const struct spop *op = &s->op[n];
    if (op->last_pass[s->half] > cycle)         /* SPQ-2 */
        return;
    dispatch(s, rf, n, s->half, cycle + DECIDE);
    s->decide = cycle + 2;
    if (s->half) {
        s->head = (s->head + 1) & 3;
        if (--s->count)
            wait_for(s, &s->op[s->q[s->head]]);
    }
    s->half = !s->half;
}
