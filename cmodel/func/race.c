/* SPDX-License-Identifier: Apache-2.0
 *
 * The race detector. Of each word (of each byte once one of its region is accessed in parts) it remembers the last
 * write and the last reads of two different warps: with barriers of all warps that finds every race of one barrier
 * interval, since of two readers one is not the warp that writes.
 */
#include "race.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "race_sync.h"

#define REGION 4096u            /* bytes of device memory with common shadow */
#define PAIRS 64                /* told apart; more are only counted */
#define LINES 10                /* told */

/* Who: lane in bits 4:0, warp slot in 30:5, atomic in 31. clock 0: nobody. */
struct record { uint32_t clock, block, who, pc; };
#define ATOMIC (1u << 31)
struct cell { struct record write, read[2]; };

/* Shadow of some bytes: a cell per word, or per byte once `fine`. */
struct region { struct cell *cells; uint32_t bytes; bool fine; };

struct side { uint32_t pc, block; uint8_t warp, lane; bool write, atomic; };
struct pair { enum gt_space space; uint32_t addr; struct side was, is; uint64_t times; };

struct gt_races {
    const struct gt_gpu *gpu;
    const struct gt_launch *launch;
    uint32_t slot_warps, header;        /* bytes of s[] that the kernel finds filled */
    uint32_t smem_bytes;
    unsigned flights;
    uint32_t *block;                    /* of each flight */
    struct gt_order order;
    struct region *shared;              /* of each flight */
    struct region *global;              /* by GT_G_BASE + i * REGION; NULL: not looked at */
    uint32_t regions;
    struct pair pair[PAIRS];
    unsigned pairs;
    uint64_t more;                      /* accesses of pairs beyond PAIRS */
    bool incomplete;
};

/* ---- shadow memory --------------------------------------------------------------------------------- */

static bool region_fill(struct region *g, uint32_t bytes)
{
    if (!g->cells) {
        g->cells = calloc(bytes / 4, sizeof *g->cells);
        g->bytes = bytes;
        g->fine = false;
    }
    return g->cells != NULL;
}

static bool region_refine(struct region *g)
{
    struct cell *c = malloc(g->bytes * sizeof *c);
    if (!c)
        return false;
    for (uint32_t i = 0; i < g->bytes; i++)
        c[i] = g->cells[i / 4];
    free(g->cells);
    g->cells = c;
    g->fine = true;
    return true;
}

static void region_clear(struct region *g)
{
    if (g->cells)
        memset(g->cells, 0, (g->fine ? g->bytes : g->bytes / 4) * sizeof *g->cells);
}

bool gt_races_flights(struct gt_races *r, unsigned flights)
{
    uint32_t *block = realloc(r->block, flights * sizeof *block);
    r->block = block ? block : r->block;
    struct region *shared = realloc(r->shared, flights * sizeof *shared);
    r->shared = shared ? shared : r->shared;
    bool ok = block && shared && gt_order_grow(&r->order, flights);
    for (; ok && r->flights < flights; r->flights++) {
        shared[r->flights] = (struct region){0};
        ok = region_fill(&shared[r->flights], r->smem_bytes);
    }
    return ok;
}

struct gt_races *gt_races_new(const struct gt_gpu *g, const struct gt_launch *l, const struct gt_config *cfg,
                              bool global)
{
    struct gt_races *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->gpu = g;
    r->launch = l;
    r->slot_warps = cfg->slot_warps;
    r->smem_bytes = cfg->smem_bytes;
    r->header = 16 + 4 * l->param_words;
    r->regions = g->mem_bytes / REGION + 1;
    if (global)
        r->global = calloc(r->regions, sizeof *r->global);
    bool ok = gt_order_init(&r->order, cfg->slot_warps) && (r->global || !global);
    if (!ok || !gt_races_flights(r, cfg->max_blocks)) {
        gt_races_free(r);
        return NULL;
    }
    return r;
}

void gt_races_free(struct gt_races *r)
{
    if (!r)
        return;
    for (unsigned i = 0; i < r->flights; i++)
        free(r->shared[i].cells);
    free(r->shared);
    free(r->block);
    for (uint32_t i = 0; r->global && i < r->regions; i++)
        free(r->global[i].cells);
    free(r->global);
    gt_order_done(&r->order);
    free(r);
}

/* ---- what is told ------------------------------------------------------------------------------------ */

static unsigned slot_of(const struct record *rec) { return (rec->who & ~ATOMIC) >> 5; }

