/* SPDX-License-Identifier: Apache-2.0
 *
 * One SM of the cycle model: construction, the order of the units inside a cycle, events, faults.
 */
#include "timing.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An SM that shares the decoded code of `first`, if there is one. */
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
    sm->offer_x = -1;
    sm->fault_when = sm->memory_next = NEVER;
    sm->fetch.last = sm->head.last = 31;
    sm->head.r0 = sm->head.r1 = -1;
    sm->issue.last = -1;
    sm->bru.finish = NEVER;
    sm->con.last = 31;
    sm->con.pass = NEVER;
    ccache_init(&sm->ccache);
    sm->core.deferred = true;
    icache_init(&sm->icache);
    sm->core.pm = sm->pm.count;
    for (unsigned i = 0; i < 4; i++)
        sm->pm.counted |= 1u << sm->cfg.pm[i];
    lsu_init(sm);
    return sm;
}

struct gt_sm *gt_sm_new(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg)
{
    struct gt_sm *sm = sm_new_like(g, l, cfg, NULL);
    if (!sm)
        return NULL;
    sm->l2 = l2_new(1);
    sm->own_l2 = sm->l2;
    sm->own_memory = memory_new(g, 1);
    if (!sm->l2 || !sm->own_memory) {
        gt_sm_free(sm);
        return NULL;
    }
    sm->mem = memory_port(sm->own_memory, 0);
    sm->memory_next = 0;
    return sm;
}

/* SM `number` of a TPC, SM `index` of the chip: what its programs can see of that. */
void sm_place(struct gt_sm *sm, unsigned tpc, unsigned number, unsigned index, uint64_t clock0)
{
    sm->index = (uint8_t)index;
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
    memory_free(sm->own_memory);
    gt_core_done(&sm->core);
    free(sm->tinfo);
    free(sm->regs);
    free(sm->ev);
    free(sm);
}

struct gt_event *sm_event(struct gt_sm *sm, unsigned type, unsigned warp, uint32_t pc)
{
    if (sm->nev == sm->capev) {
        size_t cap = sm->capev ? 2 * sm->capev : 16;
        struct gt_event *ev = realloc(sm->ev, cap * sizeof *ev);
        if (!ev)
            abort();
        sm->ev = ev;
        sm->capev = cap;
    }
    struct gt_event *e = &sm->ev[sm->nev++];
    memset(e, 0, sizeof *e);
    e->cycle = sm->cyc;
    e->type = (uint8_t)type;
    e->sm = sm->index;
    e->warp = (uint8_t)warp;
    e->pc = pc;
    return e;
}

void sm_fault(struct gt_sm *sm, unsigned w, uint64_t when)
{
    if (when >= sm->fault_when)
        return;
    sm->fault_when = when;
    sm->fault = sm->core.fault;
    sm->fault_warp = (uint8_t)w;
}

static void stop(struct gt_sm *sm)
{
    sm->stopped = true;
    if (sm->events_on) {
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
    if (!sm->ev_kept)
        sm->nev = 0;
    if (sm->own_l2)
        l2_step(sm->l2);
    pm_begin(sm);
    issue_wake(sm);
    cta_accept(sm);
    cta_done(sm);
    head_refill(sm);
    fetch_cycle(sm);
    con_cycle(sm);
    issue_cycle(sm);
    bar_cycle(sm);
    bru_cycle(sm);
    lsu_cycle(sm);
    collect_cycle(sm);
    rf_cycle(sm);
    wb_cycle(sm);
    cta_launch(sm);
    /* end of the cycle */
    wb_complete(sm);
    fetch_write(sm);
    icache_cycle(sm);
    con_arrive(sm);
    head_decode(sm);
    pm_end(sm);
    if (sm->fault_when <= sm->cyc)
        stop(sm);
    sm->cyc++;
    if (sm->cyc >= sm->memory_next) {
        memory_step(sm->own_memory, sm->cyc);
        sm->memory_next = sm->cyc + memory_way(sm->own_memory);
    }
    return !sm->stopped;
}

void gt_sm_offer(struct gt_sm *sm, int x, int y)
{
    sm->offer_x = x;
    sm->offer_y = y;
}

bool gt_sm_accepted(const struct gt_sm *sm) { return sm->accepted; }
bool gt_sm_idle(const struct gt_sm *sm) { return !sm->cta.resident; }
uint64_t gt_sm_cycle(const struct gt_sm *sm) { return sm->cyc; }
void gt_sm_set_events(struct gt_sm *sm, bool on) { sm->events_on = on; }
const struct gt_fault *gt_sm_fault(const struct gt_sm *sm) { return &sm->fault; }
uint64_t gt_sm_warp_insns(const struct gt_sm *sm) { return sm->warp_insns; }
uint64_t gt_sm_thread_insns(const struct gt_sm *sm) { return sm->thread_insns; }
const uint8_t *gt_sm_shared(const struct gt_sm *sm) { return sm->smem; }

const struct gt_event *gt_sm_events(const struct gt_sm *sm, size_t *n)
{
    *n = sm->nev;
    return sm->ev;
}

static void warp_state(const struct gt_sm *sm, unsigned w, const struct gt_spins *spins, char *out, size_t n)
{
    uint32_t bit = 1u << w;
    int id = bar_id(sm, w);
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

bool sm_stuck(const struct gt_sm *sm, uint32_t spinning)
{
    if (!sm->cta.committed || sm->cta.state != L_IDLE || !sm->alive || !bar_quiet(sm) ||
        (sm->alive & ~(bar_waiting(sm) | spinning)))
        return false;
    for (unsigned b = 0; b < GT_BLOCKS; b++)
        if (!spinning && (sm->cta.committed >> b & 1) && sm->cta.inflight[b])
            return false;
    return true;
}
