/* SPDX-License-Identifier: Apache-2.0
 *
 * The registers of sm_top's units as a cycle begins, and what happens in it, for waves (sm_signals.h). What the model
 * does not hold is not known: an instruction's fields while there is none, flags of heads that have left, a unit's
 * state in odd cycles where only even ones count.
 */
#include "sm_signals.h"

#include "sm.h"

#include <stdlib.h>

struct sm_tap {
    const struct gt_tap *to;
    struct gt_signals s;
    uint64_t taken;                     /* ids of loads as the cycle began */
    size_t   events;                    /* of this cycle, the first */
    bool     ends;                      /* a control operation ends in this cycle */
};

bool sm_tap_on(struct gt_sm *sm, const struct gt_tap *to)
{
    sm->tap = calloc(1, sizeof *sm->tap);
    if (!sm->tap || !sm_waits_on(sm))
        return false;
    sm->tap->to = to;
    return true;
}

/* Of these bits the value is known. */
static void put_bits(struct gt_signals *s, enum gt_signal n, uint32_t known, uint32_t value)
{
    s->known[n] = known;
    s->value[n] = value & known;
}

static void put_value(struct gt_signals *s, enum gt_signal n, uint32_t value)
{
    put_bits(s, n, ~0u, value);
}

/* Heads by their next micro-operation. */
static void by_uop(const struct gt_sm *sm, uint32_t heads[4])
{
    for (uint32_t m = sm->head.valid; m; m &= m - 1) {
        const unsigned w = (unsigned)__builtin_ctz(m);
        heads[sm->warp[w].uop & 3] |= 1u << w;
    }
}

/* The warp of the control operation under way. */
static uint32_t in_control(const struct gt_sm *sm)
{
    return sm->bru.finish != NEVER ? 1u << sm->bru.warp : 0;
}

/* Warps whose flags a load will clear that has left the queue of the load/store unit. */
static uint32_t wait_for_loads(const struct gt_sm *sm, uint32_t heads)
{
    uint32_t waits = 0;
    for (uint32_t m = heads; m; m &= m - 1) {
        const unsigned w = (unsigned)__builtin_ctz(m);
        if (waits_for_loads(sm, w))
            waits |= 1u << w;
    }
    return waits;
}

static void heads_begin(const struct gt_sm *sm, struct gt_signals *s)
{
    const struct issue *is = &sm->issue;
    const uint32_t heads = sm->head.valid, control = in_control(sm), stands = bar_waiting(&sm->bar);
    uint32_t uop[4] = {0};
    by_uop(sm, uop);
    /* HEAD-5: what is marked leaves the body's wait in the cycle before it can issue */
    const uint32_t pace = is->wait & uop[GT_UOP_EXIT] & ~is->wake[(sm->cyc + 1) & 255];
    const uint32_t go = heads & ~is->wait, flags = uop[GT_UOP_JOIN] | (uop[GT_UOP_BODY] & ~control);
    const uint32_t fetching = is->wait & uop[GT_UOP_BODY] & (sm->con.busy ? 1u << sm->con.warp : 0);
    put_value(s, GT_SIGNAL_FULL, heads);
    put_value(s, GT_SIGNAL_WAIT_BRANCH, sm->bru.uop == GT_UOP_JOIN ? control : 0);
    put_bits(s, GT_SIGNAL_WAIT_FETCH, heads, fetching);
    put_bits(s, GT_SIGNAL_WAIT_CONST, heads, sm->con.wait);
    put_bits(s, GT_SIGNAL_WAIT_EXIT, heads & ~control & ~stands, pace);
    put_bits(s, GT_SIGNAL_PEND, flags, is->blocked);
    put_bits(s, GT_SIGNAL_LD_WAIT, flags, wait_for_loads(sm, flags));
    put_value(s, GT_SIGNAL_RDY_BODY, go & uop[GT_UOP_BODY] & ~is->blocked & ~sm->con.wait);
    put_value(s, GT_SIGNAL_RDY_JOIN, go & uop[GT_UOP_JOIN] & ~is->blocked);
    put_value(s, GT_SIGNAL_RDY_CF, go & uop[GT_UOP_CFETCH] & ~is->blocked);
    put_bits(s, GT_SIGNAL_RDY_EXIT, ~(control | stands), heads & uop[GT_UOP_EXIT] & ~pace);
}

