/* SPDX-License-Identifier: Apache-2.0
 *
 * gt_model_run(): a whole grid on the cycle model, blocks in order, x fastest. Here one SM; chips of several: chip.c.
 */
#include "timing.h"
#include "watch.h"

#include <stdio.h>
#include <string.h>

#define CHECK_CYCLES 4096               /* how often hangs and progress are looked at; a power of two */

static enum gt_status hang(const struct gt_sm *sm, const struct gt_launch *l, struct gt_result *res, enum gt_hang why,
                           const struct gt_watch *watch)
{
    int n = gt_hang_title(l, why, sm->cyc, res->message, sizeof res->message);
    if (n > 0 && (size_t)n + 1 < sizeof res->message) {
        res->message[n++] = '\n';
        gt_sm_report(sm, watch, res->message + n, sizeof res->message - (size_t)n);
    }
    return GT_HANG;
}

/* Looking for deadlocks in windows of the run (watch.h). */
struct lookout {
    struct gt_watch *watch;             /* NULL: no memory, or not yet */
    uint64_t next;                      /* cycle in which a window opens or closes */
    bool     open;
};

/* A window opens or closes. true: every running warp spins or waits at a barrier. */
static bool lookout_turn(struct lookout *o, struct gt_sm *sm, const struct gt_launch *l, bool events_on)
{
    uint64_t from, to;
    if (o->open) {
        gt_sm_set_events(sm, events_on);
        if (o->watch && sm_stuck(sm, gt_watch_spinning(o->watch)))
            return true;
    } else {
        if (!o->watch)
            o->watch = gt_watch_new(l);
        if (o->watch)
            gt_watch_open(o->watch);
        gt_sm_set_events(sm, events_on || o->watch);
    }
    gt_watch_window(sm->cyc, &from, &to);
    o->open = !o->open;
    o->next = o->open ? to : from;
    return false;
}

static enum gt_status run(struct gt_sm *sm, const struct gt_launch *l, struct gt_result *res, gt_progress *p, void *ctx,
                          gt_event_sink *sink, void *sink_ctx, struct lookout *o)
{
    uint64_t max = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES;
    uint64_t blocks = (uint64_t)l->grid_x * l->grid_y, offered = 0, reported = 0;
    uint64_t from;
    gt_watch_window(0, &o->next, &from);
    gt_sm_offer(sm, 0, 0);
    for (;;) {
        bool running = gt_sm_step(sm);
        if (sink || o->open) {
            size_t n;
            const struct gt_event *e = gt_sm_events(sm, &n);
            if (n && sink)
                sink(sink_ctx, e, n);
            if (n && o->open && o->watch)
                gt_watch_take(o->watch, e, n);
        }
        if (!running) {
            res->fault = *gt_sm_fault(sm);
            gt_fault_message(l, &res->fault, res->message, sizeof res->message);
            return GT_FAULT;
        }
        if (gt_sm_accepted(sm)) {
            if (++offered < blocks)
                gt_sm_offer(sm, (int)(offered % l->grid_x), (int)(offered / l->grid_x));
            else
                gt_sm_offer(sm, -1, 0);
        }
        if (sm->blocks_done == blocks)
            return GT_OK;
        if (sm->cyc == o->next && lookout_turn(o, sm, l, sink != NULL))
            return hang(sm, l, res, sm_stuck(sm, 0) ? GT_HANG_BARRIERS : GT_HANG_SPINS, o->watch);
        if (sm->cyc >= max)
            return hang(sm, l, res, sm_stuck(sm, 0) ? GT_HANG_BARRIERS : GT_HANG_LIMIT, NULL);
        if (sm->cyc & (CHECK_CYCLES - 1))
            continue;
        if (sm_stuck(sm, 0))
            return hang(sm, l, res, GT_HANG_BARRIERS, NULL);
        if (p && sm->blocks_done != reported) {
            reported = sm->blocks_done;
            p(ctx, reported, blocks, sm->cyc);
        }
    }
}

enum gt_status gt_model_run(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res, gt_progress *p, void *ctx)
{
    return gt_model_run_events(g, l, res, p, ctx, NULL, NULL);
}

enum gt_status gt_model_run_events(struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res, gt_progress *p, void *ctx,
                                   gt_event_sink *sink, void *sink_ctx)
{
    struct gt_config cfg;
    memset(res, 0, sizeof *res);
    if (!gt_launch_config(g, l, &cfg, res))
        return res->status = GT_BAD_LAUNCH;
    if (g->chip->tpcs * g->chip->sms > 1)
        return chip_run(g, l, &cfg, res, p, ctx, sink, sink_ctx);
    struct gt_sm *sm = gt_sm_new(g, l, &cfg);
    if (!sm) {
        snprintf(res->message, sizeof res->message, "kernel %s: out of memory", l->name ? l->name : "?");
        return res->status = GT_BAD_LAUNCH;
    }
    gt_sm_set_events(sm, sink != NULL);
    struct lookout o = {.watch = NULL};
    res->status = run(sm, l, res, p, ctx, sink, sink_ctx, &o);
    gt_watch_free(o.watch);
    res->cycles = gt_sm_cycle(sm);
    res->warp_insns = gt_sm_warp_insns(sm);
    res->thread_insns = gt_sm_thread_insns(sm);
    gt_sm_free(sm);
    return res->status;
}
