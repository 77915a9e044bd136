/* SPDX-License-Identifier: Apache-2.0
 *
 * A grid on a chip of several SMs (docs/units/distributor.md), on several host threads.
 *
 * The TPCs run by themselves for a quantum of cycles that is no longer than the time in which one of them could feel
 * what another does: the way through the memory (memory_way), the way of an ended block to the distributor
 * and of the next one back while there are blocks to send. At its end the memory takes what has arrived, the requests
 * of all SMs in one order, and the distributor decides what it can. Nothing of it depends on the number of host
 * threads (DIST-9), nor on the number of processes that have the TPCs (chip_peers.c).
 */
#include "chip.h"
#include "peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cycles after a block's end in which its SM may still have something under way (line fetches). */
#define DRAIN_CYCLES 2048
/* Warp instructions in a quantum: if fewer, one thread makes the next one. */
#define WORK 16

/* ---- one TPC ---------------------------------------------------------------------------------- */

static bool sm_quiet(const struct gt_machine *c, unsigned i)
{
    const struct gt_sm *sm = c->sm[i];
    uint64_t block;
    if (sm->cta.resident || (sm->cta.done && c->from < c->ended[i] + DRAIN_CYCLES))
        return false;
    return c->to <= GT_INIT_CYCLES || !dist_offer(&c->dist, i, c->to - 1, &block);
}

/* One cycle of SM i: offers it a block, notes that it took one or that one of its blocks ended. */
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
        all_quiet = all_quiet && sm_quiet(c, i);
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
    for (unsigned i = first; c->watching && c->watch && i < end; i++)
        gt_watch_take(c->watch, i, c->log[i]->ev, c->log[i]->n);
}

/* Task of the crew: one of the TPCs, or the memory behind them. */
static void step_task(void *ctx, unsigned i)
{
    struct gt_machine *c = ctx;
    if (i)
        step_tpc(c, c->first + i - 1);
    else if (c->host)
        memory_middle(c->memory, c->to);
}

/* A few instructions are not worth waking the crew. */
void machine_step(struct gt_machine *c)
{
    unsigned tasks = c->end - c->first + 1;
    if (c->work >= WORK)
        crew_run(c->crew, tasks, step_task, c);
    else
        for (unsigned i = 0; i < tasks; i++)
            step_task(c, i);
    uint64_t issued = 0;
    for (unsigned i = c->first * c->kind->sms; i < c->end * c->kind->sms; i++)
        issued += c->sm[i]->warp_insns;
    c->work = issued - c->issued;
    c->issued = issued;
}

/* ---- the end of a quantum ---------------------------------------------------------------------- */

/* Of an SM, here or in another process. */
static bool sm_stopped(const struct gt_machine *c, unsigned i)
{
    return c->sm[i] ? c->sm[i]->stopped : c->away[i].stopped;
}
static uint64_t cycle_of(const struct gt_machine *c, unsigned i) { return c->sm[i] ? c->sm[i]->cyc : c->away[i].cyc; }
static uint64_t done_by(const struct gt_machine *c, unsigned i)
{
    return c->sm[i] ? c->sm[i]->cta.done : c->away[i].done;
}
static bool sm_resident(const struct gt_machine *c, unsigned i)
{
    return c->sm[i] ? c->sm[i]->cta.resident != 0 : c->away[i].resident;
}
static bool stuck_on(const struct gt_machine *c, unsigned i, const struct gt_spins *spins)
{
    return c->sm[i] ? sm_stuck(c->sm[i], spins) : sm_stand_stuck(&c->away[i].stand, spins);
}
static uint64_t warp_insns(const struct gt_machine *c, unsigned i)
{
    return c->sm[i] ? c->sm[i]->warp_insns : c->away[i].warp_insns;
}
static uint64_t thread_insns(const struct gt_machine *c, unsigned i)
{
    return c->sm[i] ? c->sm[i]->thread_insns : c->away[i].thread_insns;
}

/* DIST-7: the SM with the first fault, the lowest number among equals; -1: none. *until: the quantum counts before
 * this cycle. */
static int first_fault(const struct gt_machine *c, uint64_t *until)
{
    int first = -1;
    *until = c->to;
    for (unsigned i = 0; i < c->n; i++)
        if (sm_stopped(c, i) && (first < 0 || cycle_of(c, i) < *until)) {
            first = (int)i;
            *until = cycle_of(c, i);
        }
    return first;
}

