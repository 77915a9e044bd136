/* SPDX-License-Identifier: Apache-2.0
 *
 * One who runs blocks of a grid. The warps of a block take turns, each until its next barrier, its end, or the end of
 * its time slice (so that a warp spinning on a value that another warp writes does not stop the block).
 */
#include <stdlib.h>

#include "grid.h"
#include "spin.h"

#define SLICE 65536             /* warp instructions per turn */
#define TELL (1u << 24)         /* warp instructions from one word about where it is to the next: some 0.1 s */
#define LOOK (4 * SLICE)        /* when to look first whether all warps spin */
#define LOOKS (1u << 24)        /* and no later than so many after the last time, */
#define SOON 2048u              /* and so many after blocks have waited */
#define UNLOCK 64               /* instructions to release a lock on shared memory with which a turn has ended */

/* Plain instructions one behind the other, at most n and at least one of them: no branch, no predicate, no marker,
 * nothing that looks at the clock. Returns how many; false in *ok: the last one faulted. */
static uint64_t run_plain(struct gt_core *c, struct gt_warp *w, const struct gt_micro *u, uint64_t n, bool *ok)
{
    const uint32_t active = w->active;
    const struct gt_micro *last;
    uint64_t left = n;
    if (active == 0xffffffff && u->straight <= n) {
        if (u->run(c, w, u)) {
            w->pc = u->after;
            return u->straight;
        }
        *ok = false;
        for (n = 1; u->pc != w->pc; u = u->next)
            n++;
        return n;
    }
    do {
        last = u;
        if (!u->body(c, w, u, active, NULL)) {
            *ok = gt_run_failed(c, w, u);
            return n - left + 1;
        }
        u = u->next;
    } while (--left && u->plain);
    w->pc = last->pc + last->len;
    return n - left;
}

