/* SPDX-License-Identifier: Apache-2.0
 *
 * gt_func_run: a whole grid, values only. Blocks run one after the other in row order, or, when that takes long, side
 * by side (team.c); the warps of a block take turns, each until its next barrier, its end, or the end of its time slice
 * (so that a warp spinning on a value that another warp writes does not stop the block). Other orders: weave.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crew.h"
#include "grid.h"

#define SLICE 65536             /* warp instructions per turn */
#define TELL (1u << 24)         /* warp instructions from one word about where it is to the next: some 0.1 s */
#define ALONE 32768             /* warp instructions before others are asked to help: a millisecond or so */

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
static enum gt_turn run_warp(struct gt_runner *r, struct gt_warp *w)
{
    struct gt_core *c = &r->core;
    const struct gt_micro *micros = ((const struct gt_priv *)c->priv)->micros;
    const uint32_t words = c->launch->code_words;
    enum gt_turn end = TURN_OVER;
    uint64_t stop = r->insns + SLICE < r->limit ? r->insns + SLICE : r->limit, n = r->insns, threads = 0;
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
            end = gt_flight_uncommon(&r->f, c, w, u);
        }
        if (u->exit && end != TURN_FAULT && !gt_ctl_exit(c, w, NULL))
            end = TURN_FAULT;
        if (w->finished)
            end = end == TURN_FAULT ? end : TURN_DONE;
    }
    r->insns = n;
    r->thread_insns += threads;
    return end == TURN_OVER && n >= r->limit ? TURN_LIMIT : end;
}

/* The others hear what the turn took, and the limit moves by what they have taken. */
static bool in_step(struct gt_runner *r, uint64_t before)
{
    uint64_t took = r->insns - before, all = atomic_fetch_add(&r->share->insns, took) + took;
    uint64_t theirs = all - r->insns;
    r->limit = r->launch_limit > theirs ? r->launch_limit - theirs : 0;
    return r->index < atomic_load(&r->share->stop);
}

/* Where the block is: at a warp that does not wait. */
static void tell(struct gt_runner *r, uint64_t done)
{
    const struct gt_flight *f = &r->f;
    uint32_t i = 0;
    while (i + 1 < r->cfg->nwarps && (f->warps[i].finished || f->waits[i] >= 0))
        i++;
    const struct gt_where at = { f->block.ctaid_x, f->block.ctaid_y, i, f->warps[i].pc,
                                 r->share ? atomic_load(&r->share->insns) : r->insns };
    r->to.call(r->to.ctx, done, r->to.blocks, 0, &at);
}

static void now_and_then(struct gt_runner *r)
{
    if (!r->to.call || r->insns < r->tell)
        return;
    r->tell = r->insns + TELL;
    if (!r->share) {
        tell(r, r->index);
    } else if (!atomic_flag_test_and_set(&r->share->telling)) {
        tell(r, atomic_load(&r->share->done));
        atomic_flag_clear(&r->share->telling);
    }
}

/* TURN_SPIN: the block goes in a circle, and so do those of all others that might set it free. */
static enum gt_turn look(struct gt_runner *r)
{
    if (r->insns < r->look)
        return TURN_OVER;
    r->look = 2 * r->insns;
    return r->share ? gt_team_rest(r) : gt_flight_spins(&r->f, &r->core) ? TURN_SPIN : TURN_OVER;
}

enum gt_turn gt_runner_block(struct gt_runner *r)
{
    struct gt_flight *f = &r->f;
    const struct gt_launch *l = r->core.launch;
    uint32_t left = r->cfg->nwarps;
    gt_flight_start(f, &r->core, (uint32_t)(r->index % l->grid_x), (uint32_t)(r->index / l->grid_x), 0);
    while (left) {
        bool moved = false;
        for (uint32_t i = 0; i < r->cfg->nwarps; i++) {
            if (f->warps[i].finished || f->waits[i] >= 0)
                continue;
            moved = true;
            uint64_t before = r->insns;
            enum gt_turn t = run_warp(r, &f->warps[i]);
            if (r->share && !in_step(r, before))
                return TURN_LEFT;
            if (t == TURN_FAULT || t == TURN_LIMIT)
                return t;
            if (t == TURN_DONE) {
                left--;
                gt_flight_left(f);
            }
        }
        if (!moved)
            return TURN_BARRIER;                /* all wait: deadlock */
        enum gt_turn t = left ? look(r) : TURN_OVER;
        if (t != TURN_OVER)
            return t;
        now_and_then(r);
    }
    return TURN_DONE;
}

