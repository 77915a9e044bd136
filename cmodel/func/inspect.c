/* SPDX-License-Identifier: Apache-2.0
 *
 * The checker as an observer: it keeps a picture of each block (barriers, written bytes of shared memory, warps whose
 * registers hold what nobody has written), asks race.c about order, and writes down what it finds.
 */
#include "inspect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/mem.h"
#include "cubin.h"
#include "inspect_parts.h"
#include "tex.h"

/* ---- accesses outside ---------------------------------------------------------------------------------- */

/* Notes an access to device memory that no allocation holds, or that one held until it was freed. */
static void note_outside(struct gt_inspect *i, struct gt_core *c, const struct gt_access *a, unsigned lane)
{
    uint32_t base, bytes, at = a->addr[lane];
    const bool freed = gt_mem_freed(c->gpu, at, &base, &bytes);
    struct gt_finding *f = inspect_find(i, freed ? FIND_FREED : FIND_OUTSIDE, a->warp->pc, ANY_PC);
    char title[96], where[128];
    if (!f)
        return;
    f->side[0] = inspect_side(a->warp, lane, inspect_does(a));
    snprintf(title, sizeof title, "%s of %u bytes %s", inspect_does(a), (unsigned)a->bytes,
             freed ? "after they were freed" : "that are not allocated");
    if (freed) {
        snprintf(where, sizeof where, ", byte %u of an allocation of %u bytes at 0x%x that was freed",
                 (unsigned)(at - base), (unsigned)bytes, (unsigned)base);
    } else {
        const struct gt_fault fault = { .code = GT_F_OUTSIDE_ALLOCATION, .addr = at };
        gt_bounds_tell(c->gpu, &fault, where, sizeof where);
    }
    inspect_say(f, title, "device memory 0x%x%s", (unsigned)at, where);
}

/* All lanes take part, between these addresses? Most do. */
static bool whole_warp(const struct gt_access *a, uint32_t *low, uint32_t *high)
{
    *low = UINT32_MAX;
    *high = 0;
    for (unsigned l = 0; l < 32; l++) {
        *low = a->addr[l] < *low ? a->addr[l] : *low;
        *high = a->addr[l] > *high ? a->addr[l] : *high;
    }
    return a->lanes == UINT32_MAX;
}

/* Notes lanes outside of every allocation, and drops them from a->lanes, so that nothing else looks at them. */
static void global_bounds(struct gt_inspect *i, struct gt_core *c, struct gt_access *a)
{
    uint32_t base = 1, bytes = 0, low, high;
    if (whole_warp(a, &low, &high) && gt_mem_asked(c->gpu, low, &base, &bytes) && high - base < bytes &&
        a->bytes <= bytes - (high - base))
        return;
    base = 1;
    bytes = 0;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        uint32_t at = a->addr[l];
        if (at >= base && at - base < bytes && a->bytes <= bytes - (at - base))
            continue;
        if (!gt_access_bytes(a, c->gpu, l)) {           /* the machine's own fault */
            a->lanes &= ~(1u << l);
        } else if (!gt_mem_asked(c->gpu, at, &base, &bytes) || at - base >= bytes || a->bytes > bytes - (at - base)) {
            note_outside(i, c, a, l);
            a->lanes &= ~(1u << l);
        }
    }
}

/* The same of shared memory: beyond what the block asked for, but inside what the slot has. */
static void shared_bounds(struct gt_inspect *i, struct gt_core *c, struct gt_access *a)
{
    uint32_t end = c->launch->smem + c->launch->dyn_smem, low, high;
    if (whole_warp(a, &low, &high) && high + a->bytes <= end)
        return;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        if (a->addr[l] + a->bytes <= end)
            continue;
        a->lanes &= ~(1u << l);
        if (a->addr[l] + a->bytes > a->warp->block->smem_bytes)
            continue;                                   /* the machine's own fault */
        struct gt_finding *f = inspect_find(i, FIND_SHARED, a->warp->pc, ANY_PC);
        if (!f)
            continue;
        f->side[0] = inspect_side(a->warp, l, inspect_does(a));
        inspect_say(f, "access beyond the block's shared memory", "shared memory 0x%x, the block has 0x%x bytes of it",
                    (unsigned)a->addr[l], (unsigned)end);
    }
}

