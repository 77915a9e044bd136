/* SPDX-License-Identifier: Apache-2.0
 *
 * The cycle of an SM, and what its units tell each other (RTL: sm_top); what an issue tells them is in depart.c, what
 * ends a wait tells them in goes_on().
 */
#include "depart.h"
#include "observer.h"
#include "writeback.h"

#include <string.h>

/* ---- what comes back ---- */

/* The warp goes on at its pc. */
static void goes_on(struct gt_sm *sm, unsigned w)
{
    issue_release(&sm->issue, w);
    fetch_go(&sm->fetch, w, sm->warp[w].w.pc);
}

static void step_constants(struct gt_sm *sm)
{
    if (con_idle(&sm->con, sm->cyc))
        return;
    int w = con_cycle(&sm->con, &sm->ccache, sm->l2, sm->port, sm->cyc);
    if (w >= 0)                         /* CONST-6 */
        issue_wait(&sm->issue, (unsigned)w, sm->cyc + 2);
}

/* BAR-4, BAR-5 */
static void step_barriers(struct gt_sm *sm)
{
    uint32_t released;
    if (bar_quiet(&sm->bar))
        return;
    int blk = bar_cycle(&sm->bar, sm->cyc, sm->alive, sm->cta.warps, &sm->log, &released);
    for (; released; released &= released - 1)
        goes_on(sm, (unsigned)__builtin_ctz(released));
    if (blk >= 0)
        sm->cta.inflight[blk]--;
}

static void warp_finished(struct gt_sm *sm, unsigned w)
{
    unsigned blk = sm->warp[w].blk;
    sm->alive &= ~(1u << w);
    issue_forget(&sm->issue, w);
    cta_warp_ends(&sm->cta, blk, sm->alive);
    bar_finished(&sm->bar, blk);
}

/* BRU-9 */
static void control_event(struct gt_sm *sm, const struct bru *b, const struct gt_warp *w)
{
    struct gt_event *e = sm_event(sm, GT_EV_BRU, b->warp);
    e->next_pc = w->finished ? b->pc_end : w->pc;
    e->active = w->finished ? 0 : w->active;
    e->depth = (uint8_t)w->depth;
    e->finished = w->finished;
}

/* BRU-3; BRU-4 when a join stays */
static void control_ends(struct gt_sm *sm)
{
    struct bru *b = &sm->bru;
    if (!bru_ends(b, sm->cyc))
        return;
    unsigned w = b->warp;
    struct twarp *tw = &sm->warp[w];
    bool exits = b->uop == GT_UOP_BODY && tw->ti->exit;
    if (b->diverged)
        pm_event(&sm->pm, GT_PM_DIVERGENT_BRANCH);
    if (!exits || tw->w.finished)
        fetch_redirected(&sm->fetch, w);
    if (sm->log.on)
        control_event(sm, b, &tw->w);
    issue_release(&sm->issue, w);
    bool stays = !tw->w.finished && (exits || (b->uop == GT_UOP_JOIN && !b->redirected));
    if (stays)
        depart_offer(sm, w, exits ? GT_UOP_EXIT : tw->ti->indirect_c ? GT_UOP_CFETCH : GT_UOP_BODY);
    else if (sm->head.valid >> w & 1)
        depart_empty(sm, w);
    if (tw->w.finished)
        warp_finished(sm, w);
    else if (!exits)
        goes_on(sm, w);
}

static void step_fetch(struct gt_sm *sm)
{
    struct ilook request;
    if (fetch_wants(&sm->fetch) && icache_ready(&sm->icache, sm->l2, sm->port) && fetch_cycle(&sm->fetch, &request))
        icache_request(&sm->icache, &request);
}

/* What comes this cycle of instructions and constants. */
static void step_lines(struct gt_sm *sm)
{
    struct icache_answer a;
    if (fetch_arrives(&sm->fetch, sm->cyc))
        fetch_write(&sm->fetch, sm->cyc);
    if (!icache_idle(&sm->icache)) {
        icache_cycle(&sm->icache, sm->l2, sm->port, sm->cyc, &a);
        fetch_answer(&sm->fetch, &a);
    }
    con_arrive(&sm->con);
    if (sm->ccache.fill && ccache_arrives(&sm->ccache, sm->l2, sm->port))
        con_line(&sm->con);
}

