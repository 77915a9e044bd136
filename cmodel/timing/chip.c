/* SPDX-License-Identifier: Apache-2.0
 *
 * A grid on a chip of several SMs (docs/microarchitecture.md section 12), on several host threads.
 *
 * The TPCs run by themselves for a quantum of cycles that is no longer than the time in which one of them could feel what another
 * does: MEM_LATENCY through memory, the way of an ended block to the distributor and of the next one back while there are
 * blocks to send. At its end the memory requests of all SMs are performed in order of cycle and SM, and the distributor
 * decides what it can. Nothing of it depends on the number of host threads.
 */
#include "chip.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cycles after a block's end in which its SM may still have something under way (line fetches). */
#define DRAIN_CYCLES 2048

struct chip {
    struct gt_gpu *gpu;
    const struct gt_launch *launch;
    const struct gt_chip *kind;
    struct gt_config cfg;
    unsigned n;                         /* SMs */
    struct gt_sm *sm[CHIP_SMS];
    struct l2 *l2[CHIP_SMS];            /* of each TPC */
    struct memlog log[CHIP_SMS];
    uint64_t ended[CHIP_SMS];           /* cycle of the last blk_done */
    struct distributor dist;
    struct crew *crew;
    uint64_t from, to;                  /* the quantum */
};

/* ---- one TPC ---------------------------------------------------------------------------------- */

static bool quiet(const struct chip *c, unsigned i)
{
    const struct gt_sm *sm = c->sm[i];
    uint64_t block;
    if (sm->cta.resident || (sm->blocks_done && c->from < c->ended[i] + DRAIN_CYCLES))
        return false;
    return c->to <= GT_INIT_CYCLES || !dist_offer(&c->dist, i, c->to - 1, &block);
}

static void step_sm(struct chip *c, unsigned i, uint64_t cycle)
{
    struct gt_sm *sm = c->sm[i];
    uint64_t block, done = sm->blocks_done;
    if (dist_offer(&c->dist, i, cycle, &block))
        gt_sm_offer(sm, (int)(block % c->launch->grid_x), (int)(block / c->launch->grid_x));
    else
        gt_sm_offer(sm, -1, 0);
    if (sm->stopped)
        return;
    gt_sm_step(sm);
    if (gt_sm_accepted(sm))
        dist_taken(&c->dist, i);
    if (sm->blocks_done != done) {
        dist_done(&c->dist, i, cycle);
        c->ended[i] = cycle;
    }
}

/* Task of the crew: TPC t for the quantum. */
static void step_tpc(void *ctx, unsigned t)
{
    struct chip *c = ctx;
    unsigned first = t * c->kind->sms, end = first + c->kind->sms;
    bool all_quiet = true;
    for (unsigned i = first; i < end; i++)
        all_quiet = all_quiet && quiet(c, i);
    for (unsigned i = first; all_quiet && i < end; i++)
        c->sm[i]->cyc = c->to;
    if (all_quiet)
        l2_skip(c->l2[t], c->to);
    for (uint64_t cycle = c->from; !all_quiet && cycle < c->to; cycle++) {
        l2_step(c->l2[t]);
        for (unsigned i = first; i < end; i++)
            step_sm(c, i, cycle);
    }
}

/* ---- the end of a quantum ---------------------------------------------------------------------- */

/* The SM with the first fault, the lowest number among equals; NULL: none. *until: the quantum counts before this cycle. */
static const struct gt_sm *first_fault(const struct chip *c, uint64_t *until)
{
    const struct gt_sm *first = NULL;
    *until = c->to;
    for (unsigned i = 0; i < c->n; i++)
        if (c->sm[i]->stopped && (!first || c->sm[i]->cyc < *until)) {
            first = c->sm[i];
            *until = first->cyc;
        }
    return first;
}