/* Hands out the events before cycle until, of all SMs in the order of cycles, and empties the logs. */
static void give_events(struct gt_machine *c, uint64_t until, gt_event_sink *sink, void *ctx)
{
    size_t at[CHIP_SMS] = {0};
    for (uint64_t cycle = c->from; sink && cycle < until; cycle++)
        for (unsigned i = 0; i < c->n; i++) {
            const struct event_log *log = c->log[i];
            size_t first = at[i];
            while (at[i] < log->n && log->ev[at[i]].cycle == cycle)
                at[i]++;
            if (at[i] > first)
                sink(ctx, log->ev + first, at[i] - first);
        }
    for (unsigned i = 0; i < c->n; i++)
        c->log[i]->n = 0;
}

static uint64_t blocks_done(const struct gt_machine *c)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < c->n; i++)
        n += done_by(c, i);
    return n;
}

/* DIST-8: every warp that there is waits at a barrier, or spins as the watch told (NULL: none does), and no block is
 * on its way. */
static bool is_deadlocked(const struct gt_machine *c, const struct gt_watch *watch)
{
    bool any = false;
    for (unsigned i = 0; i < c->n; i++) {
        const struct doorway *w = &c->dist.door[i];
        if (sm_resident(c, i)) {
            any = true;
            if (!stuck_on(c, i, watch ? gt_watch_spins(watch, i) : NULL))
                return false;
        }
        if (w->in_count || (c->dist.sent < c->dist.blocks && (w->places || w->done_count)))
            return false;
    }
    return any;
}

static void set_events(struct gt_machine *c)
{
    for (unsigned i = c->first * c->kind->sms; i < c->end * c->kind->sms; i++)
        sm_set_events(c->sm[i], c->told, c->watching);
}

/* At the end of a quantum. GT_HANG_LIMIT: the machine may go on. */
static enum gt_hang find_hang(struct gt_machine *c)
{
    if (c->watching)
        gt_watch_share(c->watch);
    bool closed = c->watch && c->to >= gt_watch_next(c->watch) && gt_watch_turn(c->watch, c->to);
    c->watching = c->watch && gt_watch_open(c->watch);
    set_events(c);
    if (is_deadlocked(c, NULL))
        return GT_HANG_BARRIERS;
    return closed && is_deadlocked(c, c->watch) ? GT_HANG_SPINS : GT_HANG_LIMIT;
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
        const struct gt_spins *spins = watch ? gt_watch_spins(watch, i) : NULL;
        if (c->sm[i])
            gt_sm_report(c->sm[i], spins, warps, sizeof warps);
        else
            peers_report(c, i, spins, warps, sizeof warps);
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

static enum gt_status report_hang(const struct gt_machine *c, uint64_t cycle, struct gt_result *res, enum gt_hang why)
{
    size_t n = sizeof res->message;
    int title = gt_hang_title(c->launch, why, cycle, res->message, n);
    size_t at = title < 0 ? 0 : (size_t)title < n - 1 ? (size_t)title : n - 2;
    res->message[at++] = '\n';
    gt_machine_describe(c, why == GT_HANG_SPINS ? c->watch : NULL, res->message + at, n - at);
    return GT_HANG;
}

static const struct gt_fault *fault_of(const struct gt_machine *c, int i)
{
    return c->sm[i] ? &c->sm[i]->fault : &c->away[i].fault;
}

static enum gt_status report_fault(const struct gt_machine *c, const struct gt_fault *f, struct gt_result *res)
{
    res->fault = *f;
    gt_fault_message(c->launch, &res->fault, res->message, sizeof res->message);
    return GT_FAULT;
}

static uint64_t end_cycle(const struct gt_machine *c)
{
    uint64_t last = 0;
    for (unsigned i = 0; i < c->n; i++) {
        uint64_t ended = c->sm[i] ? c->ended[i] : c->away[i].ended;
        last = ended > last ? ended : last;
    }
    return last + 1;
}

/* Where a warp of the first SM is that has one. */
static bool where_running(const struct gt_machine *c, struct gt_where *at)
{
    unsigned i = 0;
    while (i < c->n && !(c->sm[i] ? sm_where(c->sm[i], at) : c->away[i].somewhere))
        i++;
    if (i < c->n && !c->sm[i])
        *at = c->away[i].where;
    at->insns = 0;
    for (unsigned k = 0; k < c->n; k++)
        at->insns += warp_insns(c, k);
    return i < c->n;
}

/* All blocks have ended. */
static bool all_ended(const struct gt_machine *c) { return blocks_done(c) == c->dist.blocks; }

/* GPU-7: what behind the end turned out not to be mapped; false: nothing. */
static bool late_fault(const struct gt_machine *c, struct gt_fault *f)
{
    uint64_t until;
    int bad = first_fault(c, &until);
    const struct tlb_fault *late = memory_late_fault(c->memory);
    if (bad >= 0)
        *f = *fault_of(c, bad);
    else if (late)
        *f = (struct gt_fault){.code = memory_fault_code(late), .addr = late->addr};
    return bad >= 0 || late;
}

/* ---- the run -------------------------------------------------------------------------------------- */

/* Quantum after quantum until all blocks are done or one thing stops it: fault, limit, deadlock. */
static enum gt_status run_quanta(struct gt_machine *c, struct gt_result *res, gt_progress *p, void *ctx,
                                 gt_event_sink *sink, void *sink_ctx)
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
        peers_begin(c);
        machine_step(c);
        peers_finish(c);

