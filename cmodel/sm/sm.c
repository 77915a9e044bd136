/* SPDX-License-Identifier: Apache-2.0
 *
 * One SM of the cycle model: construction, the order of the units inside a cycle, events, faults.
 */
#include "sm.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Loads with a sector pending, the queue, passes of shared memory, s[] operands of instructions that execute. */
_Static_assert(GT_PENDING_SECTORS + LSU_QUEUE + LWB_SHARED + SPOPS + 2 * XOPS <= MOPS, "sm->mops has room");

/* An SM as `start` leaves it (CTA-1), that shares the decoded code of `first`, if there is one. */
struct gt_sm *sm_new_like(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg,
                          const struct gt_sm *first)
{
    struct gt_sm *sm = calloc(1, sizeof *sm);
    if (!sm)
        return NULL;
    sm->gpu = g;
    sm->launch = l;
    sm->cfg = *cfg;
    sm->tinfo = calloc(l->code_words, sizeof *sm->tinfo);
    size_t regs = (size_t)GT_WARPS * cfg->nregs * GT_LANES * sizeof *sm->regs;
    sm->regs = aligned_alloc(128, regs);
    if (sm->regs)
        memset(sm->regs, 0, regs);
    if (!sm->tinfo || !sm->regs ||
        !(first ? gt_core_share(&sm->core, &first->core, &sm->cfg) : gt_core_init(&sm->core, g, l, &sm->cfg))) {
        free(sm->tinfo);
        free(sm->regs);
        free(sm);
        return NULL;
    }
    for (unsigned i = 0; i < GT_WARPS; i++) {
        struct gt_warp *w = &sm->warp[i].w;
        w->regs = sm->regs + (size_t)i * cfg->nregs * GT_LANES;
        w->nregs = cfg->nregs;
        w->slot = i;
        w->finished = true;
    }
    sm->cta.offer_x = -1;
    sm->fault_when = sm->memory_next = NEVER;
    sm->fetch.last = sm->head.last = 31;
    sm->head.r0 = sm->head.r1 = -1;
    issue_init(&sm->issue);
    sm->bru.finish = NEVER;
    con_init(&sm->con);
    ccache_init(&sm->ccache, g->chip->values);
    xwb_init(&sm->xwb);
    sm->core.deferred = true;
    icache_init(&sm->icache, g->chip->values);
    sm->core.pm = sm->pm.count;
    pm_init(&sm->pm, sm->cfg.pm);
    mop_init(&sm->mops);
    sm->lsu.coalescer.strict = g->chip->values->coalesce_strict;
    lwb_init(&sm->load_wb);
    if (g->waits && !sm_waits_on(sm)) {
        gt_sm_free(sm);
        return NULL;
    }
    return sm;
}

/* An SM with a memory system, L2 and texture unit of its own; NULL: out of memory. */
struct gt_sm *gt_sm_new(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg)
{
    struct gt_sm *sm = sm_new_like(g, l, cfg, NULL);
    if (!sm)
        return NULL;
    sm->own_memory = memory_new(g, l, 1, 1);
    if (sm->own_memory) {
        sm->l2 = l2_new(1, memory_lines(sm->own_memory, 0), g->chip->values);
        sm->own_l2 = sm->l2;
        sm->own_tex = tex_new(g, 1, memory_port(sm->own_memory, 1));
    }
    if (!sm->l2 || !sm->own_tex) {
        gt_sm_free(sm);
        return NULL;
    }
    pending_connect(&sm->pending, &sm->core, memory_port(sm->own_memory, 0), sm->own_tex, 0);
    sm->memory_next = 0;
    return sm;
}

/* SM `number` of a TPC, SM `index` of the chip: what its programs can see of that (DIST-6). */
void sm_place(struct gt_sm *sm, unsigned tpc, unsigned number, unsigned index, uint64_t clock0)
{
    sm->log.sm = (uint8_t)index;
    sm->clock0 = clock0;
    sm->cfg.local_base += index * GT_WARPS * GT_LANES * 4 * sm->cfg.local_words;
    for (unsigned i = 0; i < GT_WARPS; i++)
        sm->warp[i].w.physid_sm = number | tpc << 4;
}

void gt_sm_free(struct gt_sm *sm)
{
    if (!sm)
        return;
    if (sm->own_l2)
        l2_free(sm->l2);
    if (sm->own_memory)
        memory_end(sm->own_memory, sm->cyc);
    free(sm->own_tex);
    memory_free(sm->own_memory);
    gt_core_done(&sm->core);
    free(sm->tinfo);
    free(sm->regs);
    free(sm->log.ev);
    free(sm->waits);
    free(sm->tap);
    free(sm);
}

/* ISSUE-14 */
void sm_fault(struct gt_sm *sm, unsigned w, uint64_t when)
{
    if (when >= sm->fault_when)
        return;
    sm->fault_when = when;
    sm->fault = sm->core.fault;
    sm->fault_warp = (uint8_t)w;
}

