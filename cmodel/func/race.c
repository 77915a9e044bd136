/* SPDX-License-Identifier: Apache-2.0
 *
 * The race detector. Of each word (of each byte once one of its region is accessed in parts) it remembers the last
 * write and the last reads of two different warps: with barriers of all warps that finds every race of one barrier
 * interval, since of two readers one is not the warp that writes.
 *
 * A loop around compare-and-swap begins with a plain read of a word that others change by atomics. What it has read
 * does not matter, as the swap compares. So the pair of such a read and an atomic is a race only if no compare-and-swap
 * ever follows that read, in a warp that has read so, at the address.
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
struct cell { struct record write, read[2]; uint32_t value; bool known; };  /* that was written, if it is known */

/* Shadow of some bytes: a cell per word, or per byte once `fine`. */
struct region { struct cell *cells; uint32_t bytes; bool fine; };

#define GUESSES 64             /* instructions whose reads are confirmed by swaps */

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
    uint32_t *filled;                   /* those that have cells */
    size_t nfilled, room;
    struct gt_race pair[PAIRS];
    unsigned pairs;
    uint64_t more;                      /* accesses of pairs beyond PAIRS */
    uint32_t guess[GUESSES];            /* pcs of reads that swaps have confirmed */
    unsigned guesses;
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

/* So that who clears all need not look at those that have none: there are many. */
static bool note_filled(struct gt_races *r, uint32_t region)
{
    if (r->nfilled == r->room) {
        const size_t room = r->room ? 2 * r->room : 64;
        uint32_t *filled = realloc(r->filled, room * sizeof *filled);
        if (!filled)
            return false;
        r->filled = filled;
        r->room = room;
    }
    r->filled[r->nfilled++] = region;
    return true;
}

/* From a cell per word to one per byte; false: out of memory, nothing is changed. */
static bool region_refine(struct region *g)
{
    struct cell *c = malloc(g->bytes * sizeof *c);
    if (!c)
        return false;
    for (uint32_t i = 0; i < g->bytes; i++) {
        c[i] = g->cells[i / 4];
        c[i].value = c[i].value >> 8 * (i % 4) & 0xff;
    }
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
    for (size_t i = 0; i < r->nfilled; i++)
        free(r->global[r->filled[i]].cells);
    free(r->filled);
    free(r->global);
    gt_order_done(&r->order);
    free(r);
}

/* ---- what is told ------------------------------------------------------------------------------------ */

static unsigned slot_of(const struct record *rec) { return (rec->who & ~ATOMIC) >> 5; }

static struct gt_race_side side_of(const struct gt_races *r, const struct record *rec, bool write)
{
    return (struct gt_race_side){
        .pc = rec->pc, .block = rec->block, .warp = (uint8_t)(slot_of(rec) % r->slot_warps),
        .lane = rec->who & 31, .write = write, .atomic = rec->who >> 31,
    };
}

/* Counts a conflict: a new pair of pcs, or one more of a pair that is known in either order. */
static void count_conflict(struct gt_races *r, const struct gt_access *a, uint32_t addr, const struct record *was,
                           bool was_write, const struct record *is)
{
    const struct gt_race new = { a->space, addr, side_of(r, was, was_write), side_of(r, is, a->write), 1 };
    for (unsigned i = 0; i < r->pairs; i++) {
        struct gt_race *p = &r->pair[i];
        bool same = p->was.pc == new.was.pc && p->is.pc == new.is.pc;
        bool crossed = p->was.pc == new.is.pc && p->is.pc == new.was.pc;
        if ((same || crossed) && p->space == a->space) {
            p->times++;
            return;
        }
    }
    if (r->pairs == PAIRS)
        r->more++;
    else
        r->pair[r->pairs++] = new;
}

static bool is_guess(const struct gt_races *r, const struct gt_race_side *read)
{
    unsigned k = 0;
    while (k < r->guesses && r->guess[k] != read->pc)
        k++;
    return !read->write && k < r->guesses;
}