static void perform_requests(struct chip *c, uint64_t until)
{
    size_t at[CHIP_SMS] = {0}, left = 0;
    for (unsigned i = 0; i < c->n; i++)
        left += c->log[i].n;
    for (uint64_t cycle = c->from; left && cycle < until; cycle++)
        for (unsigned i = 0; i < c->n; i++)
            for (; at[i] < c->log[i].n && c->log[i].v[at[i]].cycle == cycle; at[i]++, left--)
                memport_perform(c->sm[i], &c->log[i].v[at[i]]);
    for (unsigned i = 0; i < c->n; i++)
        c->log[i].n = 0;
}

static void give_events(struct chip *c, uint64_t until, gt_event_sink *sink, void *ctx)
{
    size_t at[CHIP_SMS] = {0};
    for (uint64_t cycle = c->from; sink && cycle < until; cycle++)
        for (unsigned i = 0; i < c->n; i++) {
            const struct gt_sm *sm = c->sm[i];
            size_t first = at[i];
            while (at[i] < sm->nev && sm->ev[at[i]].cycle == cycle)
                at[i]++;
            if (at[i] > first)
                sink(ctx, sm->ev + first, at[i] - first);
        }
    for (unsigned i = 0; i < c->n; i++)
        c->sm[i]->nev = 0;
}

static uint64_t blocks_done(const struct chip *c)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < c->n; i++)
        n += c->sm[i]->blocks_done;
    return n;
}

/* Every warp that there is waits at a barrier, and no block is on its way. */
static bool deadlocked(const struct chip *c)
{
    bool any = false;
    for (unsigned i = 0; i < c->n; i++) {
        const struct doorway *w = &c->dist.door[i];
        if (c->sm[i]->cta.resident) {
            any = true;
            if (!sm_stuck(c->sm[i], 0))
                return false;
        }
        if (w->in_count || (c->dist.sent < c->dist.blocks && (w->places || w->done_count)))
            return false;
    }
    return any;
}

/* ---- results ------------------------------------------------------------------------------------ */

static enum gt_status hang(const struct chip *c, uint64_t cycle, struct gt_result *res, bool deadlock)
{
    size_t n = sizeof res->message - 64;        /* the rest for the last line */
    int title = gt_hang_title(c->launch, deadlock ? GT_HANG_BARRIERS : GT_HANG_LIMIT, cycle, res->message, n);
    size_t at = title < 0 ? 0 : (size_t)title < n ? (size_t)title : n - 1;
    unsigned left = 0;
    for (unsigned i = 0; i < c->n; i++) {
        char warps[4096];
        gt_sm_describe(c->sm[i], warps, sizeof warps);
        int k = *warps && !left ? snprintf(res->message + at, n - at, "\nTPC %u SM %u:\n%s", i / c->kind->sms, i % c->kind->sms, warps) : 0;
        if (k > 0 && at + (size_t)k < n)
            at += (size_t)k;
        else
            left += *warps != 0;
    }
    res->message[at] = '\0';
    if (left)
        snprintf(res->message + at, 64, "\nand the warps of %u more SMs", left);
    return GT_HANG;
}

static enum gt_status fault(const struct chip *c, const struct gt_sm *sm, struct gt_result *res)
{
    res->fault = *gt_sm_fault(sm);
    gt_fault_message(c->launch, &res->fault, res->message, sizeof res->message);
    return GT_FAULT;
}

static uint64_t end_cycle(const struct chip *c)
{
    uint64_t last = 0;
    for (unsigned i = 0; i < c->n; i++)
        last = c->ended[i] > last ? c->ended[i] : last;
    return last + 1;
}

/* ---- the run -------------------------------------------------------------------------------------- */

