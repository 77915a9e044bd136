/* SPDX-License-Identifier: Apache-2.0
 *
 * The functional core computes the values when the instruction issues; the queue of its unit gets what is to come.
 */
#include "execute.h"

#include "func/fault.h"

/* LSU-5, LSU-6: addresses are checked at collection, everything else is known at issue. */
static bool of_address(const struct gt_fault *fault)
{
    switch (fault->code) {
    case GT_F_MISALIGNED:
    case GT_F_SHARED_LIMIT:
    case GT_F_LOCAL_LIMIT_READ:
    case GT_F_LOCAL_LIMIT_WRITE:
    case GT_F_GLOBAL_LIMIT_READ:
    case GT_F_GLOBAL_LIMIT_WRITE:
    case GT_F_GLOBAL_LIMIT_RED:
    case GT_F_GLOBAL_LIMIT_ATOM:
        return true;
    default:
        return false;
    }
}

/* The fault is in half 1 and stops the SM at t+7. Half 0 is worked on from t+5 on: it is executed alone. */
static void first_half(struct gt_core *core, struct gt_warp *w, const struct gt_insn *in, struct gt_effect *eff)
{
    struct gt_fault fault = core->fault;
    uint32_t active = w->active;
    w->active &= 0xffff;
    if (!gt_exec_body(core, w, in, eff) && eff)
        eff->exec = 0;
    w->active = active;
    core->fault = fault;
}

/* The body has failed: what is done of it all the same. Returns when that counts. */
static uint64_t failed(struct gt_core *core, struct gt_warp *w, const struct gt_insn *in, uint64_t cycle,
                       struct gt_effect *eff)
{
    if (eff)
        eff->exec = 0;
    if (!of_address(&core->fault))
        return cycle;
    bool late = core->fault.lane >= 16;
    if (late)
        first_half(core, w, in, eff);                                       /* with its autoincrement */
    gt_exec_increment(core, w, in, late ? 0xffff0000 : 0xffffffff);         /* RF-5 */
    return cycle + (late ? 7 : 5);
}

/* A micro-operation for the load/store queue, and when its addresses are there. */
static struct mop *new_mop(struct mops *mops, struct gt_warp *w, const struct tinfo *ti, uint64_t cycle)
{
    struct mop *m = mop_new(mops);
    m->ti = ti;
    m->w = w;
    m->warp = (uint8_t)w->slot;
    m->pc = w->pc;
    m->eff = &m->own;
    for (unsigned h = 0; h < 2; h++)            /* LSU-2; an s[] address is in the first round */
        m->ready[h] = cycle + (ti->two_rounds && !ti->smem ? 9 : 5) + 2 * h;
    return m;
}

static struct spop *new_spop(struct spq *spq, const struct gt_warp *w, const struct tinfo *ti, uint64_t cycle)
{
    struct spop *op = spq_new(spq, cycle);
    op->ti = ti;
    op->warp = (uint8_t)w->slot;
    op->pc = w->pc;
    return op;
}

static struct xop *new_xop(struct xwb *xwb, const struct gt_warp *w, const struct tinfo *ti, uint64_t cycle)
{
    struct xop *op = xunit_new(xwb, cycle, ti->kind == TK_DPU, ti->kind == TK_MUL);
    op->ti = ti;
    op->warp = (uint8_t)w->slot;
    op->pc = w->pc;
    return op;
}

uint64_t execute_body(const struct engines *to, struct gt_core *core, struct gt_warp *w, const struct tinfo *ti,
                      bool sfu, uint64_t cycle, bool effects)
{
    struct spop *op = NULL;
    struct xop *x = NULL;
    struct mop *m = NULL;
    struct gt_effect *eff = NULL;
    uint64_t fault = UINT64_MAX;

    if (sfu || ti->kind == TK_DPU) {
        x = new_xop(to->xwb, w, ti, cycle);
        eff = effects ? &x->eff : NULL;
    } else if (ti->kind != TK_LSU) {
        op = new_spop(to->spq, w, ti, cycle);
        eff = effects ? &op->eff : NULL;
    }
    if (ti->kind == TK_LSU || ti->smem) {
        m = new_mop(to->mops, w, ti, cycle);
        if (op) {
            m->eff = eff = &op->eff;
            op->mop = m;
            m->last_pass = op->last_pass;
            op->last_pass[0] = op->last_pass[1] = UINT64_MAX;
        } else if (x) {
            m->eff = eff = &x->eff;
            x->mop = m;
            m->last_pass = x->last_pass;
        } else {
            eff = &m->own;
        }
    }
    if (eff)
        eff->exec = 0;
    if (!gt_exec_micro(core, w, ti->u, eff))
        fault = failed(core, w, ti->in, cycle, eff);
    if (op)
        spq_push(to->spq, op);
    if (x)
        xunit_push(to->xwb, x, cycle);
    if (m)
        lsu_push(to->lsu, m, eff->exec);
    return fault;
}
