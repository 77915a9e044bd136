/* SPDX-License-Identifier: Apache-2.0
 *
 * gt_func_run: a whole grid, values only. Blocks run one after the other in row order (runner.c), or, when that takes
 * long, on several cores (team.c), or, when they wait for others, in turns (resident.c). Other orders: weave.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "crew.h"
#include "grid.h"

#define ALONE 32768             /* warp instructions before others are asked to help: a millisecond or so */

/* The block that is told, then the others of the same runner as far as there is room. */
static void report_hang(struct gt_runner *r, const struct gt_launch *l, const char *why, struct gt_result *res)
{
    const size_t room = sizeof res->message;
    const struct gt_flight *f = &r->told->f;
    size_t at = (size_t)snprintf(res->message, room, "kernel %s: %s, block (%u,%u)", l->name ? l->name : "?", why,
                                 (unsigned)f->block.ctaid_x, (unsigned)f->block.ctaid_y);
    at = gt_flight_describe(f, &r->core, res->message, at, room);
    for (unsigned i = 0; i < r->made && at < room; i++) {
        f = &r->seat[i]->f;
        if (!r->seat[i]->taken || r->seat[i] == r->told)
            continue;
        at += (size_t)snprintf(res->message + at, room - at, "\nblock (%u,%u):", (unsigned)f->block.ctaid_x,
                               (unsigned)f->block.ctaid_y);
        at = gt_flight_describe(f, &r->core, res->message, at, room);
    }
    res->status = GT_HANG;
}

/* How the run ended, as status and message: fault, limit of instructions, deadlock at barriers, or warps that spin. */
static void finish(struct gt_runner *r, const struct gt_launch *l, enum gt_turn t, struct gt_result *res)
{
    char why[256];
    if (t == TURN_FAULT) {
        res->status = GT_FAULT;
        res->fault = r->fault;
        gt_fault_message(l, &res->fault, res->message, sizeof res->message);
    } else if (t == TURN_LIMIT) {
        snprintf(why, sizeof why, "hang, stopped after %llu warp instructions", (unsigned long long)r->launch_limit);
        report_hang(r, l, why, res);
    } else if (t == TURN_BARRIER) {
        report_hang(r, l, "deadlock, every running warp waits at a barrier", res);
    } else if (t == TURN_SPIN) {
        uint64_t next = atomic_load(&r->share->next);
        gt_deadlock_text(next < r->to.blocks ? r->to.blocks - next : 0, gt_seats(r->core.gpu, r->cfg), why, sizeof why);
        report_hang(r, l, why, res);
    }
}

static enum gt_status no_memory(const struct gt_launch *l, struct gt_result *res)
{
    snprintf(res->message, sizeof res->message, "kernel %s: the model cannot start (out of host memory, or "
             "floating-point rounding is not to nearest)", l->name ? l->name : "?");
    return res->status = GT_BAD_LAUNCH;
}

/* How many blocks may run side by side on as many host threads. */
static unsigned helpful(const struct gt_runner *r, uint64_t left)
{
    const struct gt_gpu *g = r->core.gpu;
    unsigned threads = g->threads ? g->threads : crew_cores();
    threads = threads < r->seats ? threads : r->seats;
    return threads < left + 1 ? threads : (unsigned)(left + 1);
}

/* All blocks; in *who the runner of the one that ended the grid. In *team, if there is one, that runner lives. */
static enum gt_turn run_blocks(struct gt_runner *r, struct gt_team **team, struct gt_runner **who)
{
    bool asked = false;
    enum gt_turn t;
    *who = r;
    while ((t = gt_runner_start(r, 0)) == TURN_OVER) {
        t = gt_runner_block(r);
        uint64_t left = r->to.blocks - atomic_load(&r->share->next);
        if (!asked && left && (t == TURN_WAITS || (t == TURN_DONE && r->insns >= ALONE))) {
            asked = true;
            unsigned threads = helpful(r, left);
            if (threads > 1 && gt_team_may(&r->core) && (*team = gt_team_new(r, threads)))
                return gt_team_run(*team, who);
        }
        if (t == TURN_WAITS)
            t = gt_runner_resident(r);
        if (t != TURN_DONE)
            break;
    }
    return t;
}

enum gt_status gt_func_run(struct gt_gpu *gpu, const struct gt_launch *l, struct gt_result *res, gt_progress *p,
                           void *ctx)
{
    struct gt_config cfg;
    static const struct gt_checks none;
    if (gpu->observer)
        return gt_func_check(gpu, l, &none, res, p, ctx);
    if (!gt_launch_config(gpu, l, &cfg, res))
        return res->status;
    struct gt_runner *r = calloc(1, sizeof *r), *who;
    struct gt_team *team = NULL;
    enum gt_turn t = TURN_MEMORY;
    if (!r)
        return no_memory(l, res);
    r->to = (struct gt_listener){ p, ctx, (uint64_t)l->grid_x * l->grid_y };
    if (gt_runner_init(r, gpu, l, &cfg)) {
        gpu->untracked = true;
        t = run_blocks(r, &team, &who);
    }
    if (t == TURN_MEMORY)
        no_memory(l, res);
    else
        finish(who, l, t, res);
    res->warp_insns = r->insns;
    res->thread_insns = r->thread_insns;
    gt_team_free(team);
    gt_runner_free(r);
    free(r);
    return res->status;
}