static void units_begin(const struct gt_sm *sm, struct gt_signals *s)
{
    const struct issue *is = &sm->issue;
    const uint64_t even = (sm->cyc + 1) & ~1ull;        /* what counts next */
    put_value(s, GT_SIGNAL_BANK_HIT, (even < is->row_next[0]) | (uint32_t)(even < is->row_next[1]) << 1);
    put_value(s, GT_SIGNAL_STARVE, lwb_starve(&sm->load_wb) | xwb_starve(&sm->xwb) | cta_starve(&sm->cta));
    put_value(s, GT_SIGNAL_SP_OK, spq_takes(&sm->spq));
    put_value(s, GT_SIGNAL_LSU_OK, lsu_takes(&sm->lsu));
    put_value(s, GT_SIGNAL_SFU_OK, xunit_takes(&sm->xwb.sfu, sm->cyc));
    put_value(s, GT_SIGNAL_DPU_OK, xunit_takes(&sm->xwb.dpu, sm->cyc));
    put_value(s, GT_SIGNAL_BRU_IDLE, sm->bru.finish == NEVER);
    put_value(s, GT_SIGNAL_CF_IDLE, con_takes(&sm->con, even));
}

static void blocks_begin(const struct gt_sm *sm, struct gt_signals *s)
{
    const struct cta *c = &sm->cta;
    put_value(s, GT_SIGNAL_ALIVE, sm->alive);
    put_value(s, GT_SIGNAL_BLK_VALID, c->offer_x >= 0);
    put_value(s, GT_SIGNAL_BLK_READY, c->resident != (1u << sm->cfg.max_blocks) - 1 && sm->cyc > GT_INIT_CYCLES &&
                                          c->state == L_IDLE);
    put_value(s, GT_SIGNAL_BLK_DONE, 0);
    put_bits(s, GT_SIGNAL_BLK_DONE_SLOT, 0, 0);
}

static void fetch_begin(const struct gt_sm *sm, struct gt_signals *s)
{
    const struct fetch *f = &sm->fetch;
    const uint32_t wants = f->demand ? f->demand : f->prefetch;
    put_value(s, GT_SIGNAL_KNOWN, f->known);
    put_value(s, GT_SIGNAL_DEMAND, f->demand);
    put_value(s, GT_SIGNAL_HOLD, f->hold);
    put_value(s, GT_SIGNAL_HAVE, f->lineok);
    put_value(s, GT_SIGNAL_IF_REQ_VALID, wants != 0);
    put_bits(s, GT_SIGNAL_IF_REQ_WID, wants ? ~0u : 0, wants ? pick_rr(wants, f->last) : 0);
}

/* The instruction that becomes a head at the end of the cycle. */
static void decode_begin(const struct gt_sm *sm, struct gt_signals *s)
{
    const int w = sm->head.r1;
    const uint32_t at = w < 0 ? 0 : sm->warp[w].w.pc / 4, words = sm->launch->code_words;
    const bool first = w >= 0 && at < words, second = first && (sm->launch->code[at] & 1) && at + 1 < words;
    put_value(s, GT_SIGNAL_ID_VALID, w >= 0);
    put_bits(s, GT_SIGNAL_ID_WID, w >= 0 ? ~0u : 0, (uint32_t)w);
    put_bits(s, GT_SIGNAL_ID_W0, first ? ~0u : 0, first ? sm->launch->code[at] : 0);
    put_bits(s, GT_SIGNAL_ID_W1, second ? ~0u : 0, second ? sm->launch->code[at + 1] : 0);
}

static void memory_begin(const struct gt_sm *sm, struct gt_signals *s)
{
    const struct lsu *l = &sm->lsu;
    const bool texture = l->count && l->q[l->head]->ti->space == TS_TEXTURE;
    const bool ready = mem_port_ready(sm->pending.mem, sm->cyc);
    put_bits(s, GT_SIGNAL_MEM_REQ_READY, texture ? 0 : ~0u, ready);
    put_bits(s, GT_SIGNAL_MEM_REQ_VALID, texture || !ready ? 0 : ~0u, 0);
    put_value(s, GT_SIGNAL_MEM_RSP_VALID, pending_offers(&sm->pending, sm->cyc));
}

/* Warps that a barrier releases in this cycle. */
static uint32_t released_warps(const struct barrier *b)
{
    uint32_t warps = 0;
    for (uint32_t ids = b->rel_ids; ids; ids &= ids - 1)
        warps |= b->waiting[b->rel_blk][__builtin_ctz(ids)];
    return warps;
}

