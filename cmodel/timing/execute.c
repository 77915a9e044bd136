/* SPDX-License-Identifier: Apache-2.0
 *
 * A body that issues for the SP, SFU, DPU or LSU: its values are computed now, the queues say when they would have
 * been.
 */
#include "timing.h"

#include "func/fault.h"

/* LSU-5, LSU-6: addresses are checked at collection, everything else is known at issue. Whether it is an address. */
static bool failed(struct gt_sm *sm, unsigned w)
{
    switch (sm->core.fault.code) {
    case GT_F_MISALIGNED:
    case GT_F_SHARED_LIMIT:
    case GT_F_LOCAL_LIMIT_READ:
    case GT_F_LOCAL_LIMIT_WRITE:
    case GT_F_GLOBAL_LIMIT_READ:
    case GT_F_GLOBAL_LIMIT_WRITE:
    case GT_F_GLOBAL_LIMIT_RED:
    case GT_F_GLOBAL_LIMIT_ATOM:
        sm_fault(sm, w, sm->cyc + (sm->core.fault.lane < 16 ? 5 : 7));
        return true;
    default:
        sm_fault(sm, w, sm->cyc);
        return false;
    }
}

/* The fault is in half 1 and stops the SM at t+7. Half 0 is worked on from t+5 on: it is executed alone. */
static void first_half(struct gt_sm *sm, unsigned w, struct gt_effect *eff)
{
    struct gt_warp *gw = &sm->warp[w].w;
    struct gt_fault fault = sm->core.fault;
    uint32_t active = gw->active;
    gw->active &= 0xffff;
    if (!gt_exec_body(&sm->core, gw, sm->warp[w].ti->in, eff) && eff)
        eff->exec = 0;
    gw->active = active;
    sm->core.fault = fault;
}

static struct mop *new_mop(struct gt_sm *sm, unsigned w, const struct tinfo *ti)
{
    struct mop *m = mop_new(&sm->mops);
    m->ti = ti;
    m->w = &sm->warp[w].w;
    m->warp = (uint8_t)w;
    m->pc = m->w->pc;
    m->eff = &m->own;
    for (unsigned h = 0; h < 2; h++)            /* LSU-2 */
        m->ready[h] = sm->cyc + (ti->two_rounds && !ti->smem ? 9 : 5) + 2 * h;   /* an s[] address is in the first
                                                                                    round */
    return m;
}

static struct spop *new_spop(struct gt_sm *sm, unsigned w)
{
    struct spop *op = spq_new(&sm->spq, sm->cyc);
    op->ti = sm->warp[w].ti;
    op->warp = (uint8_t)w;
    op->pc = sm->warp[w].w.pc;
    return op;
}

static struct xop *new_xop(struct gt_sm *sm, unsigned w)
{
    const struct tinfo *ti = sm->warp[w].ti;
    struct xop *op = xunit_new(&sm->xwb, sm->cyc, ti->kind == TK_DPU, ti->kind == TK_MUL);
    op->ti = ti;
    op->warp = (uint8_t)w;
    op->pc = sm->warp[w].w.pc;
    return op;
}

void execute(struct gt_sm *sm, unsigned w, bool sfu)
{
    struct twarp *tw = &sm->warp[w];
    const struct tinfo *ti = tw->ti;
    struct spop *op = NULL;
    struct xop *x = NULL;
    struct mop *m = NULL;
    struct gt_effect *eff = NULL;

    if (sfu || ti->kind == TK_DPU) {
        x = new_xop(sm, w);
        eff = sm->log.on ? &x->eff : NULL;
    } else if (ti->kind != TK_LSU) {
        op = new_spop(sm, w);
        eff = sm->log.on ? &op->eff : NULL;
    }
    if (ti->kind == TK_LSU || ti->smem) {
        m = new_mop(sm, w, ti);
        if (op) {
            m->eff = eff = &op->eff;
            op->mop = m;
            m->last_pass = op->last_pass;
            op->last_pass[0] = op->last_pass[1] = NEVER;
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
    bool ok = gt_exec_body(&sm->core, &tw->w, ti->in, eff);
    if (!ok) {
        bool address = failed(sm, w), late = address && sm->core.fault.lane >= 16;
        if (eff)
            eff->exec = 0;
        if (late)
            first_half(sm, w, eff);             /* with its autoincrement */
        if (address)
            gt_exec_increment(&sm->core, &tw->w, ti->in, late ? 0xffff0000 : 0xffffffff);   /* RF-5 */
    }
    issue_body_leaves(&sm->issue, sm->cyc, w, ti, op != NULL, m != NULL);
    if (op)
        spq_push(&sm->spq, op);
    if (x)
        xunit_push(&sm->xwb, x, sm->cyc);
    if (m)
        lsu_push(&sm->lsu, m, eff->exec);
}
