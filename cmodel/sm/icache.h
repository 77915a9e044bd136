/* SPDX-License-Identifier: Apache-2.0
 *
 * The instruction L1 (docs/units/icache.md; RTL: sm_icache). The fetch unit asks during the cycle, the answer to the
 * request before comes at its end.
 */
#ifndef GT200_ICACHE_H
#define GT200_ICACHE_H

#include "common/cache_tags.h"
#include "tpc/l2.h"

/* A request. */
struct ilook {
    uint32_t line64;                /* address / 64 */
    uint8_t  warp, slot;
};

/* A line on its way to it. */
struct ifill {
    bool    on;
    uint8_t entry, have;            /* place in the tags; blocks there */
};

struct icache {
    struct cache_tags tags;
    struct ifill fill[2];           /* demanded; ahead */
    bool     wait;                  /* the request that began the first one is kept until its block is there */
    bool     claim;                 /* one is kept until the second one is there, and begins the next first one */
    bool     asks, look, next;      /* request of this cycle; one to look up; a line to look up for fetching ahead */
    struct ilook ask, now, kept;
    uint32_t next_line;
};

/* What the fetch unit hears at the end of a cycle. */
struct icache_answer {
    bool     comes, dropped;        /* the line of `of` is written at the end of cycle `when`; it is not there */
    bool     filled;                /* a block has arrived */
    bool     turn;                  /* the last one of the line that `by` demanded */
    struct ilook of;
    uint8_t  by;
    uint64_t when;
};

void icache_init(struct icache *c, const struct gt_values *v);
/* Takes a request in this cycle. */
bool icache_ready(const struct icache *c, const struct l2 *l2, unsigned port);
static inline void icache_request(struct icache *c, const struct ilook *r)
{
    c->asks = true;
    c->ask = *r;
}
/* icache_cycle would do nothing and answer nothing. */
static inline bool icache_idle(const struct icache *c)
{
    return !(c->asks | c->look | c->next | c->claim | c->fill[0].on | c->fill[1].on);
}
void icache_cycle(struct icache *c, struct l2 *l2, unsigned port, uint64_t cycle, struct icache_answer *a);

#endif
