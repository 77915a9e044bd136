/* SPDX-License-Identifier: Apache-2.0
 *
 * The scheduler (docs/units/issue.md) and what an issue does to the other units.
 */
#include "timing.h"

#include "func/fault.h"

#define LONGEST_WAIT 4          /* of issue_wait: the next issue of the same warp */
_Static_assert(LONGEST_WAIT < sizeof ((struct issue *)0)->wake / sizeof (uint32_t), "issue.wake");
_Static_assert(GT_AGE_CYCLES >= 2 && GT_AGE_CYCLES % 2 == 0, "issue.hist: one mask for each even cycle");

void issue_wake(struct gt_sm *sm)
{
    uint32_t *p = &sm->issue.wake[sm->cyc & 255];
    sm->issue.wait &= ~*p;
    *p = 0;
}

void issue_wait(struct gt_sm *sm, unsigned w, uint64_t until)
{
    sm->issue.wait |= 1u << w;
    sm->issue.wake[until & 255] |= 1u << w;
}

/* Oldest last issue first; warps that never issued carry 0, so that the lower number comes first. */
static int oldest(const struct gt_sm *sm, uint32_t mask)
{
    int best = -1;
    uint64_t when = NEVER;
    for (; mask; mask &= mask - 1) {
        int w = __builtin_ctz(mask);
        if (sm->warp[w].last_issue < when) {
            when = sm->warp[w].last_issue;
            best = w;
        }
    }
    return best;
}

/* Warps that can issue, by unit. */
struct choice {
    uint32_t sp, sfu, other;
    uint32_t stall;                 /* only the bank rule keeps them from a free SFU (mechanism A7) */
};

/* fresh: the ready warps that are not mature. */
static struct choice can_take(const struct gt_sm *sm, uint32_t ready, uint32_t fresh)
{
    const struct issue *is = &sm->issue;
    uint64_t t = sm->cyc;
    unsigned starve = wb_starve(sm);
    uint32_t fed = (starve & 1 ? 0 : ~ODD_WARPS) | (starve & 2 ? 0 : ODD_WARPS);
    uint32_t bank = (t >= is->row_next[0] ? ~ODD_WARPS : 0) | (t >= is->row_next[1] ? ODD_WARPS : 0);
    bool lsu = t >= is->lsu_next && sm->lsu.count <= 2;
    uint32_t bodies = ready & fed & (lsu ? ~0u : ~is->smem);
    struct choice c = {0, 0, 0, 0};
    if (t >= is->sp_next && sm->col.count <= 2)
        c.sp = bodies & bank & is->sp;
    if (is->sp_even && t < is->sp_next + GT_ODD_LATE_CYCLES)
        c.sp &= ~(fresh & ODD_WARPS);
    if ((bodies & is->sfu) && xunit_takes(sm, &sm->sfu)) {
        c.sfu = bodies & bank & is->sfu;
        c.stall = bodies & ~bank & is->sfu;
    }
    if ((bodies & is->dpu) && xunit_takes(sm, &sm->dpu))
        c.other = bodies & bank & is->dpu;
    if (lsu)
        c.other |= bodies & bank & is->lsu;
    if (t >= sm->bru.idle)
        c.other |= ready & is->bru;
    if (!sm->con.busy && t >= sm->con.idle)
        c.other |= ready & is->cf;
    return c;
}

/* sfu: the body goes there. */
static int select_warp(struct gt_sm *sm, bool *sfu)
{
    struct issue *is = &sm->issue;
    uint32_t ready = sm->head.valid & ~is->wait & ~is->blocked & ~(is->body & sm->con.wait);
    uint32_t mature = ready;
    for (unsigned k = GT_AGE_CYCLES / 2; k-- > 0;) {
        mature &= is->hist[k];
        is->hist[k] = k ? is->hist[k - 1] : ready;
    }
    if (!ready)
        return -1;
    struct choice c = can_take(sm, ready, ready & ~mature);
    uint32_t can = c.sp | c.sfu | c.other | c.stall;
    int w = oldest(sm, can & mature ? can & mature : can);
    if (w < 0 || (c.stall >> w & 1))
        return -1;
    *sfu = c.sfu >> w & 1;
    if (*sfu && (c.sp >> w & 1)) {
        *sfu = is->mul_sfu;
        is->mul_sfu = !is->mul_sfu;
    }
    return w;
}

/* Addresses are checked at collection, everything else is known at issue. */
static void exec_failed(struct gt_sm *sm, unsigned w)
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
        break;
    default:
        sm_fault(sm, w, sm->cyc);
        break;
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
    struct mop *m = lsu_new(sm);
    m->ti = ti;
    m->warp = (uint8_t)w;
    m->pc = sm->warp[w].w.pc;
    m->last_pass = NULL;
    m->eff = &m->own;
    for (unsigned h = 0; h < 2; h++)
        m->ready[h] = sm->cyc + (ti->two_rounds && !ti->smem ? 9 : 5) + 2 * h;   /* an s[] address is in the first
                                                                                    round */
    return m;
}

static struct spop *new_spop(struct gt_sm *sm, unsigned w)
{
    struct spop *op = collect_new(sm);
    op->ti = sm->warp[w].ti;
    op->warp = (uint8_t)w;
    op->pc = sm->warp[w].w.pc;
    sm->issue.sp_next = sm->cyc + 4;
    sm->issue.sp_even = !(w & 1);
    return op;
}

