/* SPDX-License-Identifier: Apache-2.0
 *
 * A grid on a chip of several SMs (docs/units/distributor.md), on several host threads.
 *
 * The TPCs run by themselves for a quantum of cycles that is no longer than the time in which one of them could feel
 * what another does: the way through the memory (memory_way), the way of an ended block to the distributor
 * and of the next one back while there are blocks to send. At its end the memory takes what has arrived, the requests
 * of all SMs in one order, and the distributor decides what it can. Nothing of it depends on the number of host
 * threads (DIST-9).
 */
#include "crew.h"
#include "distributor.h"
#include "timing.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cycles after a block's end in which its SM may still have something under way (line fetches). */
#define DRAIN_CYCLES 2048
/* Warp instructions in a quantum: if fewer, one thread makes the next one. */
#define WORK 16

struct gt_machine {
    struct gt_gpu *gpu;
    const struct gt_launch *launch;
    const struct gt_chip *kind;
    struct gt_config cfg;
    unsigned n;                         /* SMs */
    struct gt_sm *sm[CHIP_SMS];
    struct l2 *l2[CHIP_SMS];            /* of each TPC */
    struct tex *tex[CHIP_SMS];
    struct memory *memory;
    uint64_t ended[CHIP_SMS];           /* cycle of the last blk_done */
    struct distributor dist;
    struct crew *crew;
    struct gt_watch *watch;             /* NULL: nobody looks for warps that spin */
    uint64_t issued, work;              /* warp instructions so far; in the last quantum */
    bool watching, told;                /* events of this quantum go to the watch; and to somebody else, too */
    uint64_t from, to;                  /* the quantum */
};

/* ---- one TPC ---------------------------------------------------------------------------------- */

static bool quiet(const struct gt_machine *c, unsigned i)
{
    const struct gt_sm *sm = c->sm[i];
    uint64_t block;
    if (sm->cta.resident || (sm->cta.done && c->from < c->ended[i] + DRAIN_CYCLES))
        return false;
    return c->to <= GT_INIT_CYCLES || !dist_offer(&c->dist, i, c->to - 1, &block);
}

static void step_sm(struct gt_machine *c, unsigned i, uint64_t cycle)
{
    struct gt_sm *sm = c->sm[i];
    uint64_t block, done = sm->cta.done;
    if (dist_offer(&c->dist, i, cycle, &block))
        gt_sm_offer(sm, (int)(block % c->launch->grid_x), (int)(block / c->launch->grid_x));
    else
        gt_sm_offer(sm, -1, 0);
    if (sm->stopped)
        return;
    gt_sm_step(sm);
    if (gt_sm_accepted(sm))
        dist_taken(&c->dist, i);
    if (sm->cta.done != done) {
        dist_done(&c->dist, i, cycle);
        c->ended[i] = cycle;
    }
}

/* TLB-6: an access of one of the SMs, or of the texture unit, that is not mapped stops it in this cycle. */
static void look_for_fault(struct gt_machine *c, unsigned t)
{
    const struct tlb_fault *f = memory_fault(c->memory, t);
    if (f)
        sm_memory_fault(c->sm[t * c->kind->sms + memory_fault_sm(f)], f);
}

/* TPC t for the quantum. */
static void step_tpc(struct gt_machine *c, unsigned t)
{
    unsigned first = t * c->kind->sms, end = first + c->kind->sms;
    bool all_quiet = l2_idle(c->l2[t]) && !tex_busy(c->tex[t]) && memory_rests(c->memory, t);
    for (unsigned i = first; i < end; i++)
        all_quiet = all_quiet && quiet(c, i);
    for (unsigned i = first; all_quiet && i < end; i++)
        c->sm[i]->cyc = c->to;
    if (all_quiet) {
        l2_skip(c->l2[t], c->to);
        memory_skip(c->memory, t, c->to);
    }
    for (uint64_t cycle = c->from; !all_quiet && cycle < c->to; cycle++) {
        l2_step(c->l2[t]);
        for (unsigned i = first; i < end; i++)
            step_sm(c, i, cycle);
        if (tex_busy(c->tex[t]))
            pending_tex(c->tex[t], cycle, &c->sm[first]->log);
        look_for_fault(c, t);
        memory_tpc(c->memory, t);
    }
    for (unsigned i = first; c->watching && i < end; i++)
        gt_watch_take(c->watch, i, c->sm[i]->log.ev, c->sm[i]->log.n);
}