/* ---- results ---- */

static void step_accesses(struct gt_sm *sm)
{
    if (lsu_idle(&sm->lsu, sm->cyc))
        return;
    const struct lsu_out out = {&sm->pending, &sm->load_wb, &sm->pm, &sm->log};
    lsu_cycle(&sm->lsu, sm->cyc, &out);
}

/* CTA-4: where $r0 of the warp is in its RAMs. */
static unsigned first_row(const struct gt_sm *sm, unsigned w)
{
    unsigned blk = sm->warp[w].blk, i = w - blk * sm->cfg.slot_warps;
    return blk * sm->cfg.slot_rows + (i >> 1) * sm->cfg.nregs;
}

/* In the order in which they get the ports of the register RAMs (RF-7, RF-8, WB-2). */
static void write_results(struct gt_sm *sm)
{
    unsigned quarter;
    const struct spop *op = spq_result(&sm->spq, sm->cyc, &quarter);
    sm->rf.c_busy = 0;
    if (op)
        wb_result(op, quarter, &sm->rf);
    if (op && sm->log.on)
        wb_event(op, quarter, first_row(sm, op->warp), sm->cyc, &sm->log);
    if (!xwb_idle(&sm->xwb))
        xwb_write(&sm->xwb, &sm->rf, &sm->log, sm->cyc);
    if (!lwb_idle(&sm->load_wb, &sm->pending, sm->cyc))
        lwb_cycle(&sm->load_wb, sm->cyc, &sm->pending, &sm->rf, &sm->log);
}

/* An instruction of warp w completes: its destinations are there, its block has one less in flight (SCORE-1, CTA-10).
 */
static void insn_completes(struct gt_sm *sm, unsigned w, const struct tinfo *ti)
{
    struct twarp *tw = &sm->warp[w];
    sb_clear(&tw->sb, ti);
    if (sm->waits)
        waits_clear(sm->waits, w, ti);
    issue_block(&sm->issue, w, sb_blocked(&tw->sb));
    sm->cta.inflight[tw->blk]--;
}

/* WB-4, LDWB-4: at the end of the cycle. */
static void step_completions(struct gt_sm *sm)
{
    const struct spop *op = spq_done(&sm->spq, sm->cyc);
    const struct xop *x;
    struct mop *m;
    if (op) {
        insn_completes(sm, op->warp, op->ti);
        if (op->mop)
            mop_free(&sm->mops, op->mop);
    }
    while (!xwb_idle(&sm->xwb) && (x = xwb_done(&sm->xwb, sm->cyc))) {
        insn_completes(sm, x->warp, x->ti);
        if (x->mop)
            mop_free(&sm->mops, x->mop);
    }
    while ((m = lwb_completes(&sm->load_wb, sm->cyc))) {
        insn_completes(sm, m->warp, m->ti);
        mop_free(&sm->mops, m);
    }
}

/* ---- blocks ---- */

static void block_event(struct gt_sm *sm, unsigned slot, bool done)
{
    if (!sm->log.on)
        return;
    struct gt_event *e = sm_event(sm, GT_EV_BLOCK, 0);
    e->slot = (uint8_t)slot;
    e->done = done;
    e->ctaid = (uint32_t)sm->cta.y[slot] << 16 | sm->cta.x[slot];
}

/* CTA-5, CTA-6 */
static void accept_block(struct gt_sm *sm)
{
    struct cta *c = &sm->cta;
    unsigned n = cta_accept(c, sm->launch->param_words);
    struct gt_block *blk = &c->blk[n];
    *blk = (struct gt_block){.smem = sm->smem + n * sm->cfg.slot_smem, .smem_bytes = sm->cfg.smem_bytes,
                             .ctaid_x = c->x[n], .ctaid_y = c->y[n]};
    memset(blk->smem, 0, c->rows * 64u);
    gt_block_start(&sm->core, blk);
    block_event(sm, n, false);
}