/* A store below the variables: an index that is negative, as a rule. */
static void parameters_kept(struct gt_inspect *i, struct gt_core *c, struct gt_access *a)
{
    const uint32_t end = shared_header(c);
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        if (a->addr[l] >= end)
            continue;
        struct gt_finding *f = inspect_find(i, FIND_PARAMETERS, a->warp->pc, ANY_PC);
        if (!f)
            continue;
        f->side[0] = inspect_side(a->warp, l, inspect_does(a));
        inspect_say(f, "write in front of the shared variables, over the kernel's parameters",
                    "shared memory 0x%x, variables begin at 0x%x", (unsigned)a->addr[l], (unsigned)end);
    }
}

/* Inside of the variable that the instruction is meant to access? What follows it is another one's. */
static void array_bounds(struct gt_inspect *i, struct gt_access *a)
{
    const struct gt_cubin_array *v = inspect_array(i, a->warp->pc, false);
    if (!v)
        return;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        if (a->addr[l] >= v->begin && a->addr[l] + a->bytes <= v->end)
            continue;
        a->lanes &= ~(1u << l);
        struct gt_finding *f = inspect_find(i, FIND_ARRAY, a->warp->pc, ANY_PC);
        if (!f)
            continue;
        f->side[0] = inspect_side(a->warp, l, inspect_does(a));
        f->name = v->name;
        inspect_say(f, "access outside the shared variable", "shared memory 0x%x, the variable lies from 0x%x to 0x%x",
                    (unsigned)a->addr[l], (unsigned)v->begin, (unsigned)v->end - 1);
    }
}

/* Of ld.lock: the lanes that get the lock of their word, the lowest of several. */
static uint32_t lanes_that_lock(const struct gt_access *a)
{
    uint32_t got = 0;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        bool taken = a->warp->block->lock[a->addr[l] >> 7] >> (a->addr[l] >> 2 & 31) & 1;
        for (uint32_t k = got; k; k &= k - 1)
            taken |= a->addr[__builtin_ctz(k)] == a->addr[l];
        got |= taken ? 0 : 1u << l;
    }
    return got;
}

/* ---- barriers --------------------------------------------------------------------------------------------- */

/* Does the path that begins there end without doing anything? It has returned, then, and only waits for the others. */
static bool ends_at(struct gt_core *c, uint32_t pc)
{
    for (unsigned n = 0; n < 16; n++) {
        const struct gt_micro *u = gt_core_micro(c, pc);
        if (u->in->op == GT_OP_RET)
            return u->always;
        if (u->cls != UC_BODY || u->in->op == GT_OP_ST_G || u->in->op == GT_OP_ST_S || u->in->op == GT_OP_ATOM ||
            u->in->op == GT_OP_RED)
            return false;
        if (u->exit)
            return true;
        pc += u->len;
    }
    return false;
}

/* Threads of the warp that neither come to this barrier with the others nor have ended. */
static uint32_t threads_missing(struct gt_core *c, const struct gt_warp *w)
{
    uint32_t called = 0;
    for (int k = 0; k < w->depth; k++)
        called |= w->stack[k].type == GT_E_CALL || w->stack[k].type == GT_E_CALL_LIM ? w->stack[k].mask : 0;
    uint32_t m = ~w->exited & ~w->active & ~(w->returned & ~called);
    for (int k = w->depth - 1; m && k >= 0; k--)
        if (w->stack[k].mask & m && ends_at(c, w->stack[k].pc))
            m &= ~w->stack[k].mask;
    return m;
}

static void release_barrier(struct gt_inspect *i, struct seat *s, unsigned seat, unsigned id)
{
    s->bar[id].count = 0;
    for (unsigned w = 0; w < s->nwarps; w++)
        if (s->waits[w] == (int)id) {
            s->waits[w] = -1;
            gt_races_pass(i->races, seat, w, id);
        }
}