static struct xop *new_xop(struct gt_sm *sm, unsigned w)
{
    const struct tinfo *ti = sm->warp[w].ti;
    struct xop *op = xunit_new(sm, ti->kind == TK_DPU, ti->kind == TK_MUL);
    op->ti = ti;
    op->warp = (uint8_t)w;
    op->pc = sm->warp[w].w.pc;
    return op;
}

/* SP or LSU body: the values are computed now, the structures say when they would have been. */
static void issue_exec(struct gt_sm *sm, unsigned w, bool sfu)
{
    struct issue *is = &sm->issue;
    struct twarp *tw = &sm->warp[w];
    const struct tinfo *ti = tw->ti;
    struct spop *op = NULL;
    struct xop *x = NULL;
    struct mop *m = NULL;
    struct gt_effect *eff = NULL;

    if (sfu || ti->kind == TK_DPU) {
        x = new_xop(sm, w);
        eff = sm->events_on ? &x->eff : NULL;
    } else if (ti->kind != TK_LSU) {
        op = new_spop(sm, w);
        eff = sm->events_on ? &op->eff : NULL;
    }
    if (ti->kind == TK_LSU || ti->smem) {
        m = new_mop(sm, w, ti);
        if (op) {
            m->eff = eff = &op->eff;
            op->mop = (int16_t)(m - sm->lsu.op);
            m->last_pass = op->last_pass;
            op->last_pass[0] = op->last_pass[1] = NEVER;
        } else if (x) {
            m->eff = eff = &x->eff;
            x->mop = (int16_t)(m - sm->lsu.op);
            m->last_pass = x->last_pass;
        } else {
            eff = &m->own;
        }
        is->lsu_next = sm->cyc + 4;
    }
    is->row_next[w & 1] = sm->cyc + (ti->two_rounds ? 8 : 4);
    if (eff)
        eff->exec = 0;
    bool ok = gt_exec_body(&sm->core, &tw->w, ti->in, eff);
    if (!ok) {
        exec_failed(sm, w);
        if (eff)
            eff->exec = 0;
        if (m && sm->core.fault.lane >= 16 && sm->core.fault.lane < GT_LANES)
            first_half(sm, w, eff);
    }
    rf_reads(sm, w, ti);
    sb_set(sm, w, ti);
    sm->cta.inflight[tw->blk]++;
    if (ti->lock)
        sm->cta.locked |= (uint8_t)(1u << tw->blk);
    if (op)
        collect_push(sm, op);
    if (x)
        xunit_push(sm, x);
    if (m)
        lsu_push(sm, m, eff->exec);
}

static void after_body(struct gt_sm *sm, unsigned w)
{
    struct twarp *tw = &sm->warp[w];
    if (tw->ti->indirect_c)
        con_body(sm);
    if (tw->ti->exit) {
        sm->fetch.known &= ~(1u << w);
        head_offer(sm, w, GT_UOP_EXIT);
        issue_wait(sm, w, sm->cyc + 4);
    } else {
        tw->w.pc = (tw->w.pc + tw->ti->in->len) & 0xffffff;
        head_empty(sm, w);
    }
    fetch_update(sm, w);
}

/* An instruction that must not execute. */
static void issue_stop(struct gt_sm *sm, unsigned w)
{
    const struct gt_warp *gw = &sm->warp[w].w;
    const struct gt_insn *in = sm->warp[w].ti->in;
    gt_fault_at(&sm->core, gw, in, in->err ? GT_F_DECODE : GT_F_UNIMPLEMENTED,
                GT_FAULT_NO_LANE, 0);
    sm_fault(sm, w, sm->cyc);
}

static void issue_body(struct gt_sm *sm, unsigned w, bool sfu)
{
    struct twarp *tw = &sm->warp[w];
    sm->warp_insns++;
    pm_event(sm, GT_PM_INSTRUCTIONS);
    if (tw->ti->in->op == GT_OP_BRA)
        pm_event(sm, GT_PM_BRANCH);
    sm->thread_insns += (unsigned)__builtin_popcount(tw->w.active);
    switch (tw->ti->kind) {
    case TK_STOP: issue_stop(sm, w); break;
    case TK_BRU: bru_issue(sm, w, GT_UOP_BODY); break;
    case TK_BAR: bar_issue(sm, w); break;
    default:
        issue_exec(sm, w, sfu);
        after_body(sm, w);
        break;
    }
}

void issue_cycle(struct gt_sm *sm)
{
    struct issue *is = &sm->issue;
    is->last = -1;
    if (sm->cyc & 1)
        return;
    bool sfu = false;
    int n = select_warp(sm, &sfu);
    if (n < 0)
        return;
    unsigned w = (unsigned)n;
    struct twarp *tw = &sm->warp[w];
    unsigned uop = tw->uop;
    is->last = (int8_t)n;
    tw->last_issue = sm->cyc;
    tw->w.clock = (uint32_t)((sm->clock0 + sm->cyc) >> 1) & 0x7fffffff;
    if (sm->events_on) {
        struct gt_event *e = sm_event(sm, GT_EV_ISSUE, w, tw->w.pc);
        e->uop = (uint8_t)uop;
        e->mask = tw->w.active;
    }
    if (uop == GT_UOP_BODY)
        issue_body(sm, w, sfu);
    else if (uop == GT_UOP_CFETCH)
        con_issue(sm, w);
    else
        bru_issue(sm, w, uop);
}
