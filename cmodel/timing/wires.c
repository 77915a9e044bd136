/* SPDX-License-Identifier: Apache-2.0
 *
 * What the units of an SM tell each other (RTL: sm_top). An issue tells the head, the scoreboard, the fetch unit, the
 * register file and the block's count in one place, depart(); what ends a wait tells them in goes_on().
 */
#include "timing.h"

#include "func/fault.h"

#include <string.h>

/* ---- heads ---- */

/* The warp's head offers a micro-operation. */
static void offer(struct gt_sm *sm, unsigned w, unsigned uop)
{
    struct twarp *tw = &sm->warp[w];
    tw->uop = (uint8_t)uop;
    sb_need(&tw->sb, tw->ti, uop);
    issue_offer(&sm->issue, w, tw->ti, uop);
    issue_block(&sm->issue, w, sb_blocked(&tw->sb));
}

static void empty(struct gt_sm *sm, unsigned w)
{
    issue_empty(&sm->issue, w);
    sm->head.valid &= ~(1u << w);
    con_drop(&sm->con, w);
}

static const struct tinfo *info(struct gt_sm *sm, struct twarp *tw)
{
    uint32_t pc = tw->w.pc;
    bool inside = pc / 4 < sm->launch->code_words;
    struct tinfo *ti = inside ? &sm->tinfo[pc / 4] : &tw->oob;
    if (!inside || !ti->in)
        opdec(ti, gt_core_insn(&sm->core, pc), gt_core_micro(&sm->core, pc), sm->cfg.nregs);
    return ti;
}

static void heads(struct gt_sm *sm)
{
    int n = head_arrives(&sm->head);
    if (n < 0)
        return;
    unsigned w = (unsigned)n;
    struct twarp *tw = &sm->warp[w];
    tw->ti = info(sm, tw);
    if (tw->ti->direct_c)
        con_want(&sm->con, w, tw->ti->in);
    offer(sm, w, opdec_first(tw->ti));
}

/* SCORE-1, CTA-10 */
void sm_completes(struct gt_sm *sm, unsigned w, const struct tinfo *ti)
{
    struct twarp *tw = &sm->warp[w];
    sb_clear(&tw->sb, ti);
    issue_block(&sm->issue, w, sb_blocked(&tw->sb));
    sm->cta.inflight[tw->blk]--;
}

/* ---- issue ---- */

/* What an issue of a warp means for the other units (FETCH-7, FETCH-8, HEAD-3, SCORE-1). */
struct departure {
    bool     body;                  /* reads registers, will write its destinations */
    bool     in_flight;             /* counts for its block until it completes */
    bool     hold;                  /* the warp is not ready until it is released; */
    uint64_t until;                 /* before this cycle (0: at once) */
    enum { STAYS, GONE, OFFERS } head;
    uint8_t  uop;                   /* that it offers */
    enum { SAME, STOPS, GOES } fetch;       /* the pc is what it was, not known, the one in the warp */
};

