/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory port of an SM or a texture unit (docs/units/mem-port.md): one tagged pair of a request and an answer. The
 * unit asks and takes, what stands behind the port is in memory.h.
 *
 *   in every cycle   mem_port_ready, mem_port_offer   a request (MEM-1)
 *                    mem_port_answer, mem_port_take   an answer
 */
#ifndef GT200_MEMPORT_H
#define GT200_MEMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu/tpc_mem.h"
#include "gt_chip.h"
#include "jitter.h"
#include "common/memreq.h"

/* An accepted request on its way. */
struct mem_sent {
    uint64_t accepted, arrives, due;        /* due: its answer can be given from this cycle on */
    struct mem_req req;
};

struct mem_answer {
    uint64_t due;
    uint64_t accepted;              /* of the request */
    struct mem_rsp rsp;
};

/* Chips with partitions: what is behind a port, and what happens there in the present cycle. */
struct mem_way {
    struct tpc_mem *tpc;            /* NULL: the memory is another one */
    struct tpc_mem_in *in;          /* of the TPC */
    unsigned at;                    /* which of its ports it is */
    struct mem_req req;
    uint64_t from;                  /* bit n of accepted: a request in cycle from + n */
    uint32_t accepted;
};

struct mem_port {
    const uint32_t *jitter;         /* seed; 0: fixed latency */
    unsigned number;
    struct mem_way way;
    /* on their way there, in order */
    struct mem_sent *sent;
    size_t   first, end, cap;
    uint64_t last_arrival;          /* of the requests so far */
    /* answers in the order in which they will be offered, a place for each id (MEM-11) */
    struct mem_answer answer[GT_PENDING_SECTORS];
    uint8_t  head, count;
    uint64_t offers;                /* cycle in which the first one is due, UINT64_MAX: there is none */
};

/* Whether a request of this cycle is accepted. */
static inline bool mem_port_ready(const struct mem_port *p, uint64_t cycle)
{
    return p->way.tpc ? tpc_port_ready(&p->way.tpc->port, p->way.at)
                      : !*p->jitter || jitter_ready(*p->jitter, p->number, cycle);
}

/* A request is accepted in this cycle. The port must be ready. */
void mem_port_offer(struct mem_port *p, uint64_t cycle, const struct mem_req *r);

/* The answer offered in this cycle; NULL: none. */
static inline const struct mem_rsp *mem_port_answer(const struct mem_port *p, uint64_t cycle)
{
    if (p->way.tpc)
        return tpc_port_answer(&p->way.tpc->port, p->way.at);
    return p->offers <= cycle ? &p->answer[p->head].rsp : NULL;
}

/* It is taken. */
static inline void mem_port_take(struct mem_port *p)
{
    if (p->way.tpc) {
        p->way.in->answered |= 1u << p->way.at;
        return;
    }
    p->head = (p->head + 1) & (GT_PENDING_SECTORS - 1);
    p->offers = --p->count ? p->answer[p->head].due : UINT64_MAX;
}

#endif
