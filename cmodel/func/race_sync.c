/* SPDX-License-Identifier: Apache-2.0
 *
 * Vector clocks: what a warp learns at barriers and by atomics, and what it leaves there for others.
 */
#include "race_sync.h"

#include <stdlib.h>
#include <string.h>

#define ROOM 64                 /* of the hash table at the start */

static void keep_later(uint32_t *to, uint32_t from)
{
    *to = *to > from ? *to : from;
}

/* The rows are n words of each half. */
static void join_rows(uint32_t *to, const uint32_t *from, unsigned n)
{
    for (unsigned i = 0; i < 2 * n; i++)
        keep_later(&to[i], from[i]);
}

static uint32_t *row_of(const struct gt_order *o, unsigned slot) { return o->known + 2 * slot * o->slots; }
static uint32_t *barrier_row(const struct gt_order *o, unsigned id) { return o->barrier + 2 * id * o->slots; }

/* What the slot did until now, for others to know; what it does from now on is later. */
static void leave_known(struct gt_order *o, unsigned slot, uint32_t *at)
{
    if (at[slot] < o->start[slot])
        keep_later(&at[o->slots + slot], at[slot]);
    join_rows(at, row_of(o, slot), o->slots);
    at[slot] = o->clock[slot]++;
}

/* What was left at the address of an atomic, perhaps by warps that were in the slots of the knower's block. */
static void hear_left(struct gt_order *o, unsigned slot, const uint32_t *at)
{
    uint32_t *k = row_of(o, slot), *before = k + o->slots;
    for (unsigned i = 0; i < o->slots; i++) {
        bool earlier = i / o->slot_warps == slot / o->slot_warps && at[i] < o->start[i];
        keep_later(earlier ? &before[i] : &k[i], at[i]);
        keep_later(&before[i], at[o->slots + i]);
    }
}

/* Rows of `was` slots become rows of more. */
static uint32_t *widened_rows(uint32_t *rows, unsigned n, unsigned was, unsigned more, unsigned slots)
{
    uint32_t *w = calloc((size_t)more * 2 * slots, sizeof *w);
    for (unsigned i = 0; w && i < n; i++) {
        memcpy(w + (size_t)i * 2 * slots, rows + (size_t)i * 2 * was, was * sizeof *w);
        memcpy(w + (size_t)i * 2 * slots + slots, rows + (size_t)i * 2 * was + was, was * sizeof *w);
    }
    if (w)
        free(rows);
    return w;
}

static bool widen_rows(uint32_t **rows, unsigned n, unsigned was, unsigned more, unsigned slots)
{
    uint32_t *w = widened_rows(*rows, n, was, more, slots);
    *rows = w ? w : *rows;
    return w != NULL;
}

bool gt_order_grow(struct gt_order *o, unsigned flights)
{
    const unsigned was = o->slots, slots = flights * o->slot_warps, blocks = was / o->slot_warps;
    uint32_t *clock = realloc(o->clock, slots * sizeof *clock), *start = realloc(o->start, slots * sizeof *start);
    o->clock = clock ? clock : o->clock;
    o->start = start ? start : o->start;
    if (!clock || !start)
        return false;
    for (unsigned i = was; i < slots; i++) {
        clock[i] = 1;
        start[i] = 0;
    }
    bool ok = widen_rows(&o->known, was, was, slots, slots) &&
              widen_rows(&o->barrier, blocks * GT_BARRIERS, was, flights * GT_BARRIERS, slots);
    for (size_t i = 0; ok && i < o->room; i++)
        ok = !o->left[i].row || widen_rows(&o->left[i].row, 1, was, 1, slots);
    o->slots = slots;
    return ok;
}

bool gt_order_init(struct gt_order *o, uint32_t slot_warps)
{
    memset(o, 0, sizeof *o);
    o->slot_warps = slot_warps;
    o->room = ROOM;
    o->left = calloc(o->room, sizeof *o->left);
    return o->left != NULL;
}

void gt_order_done(struct gt_order *o)
{
    for (size_t i = 0; o->left && i < o->room; i++)
        free(o->left[i].row);
    free(o->left);
    free(o->known);
    free(o->barrier);
    free(o->clock);
    free(o->start);
    memset(o, 0, sizeof *o);
}

void gt_order_start(struct gt_order *o, unsigned slot)
{
    memset(row_of(o, slot), 0, 2 * o->slots * sizeof *o->known);
    o->start[slot] = ++o->clock[slot];
}

void gt_order_arrive(struct gt_order *o, unsigned slot, unsigned barrier)
{
    leave_known(o, slot, barrier_row(o, barrier));
}

void gt_order_pass(struct gt_order *o, unsigned slot, unsigned barrier)
{
    join_rows(row_of(o, slot), barrier_row(o, barrier), o->slots);
}
void gt_order_reset(struct gt_order *o, unsigned barrier)
{
    memset(barrier_row(o, barrier), 0, 2 * o->slots * sizeof *o->barrier);
}

static struct gt_left *find_left(struct gt_left *table, size_t room, uint64_t where)
{
    uint64_t h = where * 0x9e3779b97f4a7c15u;
    for (size_t i = (size_t)(h >> 20) & (room - 1);; i = (i + 1) & (room - 1))
        if (!table[i].row || table[i].where == where)
            return &table[i];
}

/* Doubles the hash table of what warps left at addresses; false: out of memory. */
static bool grow_table(struct gt_order *o)
{
    struct gt_left *t = calloc(o->room * 2, sizeof *t);
    if (!t)
        return false;
    for (size_t i = 0; i < o->room; i++)
        if (o->left[i].row)
            *find_left(t, o->room * 2, o->left[i].where) = o->left[i];
    free(o->left);
    o->left = t;
    o->room *= 2;
    return true;
}

bool gt_order_atomic(struct gt_order *o, unsigned slot, uint64_t where, bool acquires, bool releases)
{
    if (o->nleft * 2 >= o->room && !grow_table(o))
        return false;
    struct gt_left *l = find_left(o->left, o->room, where);
    if (!l->row) {
        if (!(l->row = calloc(2 * o->slots, sizeof *l->row)))
            return false;
        l->where = where;
        o->nleft++;
    }
    if (acquires)
        hear_left(o, slot, l->row);
    if (releases)
        leave_known(o, slot, l->row);
    return true;
}
