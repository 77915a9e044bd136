/* SPDX-License-Identifier: Apache-2.0
 *
 * The instruction L1 (docs/units/icache.md): lookups, the line demanded and the line fetched ahead.
 */
#include "timing.h"

enum { DEMAND, AHEAD };                 /* of icache.fill */

void icache_init(struct icache *c)
{
    cache_init(&c->tags, GT_IL1_BYTES / (256 * GT_IL1_WAYS), GT_IL1_WAYS);
    c->fill[DEMAND].on = c->fill[AHEAD].on = false;
    c->wait = c->look = c->next = false;
}

/* The block that arrives at the end of this cycle. */
static bool arrival(const struct gt_sm *sm, unsigned *fill, unsigned *block)
{
    enum l2_kind kind;
    if (!l2_arrival(sm->l2, sm->port, &kind, block) || kind == L2_CONST)
        return false;
    *fill = kind == L2_INSN ? DEMAND : AHEAD;
    return true;
}

bool icache_ready(const struct gt_sm *sm)
{
    unsigned fill, block;
    return !(sm->icache.wait && arrival(sm, &fill, &block) && fill == DEMAND);
}

void icache_request(struct gt_sm *sm, uint32_t line64, unsigned w, unsigned slot)
{
    struct icache *c = &sm->icache;
    c->asks = true;
    c->ask = (struct ilook){line64, (uint8_t)w, (uint8_t)slot};
}

/* Starts fetching a line into the place of another, unless that is on its way itself. */
static bool start(struct gt_sm *sm, unsigned fill, uint32_t line, unsigned block, unsigned entry)
{
    struct icache *c = &sm->icache;
    const struct ifill *other = &c->fill[!fill];
    if (c->fill[fill].on || (other->on && other->entry == entry))
        return false;
    c->fill[fill] = (struct ifill){true, (uint8_t)entry, 0};
    cache_put(&c->tags, line, entry);
    l2_fetch(sm->l2, sm->port, fill == DEMAND ? L2_INSN : L2_AHEAD, line << 8 | block << 6, 4);
    return true;
}

/* The block is in the cache, not still on its way. */
static bool block_there(const struct icache *c, unsigned entry, unsigned block)
{
    for (unsigned f = 0; f < 2; f++)
        if (c->fill[f].on && c->fill[f].entry == entry && !(c->fill[f].have >> block & 1))
            return false;
    return true;
}

/* Looks up what was asked for in the cycle before. */
static void look(struct gt_sm *sm)
{
    struct icache *c = &sm->icache;
    uint32_t line = c->now.line64 >> 2;
    unsigned block = c->now.line64 & 3, entry;
    bool hit = cache_look(&c->tags, line, &entry);
    if (hit && block_there(c, entry, block)) {
        fetch_comes(sm, c->now.warp, c->now.slot, sm->cyc + GT_IFETCH_LATENCY - 1);
        if (block & 2) {
            c->next = true;
            c->next_line = (line + 1) & 0xffff;
        }
    } else if (!hit && start(sm, DEMAND, line, block, entry)) {
        c->wait = true;
        c->kept = c->now;
    } else {
        fetch_dropped(sm, c->now.warp, c->now.slot);
    }
}

static void look_ahead(struct gt_sm *sm)
{
    struct icache *c = &sm->icache;
    unsigned entry;
    c->next = false;
    if (!cache_look(&c->tags, c->next_line, &entry))
        start(sm, AHEAD, c->next_line, 0, entry);
}

void icache_cycle(struct gt_sm *sm)
{
    struct icache *c = &sm->icache;
    unsigned fill, block;
    bool waited = c->wait;
    if (c->look)
        look(sm);
    else if (c->next && !c->fill[AHEAD].on)
        look_ahead(sm);
    c->look = c->asks;
    c->now = c->ask;
    c->asks = false;
    if (!arrival(sm, &fill, &block))
        return;
    c->fill[fill].have |= (uint8_t)(1u << block);
    if (c->fill[fill].have == 15)
        c->fill[fill].on = false;
    if (waited && fill == DEMAND) {
        c->wait = false;
        c->look = true;
        c->now = c->kept;
    }
    fetch_filled(sm);
}