static bool barrier_complete(const struct seat *s, const struct gt_barrier *b)
{
    return b->count >= (b->all || b->wanted > s->alive ? s->alive : b->wanted);
}

/* A bar instruction: notes lanes that are missing and barriers of different places; opens the barrier when complete. */
static void arrive_barrier(struct gt_inspect *i, struct gt_core *c, unsigned seat, const struct gt_warp *w,
                           const struct gt_insn *in)
{
    struct seat *s = i->seat[seat];
    unsigned id = in->bar_id & (GT_BARRIERS - 1);
    struct gt_barrier *b = &s->bar[id];
    const uint32_t away = threads_missing(c, w);
    struct gt_finding *f = away ? inspect_find(i, FIND_DIVERGENT, w->pc, ANY_PC) : NULL;
    if (f) {
        f->side[0] = inspect_side(w, (uint32_t)__builtin_ctz(w->active ? w->active : 1), "barrier");
        inspect_say(f, "barrier in a branch that not all threads of the warp take",
                    "barrier %u, %d threads of the warp are there, %d are not (the first is lane %d)", id,
                    __builtin_popcount(w->active), __builtin_popcount(away), __builtin_ctz(away));
    }
    s->wrote &= ~(1u << w->warp_in_block);
    if (in->bar_inc) {
        bool first = b->count == 0;
        gt_races_arrive(i->races, seat, w->warp_in_block, id, first);
        b->all = in->bar_all || in->bar_count == 0xfff;
        b->wanted = in->bar_count;
        b->count++;
        const bool sync = in->bar_wait && b->all;
        if (first)
            s->first[id] = inspect_side(w, 0, sync ? "barrier" : NULL);
        else if (sync && s->first[id].does && s->first[id].pc != w->pc &&
                 (f = inspect_find(i, FIND_PLACES, w->pc, s->first[id].pc))) {
            f->side[0] = inspect_side(w, 0, "barrier");
            f->side[1] = s->first[id];
            f->sides = 2;
            f->differ = true;
            inspect_say(f, "warps of a block wait at barriers of different places", "barrier %u", id);
        }
    }
    if (in->bar_wait)
        s->waits[w->warp_in_block] = (int)id;
    if ((in->bar_inc && barrier_complete(s, b)) || (in->bar_wait && !b->count))
        release_barrier(i, s, seat, id);
}

/* The others do not wait for a warp that has ended. One that has done something since its last barrier has missed one.
 */
static void warp_left(struct gt_inspect *i, unsigned seat, const struct gt_warp *w)
{
    struct seat *s = i->seat[seat];
    s->alive--;
    for (unsigned id = 0; id < GT_BARRIERS; id++) {
        const struct gt_barrier *b = &s->bar[id];
        if (!b->count)
            continue;
        struct gt_finding *f = b->all && s->first[id].does && s->wrote >> w->warp_in_block & 1
                                   ? inspect_find(i, FIND_LEFT, s->first[id].pc, ANY_PC) : NULL;
        if (f) {
            f->side[0] = s->first[id];
            f->side[1] = inspect_side(w, 0, "end");
            f->sides = 2;
            inspect_say(f, "barrier that a warp of the block has not reached when it ends",
                        "barrier %u, warp %u has written memory since its last barrier and ended", id,
                        (unsigned)w->warp_in_block);
        }
        if (barrier_complete(s, b))
            release_barrier(i, s, seat, id);
    }
}

/* ---- the observer -------------------------------------------------------------------------------------------- */

/* Room for seat n; false: out of memory. */
static bool more_seats(struct gt_inspect *i, unsigned n)
{
    if (n < i->seats)
        return true;
    const unsigned seats = 2 * n + 8;
    struct seat **seat = realloc(i->seat, seats * sizeof *seat);
    if (!seat)
        return false;
    i->seat = seat;
    while (i->seats < seats)
        seat[i->seats++] = NULL;
    return true;
}