/* TLB-6; DIST-7 */
void sm_memory_fault(struct gt_sm *sm, const struct tlb_fault *f)
{
    if (sm->stopped)
        return;
    sm->stopped = true;
    sm->fault = (struct gt_fault){.code = memory_fault_code(f), .addr = f->addr};
    if (sm->log.on) {
        struct gt_event *e = log_event(&sm->log, sm->cyc - 1, GT_EV_FAULT, 0);
        e->code = (uint8_t)sm->fault.code;
        e->addr = f->addr;
    }
}

void gt_sm_offer(struct gt_sm *sm, int x, int y)
{
    sm->cta.offer_x = x;
    sm->cta.offer_y = y;
}

bool gt_sm_accepted(const struct gt_sm *sm) { return sm->cta.accepted; }
bool gt_sm_idle(const struct gt_sm *sm) { return !sm->cta.resident; }
uint64_t gt_sm_cycle(const struct gt_sm *sm) { return sm->cyc; }
void sm_set_events(struct gt_sm *sm, bool all, bool watched)
{
    sm->log.on = all || watched;
    sm->log.loads = all;
}
void gt_sm_set_events(struct gt_sm *sm, bool on) { sm_set_events(sm, on, false); }
const struct gt_fault *gt_sm_fault(const struct gt_sm *sm) { return &sm->fault; }
uint64_t gt_sm_warp_insns(const struct gt_sm *sm) { return sm->warp_insns; }
uint64_t gt_sm_thread_insns(const struct gt_sm *sm) { return sm->thread_insns; }
const uint8_t *gt_sm_shared(const struct gt_sm *sm) { return sm->smem; }

const struct gt_event *gt_sm_events(const struct gt_sm *sm, size_t *n)
{
    *n = sm->log.n;
    return sm->log.ev;
}

/* What a warp is doing, in words for a report. */
static void warp_state(const struct gt_sm *sm, unsigned w, const struct gt_spins *spins, char *out, size_t n)
{
    uint32_t bit = 1u << w;
    int id = bar_id(&sm->bar, w);
    if (id >= 0) {
        snprintf(out, n, "waiting at barrier %d", id);
        return;
    }
    if (spins && (spins->warps & bit)) {
        snprintf(out, n, "spinning from 0x%x to 0x%x", spins->from[w], spins->to[w]);
        return;
    }
    const char *state = sm->issue.wait & bit                   ? "in a control operation"
                        : !(sm->head.valid & bit)              ? "fetching"
                        : sm->issue.blocked & bit              ? "waiting for operands"
                        : sm->issue.body & sm->con.wait & bit  ? "waiting for a constant"
                                                               : "ready";
    snprintf(out, n, "%s", state);
}

void gt_sm_report(const struct gt_sm *sm, const struct gt_spins *spins, char *out, size_t n)
{
    size_t at = 0;
    char state[80];
    if (n)
        out[0] = '\0';
    for (unsigned w = 0; w < GT_WARPS && at < n; w++) {
        const struct twarp *tw = &sm->warp[w];
        const struct gt_block *b = &sm->cta.blk[tw->blk];
        if (!(sm->alive >> w & 1))
            continue;
        warp_state(sm, w, spins, state, sizeof state);
        int k = snprintf(out + at, n - at, "%swarp %u (block %u,%u warp %u): pc 0x%x active %08x depth %d %s",
                         at ? "\n" : "", w, b->ctaid_x, b->ctaid_y, tw->w.warp_in_block, tw->w.pc, tw->w.active,
                         tw->w.depth, state);
        at += k > 0 ? (size_t)k : 0;
    }
}

bool sm_where(const struct gt_sm *sm, struct gt_where *at)
{
    uint32_t warps = sm->alive & ~bar_waiting(&sm->bar);
    if (!(warps || (warps = sm->alive)))
        return false;
    const struct twarp *tw = &sm->warp[__builtin_ctz(warps)];
    const struct gt_block *b = &sm->cta.blk[tw->blk];
    *at = (struct gt_where){ b->ctaid_x, b->ctaid_y, tw->w.warp_in_block, tw->w.pc, sm->warp_insns };
    return true;
}

struct sm_stand sm_stand(const struct gt_sm *sm)
{
    struct sm_stand s = {.alive = sm->alive, .waiting = bar_waiting(&sm->bar), .opening = !bar_quiet(&sm->bar)};
    s.still = sm->cta.committed && sm->cta.state == L_IDLE && sm->alive;
    for (unsigned b = 0; b < GT_BLOCKS; b++)
        s.under_way = s.under_way || ((sm->cta.committed >> b & 1) && sm->cta.inflight[b]);
    return s;
}

/* One whose circle has a barrier goes on when that opens: then each must go in a circle. */
bool sm_stand_stuck(const struct sm_stand *s, const struct gt_spins *spins)
{
    uint32_t spinning = spins ? spins->warps : 0;
    bool passes = spins && spins->passes;
    return s->still && (passes || !s->opening) && !(s->alive & ~((passes ? 0 : s->waiting) | spinning)) &&
           (spinning || !s->under_way);
}

bool sm_stuck(const struct gt_sm *sm, const struct gt_spins *spins)
{
    if (sm->alive & ~(bar_waiting(&sm->bar) | (spins ? spins->warps : 0)))      /* in most quanta */
        return false;
    struct sm_stand s = sm_stand(sm);
    return sm_stand_stuck(&s, spins);
}
