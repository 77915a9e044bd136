/* SPDX-License-Identifier: Apache-2.0
 *
 * gt_func_check: a whole grid instruction by instruction, with somebody watching. Interleaved, the seed draws the order
 * of the blocks, which of them are in flight together (as many as one SM takes), which warp goes on, and for how many
 * instructions: any of 1 to 4096, short and long turns alike, so that warps meet at single instructions and also run
 * far apart. Otherwise the order is that of gt_func_run. When all in flight wait for others, more blocks start beside
 * them, as many as fit on the chip (resident.c).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "bounds.h"
#include "observer.h"
#include "race.h"
#include "spin.h"

#define SLICE 65536             /* warp instructions per turn, not interleaved */
#define SHORT 1024              /* the same while several blocks are in flight, at most */
#define LOOK (4 * SLICE)        /* when to look first whether all warps spin, */
#define SOON 8192               /* and how soon when they did before; */
#define SHORT_TURNS 13          /* powers of two */

struct weave {
    struct gt_core core;
    struct gt_config cfg;
    struct gt_checks checks;
    struct gt_flight *flight;           /* alive: 0 when it has no block */
    unsigned flights, always, seats;    /* there are; that get a block whenever there is one; there may be */
    unsigned room;                      /* of them in races */
    unsigned last;                      /* slot of the warp that ran last */
    struct gt_races *races;
    struct gt_effect eff;
    uint32_t pm[4];
    uint64_t random, blocks, started, done;
    uint64_t insns, thread_insns, limit, look, on, since;   /* as in struct gt_runner */
};

/* ---- chance ------------------------------------------------------------------------------------------ */