static void depart(struct gt_sm *sm, unsigned w, const struct departure *d)
{
    struct twarp *tw = &sm->warp[w];
    if (d->body) {
        rf_reads(&sm->rf, sm->cyc, w, tw->ti->reads);
        sb_set(&tw->sb, tw->ti);
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
        offer(sm, w, d->uop);
    else if (d->head == GONE)
        empty(sm, w);
    if (d->fetch == STOPS)
        fetch_stop(&sm->fetch, w);
    else if (d->fetch == GOES)
        fetch_go(&sm->fetch, w, tw->w.pc);
}

/* A control operation, join or exit (BRU-1). */
static struct departure control(struct gt_sm *sm, unsigned w, unsigned uop)
{
    struct twarp *tw = &sm->warp[w];
    if (!bru_issue(&sm->bru, &sm->core, &tw->w, tw->ti, uop, sm->cyc))
        sm_fault(sm, w, sm->bru.finish);
    bool last = uop == GT_UOP_EXIT || (uop == GT_UOP_BODY && !tw->ti->exit);
    return (struct departure){.hold = true, .head = last ? GONE : STAYS, .fetch = STOPS};
}

/* BAR-3, BAR-7 */
static struct departure bar(struct gt_sm *sm, unsigned w)
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
static struct departure constant(struct gt_sm *sm, unsigned w)
{
    con_issue(&sm->con, w, &sm->warp[w].w, sm->warp[w].ti->in, sm->cyc);
    return (struct departure){.hold = true, .head = OFFERS, .uop = GT_UOP_BODY};
}

static struct departure body(struct gt_sm *sm, unsigned w, bool sfu)
{
    struct twarp *tw = &sm->warp[w];
    execute(sm, w, sfu);
    if (tw->ti->indirect_c)
        con_body(&sm->con, sm->cyc);
    if (tw->ti->exit)                   /* HEAD-5 */
        return (struct departure){.body = true, .in_flight = true, .until = sm->cyc + 4, .head = OFFERS,
                                  .uop = GT_UOP_EXIT, .fetch = STOPS};
    tw->w.pc = (tw->w.pc + tw->ti->in->len) & 0xffffff;
    return (struct departure){.body = true, .in_flight = true, .head = GONE, .fetch = GOES};
}

/* An instruction that must not execute (ISSUE-4). */
static void must_not_execute(struct gt_sm *sm, unsigned w)
{
    const struct gt_insn *in = sm->warp[w].ti->in;
    gt_fault_at(&sm->core, &sm->warp[w].w, in, in->err ? GT_F_DECODE : GT_F_UNIMPLEMENTED, GT_FAULT_NO_LANE, 0);
    sm_fault(sm, w, sm->cyc);
}

/* The bodies that all count. */
static struct departure counted(struct gt_sm *sm, unsigned w, bool sfu)
{
    const struct twarp *tw = &sm->warp[w];
    sm->warp_insns++;
    sm->thread_insns += tw->w.active == ~0u ? GT_LANES : (unsigned)__builtin_popcount(tw->w.active);
    pm_event(&sm->pm, GT_PM_INSTRUCTIONS);
    if (tw->ti->in->op == GT_OP_BRA)
        pm_event(&sm->pm, GT_PM_BRANCH);
    switch (tw->ti->kind) {
    case TK_STOP: must_not_execute(sm, w); return (struct departure){.head = STAYS};
    case TK_BRU: return control(sm, w, GT_UOP_BODY);
    case TK_BAR: return bar(sm, w);
    default: return body(sm, w, sfu);
    }
}

static struct issue_room room(const struct gt_sm *sm)
{
    return (struct issue_room){
        .starve = wb_starve(sm) | xwb_starve(&sm->xwb) | cta_starve(&sm->cta),
        .lsu = sm->lsu.count <= 2, .spq = spq_takes(&sm->spq),
        .sfu = xunit_takes(&sm->xwb.sfu, sm->cyc), .dpu = xunit_takes(&sm->xwb.dpu, sm->cyc),
        .bru = bru_takes(&sm->bru, sm->cyc), .con = con_takes(&sm->con, sm->cyc),
    };
}

/* The warp that issues in this cycle, -1: none. */
static int pick(struct gt_sm *sm, bool *sfu)
{
    uint32_t fresh, ready = issue_ready(&sm->issue, sm->head.valid, sm->con.wait, &fresh);
    if (!ready)
        return -1;
    struct issue_room r = room(sm);
    return issue_pick(&sm->issue, sm->cyc, ready, fresh, &r, sfu);
}

static void issue(struct gt_sm *sm)
{
    sm->issue.last = -1;
    if (sm->cyc & 1)                    /* ISSUE-1 */
        return;
    bool sfu = false;
    int n = pick(sm, &sfu);
    if (n < 0)
        return;
    unsigned w = (unsigned)n, uop = sm->warp[w].uop;
    struct gt_warp *gw = &sm->warp[w].w;
    /* ISSUE-13 */
    gw->clock = (uint32_t)((sm->clock0 + sm->cyc) >> 1) & 0x7fffffff;
    if (sm->log.on) {
        struct gt_event *e = sm_event(sm, GT_EV_ISSUE, w, gw->pc);
        e->uop = (uint8_t)uop;
        e->mask = gw->active;
    }
    struct departure d = uop == GT_UOP_BODY     ? counted(sm, w, sfu)
                         : uop == GT_UOP_CFETCH ? constant(sm, w)
                                                : control(sm, w, uop);
    depart(sm, w, &d);
}

/* ---- what comes back ---- */

/* The warp goes on at its pc. */
static void goes_on(struct gt_sm *sm, unsigned w)
{
    issue_release(&sm->issue, w);
    fetch_go(&sm->fetch, w, sm->warp[w].w.pc);
}

static void constants(struct gt_sm *sm)
{
    if (con_idle(&sm->con, sm->cyc))
        return;
    int w = con_cycle(&sm->con, &sm->ccache, sm->l2, sm->port, sm->cyc);
    if (w >= 0)                         /* CONST-6 */
        issue_wait(&sm->issue, (unsigned)w, sm->cyc + 2);
}

/* BAR-4, BAR-5 */
static void barriers(struct gt_sm *sm)
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

static void finished(struct gt_sm *sm, unsigned w)
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
    struct gt_event *e = sm_event(sm, GT_EV_BRU, b->warp, w->finished ? b->pc_end : w->pc);
    e->uop = b->uop;
    e->mask = w->finished ? 0 : w->active;
    e->n = (uint32_t)w->depth | (uint32_t)w->finished << 16;
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
        offer(sm, w, exits ? GT_UOP_EXIT : tw->ti->indirect_c ? GT_UOP_CFETCH : GT_UOP_BODY);
    else if (sm->head.valid >> w & 1)
        empty(sm, w);
    if (tw->w.finished)
        finished(sm, w);
    else if (!exits)
        goes_on(sm, w);
}