/* Task of the crew: one of the TPCs, or the memory behind them. */
static void step(void *ctx, unsigned i)
{
    struct gt_machine *c = ctx;
    if (i)
        step_tpc(c, i - 1);
    else
        memory_middle(c->memory, c->to);
}

/* The quantum of all. A few instructions are not worth waking the crew. */
static void step_all(struct gt_machine *c)
{
    if (c->work >= WORK)
        crew_run(c->crew, c->kind->tpcs + 1, step, c);
    else
        for (unsigned i = 0; i <= c->kind->tpcs; i++)
            step(c, i);
    uint64_t issued = 0;
    for (unsigned i = 0; i < c->n; i++)
        issued += c->sm[i]->warp_insns;
    c->work = issued - c->issued;
    c->issued = issued;
}

/* ---- the end of a quantum ---------------------------------------------------------------------- */

/* DIST-7: the SM with the first fault, the lowest number among equals; NULL: none. *until: the quantum counts before
 * this cycle. */
static const struct gt_sm *first_fault(const struct gt_machine *c, uint64_t *until)
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

static void give_events(struct gt_machine *c, uint64_t until, gt_event_sink *sink, void *ctx)
{
    size_t at[CHIP_SMS] = {0};
    for (uint64_t cycle = c->from; sink && cycle < until; cycle++)
        for (unsigned i = 0; i < c->n; i++) {
            const struct gt_sm *sm = c->sm[i];
            size_t first = at[i];
            while (at[i] < sm->log.n && sm->log.ev[at[i]].cycle == cycle)
                at[i]++;
            if (at[i] > first)
                sink(ctx, sm->log.ev + first, at[i] - first);
        }
    for (unsigned i = 0; i < c->n; i++)
        c->sm[i]->log.n = 0;
}

static uint64_t blocks_done(const struct gt_machine *c)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < c->n; i++)
        n += c->sm[i]->cta.done;
    return n;
}

/* DIST-8: every warp that there is waits at a barrier, or spins as the watch told (NULL: none does), and no block is
 * on its way. */
static bool deadlocked(const struct gt_machine *c, const struct gt_watch *watch)
{
    bool any = false;
    for (unsigned i = 0; i < c->n; i++) {
        const struct doorway *w = &c->dist.door[i];
        if (c->sm[i]->cta.resident) {
            any = true;
            if (!sm_stuck(c->sm[i], watch ? gt_watch_spins(watch, i)->warps : 0))
                return false;
        }
        if (w->in_count || (c->dist.sent < c->dist.blocks && (w->places || w->done_count)))
            return false;
    }
    return any;
}

/* At the end of a quantum. GT_HANG_LIMIT: the machine may go on. */
static enum gt_hang stuck(struct gt_machine *c)
{
    if (c->watching)
        gt_watch_share(c->watch);
    bool closed = c->watch && c->to >= gt_watch_next(c->watch) && gt_watch_turn(c->watch, c->to);
    c->watching = c->watch && gt_watch_open(c->watch);
    for (unsigned i = 0; i < c->n; i++)
        gt_sm_set_events(c->sm[i], c->told || c->watching);
    return deadlocked(c, NULL) ? GT_HANG_BARRIERS : closed && deadlocked(c, c->watch) ? GT_HANG_SPINS : GT_HANG_LIMIT;
}

/* ---- results ------------------------------------------------------------------------------------ */

void gt_machine_describe(const struct gt_machine *c, const struct gt_watch *watch, char *out, size_t n)
{
    unsigned left = 0;
    size_t at = 0, room = n > 64 ? n - 64 : 0;      /* the rest for the last line */
    if (c->n == 1) {
        gt_sm_report(c->sm[0], watch ? gt_watch_spins(watch, 0) : NULL, out, n);
        return;
    }
    for (unsigned i = 0; i < c->n; i++) {
        char warps[4096];
        gt_sm_report(c->sm[i], watch ? gt_watch_spins(watch, i) : NULL, warps, sizeof warps);
        if (!*warps)
            continue;
        int k = left ? -1
                     : snprintf(out + at, room - at, "%sTPC %u SM %u:\n%s", at ? "\n" : "", i / c->kind->sms,
                                i % c->kind->sms, warps);
        if (k > 0 && at + (size_t)k < room)
            at += (size_t)k;
        else
            left++;
    }
    if (n)
        out[at] = '\0';
    if (left)
        snprintf(out + at, n - at, "%sand the warps of %u more SMs", at ? "\n" : "", left);
}

