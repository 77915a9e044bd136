/* SPDX-License-Identifier: Apache-2.0
 *
 * gt_func_run: a whole grid, values only. Blocks run one after the other in row order; the warps of a block
 * take turns, each until its next barrier, its end, or the end of its time slice (so that a warp spinning on
 * a value that another warp writes does not stop the block).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gt_chip.h"
#include "micro.h"
#include "spin.h"

#define SLICE 65536             /* warp instructions per turn */
#define MAX_WARPS 16            /* of one block: 512 threads */

enum turn { TURN_OVER, TURN_BARRIER, TURN_DONE, TURN_FAULT, TURN_LIMIT, TURN_SPIN };

struct barrier { uint32_t count, wanted; bool all; };

struct grid {
    struct gt_core core;
    struct gt_config cfg;
    struct gt_block block;
    struct gt_warp warps[MAX_WARPS];
    int waits[MAX_WARPS];               /* barrier a warp waits on, -1: none */
    struct barrier bar[16];
    uint32_t *regs;
    uint32_t pm[4];
    uint64_t insns, thread_insns, limit;
    uint64_t look;                      /* when to look next whether all warps spin */
};

/* ---- barriers --------------------------------------------------------------------------------- */

static uint32_t alive(const struct grid *g)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->cfg.nwarps; i++)
        n += !g->warps[i].finished;
    return n;
}

static bool complete(const struct grid *g, const struct barrier *b)
{
    uint32_t n = alive(g);
    return b->count >= (b->all || b->wanted > n ? n : b->wanted);
}

static void release(struct grid *g, int id)
{
    g->bar[id].count = 0;
    for (uint32_t i = 0; i < g->cfg.nwarps; i++)
        if (g->waits[i] == id)
            g->waits[i] = -1;
}

/* True when the warp has to stop. */
static bool arrive(struct grid *g, uint32_t warp, const struct gt_insn *in)
{
    int id = in->bar_id & 15;
    struct barrier *b = &g->bar[id];
    if (in->bar_inc) {
        b->count++;
        b->wanted = in->bar_count;
        b->all = in->bar_all || in->bar_count == 0xfff;
        if (complete(g, b))
            release(g, id);
    }
    if (!in->bar_wait || b->count == 0)
        return false;
    g->waits[warp] = id;
    return true;
}

static void warp_finished(struct grid *g)
{
    for (int id = 0; id < 16; id++)
        if (g->bar[id].count && complete(g, &g->bar[id]))
            release(g, id);
}

/* ---- one warp --------------------------------------------------------------------------------- */

static uint32_t popcount(uint32_t m)
{
    return m == 0xffffffff ? 32 : (uint32_t)__builtin_popcount(m);
}

/* Instructions whose class is not an ordinary body. */
static enum turn uncommon(struct grid *g, struct gt_warp *w, const struct gt_micro *u)
{
    struct gt_core *c = &g->core;
    switch (u->cls) {
    case UC_CTL:
        return gt_ctl_exec(c, w, u->in, NULL) ? TURN_OVER : TURN_FAULT;
    case UC_BAR:
        w->pc += u->len;
        return arrive(g, w->warp_in_block, u->in) ? TURN_BARRIER : TURN_OVER;
    case UC_ALWAYS:
    case UC_EVENT:
        if (!u->body(c, w, u, w->active, NULL))
            return TURN_FAULT;
        w->pc += u->len;
        return TURN_OVER;
    default:
        u->body(c, w, u, 0, NULL);
        return TURN_FAULT;
    }
}

