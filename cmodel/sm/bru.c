/* SPDX-License-Identifier: Apache-2.0
 *
 * The functional core performs the operation at issue and says how many entries it processed; the result becomes
 * visible at the end of cycle f.
 */
#include "bru.h"

#include "func/fault.h"

bool bru_issue(struct bru *b, struct gt_core *core, struct gt_warp *w, const struct tinfo *ti, unsigned uop,
               uint64_t cycle)
{
    bool ok;
    int pops = 0;
    uint32_t depth = (uint32_t)w->depth;
    b->warp = (uint8_t)w->slot;
    b->uop = (uint8_t)uop;
    b->redirected = false;
    b->pc_end = (w->pc + ti->in->len) & 0xffffff;
    if (uop == GT_UOP_JOIN)
        ok = gt_ctl_join(core, w, &b->redirected, &pops);
    else if (uop == GT_UOP_EXIT)
        ok = gt_ctl_exit(core, w, &pops);
    else
        ok = gt_ctl_exec(core, w, ti->in, &pops);
    /* BRU-2, BRU-8: an empty stack, or an entry that is only found to be wrong, takes a cycle like a popped one */
    bool late = ok ? w->finished : uop == GT_UOP_JOIN || core->fault.code == GT_F_STACK_UNDERFLOW ||
                                   (ti->in->op == GT_OP_QUADPOP && !pops);
    /* BRU-1, BRU-2, BRU-3 */
    b->finish = cycle + (uop == GT_UOP_BODY && ti->predicated ? 6 : 2) + (unsigned)pops + late;
    b->idle = b->finish + 1;
    b->fault = !ok;
    b->diverged = uop == GT_UOP_BODY && ti->in->op == GT_OP_BRA && (uint32_t)w->depth > depth;
    return ok;
}
