/* SPDX-License-Identifier: Apache-2.0
 *
 * Lookups, the line demanded and the line fetched ahead.
 */
#include "icache.h"

#include "gt_chip.h"

enum { DEMAND, AHEAD };                 /* of icache.fill */

void icache_init(struct icache *c)
{
    cache_init(&c->tags, GT_IL1_BYTES / (256 * GT_IL1_WAYS), GT_IL1_WAYS);
    c->fill[DEMAND].on = c->fill[AHEAD].on = false;
    c->wait = c->look = c->next = false;
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

/* ICACHE-4 */
bool icache_ready(const struct icache *c, const struct l2 *l2, unsigned port)
{
    unsigned fill, block;
    return !(c->wait && arrival(l2, port, &fill, &block) && fill == DEMAND);
}

/* ICACHE-3, ICACHE-6: starts fetching a line into the place of another, unless that is on its way itself. */
static bool start(struct icache *c, struct l2 *l2, unsigned port, unsigned fill, uint32_t line, unsigned block,
                  unsigned entry)
{
    const struct ifill *other = &c->fill[!fill];
    if (c->fill[fill].on || (other->on && other->entry == entry))
        return false;
    c->fill[fill] = (struct ifill){true, (uint8_t)entry, 0};
    cache_put(&c->tags, line, entry);
    l2_fetch(l2, port, fill == DEMAND ? L2_INSN : L2_AHEAD, line << 8 | block << 6, 4);
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
    } else if (!hit && start(c, l2, port, DEMAND, line, block, entry)) {
        c->wait = true;
        c->kept = c->now;
    } else {
        a->dropped = true;
    }
}

/* ICACHE-5 */
static void look_ahead(struct icache *c, struct l2 *l2, unsigned port)
{
    unsigned entry;
    c->next = false;
    if (!cache_look(&c->tags, c->next_line, &entry))
        start(c, l2, port, AHEAD, c->next_line, 0, entry);
}

void icache_cycle(struct icache *c, struct l2 *l2, unsigned port, uint64_t cycle, struct icache_answer *a)
{
    unsigned fill, block;
    bool waited = c->wait;
    a->comes = a->dropped = a->filled = false;
    if (c->look)
        look(c, l2, port, cycle, a);
    else if (c->next && !c->fill[AHEAD].on)
        look_ahead(c, l2, port);
    c->look = c->asks;
    c->now = c->ask;
    c->asks = false;
    if (!arrival(l2, port, &fill, &block))
        return;
    c->fill[fill].have |= (uint8_t)(1u << block);
    if (c->fill[fill].have == 15)
        c->fill[fill].on = false;
    if (waited && fill == DEMAND) {         /* ICACHE-4 */
        c->wait = false;
        c->look = true;
        c->now = c->kept;
    }
    a->filled = true;
}