        int bad = first_fault(c, &res->cycles);
        if (all_ended(c) && end_cycle(c) < res->cycles) {
            res->cycles = end_cycle(c);
            bad = -1;
        }
        give_events(c, res->cycles, sink, sink_ctx);
        if (bad >= 0)
            return report_fault(c, fault_of(c, bad), res);
        peers_middle(c);
        memory_step(c->memory, c->to);
        uint64_t done = blocks_done(c);
        if (done == c->dist.blocks)
            return GT_OK;
        enum gt_hang why = find_hang(c);
        if (why != GT_HANG_LIMIT || c->to == max)
            return report_hang(c, c->to, res, why);
        struct gt_where at;
        bool where = c->to >= tell && where_running(c, &at);
        if (p && (done != reported || where))
            p(ctx, reported = done, c->dist.blocks, c->to, where ? &at : NULL);
        tell = where ? c->to + TELL_CYCLES : tell;
        c->from = c->to;
    }
}

/* Builds the TPCs of this process, and connects each SM to its port; false: out of memory. */
static bool build_machine(struct gt_machine *c)
{
    struct gt_gpu *g = c->gpu;
    c->n = c->kind->tpcs * c->kind->sms;
    if (!(c->memory = memory_new(g, c->launch, c->kind->tpcs, c->kind->sms)))
        return false;
    for (unsigned t = c->first; t < c->end; t++)
        if (!(c->l2[t] = l2_new(c->kind->sms, memory_lines(c->memory, t), c->kind->values)) ||
            !(c->tex[t] = tex_new(g, c->kind->sms, memory_port(c->memory, c->n + t))))
            return false;
    for (unsigned i = 0; i < c->n; i++)
        c->log[i] = &c->away_log[i];
    unsigned first = c->first * c->kind->sms;
    for (unsigned i = first; i < c->end * c->kind->sms; i++) {
        unsigned tpc = i / c->kind->sms;
        if (!(c->sm[i] = sm_new_like(g, c->launch, &c->cfg, i > first ? c->sm[first] : NULL)))
            return false;
        sm_place(c->sm[i], tpc, i % c->kind->sms, i,
                 g->clock + (uint64_t)(c->kind->tpcs - 1 - tpc) * GT_TPC_CLOCK_SKEW);
        c->log[i] = &c->sm[i]->log;
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
    for (unsigned t = c->first; t < c->end; t++) {
        l2_free(c->l2[t]);
        free(c->tex[t]);
    }
    for (unsigned i = c->n; i-- > 0;)           /* the first one last: the others use its decoded code */
        gt_sm_free(c->sm[i]);
    for (unsigned i = 0; i < c->n; i++)
        free(c->away_log[i].ev);
    for (unsigned p = 0; c->next && p < c->peers->n; p++)
        message_free(&c->next[p]);
    free(c->next);
    free(c->away);
    memory_free(c->memory);
    free(c->looks);
    free(c);
}

struct gt_machine *machine_new(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg,
                               const struct gt_peers *peers, unsigned first, unsigned end)
{
    struct gt_machine *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    *c = (struct gt_machine){.gpu = g, .launch = l, .kind = g->chip, .cfg = *cfg, .peers = peers, .first = first,
                             .end = end, .host = !peers || !peers->self};
    c->away = peers ? calloc(CHIP_SMS, sizeof *c->away) : NULL;
    c->next = peers ? calloc(peers->n, sizeof *c->next) : NULL;
    if ((!peers || (c->away && c->next)) && build_machine(c)) {
        for (unsigned i = first * c->kind->sms; i < end * c->kind->sms; i++)
            c->sm[i]->log.kept = peers != NULL;
        return c;
    }
    gt_machine_free(c);
    return NULL;
}

struct gt_machine *gt_machine_new(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg)
{
    return machine_new(g, l, cfg, NULL, 0, g->chip->tpcs);
}

bool machine_crew(struct gt_machine *c)
{
    unsigned threads = c->gpu->threads ? c->gpu->threads : crew_cores(), tpcs = c->end - c->first;
    if (threads > tpcs)
        threads = tpcs ? tpcs : 1;
    return (c->crew = crew_new(threads)) != NULL;
}

enum gt_status chip_run(struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg, struct gt_result *res,
                        gt_progress *progress, void *ctx, gt_event_sink *sink, void *sink_ctx)
{
    const struct gt_peers *p = g->peers;
    struct gt_machine *c = machine_new(g, l, cfg, p, 0, p ? gt_peers_first(p->n, g->chip, 1) : g->chip->tpcs);
    if (!c || !machine_crew(c)) {
        snprintf(res->message, sizeof res->message, "kernel %s: out of memory or of host threads for %u SMs",
                 l->name ? l->name : "?", g->chip->tpcs * g->chip->sms);
        gt_machine_free(c);
        return res->status = GT_BAD_LAUNCH;
    }
    if (p && !gt_peers_launch(g, l, cfg, GT_PEERS_MODEL, NULL, res)) {
        gt_machine_free(c);
        return res->status;
    }
    c->watch = gt_watch_new(g, l, cfg, c->n);
    c->told = sink;
    set_events(c);
    for (unsigned i = 0; i < c->end * c->kind->sms; i++)
        c->sm[i]->log.kept = true;
    res->status = run_quanta(c, res, progress, ctx, sink, sink_ctx);
    peers_settle(c);
    gt_machine_settle(c);
    struct gt_fault late;
    if (res->status == GT_OK && late_fault(c, &late))
        res->status = report_fault(c, &late, res);
    for (unsigned i = 0; i < c->n; i++) {
        res->warp_insns += warp_insns(c, i);
        res->thread_insns += thread_insns(c, i);
    }
    gt_machine_end(c, g, res);
    gt_machine_free(c);
    return res->status;
}

/* ---- cycle by cycle ------------------------------------------------------------------------------- */

static void look_texture(struct gt_machine *c, unsigned t)
{
    const struct tex_l1 *l1 = &c->tex[t]->l1;
    if (c->looks && l1->event.cycle == c->from)
        gpu_look_add(c->looks, LOOK_TEX_L1, t, l1->event.hit, l1->event.place / TEX_L1_SETS, l1->event.sector,
                     l1->event.id, 0);
}

bool gt_machine_step(struct gt_machine *c)
{
    uint64_t until;
    dist_decide(&c->dist, c->from + GT_BLOCK_DONE_CYCLES);
    c->to = c->from + 1;
    if (c->looks)
        c->looks->n = 0;
    for (unsigned t = 0; t < c->kind->tpcs; t++) {
        step_tpc(c, t);
        look_texture(c, t);
    }
    memory_step(c->memory, c->to);
    c->from = c->to;
    return first_fault(c, &until) < 0;
}

const struct dram_pins *gt_machine_pins(const struct gt_machine *c, unsigned partition)
{
    return memory_pins(c->memory, partition);
}

const struct gpu_looks *gt_machine_looks(struct gt_machine *c)
{
    if (!c->looks && c->kind->partitions && (c->looks = calloc(1, sizeof *c->looks)))
        memory_looks(c->memory, c->looks);
    return c->looks;
}

void gt_machine_settle(struct gt_machine *c)
{
    uint64_t until;
    first_fault(c, &until);
    memory_end(c->memory, all_ended(c) && end_cycle(c) < until ? end_cycle(c) : until);
}

bool gt_machine_over(const struct gt_machine *c, uint64_t *cycles)
{
    *cycles = all_ended(c) ? end_cycle(c) : 0;
    return *cycles && *cycles <= c->from;
}

bool gt_machine_late_fault(const struct gt_machine *c, struct gt_fault *f) { return late_fault(c, f); }

uint64_t gt_machine_fence(const struct gt_machine *c) { return memory_fence(c->memory); }

void gt_machine_end(struct gt_machine *c, struct gt_gpu *g, const struct gt_result *res)
{
    if (res->status != GT_OK) {
        dist_end(&c->dist, g, res->cycles);
        return;
    }
    dist_end(&c->dist, g, memory_took(c->memory, res->cycles));
    memory_keep(c->memory, g);
}

struct gt_sm *gt_machine_sm(struct gt_machine *c, unsigned sm)
{
    return c->sm[sm];
}
