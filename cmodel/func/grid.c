/* SPDX-License-Identifier: Apache-2.0
 *
 * gt_func_run: a whole grid, values only. Blocks run one after the other in row order; the warps of a block
 * take turns, each until its next barrier, its end, or the end of its time slice (so that a warp spinning on
 * a value that another warp writes does not stop the block). Other orders: weave.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"

#define SLICE 65536             /* warp instructions per turn */

struct grid {
    struct gt_core core;
    struct gt_config cfg;
    struct gt_flight f;
    uint32_t pm[4];
    uint64_t insns, thread_insns, limit;
    uint64_t look;                      /* when to look next whether all warps spin */
};

/* Plain instructions one behind the other, at most n and at least one of them: no branch, no predicate, no marker,
 * nothing that looks at the clock. Returns how many; false in *ok: the last one faulted. */
static inline __attribute__((always_inline)) uint64_t plain(struct gt_core *c, struct gt_warp *w,
                                                            const struct gt_micro *u, uint32_t active,
                                                            uint64_t n, const bool whole, bool *ok)
{
    const struct gt_micro *last;
    uint64_t left = n;
    do {
        last = u;
        if (!(whole ? u->whole : u->body)(c, w, u, active, NULL)) {
            c->fault.pc = w->pc = u->pc;
            *ok = false;
            return n - left + 1;
        }
        u = u->next;
    } while (--left && u->plain);
    w->pc = last->pc + last->len;
    return n - left;
}

static uint64_t run_plain(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint64_t n, bool *ok)
{
    const uint32_t active = w->active;
    return active == 0xffffffff ? plain(c, w, u, 0xffffffff, n, true, ok) : plain(c, w, u, active, n, false, ok);
}

/* One turn of a warp. */
static enum gt_turn run_warp(struct grid *g, struct gt_warp *w)
{
    struct gt_core *c = &g->core;
    const struct gt_micro *micros = ((const struct gt_priv *)c->priv)->micros;
    const uint32_t words = c->launch->code_words;
    enum gt_turn end = TURN_OVER;
    uint64_t stop = g->insns + SLICE < g->limit ? g->insns + SLICE : g->limit, n = g->insns, threads = 0;
    while (n < stop && end == TURN_OVER) {
        const struct gt_micro *u = w->pc / 4 < words ? &micros[w->pc / 4] : gt_core_micro(c, w->pc);
        if (u->plain) {
            bool ok = true;
            uint64_t done = run_plain(c, w, u, stop - n, &ok);
            n += done;
            threads += done * gt_lanes_of(w->active);
            if (ok)
                continue;
            end = TURN_FAULT;
            break;
        }
        if (u->join) {
            bool redirected;
            if (!gt_ctl_join(c, w, &redirected, NULL)) {
                end = TURN_FAULT;
                break;
            }
            if (redirected)
                continue;
        }
        n++;
        threads += gt_lanes_of(w->active);
        w->clock = (uint32_t)n;
        if (u->cls == UC_BODY) {
            uint32_t exec = gt_micro_exec(w, u);
            if (exec && !u->body(c, w, u, exec, NULL)) {
                end = TURN_FAULT;
                break;
            }
            if (!u->exit)
                w->pc += u->len;
        } else {
            end = gt_flight_uncommon(&g->f, c, w, u);
        }
        if (u->exit && end != TURN_FAULT && !gt_ctl_exit(c, w, NULL))
            end = TURN_FAULT;
        if (w->finished)
            end = end == TURN_FAULT ? end : TURN_DONE;
    }
    g->insns = n;
    g->thread_insns += threads;
    return end == TURN_OVER && n >= g->limit ? TURN_LIMIT : end;
}

