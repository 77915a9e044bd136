/* SPDX-License-Identifier: Apache-2.0 */
#include "race_sync.h"

#include <stdlib.h>
#include <string.h>

#define ROOM 64                 /* of the hash table at the start */

static void later(uint32_t *to, uint32_t from)
{
    *to = *to > from ? *to : from;
}

static void join(struct gt_clocks *to, const struct gt_clocks *from)
{
    for (int i = 0; i < GT_WARPS; i++) {
        later(&to->of[i], from->of[i]);
        later(&to->before[i], from->before[i]);
    }
}

/* What the slot did until now, for others to know; what it does from now on is later. */
static void leave(struct gt_order *o, unsigned slot, struct gt_clocks *at)
{
    if (at->of[slot] < o->start[slot])
        later(&at->before[slot], at->of[slot]);
    join(at, &o->known[slot]);
    at->of[slot] = o->clock[slot]++;
}

/* What was left at the address of an atomic, perhaps by warps that were in the slots of the knower's block. */
static void hear(struct gt_order *o, unsigned slot, const struct gt_clocks *at)
{
    struct gt_clocks *k = &o->known[slot];
    for (unsigned i = 0; i < GT_WARPS; i++) {
        bool earlier = i / o->slot_warps == slot / o->slot_warps && at->of[i] < o->start[i];
        later(earlier ? &k->before[i] : &k->of[i], at->of[i]);
        later(&k->before[i], at->before[i]);
    }
}

bool gt_order_init(struct gt_order *o, uint32_t slot_warps)
{
    memset(o, 0, sizeof *o);
    o->slot_warps = slot_warps;
    for (int i = 0; i < GT_WARPS; i++)
        o->clock[i] = 1;
    o->room = ROOM;
    o->left = calloc(o->room, sizeof *o->left);
    return o->left != NULL;
}

void gt_order_done(struct gt_order *o)
{
    free(o->left);
    o->left = NULL;
}

void gt_order_start(struct gt_order *o, unsigned slot)
{
    memset(&o->known[slot], 0, sizeof o->known[slot]);
    o->start[slot] = ++o->clock[slot];
}

void gt_order_arrive(struct gt_order *o, unsigned slot, unsigned barrier) { leave(o, slot, &o->barrier[barrier]); }
void gt_order_pass(struct gt_order *o, unsigned slot, unsigned barrier) { join(&o->known[slot], &o->barrier[barrier]); }
void gt_order_reset(struct gt_order *o, unsigned barrier)
{
    memset(&o->barrier[barrier], 0, sizeof o->barrier[barrier]);
}

static struct gt_left *find(struct gt_left *table, size_t room, uint64_t where)
{
    uint64_t h = where * 0x9e3779b97f4a7c15u;
    for (size_t i = (size_t)(h >> 20) & (room - 1);; i = (i + 1) & (room - 1))
        if (!table[i].used || table[i].where == where)
            return &table[i];
}

static bool grow(struct gt_order *o)
{
    struct gt_left *t = calloc(o->room * 2, sizeof *t);
    if (!t)
        return false;
    for (size_t i = 0; i < o->room; i++)
        if (o->left[i].used)
            *find(t, o->room * 2, o->left[i].where) = o->left[i];
    free(o->left);
    o->left = t;
    o->room *= 2;
    return true;
}

bool gt_order_atomic(struct gt_order *o, unsigned slot, uint64_t where, bool acquires, bool releases)
{
    if (o->nleft * 2 >= o->room && !grow(o))
        return false;
    struct gt_left *l = find(o->left, o->room, where);
    if (!l->used) {
        l->used = true;
        l->where = where;
        o->nleft++;
    }
    if (acquires)
        hear(o, slot, &l->clocks);
    if (releases)
        leave(o, slot, &l->clocks);
    return true;
}
