/* SPDX-License-Identifier: Apache-2.0
 *
 * gt_model_run(): a whole grid on the cycle model, blocks in order, x fastest. Here one SM; chips of several: chip.c.
 */
#include "sm/sm.h"
#include "peers.h"
#include "watch.h"

#include <stdio.h>
#include <string.h>

#define CHECK_CYCLES 4096               /* how often hangs and progress are looked at; a power of two */

static enum gt_status hang(const struct gt_sm *sm, const struct gt_launch *l, struct gt_result *res, enum gt_hang why,
                           const struct gt_spins *spins)
{
    int n = gt_hang_title(l, why, sm->cyc, res->message, sizeof res->message);
    if (n > 0 && (size_t)n + 1 < sizeof res->message) {
        res->message[n++] = '\n';
        gt_sm_report(sm, spins, res->message + n, sizeof res->message - (size_t)n);
    }
    return GT_HANG;
}

/* The first cycle after the present one in which there is something to look at but the SM itself. */
static uint64_t next_look(const struct gt_sm *sm, uint64_t watch, uint64_t max)
{
    uint64_t next = (sm->cyc | (CHECK_CYCLES - 1)) + 1;
    if (watch < next)
        next = watch;
    return max < next ? max : next;
}

/* One SM until all blocks are done. Events are on while somebody takes them or a window of the watch is open. */
static enum gt_status run(struct gt_sm *sm, const struct gt_launch *l, struct gt_result *res, gt_progress *p, void *ctx,
                          gt_event_sink *sink, void *sink_ctx, struct gt_watch *watch)
{
    uint64_t max = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES;
    uint64_t blocks = (uint64_t)l->grid_x * l->grid_y, offered = 0, reported = 0;
    uint64_t turn = watch ? gt_watch_next(watch) : UINT64_MAX, look = next_look(sm, turn, max);
    bool watching = false, events = sink;
    gt_sm_offer(sm, 0, 0);
    for (;;) {
        bool running = gt_sm_step(sm);
        if (events) {
            size_t n;
            const struct gt_event *e = gt_sm_events(sm, &n);
            if (n && sink)
                sink(sink_ctx, e, n);
            if (n && watching) {
                gt_watch_take(watch, 0, e, n);
                watching = gt_watch_open(watch);
                events = sink || watching;
                sm_set_events(sm, sink || sm->tap, watching);
            }
        }
        if (!running) {
            res->fault = *gt_sm_fault(sm);
            gt_fault_message(l, &res->fault, res->message, sizeof res->message);
            return GT_FAULT;
        }
        if (sm->cta.accepted) {
            if (++offered < blocks)
                gt_sm_offer(sm, (int)(offered % l->grid_x), (int)(offered / l->grid_x));
            else
                gt_sm_offer(sm, -1, 0);
        }
        if (sm->cta.done == blocks)
            return GT_OK;
        if (sm->cyc < look)
            continue;
        if (sm->cyc >= turn) {
            const struct gt_spins *spins = gt_watch_spins(watch, 0);
            if (gt_watch_turn(watch, sm->cyc) && sm_stuck(sm, spins))
                return hang(sm, l, res, sm_stuck(sm, NULL) ? GT_HANG_BARRIERS : GT_HANG_SPINS, spins);
            turn = gt_watch_next(watch);
            watching = gt_watch_open(watch);
            events = sink || watching;
            sm_set_events(sm, sink || sm->tap, watching);
        }
        if (sm->cyc >= max)
            return hang(sm, l, res, sm_stuck(sm, NULL) ? GT_HANG_BARRIERS : GT_HANG_LIMIT, NULL);
        look = next_look(sm, turn, max);
        if (sm->cyc & (CHECK_CYCLES - 1))
            continue;
        if (sm_stuck(sm, NULL))
            return hang(sm, l, res, GT_HANG_BARRIERS, NULL);
        struct gt_where at;
        bool where = !(sm->cyc & (TELL_CYCLES - 1)) && sm_where(sm, &at);
        if (p && (sm->cta.done != reported || where))
            p(ctx, reported = sm->cta.done, blocks, sm->cyc, where ? &at : NULL);
    }
}

enum gt_status gt_model_run(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res, gt_progress *p,
                            void *ctx)
{
    return gt_model_run_events(g, l, res, p, ctx, NULL, NULL);
}

enum gt_status gt_model_run_events(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res, gt_progress *p,
                                   void *ctx, gt_event_sink *sink, void *sink_ctx)
{
    struct gt_config cfg;
    memset(res, 0, sizeof *res);
    if (!gt_launch_config(g, l, &cfg, res) || !gt_peers_fit(g, l, res))
        return res->status = GT_BAD_LAUNCH;
    if (g->chip->tpcs * g->chip->sms > 1)
        return chip_run(g, l, &cfg, res, p, ctx, sink, sink_ctx);
    struct gt_sm *sm = gt_sm_new(g, l, &cfg);
    if (!sm || (g->tap && !sm_tap_on(sm, g->tap))) {
        gt_sm_free(sm);
        snprintf(res->message, sizeof res->message, "kernel %s: out of memory", l->name ? l->name : "?");
        return res->status = GT_BAD_LAUNCH;
    }
    gt_sm_set_events(sm, sink || g->tap);
    struct gt_watch *watch = gt_watch_new(g, l, &cfg, 1);        /* NULL, no memory: spinning is not told */
    res->status = run(sm, l, res, p, ctx, sink, sink_ctx, watch);
    gt_watch_free(watch);
    res->cycles = gt_sm_cycle(sm);
    res->warp_insns = gt_sm_warp_insns(sm);
    res->thread_insns = gt_sm_thread_insns(sm);
    gt_sm_free(sm);
    return res->status;
}