/* One turn of a warp. */
static enum gt_turn run_warp(struct gt_runner *r, struct gt_flight *f, struct gt_warp *w, uint64_t slice)
{
    struct gt_core *c = &r->core;
    const struct gt_micro *micros = ((const struct gt_priv *)c->priv)->micros;
    const uint32_t words = c->launch->code_words;
    enum gt_turn end = TURN_OVER;
    uint64_t stop = r->insns + slice < r->limit ? r->insns + slice : r->limit, n = r->insns, threads = 0;
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
            end = gt_flight_uncommon(f, c, w, u);
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
static bool in_step(struct gt_runner *r, const struct gt_seat *s, uint64_t before)
{
    uint64_t took = r->insns - before, all = atomic_fetch_add(&r->share->insns, took) + took;
    uint64_t theirs = all - r->insns;
    r->limit = r->launch_limit > theirs ? r->launch_limit - theirs : 0;
    return s->index < atomic_load(&r->share->stop);
}

enum gt_turn gt_runner_pass(struct gt_runner *r, struct gt_seat *s, uint64_t slice)
{
    struct gt_flight *f = &s->f;
    bool moved = false;
    for (uint32_t i = 0; i < r->cfg->nwarps; i++) {
        if (f->warps[i].finished || f->waits[i] >= 0)
            continue;
        moved = true;
        uint64_t before = r->insns;
        enum gt_turn t = run_warp(r, f, &f->warps[i], slice);
        for (unsigned n = 0; t == TURN_OVER && n < UNLOCK && gt_block_locked(&f->block); n++)
            t = run_warp(r, f, &f->warps[i], 1);
        if (r->team && !in_step(r, s, before))
            return TURN_LEFT;
        if (t == TURN_FAULT || t == TURN_LIMIT)
            return t;
        if (t == TURN_DONE)
            gt_flight_left(f);
    }
    return !f->alive ? TURN_DONE : moved ? TURN_OVER : TURN_BARRIER;    /* all wait: deadlock */
}

/* Where a block is: at a warp that does not wait. */
static void tell_place(struct gt_runner *r)
{
    const struct gt_flight *f = &r->seat[0]->f;
    for (unsigned i = 1; !f->alive && i < r->made; i++)
        f = &r->seat[i]->f;
    uint32_t i = 0;
    while (i + 1 < r->cfg->nwarps && (f->warps[i].finished || f->waits[i] >= 0))
        i++;
    const struct gt_where at = { f->block.ctaid_x, f->block.ctaid_y, i, f->warps[i].pc,
                                 r->team ? atomic_load(&r->share->insns) : r->insns };
    r->to.call(r->to.ctx, atomic_load(&r->share->done), r->to.blocks, 0, &at);
}

void gt_runner_tell(struct gt_runner *r)
{
    if (!r->to.call || r->insns < r->tell)
        return;
    r->tell = r->insns + TELL;
    if (!atomic_flag_test_and_set(&r->share->telling)) {
        tell_place(r);
        atomic_flag_clear(&r->share->telling);
    }
}

void gt_runner_stop(struct gt_runner *r, struct gt_seat *s, enum gt_turn t)
{
    uint64_t index = s ? s->index : 0, was = atomic_load(&r->share->stop);
    if (s)
        s->over = true;
    if (t != TURN_SPIN)
        atomic_store(&r->share->bad, true);
    while (index < was && !atomic_compare_exchange_weak(&r->share->stop, &was, index))
        continue;
    if (r->end != TURN_DONE && r->index < index)
        return;
    r->end = t;
    r->told = s;
    r->index = index;
    r->fault = r->core.fault;
}

void gt_runner_done(struct gt_runner *r)
{
    uint64_t done = atomic_fetch_add(&r->share->done, 1) + 1;
    r->since = r->insns;
    if (r->helper || !r->to.call || atomic_flag_test_and_set(&r->share->telling))
        return;
    r->to.call(r->to.ctx, done, r->to.blocks, 0, NULL);
    atomic_flag_clear(&r->share->telling);
}

enum gt_turn gt_runner_start(struct gt_runner *r, unsigned seat)
{
    const uint32_t x = r->core.launch->grid_x;
    if (atomic_load(&r->share->next) >= atomic_load(&r->share->stop))
        return TURN_DONE;
    if (seat == r->made) {
        r->seat[seat] = calloc(1, sizeof **r->seat);
        if (!r->seat[seat] || !gt_flight_init(&r->seat[seat]->f, r->core.gpu, r->cfg, seat)) {
            if (r->seat[seat])
                gt_flight_free(&r->seat[seat]->f);
            free(r->seat[seat]);
            return TURN_MEMORY;
        }
        r->made++;
    }
    uint64_t b = atomic_fetch_add(&r->share->next, 1);
    if (b >= atomic_load(&r->share->stop))
        return TURN_DONE;
    struct gt_seat *s = r->seat[seat];
    s->index = b;
    s->ran = 0;
    s->on = s->circle = 0;
    s->taken = true;
    s->over = false;
    r->since = r->insns;
    gt_flight_start(&s->f, &r->core, (uint32_t)(b % x), (uint32_t)(b / x));
    return TURN_OVER;
}

/* TURN_WAITS: see there. */
static enum gt_turn look_for_spin(struct gt_runner *r)
{
    unsigned steps = (unsigned)(r->on > 256 * GT_CIRCLE_STEPS ? r->on / 256 :
                                r->on > GT_CIRCLE_STEPS       ? GT_CIRCLE_STEPS : r->on);
    bool spins = gt_flight_spins(&r->seat[0]->f, &r->core, &steps);
    r->seat[0]->circle = spins ? steps : 0;
    r->on = spins ? SOON : r->on < LOOKS ? 2 * r->on : LOOKS;
    r->look = r->insns + r->on;
    return spins || (r->insns - r->since >= GT_BLOCK_LONG && r->seats > 1 &&
                     atomic_load(&r->share->next) < atomic_load(&r->share->stop)) ? TURN_WAITS : TURN_OVER;
}

enum gt_turn gt_runner_block(struct gt_runner *r)
{
    struct gt_seat *s = r->seat[0];
    enum gt_turn t;
    while ((t = gt_runner_pass(r, s, SLICE)) == TURN_OVER) {
        if (r->insns >= r->look && (t = look_for_spin(r)) != TURN_OVER)
            return t;
        gt_runner_tell(r);
    }
    s->taken = t != TURN_DONE && t != TURN_LEFT;
    if (t == TURN_DONE)
        gt_runner_done(r);
    else if (t != TURN_LEFT)
        gt_runner_stop(r, s, t);
    return t;
}

bool gt_runner_init(struct gt_runner *r, struct gt_gpu *gpu, const struct gt_launch *l, const struct gt_config *cfg)
{
    const uint64_t blocks = (uint64_t)l->grid_x * l->grid_y;
    r->cfg = cfg;
    r->seats = gt_seats(gpu, cfg);
    r->seats = r->seats < blocks ? r->seats : (unsigned)blocks;
    r->seat = calloc(r->seats, sizeof *r->seat);
    r->share = &r->own;
    atomic_init(&r->own.stop, blocks);
    atomic_flag_clear(&r->own.telling);
    r->end = TURN_DONE;
    r->limit = r->launch_limit = l->max_cycles ? l->max_cycles : GT_DEFAULT_MAX_CYCLES;
    r->look = r->on = LOOK;
    r->tell = TELL;
    if (!r->seat || !gt_core_init(&r->core, gpu, l, cfg))
        return false;
    r->core.pm = r->pm;
    return true;
}

void gt_runner_free(struct gt_runner *r)
{
    for (unsigned i = 0; i < r->made; i++) {
        gt_flight_free(&r->seat[i]->f);
        free(r->seat[i]);
    }
    free(r->seat);
    gt_core_done(&r->core);
}