static void fetches(struct gt_sm *sm)
{
    struct ilook request;
    if (fetch_wants(&sm->fetch) && icache_ready(&sm->icache, sm->l2, sm->port) && fetch_cycle(&sm->fetch, &request))
        icache_request(&sm->icache, &request);
}

static void lines(struct gt_sm *sm)
{
    struct icache_answer a;
    if (fetch_arrives(&sm->fetch, sm->cyc))
        fetch_write(&sm->fetch, sm->cyc);
    if (!icache_idle(&sm->icache)) {
        icache_cycle(&sm->icache, sm->l2, sm->port, sm->cyc, &a);
        fetch_answer(&sm->fetch, &a);
    }
    con_arrive(&sm->con, sm->cyc);
    if (sm->ccache.fill && ccache_arrives(&sm->ccache, sm->l2, sm->port))
        con_line(&sm->con);
}

/* ---- blocks ---- */

static void block_event(struct gt_sm *sm, unsigned b, unsigned n)
{
    if (!sm->log.on)
        return;
    struct gt_event *e = sm_event(sm, GT_EV_BLOCK, b, 0);
    e->n = n;
    e->addr = (uint32_t)sm->cta.y[b] << 16 | sm->cta.x[b];
}

/* CTA-5, CTA-6 */
static void accept(struct gt_sm *sm)
{
    struct cta *c = &sm->cta;
    unsigned n = cta_accept(c, sm->launch->param_words);
    struct gt_block *blk = &c->blk[n];
    *blk = (struct gt_block){.smem = sm->smem + n * sm->cfg.slot_smem, .smem_bytes = sm->cfg.smem_bytes,
                             .ctaid_x = c->x[n], .ctaid_y = c->y[n]};
    memset(blk->smem, 0, c->rows * 64u);
    gt_block_start(&sm->core, blk);
    block_event(sm, n, 0);
}

static void blocks(struct gt_sm *sm)
{
    sm->cta.accepted = false;
    if (!cta_refuses(&sm->cta, sm->cfg.max_blocks, sm->cyc))
        accept(sm);
    int n = cta_ending(&sm->cta) ? cta_ends(&sm->cta) : -1;
    if (n >= 0)
        block_event(sm, (unsigned)n, 1);
}

/* CTA-9 */
static void launches(struct gt_sm *sm)
{
    struct cta *c = &sm->cta;
    if (c->state == L_IDLE || !cta_launch(c, &sm->cfg, sm->rf.busy, sm->lsu.picks, sm->lsu.lock_picks))
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
    pm_event(&sm->pm, GT_PM_CTA_LAUNCHED);
    sm->alive |= warps;
    bar_reset(&sm->bar, b);
    cta_commit(c, warps);
}

/* ---- the cycle ---- */

static void stop(struct gt_sm *sm)
{
    sm->stopped = true;
    if (sm->log.on) {
        struct gt_event *e = sm_event(sm, GT_EV_FAULT, sm->fault_warp, sm->fault.pc);
        e->n = sm->fault.code;
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
    blocks(sm);
    if (head_wants(&sm->head, sm->fetch.lineok))
        head_refill(&sm->head, sm->fetch.lineok, sm->issue.last);
    fetches(sm);
    constants(sm);
    issue(sm);
    barriers(sm);
    control_ends(sm);
    lsu_cycle(sm);
    if (!spq_idle(&sm->spq, sm->cyc))
        spq_cycle(&sm->spq, &sm->rf, sm->cyc);
    rf_cycle(&sm->rf, sm->cyc);
    wb_cycle(sm);
    launches(sm);
    /* end of the cycle */
    wb_complete(sm);
    lines(sm);
    heads(sm);
    pm_end(&sm->pm);
    if (sm->own_tex && tex_busy(sm->tex))
        pending_tex(sm, sm->cyc);
    if (sm->fault_when <= sm->cyc)
        stop(sm);
    sm->cyc++;
    if (sm->cyc >= sm->memory_next) {
        memory_step(sm->own_memory, sm->cyc);
        sm->memory_next = sm->cyc + memory_way(sm->own_memory);
    }
    return !sm->stopped;
}
