/* SPDX-License-Identifier: Apache-2.0
 *
 * What each head offers in this cycle, and what the one that is picked changes everywhere.
 */
#include "depart.h"

#include "execute.h"
#include "func/fault.h"
#include "observer.h"

/* ---- heads ---- */

void depart_offer(struct gt_sm *sm, unsigned w, unsigned uop)
{
    struct twarp *tw = &sm->warp[w];
    tw->uop = (uint8_t)uop;
    sb_need(&tw->sb, tw->ti, uop);
    issue_offer(&sm->issue, w, tw->ti, uop);
    issue_block(&sm->issue, w, sb_blocked(&tw->sb));
}

void depart_empty(struct gt_sm *sm, unsigned w)
{
    issue_empty(&sm->issue, w);
    sm->head.valid &= ~(1u << w);
    con_drop(&sm->con, w);
}

static const struct tinfo *head_info(struct gt_sm *sm, struct twarp *tw)
{
    uint32_t pc = tw->w.pc;
    bool inside = pc / 4 < sm->launch->code_words;
    struct tinfo *ti = inside ? &sm->tinfo[pc / 4] : &tw->oob;
    if (!inside || !ti->in)
        opdec_make(ti, gt_core_insn(&sm->core, pc), gt_core_micro(&sm->core, pc), sm->cfg.nregs);
    return ti;
}

void depart_head(struct gt_sm *sm, unsigned w)
{
    struct twarp *tw = &sm->warp[w];
    tw->ti = head_info(sm, tw);
    if (tw->ti->direct_c)
        con_want(&sm->con, w, tw->ti->in);
    depart_offer(sm, w, opdec_first(tw->ti));
}

/* ---- issue ---- */

/* What an issue of a warp means for the other units (FETCH-7, FETCH-8, HEAD-3, SCORE-1). */
struct departure {
    bool     body, sfu;             /* reads registers, will write its destinations; in the SFU */
    bool     in_flight;             /* counts for its block until it completes */
    bool     hold;                  /* the warp is not ready until it is released; */
    uint64_t until;                 /* before this cycle (0: at once) */
    enum { STAYS, GONE, OFFERS } head;
    uint8_t  uop;                   /* that it offers */
    enum { SAME, STOPS, GOES } fetch;       /* the pc is what it was, not known, the one in the warp */
};

/* What an issue changes: operand reads, scoreboard, block, scheduler, head, fetch. */
static void note_departure(struct gt_sm *sm, unsigned w, const struct departure *d)
{
    struct twarp *tw = &sm->warp[w];
    if (d->body) {
        rf_reads(&sm->rf, sm->cyc, w, tw->ti->reads);
        sb_set(&tw->sb, tw->ti);
        if (sm->waits)
            waits_set(sm->waits, w, tw->ti, d->sfu);
        if (tw->ti->lock)
            sm->cta.locked |= (uint8_t)(1u << tw->blk);
    }
    if (d->in_flight)
        sm->cta.inflight[tw->blk]++;
    if (d->hold)
        issue_hold(&sm->issue, w);
    else if (d->until)
        issue_wait(&sm->issue, w, d->until);
    if (d->head == OFFERS)
        depart_offer(sm, w, d->uop);
    else if (d->head == GONE)
        depart_empty(sm, w);
    if (d->fetch == STOPS)
        fetch_stop(&sm->fetch, w);
    else if (d->fetch == GOES)
        fetch_go(&sm->fetch, w, tw->w.pc);
}

/* A control operation, join or exit (BRU-1). */
static struct departure issue_control(struct gt_sm *sm, unsigned w, unsigned uop)
{
    struct twarp *tw = &sm->warp[w];
    if (!bru_issue(&sm->bru, &sm->core, &tw->w, tw->ti, uop, sm->cyc))
        sm_fault(sm, w, sm->bru.finish);
    const struct gt_observer *o = sm->gpu->observer;
    if (o && tw->w.finished)
        o->end(o->ctx, &sm->core, tw->blk, &tw->w);
    bool last = uop == GT_UOP_EXIT || (uop == GT_UOP_BODY && !tw->ti->exit);
    return (struct departure){.hold = true, .head = last ? GONE : STAYS, .fetch = STOPS};
}

/* BAR-3, BAR-7 */
static struct departure issue_barrier(struct gt_sm *sm, unsigned w)
{
    struct twarp *tw = &sm->warp[w];
    const struct gt_insn *in = tw->ti->in;
    tw->w.pc = (tw->w.pc + in->len) & 0xffffff;
    bar_issue(&sm->bar, sm->cyc,
              &(struct token){.warp = (uint8_t)w, .blk = tw->blk, .depth = (uint8_t)tw->w.depth, .pc = tw->w.pc,
                              .mask = tw->w.active, .in = in});
    bru_passes(&sm->bru, sm->cyc);
    return (struct departure){.in_flight = true, .hold = in->bar_wait, .until = in->exit ? sm->cyc + 4 : 0,
                              .head = in->exit ? OFFERS : GONE, .uop = GT_UOP_EXIT,
                              .fetch = in->bar_wait ? STOPS : GOES};
}

/* CONST-4 */
static struct departure issue_constant(struct gt_sm *sm, unsigned w)
{
    con_issue(&sm->con, w, &sm->warp[w].w, sm->warp[w].ti->in, sm->cyc);
    return (struct departure){.hold = true, .head = OFFERS, .uop = GT_UOP_BODY};
}