void gt_races_end(struct gt_races *r)
{
    unsigned n = 0;
    for (unsigned i = 0; i < r->pairs; i++) {
        const struct gt_race *p = &r->pair[i];
        if (!(p->is.atomic && is_guess(r, &p->was)) && !(p->was.atomic && is_guess(r, &p->is)))
            r->pair[n++] = *p;
    }
    r->pairs = n;
}

/* A warp swaps what it has read before, perhaps. */
static void confirm_guess(struct gt_races *r, const struct cell *c, const struct record *me)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct record *read = &c->read[i];
        unsigned k = 0;
        if (!read->clock || read->block != me->block || slot_of(read) != slot_of(me))
            continue;
        while (k < r->guesses && r->guess[k] != read->pc)
            k++;
        if (k == r->guesses && k < GUESSES)
            r->guess[r->guesses++] = read->pc;
    }
}

static size_t tell_side(const struct gt_races *r, const struct gt_race_side *s, char *out, size_t at, size_t n)
{
    const char *what = s->atomic ? "atomic" : s->write ? "write" : "read";
    if (at >= n)
        return at;
    return at + (size_t)snprintf(out + at, n - at, "%s at pc 0x%x, block (%u,%u) warp %u lane %u", what,
                                 (unsigned)s->pc,
                                 (unsigned)(s->block % r->launch->grid_x), (unsigned)(s->block / r->launch->grid_x),
                                 (unsigned)s->warp, (unsigned)s->lane);
}

/* Appends a line on one pair at out[at], n bytes in all; returns the new end, beyond n when it did not fit. */
static size_t tell_pair(const struct gt_races *r, const struct gt_race *p, char *out, size_t at, size_t n)
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
const struct gt_race *gt_races_pair(const struct gt_races *r, unsigned i) { return &r->pair[i]; }

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
static inline bool accesses_conflict(const struct gt_races *r, const struct record *rec, const struct record *me)
{
    unsigned slot = slot_of(rec), mine = slot_of(me);
    if (!rec->clock || (slot == mine && rec->block == me->block) || (rec->who & me->who & ATOMIC))
        return false;
    return !gt_order_knows(&r->order, mine, slot, rec->clock, rec->block == me->block);
}

static inline void note_read(struct cell *c, const struct record *me)
{
    bool first = c->read[0].block == me->block && slot_of(&c->read[0]) == slot_of(me);
    if (!first)
        c->read[1] = c->read[0];
    c->read[0] = *me;
}

struct look { struct gt_races *r; const struct gt_access *a; struct record me; bool swaps, stores; };

/* The same value twice is no race. After an atomic memory tells what was there. */
static bool same_value(const struct look *l, const struct cell *c, uint32_t value)
{
    return l->stores && (c->known ? c->value == value : gt_access_keeps(l->a, l->r->gpu));
}

/* value: what a store writes there. */
static void look_at(struct look *l, struct cell *c, uint32_t addr, uint32_t value)
{
    if (l->swaps)
        confirm_guess(l->r, c, &l->me);
    if (accesses_conflict(l->r, &c->write, &l->me) && !same_value(l, c, value))
        count_conflict(l->r, l->a, addr, &c->write, true, &l->me);
    if (!l->a->write) {
        note_read(c, &l->me);
        return;
    }
    for (int i = 0; i < 2; i++)
        if (accesses_conflict(l->r, &c->read[i], &l->me))
            count_conflict(l->r, l->a, addr, &c->read[i], false, &l->me);
    c->write = l->me;
    c->value = value;
    c->known = l->stores;
}

static void look_lane(struct look *l, struct region *g, uint32_t off, uint32_t addr)
{
    uint32_t bytes = l->a->bytes;
    if (!g->fine && ((off | bytes) & 3) && !region_refine(g)) {
        l->r->incomplete = true;
        return;
    }
    unsigned step = g->fine ? 1 : 4;
    for (uint32_t i = 0; i < bytes && off + i < g->bytes; i += step) {
        const uint32_t word = l->stores ? gt_access_stored(l->a, i / 4, l->me.who & 31) : 0;
        look_at(l, &g->cells[(off + i) / step], addr + i, g->fine ? word >> 8 * (i % 4) & 0xff : word);
    }
}

