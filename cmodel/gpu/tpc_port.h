/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory ports of a TPC's SMs and of its texture unit, and the two streams of packets that they become
 * (docs/units/tpc-port.md). As rtl/tpc/tpc_port.sv, cycle by cycle. Ports: SM 0 to sms - 1, then the texture unit.
 *
 * What the functions say of a cycle follows from what was before it; then tpc_port_cycle ends it.
 */
#ifndef GT200_GPU_TPC_PORT_H
#define GT200_GPU_TPC_PORT_H

#include "packet.h"
#include "step_merge.h"

enum { TPC_PORTS = 4 };

struct tpc_port_queue {
    unsigned first, count;
    struct mem_req entry[GT_TPC_PORT_QUEUE];
};

struct tpc_port_answers {
    unsigned first, count;
    struct mem_rsp entry[GT_TPC_PORT_QUEUE];
};

struct tpc_port {
    unsigned sms, tpc;
    unsigned inside, answers;                   /* requests, and answers, in it */
    struct tpc_port_queue in[TPC_PORTS];
    struct tpc_port_answers out[TPC_PORTS];
    struct step_merge merge;                    /* whose turn it is among the SMs */
    bool     held;                              /* turn: what goes into the stages next */
    struct gpu_req turn;
    unsigned at;                                /* the oldest stage, and whether each holds a request */
    bool     valid[GT_TPC_PORT_STAGES];
    struct gpu_req stage[GT_TPC_PORT_STAGES];
    struct gpu_req texture;                     /* the first of the texture unit's */
};

/* sms 1 to 3, tpc 0 to 9. */
void tpc_port_init(struct tpc_port *p, unsigned sms, unsigned tpc);

/* Whether a request of this port is accepted in this cycle; the answer offered to it, NULL: none. */
static inline bool tpc_port_ready(const struct tpc_port *p, unsigned port)
{
    return p->in[port].count < GT_TPC_PORT_QUEUE;
}
static inline const struct mem_rsp *tpc_port_answer(const struct tpc_port *p, unsigned port)
{
    return p->out[port].count ? &p->out[port].entry[p->out[port].first] : NULL;
}

/* What is offered to the TLB of g[] and l[], to that of textures in this cycle; NULL: nothing. */
static inline const struct gpu_req *tpc_port_global(const struct tpc_port *p)
{
    return p->valid[p->at] ? &p->stage[p->at] : NULL;
}
static inline const struct gpu_req *tpc_port_texture(const struct tpc_port *p)
{
    return p->in[p->sms].count ? &p->texture : NULL;
}

/* Whether this answer is taken in a step. */
bool tpc_port_rsp_ready(const struct tpc_port *p, const struct gpu_rsp *r);

/* One cycle; step: whether what is behind the port moves. req: what the ports offer (NULL: nothing); answered: mask of
   ports that take the answer offered to them; in a step also whether the two streams are taken, and the answer that
   comes (NULL: none). */
void tpc_port_cycle(struct tpc_port *p, bool step, const struct mem_req *const req[], unsigned answered,
                    bool global_taken, bool texture_taken, const struct gpu_rsp *rsp);

/* The last n requests of this port, which are not beyond the stages yet, are made loads: they change nothing. */
void tpc_port_withdraw(struct tpc_port *p, unsigned port, unsigned n);

#endif