/* A body issues: it is executed, and the warp's next head is the instruction's exit or comes from fetch. */
static struct departure issue_body(struct gt_sm *sm, unsigned w, bool sfu)
{
    struct twarp *tw = &sm->warp[w];
    const struct engines engines = { &sm->spq, &sm->xwb, &sm->lsu, &sm->mops };
    uint64_t fault = execute_body(&engines, &sm->core, &tw->w, tw->ti, sfu, sm->cyc, sm->log.on);
    if (fault != NEVER)
        sm_fault(sm, w, fault);
    issue_body_leaves(&sm->issue, sm->cyc, w, tw->ti, sfu);
    if (tw->ti->indirect_c)
        con_body(&sm->con, sm->cyc);
    if (tw->ti->exit)                   /* HEAD-5 */
        return (struct departure){.body = true, .sfu = sfu, .in_flight = true, .until = sm->cyc + 4, .head = OFFERS,
                                  .uop = GT_UOP_EXIT, .fetch = STOPS};
    tw->w.pc = (tw->w.pc + tw->ti->in->len) & 0xffffff;
    return (struct departure){.body = true, .sfu = sfu, .in_flight = true, .head = GONE, .fetch = GOES};
}

/* An instruction that must not execute (ISSUE-4). */
static void must_not_execute(struct gt_sm *sm, unsigned w)
{
    const struct gt_insn *in = sm->warp[w].ti->in;
    gt_fault_at(&sm->core, &sm->warp[w].w, in, in->err ? GT_F_DECODE : GT_F_UNIMPLEMENTED, GT_FAULT_NO_LANE, 0);
    sm_fault(sm, w, sm->cyc);
}

/* The bodies that all count. */
static struct departure count_body(struct gt_sm *sm, unsigned w, bool sfu)
{
    struct twarp *tw = &sm->warp[w];
    const struct gt_observer *o = sm->gpu->observer;
    if (o)
        o->insn(o->ctx, &sm->core, tw->blk, &tw->w, tw->ti->u);
    sm->warp_insns++;
    sm->thread_insns += tw->w.active == ~0u ? GT_LANES : (unsigned)__builtin_popcount(tw->w.active);
    pm_event(&sm->pm, GT_PM_INSTRUCTIONS);
    if (tw->ti->in->op == GT_OP_BRA)
        pm_event(&sm->pm, GT_PM_BRANCH);
    switch (tw->ti->kind) {
    case TK_STOP: must_not_execute(sm, w); return (struct departure){.head = STAYS};
    case TK_BRU: return issue_control(sm, w, GT_UOP_BODY);
    case TK_BAR: return issue_barrier(sm, w);
    default: return issue_body(sm, w, sfu);
    }
}

static struct issue_room issue_room_of(const struct gt_sm *sm)
{
    return (struct issue_room){
        .starve = lwb_starve(&sm->load_wb) | xwb_starve(&sm->xwb) | cta_starve(&sm->cta),
        .lsu = lsu_takes(&sm->lsu), .spq = spq_takes(&sm->spq),
        .sfu = xunit_takes(&sm->xwb.sfu, sm->cyc), .dpu = xunit_takes(&sm->xwb.dpu, sm->cyc),
        .bru = bru_takes(&sm->bru, sm->cyc), .con = con_takes(&sm->con, sm->cyc),
    };
}

/* The warp that issues in this cycle, -1: none. */
static int pick_warp(struct gt_sm *sm, bool *sfu)
{
    uint32_t fresh, ready = issue_ready(&sm->issue, sm->head.valid, sm->con.wait, &fresh);
    ready = issue_due(&sm->issue, sm->cyc, ready);
    if (!ready && !sm->waits)
        return -1;
    struct issue_room r = issue_room_of(sm);
    if (sm->tap) {
        uint32_t waits[GT_WAITS];
        waits_now(sm, &r, fresh, waits);
        signals_waits(sm, waits);
    }
    int w = ready ? issue_pick(&sm->issue, sm->cyc, ready, fresh, &r, sfu) : -1;
    if (w < 0 && sm->waits && !(sm->fault_when <= sm->cyc))
        waits_look(sm, &r, fresh);
    return w;
}

void depart_issue(struct gt_sm *sm)
{
    bool sfu = false;
    int n = pick_warp(sm, &sfu);
    if (n < 0)
        return;
    unsigned w = (unsigned)n, uop = sm->warp[w].uop;
    struct gt_warp *gw = &sm->warp[w].w;
    /* ISSUE-13 */
    gw->clock = (uint32_t)((sm->clock0 + sm->cyc) >> 1) & 0x7fffffff;
    if (sm->log.on) {
        struct gt_event *e = sm_event(sm, GT_EV_ISSUE, w);
        e->pc = gw->pc;
        e->uop = (uint8_t)uop;
        e->active = gw->active;
    }
    struct departure d = uop == GT_UOP_BODY     ? count_body(sm, w, sfu)
                         : uop == GT_UOP_CFETCH ? issue_constant(sm, w)
                                                : issue_control(sm, w, uop);
    if (sm->tap && d.body)
        signals_body(sm, sm->warp[w].ti, d.sfu);
    note_departure(sm, w, &d);
}