static void begin_launch(struct gt_inspect *i, struct gt_core *c)
{
    i->found = 0;
    i->more = 0;
    i->complete = true;
    i->origins = 0;
    i->grid_x = c->launch->grid_x;
    i->running = (i->races = gt_races_new(c->gpu, c->launch, c->cfg, true)) != NULL;
    i->flights = c->cfg->max_blocks;
    i->complete = i->running;
}

/* A block takes the seat. */
static struct seat *take_seat(struct gt_inspect *i, struct gt_core *c, unsigned n)
{
    const struct gt_config *cfg = c->cfg;
    const size_t local = (size_t)cfg->local_words * 16 * cfg->nwarps;
    if (!more_seats(i, n))
        return NULL;
    if (n >= i->flights) {
        if (!gt_races_flights(i->races, 2 * n))
            return NULL;
        i->flights = 2 * n;
    }
    struct seat *s = i->seat[n] ? i->seat[n] : calloc(1, sizeof *s);
    if (!s)
        return NULL;
    i->seat[n] = s;
    if (!s->shared && (!(s->shared = malloc(GT_SMEM_BYTES / 8)) || (local && !(s->local = malloc(local)))))
        return NULL;
    memset(s->shared, 0, GT_SMEM_BYTES / 8);
    memset(s->shared, 0xff, shared_header(c) / 8);
    if (shared_header(c) % 8)
        s->shared[shared_header(c) / 8] = 0x0f;
    if (local)
        memset(s->local, 0, local);
    memset(s->bar, 0, sizeof s->bar);
    s->nwarps = s->alive = cfg->nwarps;
    s->wrote = 0;
    return s;
}

/* A warp starts. The first one of a launch begins the picture, the first one of a block takes a fresh seat. */
static void warp_starts(void *ctx, struct gt_core *c, unsigned seat, struct gt_warp *w)
{
    struct gt_inspect *i = ctx;
    if (!i->began) {
        i->began = true;
        begin_launch(i, c);
    }
    if (!i->running)
        return;
    if (!w->warp_in_block) {
        if (!take_seat(i, c, seat)) {
            i->running = i->complete = false;
            return;
        }
        gt_races_block(i->races, seat, w->block->ctaid_y * c->launch->grid_x + w->block->ctaid_x);
    }
    i->seat[seat]->waits[w->warp_in_block] = -1;
    memset(&i->seat[seat]->taint[w->warp_in_block], 0, sizeof (struct taint));
}

static void check_bounds(struct gt_inspect *i, struct gt_core *c, struct gt_access *a)
{
    if (a->space == GT_SPACE_GLOBAL) {
        global_bounds(i, c, a);
        if (i->heap.bytes)
            inspect_heap(i, c, a);
        return;
    }
    shared_bounds(i, c, a);
    if (i->arrays)
        array_bounds(i, a);
    if (a->write)
        parameters_kept(i, c, a);
}

static void inspect_texture_fetch(struct gt_inspect *i, struct gt_core *c, unsigned seat, struct gt_warp *w,
                                  const struct gt_micro *u, uint32_t exec)
{
    struct gt_access tap[GT_TAPS];
    const unsigned taps = inspect_texels(i, c, w, u, exec, tap);
    inspect_taint(i, c, i->seat[seat], w, u, exec, tap, taps);
    for (unsigned k = 0; k < taps; k++)
        if (tap[k].lanes)
            gt_races_access(i->races, seat, &tap[k]);
}

