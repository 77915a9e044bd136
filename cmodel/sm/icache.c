/* SPDX-License-Identifier: Apache-2.0
 *
 * Lookups, the line demanded and the line fetched ahead.
 */
#include "icache.h"

enum { DEMAND, AHEAD };                 /* of icache.fill */

void icache_init(struct icache *c, const struct gt_values *v)
{
    cache_init(&c->tags, v->il1_bytes / (256 * v->il1_ways), v->il1_ways);
    c->fill[DEMAND].on = c->fill[AHEAD].on = false;
    c->wait = c->claim = c->look = c->next = false;
}

/* The block that arrives at the end of this cycle. */
static bool arrival(const struct l2 *l2, unsigned port, unsigned *fill, unsigned *block)
{
    enum l2_kind kind;
    if (!l2_arrival(l2, port, &kind, block) || kind == L2_CONST)
        return false;
    *fill = kind == L2_INSN ? DEMAND : AHEAD;
    return true;
}

/* The request that waits for the line ahead is taken up again (ICACHE-7). */
static bool resumes(const struct icache *c) { return c->claim && !c->fill[AHEAD].on; }

/* ICACHE-4, ICACHE-7, ICACHE-8 */
bool icache_ready(const struct icache *c, const struct l2 *l2, unsigned port)
{
    unsigned fill, block;
    if (resumes(c))
        return false;
    if (!arrival(l2, port, &fill, &block) || fill != DEMAND)
        return true;
    return !c->wait && (c->fill[DEMAND].have | 1u << block) != 15;
}

/* The place is that of a line on its way. */
static bool taken(const struct icache *c, unsigned fill, unsigned entry)
{
    return c->fill[fill].on && c->fill[fill].entry == entry;
}

/* ICACHE-3, ICACHE-6: starts fetching a line into the place of another. */
static void start(struct icache *c, struct l2 *l2, unsigned port, unsigned fill, uint32_t line, unsigned block,
                  unsigned entry)
{
    c->fill[fill] = (struct ifill){true, (uint8_t)entry, 0};
    cache_put(&c->tags, line, entry);
    l2_fetch(l2, port, fill == DEMAND ? L2_INSN : L2_AHEAD, line << 8 | block << 6, 4);
}

/* The block is in the cache, not still on its way. */
static bool block_there(const struct icache *c, unsigned entry, unsigned block)
{
    for (unsigned f = 0; f < 2; f++)
        if (taken(c, f, entry) && !(c->fill[f].have >> block & 1))
            return false;
    return true;
}

/* ICACHE-2: looks up what was asked for in the cycle before. */
static void look(struct icache *c, struct l2 *l2, unsigned port, uint64_t cycle, struct icache_answer *a)
{
    uint32_t line = c->now.line64 >> 2;
    unsigned block = c->now.line64 & 3, entry;
    bool hit = cache_look(&c->tags, line, &entry);
    a->of = c->now;
    if (hit && block_there(c, entry, block)) {
        a->comes = true;
        a->when = cycle + GT_IFETCH_LATENCY - 1;
        if (block & 2) {                    /* ICACHE-5 */
            c->next = true;
            c->next_line = (line + 1) & 0xffff;
        }
    } else if (hit || c->fill[DEMAND].on || c->claim) {
        a->dropped = true;
    } else {
        c->kept = c->now;
        c->claim = taken(c, AHEAD, entry);
        c->wait = !c->claim;
        if (c->wait)
            start(c, l2, port, DEMAND, line, block, entry);
    }
}

/* ICACHE-5 */
static void look_ahead(struct icache *c, struct l2 *l2, unsigned port)
{
    unsigned entry;
    c->next = false;
    if (!cache_look(&c->tags, c->next_line, &entry) && !taken(c, DEMAND, entry))
        start(c, l2, port, AHEAD, c->next_line, 0, entry);
}

void icache_cycle(struct icache *c, struct l2 *l2, unsigned port, uint64_t cycle, struct icache_answer *a)
{
    unsigned fill, block;
    bool waited = c->wait, replay = resumes(c);
    a->comes = a->dropped = a->filled = a->turn = false;
    if (c->look)
        look(c, l2, port, cycle, a);
    else if (c->next && !c->fill[AHEAD].on && !c->claim)
        look_ahead(c, l2, port);
    c->look = c->asks;
    c->now = c->ask;
    c->asks = false;
    if (replay)
        c->claim = false;
    if (arrival(l2, port, &fill, &block)) {
        a->filled = true;
        c->fill[fill].have |= (uint8_t)(1u << block);
        if (c->fill[fill].have == 15) {
            c->fill[fill].on = false;
            a->turn = fill == DEMAND;       /* ICACHE-8 */
            a->by = c->kept.warp;
        }
        if (waited && fill == DEMAND) {     /* ICACHE-4 */
            c->wait = false;
            replay = true;
        }
    }
    if (replay) {
        c->look = true;
        c->now = c->kept;
    }
}
