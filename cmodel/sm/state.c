/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers, blocks, barriers as the comparison asks for them, and what is still on its way.
 */
#include "state.h"

#include "sm.h"

const struct gt_warp *gt_sm_warp(const struct gt_sm *sm, unsigned w) { return &sm->warp[w].w; }
unsigned gt_sm_blocks(const struct gt_sm *sm) { return sm->cta.committed; }

/* One that ended in a fault has changed nothing in the machine. */
bool gt_sm_in_control(const struct gt_sm *sm, unsigned w)
{
    return (sm->bru.finish != NEVER || (sm->stopped && sm->bru.fault)) && sm->bru.warp == w;
}

struct gt_dests gt_sm_pending(const struct gt_sm *sm, unsigned w)
{
    const struct twarp *tw = &sm->warp[w];
    return (struct gt_dests){{tw->sb.regs[0], tw->sb.regs[1]}, tw->sb.ca};
}

uint8_t gt_sm_increments(const struct gt_sm *sm, uint32_t pc, unsigned uop)
{
    const struct gt_insn *in = pc / 4 < sm->launch->code_words ? sm->tinfo[pc / 4].in : NULL;
    bool makes = in && in->ainc && uop == (in->a_on_c ? GT_UOP_CFETCH : GT_UOP_BODY);      /* CONST-9 */
    return makes && in->areg >= 1 && in->areg <= 4 ? (uint8_t)(8u << in->areg) : 0;
}

unsigned gt_sm_barrier(const struct gt_sm *sm, unsigned b, unsigned id, unsigned *need, uint32_t *waiting)
{
    *need = sm->bar.need[b][id];
    *waiting = sm->bar.waiting[b][id];
    return sm->bar.cnt[b][id];
}

static bool stores_shared(const struct tinfo *ti) { return ti->in && ti->space == TS_SHARED && ti->store; }

bool gt_sm_shared_settled(const struct gt_sm *sm)
{
    const struct lsu *l = &sm->lsu;
    uint32_t picks = smem_picks(&l->smem, sm->cyc - 1);
    uint32_t pc = sm->fault.pc / 4;
    if (sm->cta.state != L_IDLE || (picks & 31))       /* rows pass through the same stages as stores */
        return false;
    for (unsigned k = 0; k < l->count; k++)
        if (stores_shared(l->q[(l->head + k) % LSU_QUEUE]->ti))
            return false;
    return !sm->stopped || pc >= sm->launch->code_words || !stores_shared(&sm->tinfo[pc]);
}
