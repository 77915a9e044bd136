/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks in flight: start, barriers, what is said of their warps when a kernel hangs.
 */
#include "block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spin.h"

static unsigned sms_of(const struct gt_gpu *g)
{
    return g->func_sms ? g->func_sms : g->chip->tpcs * g->chip->sms;
}

unsigned gt_seats(const struct gt_gpu *g, const struct gt_config *cfg)
{
    return sms_of(g) * cfg->max_blocks;
}

bool gt_flight_init(struct gt_flight *f, const struct gt_gpu *g, const struct gt_config *cfg, unsigned seat)
{
    const unsigned sm = seat % sms_of(g), of_a_tpc = g->chip->sms > 1 ? g->chip->sms : GT_TPC_SMS;
    memset(f, 0, sizeof *f);
    f->cfg = cfg;
    f->slot = seat / sms_of(g) * cfg->slot_warps;
    f->physid_sm = sm % of_a_tpc | sm / of_a_tpc << 4;
    f->regs = aligned_alloc(128, (size_t)cfg->nregs * cfg->nwarps * 128);
    f->block.smem = malloc(cfg->smem_bytes);
    f->block.smem_bytes = cfg->smem_bytes;
    if (seat && cfg->local_words)
        f->block.local = calloc(cfg->nwarps, (size_t)cfg->local_words * 128);
    return f->regs && f->block.smem && (f->block.local || !seat || !cfg->local_words);
}

void gt_flight_free(struct gt_flight *f)
{
    free(f->block.smem);
    free(f->block.local);
    free(f->regs);
    f->block.smem = f->block.local = NULL;
    f->regs = NULL;
}

void gt_flight_start(struct gt_flight *f, struct gt_core *c, uint32_t x, uint32_t y)
{
    const struct gt_config *cfg = f->cfg;
    size_t per_warp = (size_t)cfg->nregs * 32;
    memset(f->regs, 0, per_warp * cfg->nwarps * sizeof *f->regs);
    memset(f->block.smem, 0, f->block.smem_bytes);
    memset(f->bar, 0, sizeof f->bar);
    f->alive = cfg->nwarps;
    f->block.ctaid_x = x;
    f->block.ctaid_y = y;
    gt_block_start(c, &f->block);
    for (uint32_t i = 0; i < cfg->nwarps; i++) {
        struct gt_warp *w = &f->warps[i];
        memset(w, 0, sizeof *w);
        w->regs = f->regs + i * per_warp;
        w->nregs = cfg->nregs;
        w->slot = f->slot + i;
        w->physid_sm = f->physid_sm;
        f->waits[i] = -1;
        gt_warp_start(c, w, &f->block, i);
    }
}

/* ---- barriers --------------------------------------------------------------------------------- */

static bool barrier_complete(const struct gt_flight *f, const struct gt_barrier *b)
{
    uint32_t n = f->alive;
    return b->count >= (b->all || b->wanted > n ? n : b->wanted);
}

static void release_barrier(struct gt_flight *f, int id)
{
    f->bar[id].count = 0;
    for (uint32_t i = 0; i < f->cfg->nwarps; i++)
        if (f->waits[i] == id)
            f->waits[i] = -1;
}

bool gt_flight_arrive(struct gt_flight *f, uint32_t warp, const struct gt_insn *in)
{
    int id = in->bar_id & (GT_BARRIERS - 1);
    struct gt_barrier *b = &f->bar[id];
    if (in->bar_inc) {
        b->count++;
        b->wanted = in->bar_count;
        b->all = in->bar_all || in->bar_count == 0xfff;
        if (barrier_complete(f, b))
            release_barrier(f, id);
    }
    if (!in->bar_wait || b->count == 0)
        return false;
    f->waits[warp] = id;
    return true;
}

void gt_flight_left(struct gt_flight *f)
{
    f->alive--;
    for (int id = 0; id < GT_BARRIERS; id++)
        if (f->bar[id].count && barrier_complete(f, &f->bar[id]))
            release_barrier(f, id);
}

/* ---- instructions of other classes --------------------------------------------------------------- */

enum gt_turn gt_flight_uncommon(struct gt_flight *f, struct gt_core *c, struct gt_warp *w, const struct gt_micro *u)
{
    switch (u->cls) {
    case UC_CTL:
        return gt_ctl_exec(c, w, u->in, NULL) ? TURN_OVER : TURN_FAULT;
    case UC_BAR:
        w->pc += u->len;
        return gt_flight_arrive(f, w->warp_in_block, u->in) ? TURN_BARRIER : TURN_OVER;
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

/* ---- hangs ----------------------------------------------------------------------------------------- */

/* Those that wait at a barrier are looked at when one is passed in a circle: it may be theirs. */
bool gt_flight_spins(const struct gt_flight *f, struct gt_core *c, unsigned *steps)
{
    bool passes = false;
    unsigned most = 0;
    for (unsigned waiting = 0; waiting < 1u + passes; waiting++)
        for (uint32_t i = 0; i < f->cfg->nwarps; i++) {
            struct gt_circle x = { .steps = *steps };
            if (f->warps[i].finished || (f->waits[i] >= 0) != waiting)
                continue;
            if (!gt_warp_spins(c, &f->warps[i], &x))
                return false;
            passes |= x.passes;
            most = x.steps > most ? x.steps : most;
        }
    *steps = most;
    return true;
}

/* What a warp does, for the message of a kernel that hangs. */
static void describe_warp(const struct gt_flight *f, struct gt_core *c, const struct gt_warp *w, char *state, size_t n)
{
    struct gt_circle x = { .steps = 8 * GT_CIRCLE_STEPS };
    int id = f->waits[w->warp_in_block];
    if (w->finished)
        snprintf(state, n, "finished");
    else if (id >= 0)
        snprintf(state, n, "waiting at barrier %d", id);
    else if (gt_warp_spins(c, w, &x))
        snprintf(state, n, "spinning from 0x%x to 0x%x", (unsigned)x.from, (unsigned)x.to);
    else
        snprintf(state, n, "running");
}

size_t gt_flight_describe(const struct gt_flight *f, struct gt_core *c, char *out, size_t at, size_t n)
{
    for (uint32_t i = 0; i < f->cfg->nwarps && at < n; i++) {
        const struct gt_warp *w = &f->warps[i];
        char state[64];
        describe_warp(f, c, w, state, sizeof state);
        at += (size_t)snprintf(out + at, n - at, "\nwarp %u: pc 0x%x active %08x depth %d %s", (unsigned)i,
                               (unsigned)w->pc, (unsigned)w->active, w->depth, state);
    }
    return at;
}

void gt_deadlock_text(uint64_t left, unsigned seats, char *out, size_t n)
{
    int at = snprintf(out, n, "deadlock, every running warp waits at a barrier or spins, and none of them changes "
                      "memory");
    if (left)
        snprintf(out + at, n - (size_t)at,
                 " (here %u block%s on the chip at once, %llu more start%s when one has ended)", seats,
                 seats == 1 ? " fits" : "s fit", (unsigned long long)left, left == 1 ? "s" : "");
}