/* One turn of a warp. */
static enum turn run_warp(struct grid *g, struct gt_warp *w)
{
    struct gt_core *c = &g->core;
    const struct gt_micro *micros = ((const struct gt_priv *)c->priv)->micros;
    const uint32_t words = c->launch->code_words;
    enum turn end = TURN_OVER;
    uint64_t stop = g->insns + SLICE < g->limit ? g->insns + SLICE : g->limit, n = g->insns, threads = 0;
    while (n < stop && end == TURN_OVER) {
        const struct gt_micro *u = w->pc / 4 < words ? &micros[w->pc / 4] : gt_core_micro(c, w->pc);
        if (u->plain) {
            w->clock = (uint32_t)++n;
            threads += popcount(w->active);
            if (!u->body(c, w, u, w->active, NULL)) {
                end = TURN_FAULT;
                break;
            }
            w->pc += u->len;
            continue;
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
        threads += popcount(w->active);
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
            end = uncommon(g, w, u);
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

/* ---- a block, a grid --------------------------------------------------------------------------- */

static void start_block(struct grid *g, uint32_t x, uint32_t y)
{
    size_t per_warp = (size_t)g->cfg.nregs * 32;
    memset(g->regs, 0, per_warp * g->cfg.nwarps * sizeof *g->regs);
    memset(g->block.smem, 0, g->block.smem_bytes);
    memset(g->bar, 0, sizeof g->bar);
    g->block.ctaid_x = x;
    g->block.ctaid_y = y;
    gt_block_start(&g->core, &g->block);
    for (uint32_t i = 0; i < g->cfg.nwarps; i++) {
        struct gt_warp *w = &g->warps[i];
        memset(w, 0, sizeof *w);
        w->regs = g->regs + i * per_warp;
        w->nregs = g->cfg.nregs;
        w->slot = i;
        g->waits[i] = -1;
        gt_warp_start(&g->core, w, &g->block, i);
    }
}

/* Every warp that can go on goes in a circle; the others wait for it. */
static bool all_spin(struct grid *g)
{
    uint32_t from, to;
    for (uint32_t i = 0; i < g->cfg.nwarps; i++)
        if (!g->warps[i].finished && g->waits[i] < 0 && !gt_warp_spins(&g->core, &g->warps[i], &from, &to))
            return false;
    return true;
}

static enum turn run_block(struct grid *g)
{
    uint32_t left = g->cfg.nwarps;
    while (left) {
        bool moved = false;
        for (uint32_t i = 0; i < g->cfg.nwarps; i++) {
            if (g->warps[i].finished || g->waits[i] >= 0)
                continue;
            moved = true;
            enum turn t = run_warp(g, &g->warps[i]);
            if (t == TURN_FAULT || t == TURN_LIMIT)
                return t;
            if (t == TURN_DONE) {
                left--;
                warp_finished(g);
            }
        }
        if (!moved)
            return TURN_BARRIER;                /* all wait: deadlock */
        if (left && g->insns >= g->look) {
            g->look = 2 * g->insns;
            if (all_spin(g))
                return TURN_SPIN;
        }
    }
    return TURN_DONE;
}

static void describe(struct grid *g, const struct gt_warp *w, char *state, size_t n)
{
    uint32_t from, to;
    int id = g->waits[w->warp_in_block];
    if (w->finished)
        snprintf(state, n, "finished");
    else if (id >= 0)
        snprintf(state, n, "waiting at barrier %d", id);
    else if (gt_warp_spins(&g->core, w, &from, &to))
        snprintf(state, n, "spinning from 0x%x to 0x%x", (unsigned)from, (unsigned)to);
    else
        snprintf(state, n, "running");
}

static void report_hang(struct grid *g, const struct gt_launch *l, const char *why, struct gt_result *res)
{
    size_t n = sizeof res->message;
    size_t at = (size_t)snprintf(res->message, n, "kernel %s: %s, block (%u,%u)", l->name ? l->name : "?", why,
                                 (unsigned)g->block.ctaid_x, (unsigned)g->block.ctaid_y);
    for (uint32_t i = 0; i < g->cfg.nwarps && at < n; i++) {
        const struct gt_warp *w = &g->warps[i];
        char state[64];
        describe(g, w, state, sizeof state);
        at += (size_t)snprintf(res->message + at, n - at, "\nwarp %u: pc 0x%x active %08x depth %d %s", (unsigned)i,
                               (unsigned)w->pc, (unsigned)w->active, w->depth, state);
    }
    res->status = GT_HANG;
}

static void finish(struct grid *g, const struct gt_launch *l, enum turn t, struct gt_result *res)
{
    char why[160];
    bool last = g->block.ctaid_x + 1 == l->grid_x && g->block.ctaid_y + 1 == l->grid_y;
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
    g->regs = aligned_alloc(128, (size_t)cfg.nregs * cfg.nwarps * 128);
    g->block.smem = malloc(cfg.smem_bytes);
    g->block.smem_bytes = cfg.smem_bytes;
    enum turn t = TURN_DONE;
    if (!g->regs || !g->block.smem || !gt_core_init(&g->core, gpu, l, &g->cfg)) {
        no_memory(l, res);
        goto out;
    }
    g->core.pm = g->pm;
    gpu->untracked = true;
    g->look = 4 * SLICE;
    uint64_t blocks = (uint64_t)l->grid_x * l->grid_y;
    for (uint64_t i = 0; i < blocks && t == TURN_DONE; i++) {
        start_block(g, (uint32_t)(i % l->grid_x), (uint32_t)(i / l->grid_x));
        t = run_block(g);
        if (p && t == TURN_DONE)
            p(ctx, i + 1, blocks, 0);
    }
    finish(g, l, t, res);
    gt_core_done(&g->core);
out:
    free(g->block.smem);
    free(g->regs);
    free(g);
    return res->status;
}