/* NULL: not looked at. */
static struct region *global_region(struct gt_races *r, uint32_t n)
{
    struct region *g = &r->global[n];
    if (g->cells || (note_filled(r, n) && region_fill(g, REGION)))
        return g;
    r->incomplete = true;
    return NULL;
}

/* Most accesses are reads of words, often of one word by many lanes. */
static void look_lanes(struct look *l, unsigned flight, uint32_t who, uint32_t lanes)
{
    struct gt_races *r = l->r;
    const struct gt_access *a = l->a;
    const bool shared = a->space == GT_SPACE_SHARED, reads_word = !a->write && a->bytes == 4;
    const uint32_t base = shared ? 0 : GT_G_BASE, end = shared ? r->smem_bytes : r->gpu->mem_bytes;
    struct region *g = shared ? &r->shared[flight] : NULL;
    uint32_t last = UINT32_MAX, number = UINT32_MAX;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctz(lanes);
        const uint32_t at = a->addr[i] - base, off = shared ? at : at % REGION;
        if (at >= end || a->bytes > end - at || (at == last && !a->write))
            continue;
        if (!shared && at / REGION != number)
            g = global_region(r, number = at / REGION);
        if (!g)
            continue;
        last = at;
        l->me.who = who | i;
        if (!reads_word || g->fine || off % 4) {
            look_lane(l, g, off, a->addr[i]);
            continue;
        }
        struct cell *c = &g->cells[off / 4];
        if (c->write.clock && accesses_conflict(r, &c->write, &l->me))
            count_conflict(r, a, a->addr[i], &c->write, true, &l->me);
        note_read(c, &l->me);
    }
}

static bool address_uniform(const struct gt_access *a)
{
    return a->space == GT_SPACE_SHARED && a->u->in->areg == 0;
}

/* The order that an atomic makes. What it learns it knows before it accesses the word. */
static void order_atomic(struct gt_races *r, unsigned flight, unsigned slot, const struct gt_access *a, uint32_t lanes,
                         bool learn)
{
    bool does = learn ? a->acquires : a->releases;
    for (; does && lanes; lanes &= lanes - 1) {
        uint32_t addr = a->addr[__builtin_ctz(lanes)];
        uint64_t where = a->space == GT_SPACE_GLOBAL ? addr : ((uint64_t)r->block[flight] + 1) << 32 | addr;
        if (!gt_order_atomic(&r->order, slot, where, learn, !learn))
            r->incomplete = true;
    }
}

/* Compare-and-swap; in shared memory each atomic is made of a lock around plain code. */
static bool is_swap(const struct gt_access *a)
{
    return a->acquires && (a->space == GT_SPACE_SHARED || a->u->in->aop == GT_AOP_CAS);
}

void gt_races_access(struct gt_races *r, unsigned flight, const struct gt_access *a)
{
    unsigned slot = flight * r->slot_warps + a->warp->warp_in_block;
    uint32_t lanes = a->lanes;
    if (a->space == GT_SPACE_GLOBAL && !r->global)
        return;
    if (address_uniform(a)) {
        if (!a->write && a->addr[0] + a->bytes <= r->header)
            return;                     /* parameters */
        if (!a->write)
            lanes &= -lanes;            /* one stands for all */
    }
    order_atomic(r, flight, slot, a, lanes, true);
    struct look l = {.r = r, .a = a, .swaps = is_swap(a), .stores = a->write && !a->atomic};
    l.me.clock = gt_order_clock(&r->order, slot);
    l.me.block = r->block[flight];
    l.me.pc = a->warp->pc;
    look_lanes(&l, flight, (a->atomic ? ATOMIC : 0) | slot << 5, lanes);
    order_atomic(r, flight, slot, a, lanes, false);
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
