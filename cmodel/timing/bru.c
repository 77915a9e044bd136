/* SPDX-License-Identifier: Apache-2.0
 *
 * Control operations, join and exit (docs/units/bru.md). The functional core performs
 * the operation at issue and says how many entries it processed; the result becomes visible at the end
 * of cycle f.
 */
#include "timing.h"

void bru_issue(struct gt_sm *sm, unsigned w, unsigned uop)
{
    struct bru *b = &sm->bru;
    struct twarp *tw = &sm->warp[w];
    const struct tinfo *ti = tw->ti;
    bool ok;
    int pops = 0;
    uint32_t depth = (uint32_t)tw->w.depth;
    b->warp = (uint8_t)w;
    b->uop = (uint8_t)uop;
    b->redirected = false;
    b->pc_end = (tw->w.pc + ti->in->len) & 0xffffff;
    if (uop == GT_UOP_JOIN)
        ok = gt_ctl_join(&sm->core, &tw->w, &b->redirected, &pops);
    else if (uop == GT_UOP_EXIT)
        ok = gt_ctl_exit(&sm->core, &tw->w, &pops);
    else
        ok = gt_ctl_exec(&sm->core, &tw->w, ti->in, &pops);
    /* an empty stack, or an entry that is only found to be wrong, takes a cycle like a popped one */
    bool late = ok ? tw->w.finished : uop == GT_UOP_JOIN || sm->core.fault.code == GT_F_STACK_UNDERFLOW ||
                                      (ti->in->op == GT_OP_QUADPOP && !pops);
    b->finish = sm->cyc + (uop == GT_UOP_BODY && ti->predicated ? 6 : 2) + (unsigned)pops + late;
    b->idle = b->finish + 1;
    b->fault = !ok;
    b->diverged = uop == GT_UOP_BODY && ti->in->op == GT_OP_BRA && (uint32_t)tw->w.depth > depth;
    if (!ok)
        sm_fault(sm, w, b->finish);
    sm->issue.wait |= 1u << w;
    sm->fetch.known &= ~(1u << w);
    fetch_update(sm, w);
    if (uop == GT_UOP_EXIT || (uop == GT_UOP_BODY && !ti->exit))
        head_empty(sm, w);
}

void bru_cycle(struct gt_sm *sm)
{
    struct bru *b = &sm->bru;
    if (b->finish != sm->cyc)
        return;
    unsigned w = b->warp;
    uint32_t bit = 1u << w;
    struct twarp *tw = &sm->warp[w];
    b->finish = NEVER;
    if (b->fault)
        return;
    if (b->diverged)
        pm_event(sm, GT_PM_DIVERGENT_BRANCH);
    sm->issue.wait &= ~bit;
    if (!(b->uop == GT_UOP_BODY && tw->ti->exit) || tw->w.finished)
        fetch_redirected(sm, w);
    if (sm->events_on) {
        struct gt_event *e = sm_event(sm, GT_EV_BRU, w, tw->w.finished ? b->pc_end : tw->w.pc);
        e->uop = b->uop;
        e->mask = tw->w.finished ? 0 : tw->w.active;
        e->n = (uint32_t)tw->w.depth | (uint32_t)tw->w.finished << 16;
    }
    if (tw->w.finished) {
        sm->alive &= ~bit;
        if (!(sm->alive & sm->cta.warps[tw->blk]))
            sm->cta.ending |= (uint8_t)(1u << tw->blk);
        if (sm->head.valid & bit)
            head_empty(sm, w);
        bar_finished(sm, tw->blk);
    } else if (b->uop == GT_UOP_JOIN && !b->redirected) {
        sm->fetch.known |= bit;
        head_offer(sm, w, tw->ti->indirect_c ? GT_UOP_CFETCH : GT_UOP_BODY);
    } else if (b->uop == GT_UOP_BODY && tw->ti->exit) {
        head_offer(sm, w, GT_UOP_EXIT);
    } else {
        sm->fetch.known |= bit;
        if (sm->head.valid & bit)
            head_empty(sm, w);
    }
    fetch_update(sm, w);
}