static enum gt_status hang(const struct gt_machine *c, uint64_t cycle, struct gt_result *res, enum gt_hang why)
{
    size_t n = sizeof res->message;
    int title = gt_hang_title(c->launch, why, cycle, res->message, n);
    size_t at = title < 0 ? 0 : (size_t)title < n - 1 ? (size_t)title : n - 2;
    res->message[at++] = '\n';
    gt_machine_describe(c, why == GT_HANG_SPINS ? c->watch : NULL, res->message + at, n - at);
    return GT_HANG;
}

static enum gt_status fault(const struct gt_machine *c, const struct gt_sm *sm, struct gt_result *res)
{
    res->fault = *gt_sm_fault(sm);
    gt_fault_message(c->launch, &res->fault, res->message, sizeof res->message);
    return GT_FAULT;
}

static uint64_t end_cycle(const struct gt_machine *c)
{
    uint64_t last = 0;
    for (unsigned i = 0; i < c->n; i++)
        last = c->ended[i] > last ? c->ended[i] : last;
    return last + 1;
}

/* Where a warp of the first SM is that has one. */
static bool somewhere(const struct gt_machine *c, struct gt_where *at)
{
    unsigned i = 0;
    while (i < c->n && !sm_where(c->sm[i], at))
        i++;
    at->insns = 0;
    for (unsigned k = 0; k < c->n; k++)
        at->insns += gt_sm_warp_insns(c->sm[k]);
    return i < c->n;
}

/* ---- the run -------------------------------------------------------------------------------------- */

static enum gt_status run(struct gt_machine *c, struct gt_result *res, gt_progress *p, void *ctx, gt_event_sink *sink,
                          void *sink_ctx)
{
    const struct gt_launch *l = c->launch;
    uint64_t max = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES, reported = 0, tell = TELL_CYCLES;
    for (;;) {
        dist_decide(&c->dist, c->from + GT_BLOCK_DONE_CYCLES);
        bool sending = c->dist.sent < c->dist.blocks;
        c->to = c->from + memory_way(c->memory);
        if (sending && c->to > c->from + GT_BLOCK_SEND_CYCLES + GT_BLOCK_DONE_CYCLES)
            c->to = c->from + GT_BLOCK_SEND_CYCLES + GT_BLOCK_DONE_CYCLES;
        if (c->to > max)
            c->to = max;
        step_all(c);

        const struct gt_sm *bad = first_fault(c, &res->cycles);
        give_events(c, res->cycles, sink, sink_ctx);
        if (bad)
            return fault(c, bad, res);
        memory_step(c->memory, c->to);
        uint64_t done = blocks_done(c);
        if (done == c->dist.blocks) {
            res->cycles = end_cycle(c);
            return GT_OK;
        }
        enum gt_hang why = stuck(c);
        if (why != GT_HANG_LIMIT || c->to == max)
            return hang(c, c->to, res, why);
        struct gt_where at;
        bool where = c->to >= tell && somewhere(c, &at);
        if (p && (done != reported || where))
            p(ctx, reported = done, c->dist.blocks, c->to, where ? &at : NULL);
        tell = where ? c->to + TELL_CYCLES : tell;
        c->from = c->to;
    }
}

