/* SPDX-License-Identifier: Apache-2.0
 *
 * SP queue and dispatch (docs/units/spq.md). The front of the queue decides in cycle c
 * that one half will enter execution at c+5; write-back and completion follow at fixed distances.
 */
#include "timing.h"

#define DECIDE 5                                    /* decision to dispatch */

/* The wheels wb, done and rf.wr hold what is this far ahead; the records, three waiting, one in four cycles behind
 * them. */
_Static_assert(DECIDE + 1 + GT_EX_STAGES < sizeof ((struct collect *)0)->wb, "collect.wb");
_Static_assert(DECIDE + GT_EX_STAGES + 1 < sizeof ((struct collect *)0)->done, "collect.done");
_Static_assert(DECIDE + 1 + GT_EX_STAGES < sizeof ((struct rf *)0)->wr, "rf.wr");
_Static_assert(3 + (GT_SP_DISPATCH + GT_EX_STAGES + 3) / 4 + 1 < SPOPS && SPOPS * 4 <= UINT8_MAX, "spop");

struct spop *collect_new(struct gt_sm *sm)
{
    struct spop *op = &sm->col.op[sm->col.next];
    sm->col.next = (sm->col.next + 1) % SPOPS;
    op->issue = sm->cyc;
    op->mop = -1;
    op->last_pass[0] = op->last_pass[1] = 0;
    return op;
}

void collect_push(struct gt_sm *sm, struct spop *op)
{
    struct collect *col = &sm->col;
    col->q[(col->head + col->count++) & 3] = (uint8_t)(op - col->op);
}

/* Half h enters execution at d: when its quarters reach write-back. */
static void dispatch(struct gt_sm *sm, unsigned n, unsigned h, uint64_t d)
{
    struct collect *col = &sm->col;
    const struct spop *op = &col->op[n];
    for (unsigned i = 0; i < 2; i++) {
        unsigned q = 2 * h + i;
        uint64_t x = d + i + GT_EX_STAGES;
        col->wb[x & 31] = (uint8_t)((n << 2 | q) + 1);
        if (op->ti->wb & 1)
            sm->rf.wr[x & 31] |= (uint8_t)(1u << ((op->warp & 1) * 4 + q));
    }
    if (h)
        col->done[(d + GT_EX_STAGES + 1) & 31] = (uint8_t)(n + 1);
}

void collect_cycle(struct gt_sm *sm)
{
    struct collect *col = &sm->col;
    if (!col->count || sm->cyc < col->decide)
        return;
    unsigned n = col->q[col->head];
    const struct spop *op = &col->op[n];
    if (sm->cyc < op->issue + GT_SP_DISPATCH - DECIDE || op->last_pass[col->half] > sm->cyc)
        return;
    dispatch(sm, n, col->half, sm->cyc + DECIDE);
    col->decide = sm->cyc + 2;
    if (col->half) {
        col->head = (col->head + 1) & 3;
        col->count--;
    }
    col->half = !col->half;
}
