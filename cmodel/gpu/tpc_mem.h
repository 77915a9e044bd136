/* SPDX-License-Identifier: Apache-2.0
 *
 * What a TPC has in front of the crossbar (docs/units/mem-system.md): the ports of its SMs, texture unit and L2, two
 * TLBs, one port of the crossbar. As rtl/tpc/tpc_mem.sv, cycle by cycle.
 *
 * What the functions say of a cycle follows from what was before it; then tpc_mem_cycle ends it.
 */
#ifndef GT200_GPU_TPC_MEM_H
#define GT200_GPU_TPC_MEM_H

#include "l2_port.h"
#include "tlb_l1.h"
#include "tpc_port.h"

struct tpc_mem {
    struct tpc_port port;
    struct tlb_l1   tlb[2];             /* of g[] and l[], of textures */
    struct l2_port  l2;
    struct step_merge merge;            /* whose turn it is among the streams */
    bool     valid;                     /* the request that is offered to the crossbar */
    struct gpu_req req;
};

/* What comes into a TPC's ports in a cycle, and what is taken there. */
struct tpc_mem_in {
    const struct mem_req *req[TPC_PORTS];       /* by port, NULL: nothing is offered */
    unsigned answered;                          /* mask of ports that take the answer offered to them */
    bool     asked;                             /* the L2 asks for the line with the block at addr (L2-1) */
    uint32_t addr;
};

void tpc_mem_init(struct tpc_mem *t, unsigned sms, unsigned tpc);

/* Something comes into its ports. */
static inline bool tpc_mem_asked(const struct tpc_mem_in *in)
{
    bool any = in->asked;
    for (unsigned i = 0; i < TPC_PORTS; i++)
        any |= in->req[i] != NULL;
    return any;
}
/* Nothing is in it: if nothing comes, a cycle changes nothing. */
static inline bool tpc_mem_idle(const struct tpc_mem *t)
{
    return !(t->port.inside | t->port.answers | t->l2.inside | t->l2.count | t->valid) && tlb_l1_idle(&t->tlb[0]) &&
           tlb_l1_idle(&t->tlb[1]);
}

/* What is offered to the crossbar in this step; NULL: nothing. */
static inline const struct gpu_req *tpc_mem_req(const struct tpc_mem *t) { return t->valid ? &t->req : NULL; }
/* Whether this answer is taken in a step. */
bool tpc_mem_rsp_ready(const struct tpc_mem *t, const struct gpu_rsp *r);

/* One cycle; in a step also whether the crossbar takes the request, and the answer that it offers (NULL: none). */
void tpc_mem_cycle(struct tpc_mem *t, bool step, const struct tpc_mem_in *in, bool taken, const struct gpu_rsp *rsp);

#endif