static bool start(struct gt_machine *c)
{
    struct gt_gpu *g = c->gpu;
    c->n = c->kind->tpcs * c->kind->sms;
    if (!(c->memory = memory_new(g, c->launch, c->kind->tpcs, c->kind->sms)))
        return false;
    for (unsigned t = 0; t < c->kind->tpcs; t++)
        if (!(c->l2[t] = l2_new(c->kind->sms, memory_lines(c->memory, t))) ||
            !(c->tex[t] = tex_new(g, c->kind->sms, memory_port(c->memory, c->n + t))))
            return false;
    for (unsigned i = 0; i < c->n; i++) {
        unsigned tpc = i / c->kind->sms;
        if (!(c->sm[i] = sm_new_like(g, c->launch, &c->cfg, i ? c->sm[0] : NULL)))
            return false;
        sm_place(c->sm[i], tpc, i % c->kind->sms, i,
                 g->clock + (uint64_t)(c->kind->tpcs - 1 - tpc) * GT_TPC_CLOCK_SKEW);
        c->sm[i]->l2 = c->l2[tpc];
        c->sm[i]->port = i % c->kind->sms;
        pending_connect(&c->sm[i]->pending, &c->sm[i]->core, memory_port(c->memory, i), c->tex[tpc], c->sm[i]->port);
    }
    dist_init(&c->dist, c->kind, g->next_tpc, (uint64_t)c->launch->grid_x * c->launch->grid_y, c->cfg.max_blocks);
    return true;
}

void gt_machine_free(struct gt_machine *c)
{
    if (!c)
        return;
    crew_free(c->crew);
    gt_watch_free(c->watch);
    for (unsigned t = 0; t < c->kind->tpcs; t++) {
        l2_free(c->l2[t]);
        free(c->tex[t]);
    }
    for (unsigned i = c->n; i-- > 0;)           /* the first one last: the others use its decoded code */
        gt_sm_free(c->sm[i]);
    memory_free(c->memory);
    free(c);
}

struct gt_machine *gt_machine_new(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg)
{
    struct gt_machine *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    *c = (struct gt_machine){.gpu = g, .launch = l, .kind = g->chip, .cfg = *cfg};
    if (start(c))
        return c;
    gt_machine_free(c);
    return NULL;
}

enum gt_status chip_run(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg, struct gt_result *res,
                        gt_progress *p, void *ctx, gt_event_sink *sink, void *sink_ctx)
{
    struct gt_machine *c = gt_machine_new(g, l, cfg);
    unsigned threads = g->threads ? g->threads : crew_cores();
    if (!c || !(c->crew = crew_new(threads < c->kind->tpcs ? threads : c->kind->tpcs))) {
        snprintf(res->message, sizeof res->message, "kernel %s: out of memory or of host threads for %u SMs",
                 l->name ? l->name : "?", g->chip->tpcs * g->chip->sms);
        gt_machine_free(c);
        return res->status = GT_BAD_LAUNCH;
    }
    c->watch = gt_watch_new(l, c->n);
    c->told = sink;
    for (unsigned i = 0; i < c->n; i++) {
        gt_sm_set_events(c->sm[i], c->told);
        c->sm[i]->log.kept = true;
    }
    res->status = run(c, res, p, ctx, sink, sink_ctx);
    gt_machine_settle(c);
    for (unsigned i = 0; i < c->n; i++) {
        res->warp_insns += gt_sm_warp_insns(c->sm[i]);
        res->thread_insns += gt_sm_thread_insns(c->sm[i]);
    }
    dist_end(&c->dist, g, res->cycles);
    gt_machine_free(c);
    return res->status;
}

/* ---- cycle by cycle ------------------------------------------------------------------------------- */

bool gt_machine_step(struct gt_machine *c)
{
    uint64_t until;
    dist_decide(&c->dist, c->from + GT_BLOCK_DONE_CYCLES);
    c->to = c->from + 1;
    for (unsigned t = 0; t < c->kind->tpcs; t++)
        step_tpc(c, t);
    memory_step(c->memory, c->to);
    c->from = c->to;
    return !first_fault(c, &until);
}

const struct dram_pins *gt_machine_pins(const struct gt_machine *c, unsigned partition)
{
    return memory_pins(c->memory, partition);
}

void gt_machine_settle(struct gt_machine *c)
{
    uint64_t until;
    first_fault(c, &until);
    memory_end(c->memory, until);
}

void gt_machine_end(const struct gt_machine *c, struct gt_gpu *g, uint64_t cycles)
{
    dist_end(&c->dist, g, cycles);
}

struct gt_sm *gt_machine_sm(struct gt_machine *c, unsigned sm)
{
    return c->sm[sm];
}