static enum gt_status run(struct chip *c, struct gt_result *res, gt_progress *p, void *ctx, gt_event_sink *sink, void *sink_ctx)
{
    const struct gt_launch *l = c->launch;
    uint64_t max = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES, reported = 0;
    for (;;) {
        dist_decide(&c->dist, c->from + GT_BLOCK_DONE_CYCLES);
        bool sending = c->dist.sent < c->dist.blocks;
        c->to = c->from + (sending ? GT_BLOCK_SEND_CYCLES + GT_BLOCK_DONE_CYCLES : GT_MEM_LATENCY);
        if (c->to > max)
            c->to = max;
        crew_run(c->crew, c->kind->tpcs, step_tpc, c);

        const struct gt_sm *bad = first_fault(c, &res->cycles);
        perform_requests(c, res->cycles);
        give_events(c, res->cycles, sink, sink_ctx);
        if (bad)
            return fault(c, bad, res);
        uint64_t done = blocks_done(c);
        if (done == c->dist.blocks) {
            res->cycles = end_cycle(c);
            return GT_OK;
        }
        bool stuck = deadlocked(c);
        if (stuck || c->to == max)
            return hang(c, c->to, res, stuck);
        if (p && done != reported)
            p(ctx, reported = done, c->dist.blocks, c->to);
        c->from = c->to;
    }
}

static bool start(struct chip *c)
{
    struct gt_gpu *g = c->gpu;
    unsigned threads = g->threads ? g->threads : crew_cores();
    c->n = c->kind->tpcs * c->kind->sms;
    for (unsigned t = 0; t < c->kind->tpcs; t++)
        if (!(c->l2[t] = l2_new(c->kind->sms)))
            return false;
    for (unsigned i = 0; i < c->n; i++) {
        unsigned tpc = i / c->kind->sms;
        if (!(c->sm[i] = sm_new_like(g, c->launch, &c->cfg, i ? c->sm[0] : NULL)))
            return false;
        sm_place(c->sm[i], tpc, i % c->kind->sms, i, g->clock + (uint64_t)(c->kind->tpcs - 1 - tpc) * GT_TPC_CLOCK_SKEW);
        c->sm[i]->l2 = c->l2[tpc];
        c->sm[i]->port = i % c->kind->sms;
        c->sm[i]->mem.held = &c->log[i];
    }
    dist_init(&c->dist, c->kind, g->next_tpc, (uint64_t)c->launch->grid_x * c->launch->grid_y, c->cfg.max_blocks);
    return (c->crew = crew_new(threads < c->kind->tpcs ? threads : c->kind->tpcs)) != NULL;
}

static void end(struct chip *c)
{
    crew_free(c->crew);
    for (unsigned t = 0; t < c->kind->tpcs; t++)
        l2_free(c->l2[t]);
    for (unsigned i = c->n; i-- > 0;) {         /* the first one last: the others use its decoded code */
        gt_sm_free(c->sm[i]);
        free(c->log[i].v);
    }
    free(c);
}

enum gt_status chip_run(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg, struct gt_result *res,
                        gt_progress *p, void *ctx, gt_event_sink *sink, void *sink_ctx)
{
    struct chip *c = calloc(1, sizeof *c);
    if (c)
        *c = (struct chip){.gpu = g, .launch = l, .kind = g->chip, .cfg = *cfg};
    if (!c || !start(c)) {
        snprintf(res->message, sizeof res->message, "kernel %s: out of memory or of host threads for %u SMs", l->name ? l->name : "?",
                 g->chip->tpcs * g->chip->sms);
        if (c)
            end(c);
        return res->status = GT_BAD_LAUNCH;
    }
    for (unsigned i = 0; i < c->n; i++) {
        gt_sm_set_events(c->sm[i], sink != NULL);
        c->sm[i]->ev_kept = true;
    }
    res->status = run(c, res, p, ctx, sink, sink_ctx);
    for (unsigned i = 0; i < c->n; i++) {
        res->warp_insns += gt_sm_warp_insns(c->sm[i]);
        res->thread_insns += gt_sm_thread_insns(c->sm[i]);
    }
    g->next_tpc = c->dist.tpc;
    g->clock += (res->cycles + 1) & ~1ull;      /* the next launch starts in an even cycle */
    end(c);
    return res->status;
}