/* An instruction is about to execute: bounds first, then values nobody wrote, then the order of accesses. */
static void inspect_insn(void *ctx, struct gt_core *c, unsigned seat, struct gt_warp *w, const struct gt_micro *u)
{
    struct gt_inspect *i = ctx;
    struct gt_access a;
    if (!i->running)
        return;
    if (u->cls == UC_BAR) {
        arrive_barrier(i, c, seat, w, u->in);
        return;
    }
    const uint32_t exec = u->cls == UC_BODY ? gt_micro_exec(w, u) : w->active;
    if (inspect_is_texture(u)) {
        inspect_texture_fetch(i, c, seat, w, u, exec);
        return;
    }
    const bool touches = u->cls == UC_BODY && exec && gt_access_of(&a, w, u, exec);
    if (touches)
        check_bounds(i, c, &a);
    if (touches && u->in->op == GT_OP_LD_LOCK)
        a.lanes = lanes_that_lock(&a);
    inspect_taint(i, c, i->seat[seat], w, u, exec, touches ? &a : NULL, 0);
    if (!touches || !a.lanes)
        return;
    if (a.write)
        i->seat[seat]->wrote |= 1u << w->warp_in_block;
    gt_races_access(i->races, seat, &a);
}

static void warp_ends(void *ctx, struct gt_core *c, unsigned seat, struct gt_warp *w)
{
    struct gt_inspect *i = ctx;
    (void)c;
    if (i->running)
        warp_left(i, seat, w);
}

/* ---- launches -------------------------------------------------------------------------------------------------- */

struct gt_inspect *gt_inspect_new(struct gt_gpu *g)
{
    struct gt_inspect *i = calloc(1, sizeof *i);
    if (!i || !gt_track_valid(g)) {
        free(i);
        return NULL;
    }
    i->observer = (struct gt_observer){ i, warp_starts, inspect_insn, warp_ends, NULL };
    return i;
}

/* Frees what belongs to one launch; findings stay. */
static void drop_launch(struct gt_inspect *i)
{
    for (unsigned n = 0; n < i->seats; n++) {
        if (i->seat[n]) {
            free(i->seat[n]->shared);
            free(i->seat[n]->local);
        }
        free(i->seat[n]);
    }
    free(i->seat);
    gt_races_free(i->races);
    i->seat = NULL;
    i->races = NULL;
    i->seats = 0;
    i->began = i->running = false;
}

void gt_inspect_free(struct gt_inspect *i)
{
    if (i) {
        drop_launch(i);
        inspect_heap_free(i);
    }
    free(i);
}

void gt_inspect_arrays(struct gt_inspect *i, const struct gt_cubin_array *array, size_t n)
{
    i->array = array;
    i->arrays = n;
}

const struct gt_observer *gt_inspect_observer(const struct gt_inspect *i) { return &i->observer; }

static struct gt_finding_side race_side(uint32_t grid_x, const struct gt_race_side *s)
{
    return (struct gt_finding_side){ s->pc, s->block % grid_x, s->block / grid_x, s->warp, s->lane,
                                     s->atomic ? "atomic" : s->write ? "write" : "read" };
}

/* A pair of the race detector as a finding with both sides. */
static void take_race(struct gt_inspect *i, const struct gt_race *r)
{
    struct gt_finding *f = inspect_find(i, FIND_RACE, r->is.pc, r->was.pc);
    char title[96];
    if (!f)
        return;
    f->side[0] = race_side(i->grid_x, &r->is);
    f->side[1] = race_side(i->grid_x, &r->was);
    f->sides = 2;
    f->times = r->times;
    snprintf(title, sizeof title, "%s of what another warp %ss, and nothing orders the two", f->side[0].does,
             r->was.write && !r->was.atomic ? "write" : r->was.write ? "change" : "read");
    inspect_say(f, title, "%s memory 0x%x", r->space == GT_SPACE_SHARED ? "shared" : "device", (unsigned)r->addr);
}

const struct gt_finding *gt_inspect_end(struct gt_inspect *i, size_t *n, uint64_t *more, bool *complete)
{
    if (!i->began)
        i->found = i->more = 0;
    if (i->races) {
        gt_races_end(i->races);
        for (unsigned k = 0; k < gt_races_found(i->races); k++)
            take_race(i, gt_races_pair(i->races, k));
        i->complete = i->complete && gt_races_complete(i->races);
    }
    *complete = i->complete || !i->began;
    drop_launch(i);
    *n = i->found;
    *more = i->more;
    return i->finding;
}