static struct side side_of(const struct gt_races *r, const struct record *rec, bool write)
{
    return (struct side){
        .pc = rec->pc, .block = rec->block, .warp = (uint8_t)(slot_of(rec) % r->slot_warps),
        .lane = rec->who & 31, .write = write, .atomic = rec->who >> 31,
    };
}

static void found(struct gt_races *r, const struct gt_access *a, uint32_t addr, const struct record *was,
                  bool was_write, const struct record *is)
{
    struct side old = side_of(r, was, was_write), new = side_of(r, is, a->write);
    for (unsigned i = 0; i < r->pairs; i++) {
        struct pair *p = &r->pair[i];
        bool same = p->was.pc == old.pc && p->is.pc == new.pc, crossed = p->was.pc == new.pc && p->is.pc == old.pc;
        if ((same || crossed) && p->space == a->space) {
            p->times++;
            return;
        }
    }
    if (r->pairs == PAIRS)
        r->more++;
    else
        r->pair[r->pairs++] = (struct pair){a->space, addr, old, new, 1};
}

static size_t tell_side(const struct gt_races *r, const struct side *s, char *out, size_t at, size_t n)
{
    const char *what = s->atomic ? "atomic" : s->write ? "write" : "read";
    if (at >= n)
        return at;
    return at + (size_t)snprintf(out + at, n - at, "%s at pc 0x%x, block (%u,%u) warp %u lane %u", what,
                                 (unsigned)s->pc,
                                 (unsigned)(s->block % r->launch->grid_x), (unsigned)(s->block / r->launch->grid_x),
                                 (unsigned)s->warp, (unsigned)s->lane);
}

static size_t tell_pair(const struct gt_races *r, const struct pair *p, char *out, size_t at, size_t n)
{
    uint32_t base, bytes;
    if (at < n)
        at += (size_t)snprintf(out + at, n - at, "\n%s memory 0x%x", p->space == GT_SPACE_SHARED ? "shared" : "global",
                               (unsigned)p->addr);
    if (at < n && p->space == GT_SPACE_GLOBAL && gt_allocation(r->gpu, p->addr, &base, &bytes))
        at += (size_t)snprintf(out + at, n - at, " (byte %u of allocation 0x%x)", (unsigned)(p->addr - base),
                               (unsigned)base);
    if (at < n)
        at += (size_t)snprintf(out + at, n - at, ": ");
    at = tell_side(r, &p->was, out, at, n);
    if (at < n)
        at += (size_t)snprintf(out + at, n - at, "; then ");
    at = tell_side(r, &p->is, out, at, n);
    if (at < n && p->times > 1)
        at += (size_t)snprintf(out + at, n - at, "; %llu times", (unsigned long long)p->times);
    return at;
}

bool gt_races_complete(const struct gt_races *r) { return !r->incomplete; }
unsigned gt_races_found(const struct gt_races *r) { return r->pairs; }

void gt_races_tell(const struct gt_races *r, bool hangs, char *out, size_t n)
{
    size_t at = (size_t)snprintf(out, n, "kernel %s: race, %u pair%s of instructions that nothing orders access the "
                                         "same bytes%s",
                                 r->launch->name ? r->launch->name : "?", r->pairs, r->pairs == 1 ? "" : "s",
                                 hangs ? ", and the kernel does not end" : "");
    for (unsigned i = 0; i < r->pairs && i < LINES; i++)
        at = tell_pair(r, &r->pair[i], out, at, n);
    if (r->pairs > LINES && at < n)
        at += (size_t)snprintf(out + at, n - at, "\nand %u pairs more", r->pairs - LINES);
    if (r->more && at < n)
        snprintf(out + at, n - at, "\nand %llu accesses of others", (unsigned long long)r->more);
}

/* ---- accesses ---------------------------------------------------------------------------------------- */

/* Is an earlier access by another warp unordered with one of `me`, and not atomic as it is? */
static bool conflict(const struct gt_races *r, const struct record *rec, const struct record *me)
{
    unsigned slot = slot_of(rec), mine = slot_of(me);
    if (!rec->clock || (slot == mine && rec->block == me->block) || (rec->who & me->who & ATOMIC))
        return false;
    return !gt_order_knows(&r->order, mine, slot, rec->clock, rec->block == me->block);
}

static void note_read(struct cell *c, const struct record *me)
{
    bool first = c->read[0].block == me->block && slot_of(&c->read[0]) == slot_of(me);
    if (!first)
        c->read[1] = c->read[0];
    c->read[0] = *me;
}

struct look { struct gt_races *r; const struct gt_access *a; struct record me; bool keeps; };