static void step_blocks(struct gt_sm *sm)
{
    sm->cta.accepted = false;
    if (!cta_refuses(&sm->cta, sm->cfg.max_blocks, sm->cyc))
        accept_block(sm);
    int n = cta_ending(&sm->cta) ? cta_ends(&sm->cta) : -1;
    if (n >= 0)
        block_event(sm, (unsigned)n, true);
}

/* CTA-9 */
static void step_launches(struct gt_sm *sm)
{
    struct cta *c = &sm->cta;
    if (c->state == L_IDLE || !cta_launch(c, &sm->cfg, sm->rf.busy, smem_picks(&sm->lsu.smem, sm->cyc),
                                          smem_lock_picks(&sm->lsu.smem, sm->cyc)))
        return;
    unsigned b = c->slot, first = b * sm->cfg.slot_warps;
    uint32_t warps = 0;
    for (unsigned i = 0; i < sm->cfg.nwarps; i++) {
        struct twarp *tw = &sm->warp[first + i];
        warps |= 1u << (first + i);
        gt_warp_start(&sm->core, &tw->w, &c->blk[b], i);
        tw->blk = (uint8_t)b;
        tw->sb = (struct scoreboard){.ca = 0};
        fetch_go(&sm->fetch, first + i, tw->w.pc);
    }
    const struct gt_observer *o = sm->gpu->observer;
    for (unsigned i = 0; o && i < sm->cfg.nwarps; i++)
        o->start(o->ctx, &sm->core, b, &sm->warp[first + i].w);
    pm_event(&sm->pm, GT_PM_CTA_LAUNCHED);
    sm->alive |= warps;
    bar_reset(&sm->bar, b);
    cta_commit(c, warps);
}

/* ---- the cycle ---- */

/* The first fault stops the SM: it is told to the observer and logged as an event. */
static void stop_sm(struct gt_sm *sm)
{
    const struct gt_observer *o = sm->gpu->observer;
    struct twarp *tw = &sm->warp[sm->fault_warp];
    sm->stopped = true;
    if (o && o->fault)
        o->fault(o->ctx, &sm->core, tw->blk, &tw->w);
    if (sm->log.on) {
        struct gt_event *e = sm_event(sm, GT_EV_FAULT, sm->fault_warp);
        e->pc = sm->fault.pc;
        e->code = (uint8_t)sm->fault.code;
        e->addr = sm->fault.addr;
    }
}

/* Units that only read state another one changes in this cycle come before it. */
bool gt_sm_step(struct gt_sm *sm)
{
    if (sm->stopped)
        return false;
    if (!sm->log.kept)
        sm->log.n = 0;
    if (sm->own_l2)
        l2_step(sm->l2);
    pm_begin(&sm->pm, sm->alive);
    issue_wake(&sm->issue, sm->cyc);
    if (sm->tap)
        signals_begin(sm);
    step_blocks(sm);
    if (head_wants(&sm->head, sm->fetch.lineok))
        head_refill(&sm->head, sm->fetch.lineok, sm->issue.last);
    step_fetch(sm);
    step_constants(sm);
    sm->issue.last = -1;
    if (!(sm->cyc & 1))                 /* ISSUE-1 */
        depart_issue(sm);
    step_barriers(sm);
    control_ends(sm);
    step_accesses(sm);
    if (!spq_idle(&sm->spq, sm->cyc))
        spq_cycle(&sm->spq, &sm->rf, sm->cyc);
    rf_cycle(&sm->rf, sm->cyc);
    write_results(sm);
    step_launches(sm);
    /* end of the cycle: what completes does not keep a head waiting that comes now (SCORE-3) */
    step_completions(sm);
    step_lines(sm);
    int head = head_arrives(&sm->head);
    if (head >= 0)
        depart_head(sm, (unsigned)head);
    pm_end(&sm->pm);
    if (sm->tap)
        signals_end(sm);
    if (sm->own_tex && tex_busy(sm->own_tex))
        pending_tex(sm->own_tex, sm->cyc, &sm->log);
    if (sm->fault_when <= sm->cyc)
        stop_sm(sm);
    sm->cyc++;
    if (sm->cyc >= sm->memory_next) {
        memory_step(sm->own_memory, sm->cyc);
        sm->memory_next = sm->cyc + memory_way(sm->own_memory);
    }
    return !sm->stopped;
}
