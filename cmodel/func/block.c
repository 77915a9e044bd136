/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks in flight: start, barriers, what is said of their warps when a kernel hangs.
 */
#include "block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spin.h"

bool gt_flight_init(struct gt_flight *f, const struct gt_config *cfg)
{
    memset(f, 0, sizeof *f);
    f->cfg = cfg;
    f->regs = aligned_alloc(128, (size_t)cfg->nregs * cfg->nwarps * 128);
    f->block.smem = malloc(cfg->smem_bytes);
    f->block.smem_bytes = cfg->smem_bytes;
    return f->regs && f->block.smem;
}

void gt_flight_free(struct gt_flight *f)
{
    free(f->block.smem);
    free(f->regs);
    f->block.smem = NULL;
    f->regs = NULL;
}

void gt_flight_start(struct gt_flight *f, struct gt_core *c, uint32_t x, uint32_t y, uint32_t slot)
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
        w->slot = slot + i;
        f->waits[i] = -1;
        gt_warp_start(c, w, &f->block, i);
    }
}

/* ---- barriers --------------------------------------------------------------------------------- */

static bool complete(const struct gt_flight *f, const struct gt_barrier *b)
{
    uint32_t n = f->alive;
    return b->count >= (b->all || b->wanted > n ? n : b->wanted);
}

static void release(struct gt_flight *f, int id)
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
        if (complete(f, b))
            release(f, id);
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
        if (f->bar[id].count && complete(f, &f->bar[id]))
            release(f, id);
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
bool gt_flight_spins(const struct gt_flight *f, struct gt_core *c)
{
    uint32_t from, to;
    bool passes = false;
    for (unsigned waiting = 0; waiting < 1u + passes; waiting++)
        for (uint32_t i = 0; i < f->cfg->nwarps; i++)
            if (!f->warps[i].finished && (f->waits[i] >= 0) == waiting &&
                !gt_warp_spins(c, &f->warps[i], &from, &to, &passes))
                return false;
    return true;
}

static void describe(const struct gt_flight *f, struct gt_core *c, const struct gt_warp *w, char *state, size_t n)
{
    uint32_t from, to;
    bool passes;
    int id = f->waits[w->warp_in_block];
    if (w->finished)
        snprintf(state, n, "finished");
    else if (id >= 0)
        snprintf(state, n, "waiting at barrier %d", id);
    else if (gt_warp_spins(c, w, &from, &to, &passes))
        snprintf(state, n, "spinning from 0x%x to 0x%x", (unsigned)from, (unsigned)to);
    else
        snprintf(state, n, "running");
}

size_t gt_flight_describe(const struct gt_flight *f, struct gt_core *c, char *out, size_t at, size_t n)
{
    for (uint32_t i = 0; i < f->cfg->nwarps && at < n; i++) {
        const struct gt_warp *w = &f->warps[i];
        char state[64];
        describe(f, c, w, state, sizeof state);
        at += (size_t)snprintf(out + at, n - at, "\nwarp %u: pc 0x%x active %08x depth %d %s", (unsigned)i,
                               (unsigned)w->pc, (unsigned)w->active, w->depth, state);
    }
    return at;
}