static uint64_t mix_bits(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint32_t draw_below(struct weave *v, uint32_t n)
{
    v->random += 0x9e3779b97f4a7c15u;
    return (uint32_t)((mix_bits(v->random) >> 32) * n >> 32);
}

/* Block i of a random order: a permutation of 0 .. blocks - 1, by four Feistel rounds that are repeated until
 * inside. */
static uint64_t shuffled_block(const struct weave *v, uint64_t i)
{
    unsigned half = 1;
    while (1ull << 2 * half < v->blocks)
        half++;
    uint64_t mask = (1ull << half) - 1;
    do {
        uint64_t a = i >> half, b = i & mask;
        for (uint64_t k = 1; k <= 4; k++) {
            uint64_t t = a ^ (mix_bits(v->checks.seed * 8 + k + (b << 20)) & mask);
            a = b;
            b = t;
        }
        i = a << half | b;
    } while (i >= v->blocks);
    return i;
}

/* ---- one instruction ----------------------------------------------------------------------------------- */

/* An instruction's body, with the checks that were asked for around it; false: a fault. */
static bool execute_body(struct weave *v, unsigned n, struct gt_warp *w, const struct gt_micro *u, uint32_t exec)
{
    struct gt_access a;
    bool touches = gt_access_of(&a, w, u, exec), lock = u->in->op == GT_OP_LD_LOCK;
    if (v->checks.memcheck && !gt_bounds_ok(&v->core, w, u, exec, touches ? &a : NULL))
        return false;
    bool race = v->races && touches;
    if (race && !lock)
        gt_races_access(v->races, n, &a);
    if (!u->body(&v->core, w, u, exec, lock ? &v->eff : NULL))
        return false;
    if (race && lock) {
        for (unsigned i = 0; i < 32; i++)
            if (v->eff.cc[i] != 2)
                a.lanes &= ~(1u << i);          /* the lock is another's, and the word was not taken */
        gt_races_access(v->races, n, &a);
    }
    return true;
}

/* What a barrier instruction or the end of a warp did: warps that waited before and do not now have passed. */
static void note_passed(struct weave *v, unsigned n, const int *before, const struct gt_insn *bar, uint32_t warp)
{
    const struct gt_flight *f = &v->flight[n];
    for (uint32_t i = 0; i < v->cfg.nwarps; i++)
        if (before[i] >= 0 && f->waits[i] < 0)
            gt_races_pass(v->races, n, i, (unsigned)before[i]);
    if (bar && bar->bar_wait && f->waits[warp] < 0)
        gt_races_pass(v->races, n, warp, bar->bar_id & (GT_BARRIERS - 1));
}

/* Control instructions. At a barrier the race detector learns who arrives and whom that lets go on. */
static enum gt_turn step_control(struct weave *v, unsigned n, struct gt_warp *w, const struct gt_micro *u)
{
    struct gt_flight *f = &v->flight[n];
    int before[GT_BLOCK_WARPS];
    if (u->cls != UC_BAR || !v->races)
        return gt_flight_uncommon(f, &v->core, w, u);
    memcpy(before, f->waits, sizeof before);
    unsigned id = u->in->bar_id & (GT_BARRIERS - 1);
    if (u->in->bar_inc)
        gt_races_arrive(v->races, n, w->warp_in_block, id, f->bar[id].count == 0);
    enum gt_turn t = gt_flight_uncommon(f, &v->core, w, u);
    note_passed(v, n, before, u->in, w->warp_in_block);
    return t;
}

/* One instruction of warp w in flight n: join, observer, body or control, exit. */
static enum gt_turn step_warp(struct weave *v, unsigned n, struct gt_warp *w)
{
    struct gt_core *c = &v->core;
    const struct gt_micro *u = gt_core_micro(c, w->pc);
    enum gt_turn end = TURN_OVER;
    bool redirected = false;
    if (u->join && !gt_ctl_join(c, w, &redirected, NULL))
        return TURN_FAULT;
    if (redirected)
        return TURN_OVER;
    if (c->gpu->observer)
        c->gpu->observer->insn(c->gpu->observer->ctx, c, n, w, u);
    w->clock = (uint32_t)++v->insns;
    v->thread_insns += gt_lanes_of(w->active);
    if (u->cls == UC_BODY) {
        uint32_t exec = gt_micro_exec(w, u);
        if (exec && !execute_body(v, n, w, u, exec))
            return TURN_FAULT;
        if (!u->exit)
            w->pc += u->len;
    } else {
        end = step_control(v, n, w, u);
    }
    if (u->exit && end != TURN_FAULT && !gt_ctl_exit(c, w, NULL))
        end = TURN_FAULT;
    return w->finished && end != TURN_FAULT ? TURN_DONE : end;
}

/* ---- turns ------------------------------------------------------------------------------------------------ */

static bool slot_ready(const struct weave *v, unsigned slot)
{
    unsigned n = slot / v->cfg.slot_warps, i = slot % v->cfg.slot_warps;
    return v->flight[n].alive && i < v->cfg.nwarps && !v->flight[n].warps[i].finished && v->flight[n].waits[i] < 0;
}

/* The slot of the warp whose turn is next; -1: all wait. */
static int choose_slot(struct weave *v)
{
    unsigned slots = v->flights * v->cfg.slot_warps, n = 0;
    for (unsigned i = 0; !v->checks.interleave && i < slots; i++)
        if (slot_ready(v, (v->last + 1 + i) % slots))
            return (int)((v->last + 1 + i) % slots);
    for (unsigned i = 0; i < slots; i++)
        n += slot_ready(v, i);
    if (!n || !v->checks.interleave)
        return -1;
    n = draw_below(v, n);
    for (unsigned i = 0;; i++)
        if (slot_ready(v, i) && n-- == 0)
            return (int)i;
}

/* Gives flight n the next block in order, or of the seed's order. */
static void start_block(struct weave *v, unsigned n)
{
    uint64_t i = v->started++, block = v->checks.interleave ? shuffled_block(v, i) : i;
    const uint32_t x = v->core.launch->grid_x;
    gt_flight_start(&v->flight[n], &v->core, (uint32_t)(block % x), (uint32_t)(block / x));
    v->last = v->flights * v->cfg.slot_warps - 1;
    v->since = v->insns;
    if (v->races)
        gt_races_block(v->races, n, (uint32_t)block);
    const struct gt_observer *o = v->core.gpu->observer;
    for (uint32_t w = 0; o && w < v->cfg.nwarps; w++)
        o->start(o->ctx, &v->core, n, &v->flight[n].warps[w]);
}

static void start_blocks(struct weave *v)
{
    for (unsigned n = 0; n < v->always && v->started < v->blocks; n++)
        if (!v->flight[n].alive)
            start_block(v, n);
}

/* One block more than there always are; TURN_DONE: there is none, or no seat. */
static enum gt_turn start_another(struct weave *v)
{
    unsigned n = 0;
    while (n < v->flights && v->flight[n].alive)
        n++;
    if (n == v->seats || v->started == v->blocks)
        return TURN_DONE;
    if (n == v->flights) {
        if (!gt_flight_init(&v->flight[n], v->core.gpu, &v->cfg, n))
            return gt_flight_free(&v->flight[n]), TURN_MEMORY;
        if (v->races && n == v->room) {
            v->room = 2 * n < v->seats ? 2 * n : v->seats;
            if (!gt_races_flights(v->races, v->room))
                return gt_flight_free(&v->flight[n]), TURN_MEMORY;
        }
        v->flights++;
    }
    start_block(v, n);
    return TURN_OVER;
}

/* A warp of block n has finished. */
static void warp_finished(struct weave *v, unsigned n, struct gt_warp *w)
{
    int before[GT_BLOCK_WARPS];
    const struct gt_observer *o = v->core.gpu->observer;
    if (o)
        o->end(o->ctx, &v->core, n, w);
    memcpy(before, v->flight[n].waits, sizeof before);
    gt_flight_left(&v->flight[n]);
    if (v->races)
        note_passed(v, n, before, NULL, 0);
    v->done += v->flight[n].alive == 0;
    v->since = v->flight[n].alive ? v->since : v->insns;
}

/* Runs the warp of a slot for a number of instructions, or until it ends, waits or fails. */
static enum gt_turn take_turn(struct weave *v, unsigned slot)
{
    unsigned n = slot / v->cfg.slot_warps;
    struct gt_warp *w = &v->flight[n].warps[slot % v->cfg.slot_warps];
    uint64_t turn = SLICE;
    if (v->checks.interleave)
        turn = 1 + draw_below(v, 1u << draw_below(v, SHORT_TURNS));
    else if (v->flights > 1)                    /* of different lengths: resident.c says why */
        turn = SHORT - draw_below(v, SHORT / 2);
    enum gt_turn t = TURN_OVER;
    for (uint64_t i = 0; i < turn && t == TURN_OVER; i++) {
        if (v->insns >= v->limit)
            return TURN_LIMIT;
        t = step_warp(v, n, w);
    }
    if (t == TURN_DONE)
        warp_finished(v, n, w);
    const struct gt_observer *o = v->core.gpu->observer;
    if (t == TURN_FAULT && o && o->fault)
        o->fault(o->ctx, &v->core, n, w);
    v->last = slot;
    return t == TURN_FAULT ? t : TURN_OVER;
}

/* At a moment in which no warp holds a lock on shared memory, which may come soon. */
static bool any_locked(const struct weave *v)
{
    for (unsigned n = 0; n < v->flights; n++)
        if (v->flight[n].alive && gt_block_locked(&v->flight[n].block))
            return true;
    return false;
}

static bool all_spin(struct weave *v)
{
    for (unsigned n = 0; n < v->flights; n++)
        if (v->flight[n].alive && !gt_flight_spins(&v->flight[n], &v->core, &(unsigned){ GT_CIRCLE_STEPS }))
            return false;
    return true;
}

/* TURN_SPIN: all go in circles, and no more can be started. */
static enum gt_turn look_for_spin(struct weave *v)
{
    enum gt_turn t = TURN_OVER;
    if (v->insns < v->look || (v->insns < v->look + SOON && any_locked(v)))
        return TURN_OVER;
    bool spin = all_spin(v);
    if (spin)
        t = start_another(v);
    else if (v->insns - v->since >= GT_BLOCK_LONG)
        for (unsigned n = v->flights; t == TURN_OVER && n--;)
            t = start_another(v);
    v->on = spin ? SOON : 2 * v->on;
    v->look = v->insns + v->on;
    return t == TURN_DONE ? spin ? TURN_SPIN : TURN_OVER : t;
}

/* Until all blocks are done, or the first that ends it: fault, limit, deadlock or spinning. */
static enum gt_turn run_blocks(struct weave *v, gt_progress *p, void *ctx)
{
    while (v->done < v->blocks) {
        uint64_t done = v->done;
        start_blocks(v);
        int slot = choose_slot(v);
        if (slot < 0)
            return TURN_BARRIER;
        enum gt_turn t = take_turn(v, (unsigned)slot);
        if (t != TURN_OVER)
            return t;
        if (p && v->done > done)
            p(ctx, v->done, v->blocks, 0, NULL);
        if (v->done < v->blocks && (t = look_for_spin(v)) != TURN_OVER)
            return t;
    }
    return TURN_DONE;
}

/* ---- the end ------------------------------------------------------------------------------------------------ */

/* Message of a hang: why, and what each warp of each block in flight does. */
static void report_hang(struct weave *v, const char *why, struct gt_result *res)
{
    const struct gt_launch *l = v->core.launch;
    size_t n = sizeof res->message,
           at = (size_t)snprintf(res->message, n, "kernel %s: %s", l->name ? l->name : "?", why);
    for (unsigned i = 0; i < v->flights && at < n; i++) {
        const struct gt_flight *f = &v->flight[i];
        if (!f->alive)
            continue;
        at += (size_t)snprintf(res->message + at, n - at, "\nblock (%u,%u):", (unsigned)f->block.ctaid_x,
                               (unsigned)f->block.ctaid_y);
        at = gt_flight_describe(f, &v->core, res->message, at, n);
    }
    res->status = GT_HANG;
}

/* How it ended, into res. Races come before hangs, a fault before races. */
static void report_result(struct weave *v, enum gt_turn t, struct gt_result *res)
{
    char why[256];
    const struct gt_launch *l = v->core.launch;
    res->warp_insns = v->insns;
    res->thread_insns = v->thread_insns;
    if (v->races)
        gt_races_end(v->races);
    if (v->races && gt_races_found(v->races) && t != TURN_FAULT) {
        res->status = GT_RACE;
        gt_races_tell(v->races, t != TURN_DONE, res->message, sizeof res->message);
    } else if (t == TURN_FAULT) {
        res->status = GT_FAULT;
        res->fault = v->core.fault;
        gt_fault_message(l, &res->fault, res->message, sizeof res->message);
        size_t at = strlen(res->message);
        gt_bounds_tell(v->core.gpu, &res->fault, res->message + at, sizeof res->message - at);
    } else if (t == TURN_LIMIT) {
        snprintf(why, sizeof why, "hang, stopped after %llu warp instructions", (unsigned long long)v->limit);
        report_hang(v, why, res);
    } else if (t == TURN_BARRIER) {
        report_hang(v, "deadlock, every running warp waits at a barrier", res);
    } else if (t == TURN_SPIN) {
        gt_deadlock_text(v->blocks - v->started, v->seats, why, sizeof why);
        report_hang(v, why, res);
    } else if (t == TURN_MEMORY || (v->races && !gt_races_complete(v->races))) {
        snprintf(res->message, sizeof res->message, "kernel %s: not enough host memory to %s", l->name ? l->name : "?",
                 t == TURN_MEMORY ? "keep its blocks resident" : "look for races");
        res->status = GT_BAD_LAUNCH;
    }
}

/* State of a checked launch; false: out of memory, or the host does not round to nearest. */
static bool begin_launch(struct weave *v, struct gt_gpu *gpu, const struct gt_launch *l, const struct gt_checks *checks)
{
    bool ok = true;
    v->checks = *checks;
    v->random = mix_bits(checks->seed);
    v->limit = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES;
    v->look = v->on = LOOK;
    v->blocks = (uint64_t)l->grid_x * l->grid_y;
    v->flights = v->always = checks->interleave ? v->cfg.max_blocks : 1;
    v->seats = gt_seats(gpu, &v->cfg);
    v->room = v->cfg.max_blocks;
    ok = (v->flight = calloc(v->seats, sizeof *v->flight)) != NULL;
    for (unsigned i = 0; ok && i < v->flights; i++)
        ok = gt_flight_init(&v->flight[i], gpu, &v->cfg, i);
    ok = gt_core_init(&v->core, gpu, l, &v->cfg) && ok;
    if (ok && checks->races)
        ok = (v->races = gt_races_new(gpu, l, &v->cfg, checks->races == GT_RACES_ALL)) != NULL;
    v->core.pm = v->pm;
    gpu->untracked = true;
    return ok;
}

enum gt_status gt_func_check(struct gt_gpu *gpu, const struct gt_launch *l, const struct gt_checks *checks,
                             struct gt_result *res, gt_progress *p, void *ctx)
{
    struct gt_config cfg;
    if (!gt_launch_config(gpu, l, &cfg, res))
        return res->status;
    struct weave *v = calloc(1, sizeof *v);
    if (v)
        v->cfg = cfg;
    if (v && begin_launch(v, gpu, l, checks)) {
        report_result(v, run_blocks(v, p, ctx), res);
    } else {
        snprintf(res->message, sizeof res->message,
                 "kernel %s: the model cannot start (out of host memory, or floating-point "
                 "rounding is not to nearest)", l->name ? l->name : "?");
        res->status = GT_BAD_LAUNCH;
    }
    for (unsigned i = 0; v && v->flight && i < v->flights; i++)
        gt_flight_free(&v->flight[i]);
    if (v) {
        free(v->flight);
        gt_core_done(&v->core);
        gt_races_free(v->races);
    }
    free(v);
    return res->status;
}