void signals_begin(struct gt_sm *sm)
{
    struct sm_tap *t = sm->tap;
    struct gt_signals *s = &t->s;
    s->cycle = sm->cyc;
    t->taken = sm->pending.taken;
    t->events = sm->log.n;
    t->ends = sm->bru.finish == sm->cyc && !sm->bru.fault;
    put_value(s, GT_SIGNAL_CYC, (uint32_t)sm->cyc);
    put_value(s, GT_SIGNAL_EVEN, !(sm->cyc & 1));
    blocks_begin(sm, s);
    fetch_begin(sm, s);
    heads_begin(sm, s);
    decode_begin(sm, s);
    units_begin(sm, s);
    memory_begin(sm, s);
    put_value(s, GT_SIGNAL_WAITING, bar_waiting(&sm->bar));
    put_value(s, GT_SIGNAL_REL, released_warps(&sm->bar));
    for (unsigned n = GT_SIGNAL_IS_VALID; n <= GT_SIGNAL_IS_ACTIVE; n++)
        put_bits(s, n, n == GT_SIGNAL_IS_VALID ? ~0u : 0, 0);
    for (unsigned n = GT_SIGNAL_IS_SP; n <= GT_SIGNAL_IS_DPU; n++)
        put_value(s, n, 0);
    for (unsigned n = GT_SIGNAL_BR_VALID; n <= GT_SIGNAL_BR_DEPTH; n++)
        put_bits(s, n, n == GT_SIGNAL_BR_VALID ? ~0u : 0, 0);
    s->alive = sm->alive;
    for (uint32_t m = sm->alive; m; m &= m - 1) {
        const unsigned w = (unsigned)__builtin_ctz(m);
        const struct gt_warp *gw = &sm->warp[w].w;
        s->warp[w].pc = gw->pc;
        s->warp[w].active = gw->active;
        s->warp[w].depth = (uint8_t)gw->depth;
        s->warp[w].wait = GT_SIGNAL_ODD;
    }
}

void signals_waits(struct gt_sm *sm, const uint32_t waits[GT_WAITS])
{
    for (unsigned k = 0; k < GT_WAITS; k++)
        for (uint32_t m = waits[k]; m; m &= m - 1)
            sm->tap->s.warp[__builtin_ctz(m)].wait = (uint8_t)k;
}

void signals_body(struct gt_sm *sm, const struct tinfo *ti, bool sfu)
{
    struct gt_signals *s = &sm->tap->s;
    switch (ti->kind) {
    case TK_SP: put_value(s, GT_SIGNAL_IS_SP, 1); break;
    case TK_MUL: put_value(s, sfu ? GT_SIGNAL_IS_SFU : GT_SIGNAL_IS_SP, 1); break;
    case TK_SFU: put_value(s, GT_SIGNAL_IS_SFU, 1); break;
    case TK_DPU: put_value(s, GT_SIGNAL_IS_DPU, 1); break;
    case TK_LSU: put_value(s, GT_SIGNAL_IS_LSU, 1); break;
    default: break;
    }
}

static void look_at_event(struct sm_tap *t, const struct bru *b, const struct gt_event *e)
{
    struct gt_signals *s = &t->s;
    if (e->type == GT_EV_ISSUE) {
        put_value(s, GT_SIGNAL_IS_VALID, 1);
        put_value(s, GT_SIGNAL_IS_WID, e->warp);
        put_value(s, GT_SIGNAL_IS_UOP, e->uop);
        put_value(s, GT_SIGNAL_IS_PC, e->pc);
        put_value(s, GT_SIGNAL_IS_ACTIVE, e->active);
        s->warp[e->warp & 31].wait = GT_SIGNAL_ISSUES;
    } else if (e->type == GT_EV_BRU && t->ends && e->warp == b->warp) {
        put_value(s, GT_SIGNAL_BR_VALID, 1);
        put_value(s, GT_SIGNAL_BR_WID, e->warp);
        put_value(s, GT_SIGNAL_BR_PC, e->next_pc);
        put_value(s, GT_SIGNAL_BR_ACTIVE, e->active);
        put_value(s, GT_SIGNAL_BR_DEPTH, e->depth);
    } else if (e->type == GT_EV_BLOCK && e->done) {
        put_value(s, GT_SIGNAL_BLK_DONE, 1);
        put_value(s, GT_SIGNAL_BLK_DONE_SLOT, e->slot);
    } else if (e->type == GT_EV_MEMREQ) {
        put_value(s, GT_SIGNAL_MEM_REQ_VALID, 1);
        put_value(s, GT_SIGNAL_MEM_REQ_READY, 1);
    }
}

void signals_end(struct gt_sm *sm)
{
    struct sm_tap *t = sm->tap;
    for (size_t i = t->events; i < sm->log.n; i++)
        look_at_event(t, &sm->bru, &sm->log.ev[i]);
    put_bits(&t->s, GT_SIGNAL_MEM_RSP_READY, t->s.value[GT_SIGNAL_MEM_RSP_VALID] ? ~0u : 0,
             (t->taken & ~sm->pending.taken) != 0);
    t->to->cycle(t->to->ctx, &t->s);
}