static void look_at(struct look *l, struct cell *c, uint32_t addr)
{
    if (conflict(l->r, &c->write, &l->me) && !(l->a->write && l->keeps))
        found(l->r, l->a, addr, &c->write, true, &l->me);
    if (!l->a->write) {
        note_read(c, &l->me);
        return;
    }
    for (int i = 0; i < 2; i++)
        if (conflict(l->r, &c->read[i], &l->me))
            found(l->r, l->a, addr, &c->read[i], false, &l->me);
    c->write = l->me;
}

static void look_lane(struct look *l, struct region *g, uint32_t off, uint32_t addr)
{
    uint32_t bytes = l->a->bytes;
    if (!g->fine && ((off | bytes) & 3) && !region_refine(g)) {
        l->r->incomplete = true;
        return;
    }
    unsigned step = g->fine ? 1 : 4;
    for (uint32_t i = 0; i < bytes && off + i < g->bytes; i += step)
        look_at(l, &g->cells[(off + i) / step], addr + i);
}

/* NULL: not looked at. *off: the address inside the region. */
static struct region *region_at(struct gt_races *r, unsigned flight, const struct gt_access *a, uint32_t addr,
                                uint32_t *off)
{
    if (a->space == GT_SPACE_SHARED) {
        *off = addr;
        return &r->shared[flight];
    }
    struct region *g = &r->global[(addr - GT_G_BASE) / REGION];
    *off = (addr - GT_G_BASE) % REGION;
    if (region_fill(g, REGION))
        return g;
    r->incomplete = true;
    return NULL;
}

static bool uniform(const struct gt_access *a)
{
    return a->space == GT_SPACE_SHARED && a->u->in->areg == 0;
}

/* The order that an atomic makes. */
static void synchronise(struct gt_races *r, unsigned flight, unsigned slot, const struct gt_access *a, uint32_t lanes)
{
    for (; lanes; lanes &= lanes - 1) {
        uint32_t addr = a->addr[__builtin_ctz(lanes)];
        uint64_t where = a->space == GT_SPACE_GLOBAL ? addr : ((uint64_t)r->block[flight] + 1) << 32 | addr;
        if (!gt_order_atomic(&r->order, slot, where, a->acquires, a->releases))
            r->incomplete = true;
    }
}

void gt_races_access(struct gt_races *r, unsigned flight, const struct gt_access *a)
{
    unsigned slot = flight * r->slot_warps + a->warp->warp_in_block;
    uint32_t lanes = a->lanes;
    if (a->space == GT_SPACE_GLOBAL && !r->global)
        return;
    if (uniform(a)) {
        if (!a->write && a->addr[0] + a->bytes <= r->header)
            return;                     /* parameters */
        if (!a->write)
            lanes &= -lanes;            /* one stands for all */
    }
    struct look l = {.r = r, .a = a, .keeps = a->write && !a->atomic && gt_access_keeps(a, r->gpu)};
    l.me.clock = gt_order_clock(&r->order, slot);
    l.me.block = r->block[flight];
    l.me.pc = a->warp->pc;
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        uint32_t off;
        if (!gt_access_bytes(a, r->gpu, i))
            continue;
        l.me.who = (a->atomic ? ATOMIC : 0) | slot << 5 | i;
        struct region *g = region_at(r, flight, a, a->addr[i], &off);
        if (g)
            look_lane(&l, g, off, a->addr[i]);
    }
    if (a->acquires || a->releases)
        synchronise(r, flight, slot, a, lanes);
}

/* ---- blocks and barriers -------------------------------------------------------------------------------- */

void gt_races_block(struct gt_races *r, unsigned flight, uint32_t block)
{
    r->block[flight] = block;
    region_clear(&r->shared[flight]);
    for (unsigned w = 0; w < r->slot_warps; w++)
        gt_order_start(&r->order, flight * r->slot_warps + w);
    for (unsigned id = 0; id < GT_BARRIERS; id++)
        gt_order_reset(&r->order, flight * GT_BARRIERS + id);
}

void gt_races_arrive(struct gt_races *r, unsigned flight, unsigned warp, unsigned barrier, bool first)
{
    if (first)
        gt_order_reset(&r->order, flight * GT_BARRIERS + barrier);
    gt_order_arrive(&r->order, flight * r->slot_warps + warp, flight * GT_BARRIERS + barrier);
}

void gt_races_pass(struct gt_races *r, unsigned flight, unsigned warp, unsigned barrier)
{
    gt_order_pass(&r->order, flight * r->slot_warps + warp, flight * GT_BARRIERS + barrier);
}
