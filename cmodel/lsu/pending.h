/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests of the load/store unit at the SM's memory port, and the records of those that are answered, by id
 * (docs/units/mem-port.md; RTL: mem_pending; mem_fork, where the port forks to the memory and the texture unit). The
 * registers of a load get a sector's words when its answer is taken, though nothing can read them before the load
 * completes.
 */
#ifndef GT200_PENDING_H
#define GT200_PENDING_H

#include "common/log.h"
#include "port/memport.h"
#include "mop.h"
#include "tpc/tex.h"

struct pending {
    struct gt_core *core;           /* knows what a load makes of a sector */
    struct mem_port *mem;
    struct tex *tex;                /* of the TPC; `port` is its number for this SM */
    unsigned port;
    uint64_t taken;                 /* ids */
    uint8_t  next;                  /* id of the next request */
    struct beat sector[GT_PENDING_SECTORS];
    bool     side, held;            /* the answer offered last was the texture unit's; it has not been taken (MEM-24) */
};

void pending_connect(struct pending *p, struct gt_core *core, struct mem_port *mem, struct tex *tex, unsigned port);

/* A request of m can go in this cycle (MEM-10, COAL-6). */
static inline bool pending_ready(const struct pending *p, uint64_t cycle, const struct mop *m)
{
    bool ready = m->ti->space == TS_TEXTURE ? tex_ready(p->tex, p->port) : mem_port_ready(p->mem, cycle);
    return ready && (m->ti->store || !(p->taken >> p->next & 1));
}
/* It goes, for the lanes of *b; last: the instruction's last one. addr: not of a texture fetch. */
void pending_request(struct pending *p, uint64_t cycle, uint32_t addr, const struct beat *b, bool last,
                     struct event_log *log);

/* An answer is offered. */
static inline bool pending_offers(const struct pending *p, uint64_t cycle)
{
    return mem_port_answer(p->mem, cycle) || tex_answer(p->tex, p->port, cycle);
}
/* It, once in each cycle in which there is one (MEM-3); NULL: none. */
const struct mem_rsp *pending_answer(struct pending *p, uint64_t cycle);
/* Takes it: its lanes, and whether its load completes with it (MEM-18). */
void pending_take(struct pending *p, const struct mem_rsp *a, struct beat *b);

/* The cycle of the texture unit, after all SMs of the TPC; log: of the first of them, which tells of its request. */
void pending_tex(struct tex *tex, uint64_t cycle, struct event_log *log);

#endif