static enum gt_turn run_block(struct grid *g)
{
    struct gt_flight *f = &g->f;
    uint32_t left = g->cfg.nwarps;
    while (left) {
        bool moved = false;
        for (uint32_t i = 0; i < g->cfg.nwarps; i++) {
            if (f->warps[i].finished || f->waits[i] >= 0)
                continue;
            moved = true;
            enum gt_turn t = run_warp(g, &f->warps[i]);
            if (t == TURN_FAULT || t == TURN_LIMIT)
                return t;
            if (t == TURN_DONE) {
                left--;
                gt_flight_left(f);
            }
        }
        if (!moved)
            return TURN_BARRIER;                /* all wait: deadlock */
        if (left && g->insns >= g->look) {
            g->look = 2 * g->insns;
            if (gt_flight_spins(f, &g->core))
                return TURN_SPIN;
        }
    }
    return TURN_DONE;
}

static void report_hang(struct grid *g, const struct gt_launch *l, const char *why, struct gt_result *res)
{
    size_t at = (size_t)snprintf(res->message, sizeof res->message, "kernel %s: %s, block (%u,%u)",
                                 l->name ? l->name : "?", why,
                                 (unsigned)g->f.block.ctaid_x, (unsigned)g->f.block.ctaid_y);
    gt_flight_describe(&g->f, &g->core, res->message, at, sizeof res->message);
    res->status = GT_HANG;
}

static void finish(struct grid *g, const struct gt_launch *l, enum gt_turn t, struct gt_result *res)
{
    char why[160];
    bool last = g->f.block.ctaid_x + 1 == l->grid_x && g->f.block.ctaid_y + 1 == l->grid_y;
    if (t == TURN_FAULT) {
        res->status = GT_FAULT;
        res->fault = g->core.fault;
        gt_fault_message(l, &res->fault, res->message, sizeof res->message);
    } else if (t == TURN_LIMIT) {
        snprintf(why, sizeof why, "hang, stopped after %llu warp instructions", (unsigned long long)g->limit);
        report_hang(g, l, why, res);
    } else if (t == TURN_BARRIER) {
        report_hang(g, l, "deadlock, every running warp waits at a barrier", res);
    } else if (t == TURN_SPIN) {
        snprintf(why, sizeof why, "deadlock, every running warp waits at a barrier or spins, and none of them writes%s",
                 last ? "" : " (here later blocks start when this one has ended)");
        report_hang(g, l, why, res);
    }
    res->warp_insns = g->insns;
    res->thread_insns = g->thread_insns;
}

static enum gt_status no_memory(const struct gt_launch *l, struct gt_result *res)
{
    snprintf(res->message, sizeof res->message, "kernel %s: the model cannot start (out of host memory, or "
             "floating-point rounding is not to nearest)", l->name ? l->name : "?");
    return res->status = GT_BAD_LAUNCH;
}

enum gt_status gt_func_run(struct gt_gpu *gpu, const struct gt_launch *l, struct gt_result *res, gt_progress *p,
                           void *ctx)
{
    struct gt_config cfg;
    if (!gt_launch_config(gpu, l, &cfg, res))
        return res->status;
    struct grid *g = calloc(1, sizeof *g);
    if (!g)
        return no_memory(l, res);
    g->cfg = cfg;
    g->limit = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES;
    enum gt_turn t = TURN_DONE;
    if (!gt_flight_init(&g->f, &g->cfg) || !gt_core_init(&g->core, gpu, l, &g->cfg)) {
        no_memory(l, res);
        goto out;
    }
    g->core.pm = g->pm;
    gpu->untracked = true;
    g->look = 4 * SLICE;
    uint64_t blocks = (uint64_t)l->grid_x * l->grid_y;
    for (uint64_t i = 0; i < blocks && t == TURN_DONE; i++) {
        gt_flight_start(&g->f, &g->core, (uint32_t)(i % l->grid_x), (uint32_t)(i / l->grid_x), 0);
        t = run_block(g);
        if (p && t == TURN_DONE)
            p(ctx, i + 1, blocks, 0);
    }
    finish(g, l, t, res);
    gt_core_done(&g->core);
out:
    gt_flight_free(&g->f);
    free(g);
    return res->status;
}