static void report_hang(struct gt_runner *r, const struct gt_launch *l, const char *why, struct gt_result *res)
{
    size_t at = (size_t)snprintf(res->message, sizeof res->message, "kernel %s: %s, block (%u,%u)",
                                 l->name ? l->name : "?", why,
                                 (unsigned)r->f.block.ctaid_x, (unsigned)r->f.block.ctaid_y);
    gt_flight_describe(&r->f, &r->core, res->message, at, sizeof res->message);
    res->status = GT_HANG;
}

static void finish(struct gt_runner *r, const struct gt_launch *l, enum gt_turn t, struct gt_result *res)
{
    char why[160];
    bool last = r->f.block.ctaid_x + 1 == l->grid_x && r->f.block.ctaid_y + 1 == l->grid_y;
    if (t == TURN_FAULT) {
        res->status = GT_FAULT;
        res->fault = r->core.fault;
        gt_fault_message(l, &res->fault, res->message, sizeof res->message);
    } else if (t == TURN_LIMIT) {
        snprintf(why, sizeof why, "hang, stopped after %llu warp instructions", (unsigned long long)r->launch_limit);
        report_hang(r, l, why, res);
    } else if (t == TURN_BARRIER) {
        report_hang(r, l, "deadlock, every running warp waits at a barrier", res);
    } else if (t == TURN_SPIN) {
        snprintf(why, sizeof why,
                 "deadlock, every running warp waits at a barrier or spins, and none of them changes memory%s",
                 last ? "" : " (here later blocks start when this one has ended)");
        report_hang(r, l, why, res);
    }
}

static enum gt_status no_memory(const struct gt_launch *l, struct gt_result *res)
{
    snprintf(res->message, sizeof res->message, "kernel %s: the model cannot start (out of host memory, or "
             "floating-point rounding is not to nearest)", l->name ? l->name : "?");
    return res->status = GT_BAD_LAUNCH;
}

static unsigned helpful(const struct gt_gpu *g, uint64_t left)
{
    unsigned threads = g->threads ? g->threads : crew_cores();
    return threads < left + 1 ? threads : (unsigned)(left + 1);
}

/* All blocks; in *who the runner of the one that ended the grid. In *team, if there is one, that runner lives. */
static enum gt_turn run_blocks(struct gt_runner *r, struct gt_team **team, struct gt_runner **who)
{
    const uint64_t blocks = r->to.blocks;
    bool asked = false;
    *who = r;
    for (r->index = 0;; r->index++) {
        enum gt_turn t = gt_runner_block(r);
        if (t != TURN_DONE)
            return t;
        if (r->to.call)
            r->to.call(r->to.ctx, r->index + 1, blocks, 0, NULL);
        uint64_t left = blocks - r->index - 1;
        if (!left)
            return TURN_DONE;
        if (asked || r->insns < ALONE)
            continue;
        asked = true;
        unsigned threads = helpful(r->core.gpu, left);
        if (threads > 1 && gt_team_may(&r->core) && (*team = gt_team_new(r, threads)))
            return gt_team_run(*team, who);
    }
}

enum gt_status gt_func_run(struct gt_gpu *gpu, const struct gt_launch *l, struct gt_result *res, gt_progress *p,
                           void *ctx)
{
    struct gt_config cfg;
    if (!gt_launch_config(gpu, l, &cfg, res))
        return res->status;
    struct gt_runner *r = calloc(1, sizeof *r), *who;
    struct gt_team *team = NULL;
    if (!r)
        return no_memory(l, res);
    r->cfg = &cfg;
    r->limit = r->launch_limit = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES;
    if (!gt_flight_init(&r->f, &cfg) || !gt_core_init(&r->core, gpu, l, &cfg)) {
        no_memory(l, res);
        goto out;
    }
    r->core.pm = r->pm;
    gpu->untracked = true;
    r->look = 4 * SLICE;
    r->tell = TELL;
    r->to = (struct gt_listener){ p, ctx, (uint64_t)l->grid_x * l->grid_y };
    enum gt_turn t = run_blocks(r, &team, &who);
    finish(who, l, t, res);
    res->warp_insns = r->insns;
    res->thread_insns = r->thread_insns;
    gt_team_free(team);
    gt_core_done(&r->core);
out:
    gt_flight_free(&r->f);
    free(r);
    return res->status;
}
