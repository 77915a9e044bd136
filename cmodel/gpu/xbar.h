/* SPDX-License-Identifier: Apache-2.0
 *
 * The crossbar between those who ask (TPCs, L3, MMU) and those who answer (partitions, L3, MMU): docs/units/xbar.md.
 * As rtl/gpu/xbar.sv, step by step. Ports of who asks: TPC 0 to tpcs - 1, then L3, then MMU; of who answers: partition
 * 0 to partitions - 1, then L3, then MMU. Masks have a bit for each port.
 *
 * What the functions say of a step follows from what was before it; then xbar_step ends it.
 */
#ifndef GT200_GPU_XBAR_H
#define GT200_GPU_XBAR_H

#include "xbar_link.h"
#include "packet.h"
#include "step_merge.h"

enum { XBAR_PORTS = 16 };       /* of a switch, at most */

/* A queue where an input and an output meet; a register at each output (XBAR-6, XBAR-7). */
struct xbar_switch {
    unsigned ins, outs, depth, bytes;
    bool     keyed;                             /* of requests: those for the same 128 bytes stay together */
    uint16_t waiting[XBAR_PORTS];               /* by output: inputs with a packet */
    uint16_t full[XBAR_PORTS];                  /* by input: outputs for which there is no room */
    uint8_t  first[XBAR_PORTS][XBAR_PORTS];     /* by output, input: oldest packet */
    uint8_t  count[XBAR_PORTS][XBAR_PORTS];
    struct step_merge merge[XBAR_PORTS];        /* by output: whose turn it is */
    uint16_t valid;                             /* registers that hold a packet */
    unsigned inside;                            /* packets in the queues */
    unsigned char *packet, *held;               /* outs x ins x depth; registers */
};

struct xbar {
    unsigned tpcs, partitions;
    struct xbar_link there[XBAR_SOURCES], back[XBAR_SOURCES];
    struct xbar_switch requests, answers;
};

/* A crossbar of 1 to 10 TPCs and 1 to 8 partitions, empty; to be freed with xbar_free. NULL: no memory, or not of such
   a size. */
struct xbar *xbar_new(unsigned tpcs, unsigned partitions);
void xbar_free(struct xbar *x);

/* Steps of the link of who asks, by its number in packets (0 to 9 TPC, XBAR_L3, XBAR_MMU). */
unsigned xbar_steps(unsigned source);

static inline unsigned xbar_clients(const struct xbar *x) { return x->tpcs + 2; }
static inline unsigned xbar_servers(const struct xbar *x) { return x->partitions + 2; }
/* Their ports by the number in packets. */
static inline unsigned xbar_client(const struct xbar *x, unsigned number)
{
    return number < XBAR_L3 ? number : number - XBAR_L3 + x->tpcs;
}
static inline unsigned xbar_server(const struct xbar *x, unsigned number)
{
    return number < XBAR_TO_L3 ? number : number - XBAR_TO_L3 + x->partitions;
}

/* Whether a request of this client, this answer of this server is taken in this step. */
bool xbar_req_ready(const struct xbar *x, unsigned client);
bool xbar_rsp_ready(const struct xbar *x, unsigned server, const struct gpu_rsp *r);
/* What is offered to this server, to this client in this step; NULL: nothing. */
const struct gpu_req *xbar_req(const struct xbar *x, unsigned server);
const struct gpu_rsp *xbar_rsp(const struct xbar *x, unsigned client);

/* One step. req, rsp: what clients, servers offer, NULL: nothing; req_taken, rsp_taken: servers, clients that take what
   they are offered. Destinations must be ports of this crossbar. */
void xbar_step(struct xbar *x, const struct gpu_req *const req[], const struct gpu_rsp *const rsp[],
               unsigned req_taken, unsigned rsp_taken);

/* The same in parts: a step of a client at its end of its link; of all that is between the links' other ends; and, when
 * both have made the same number of steps, at most that of the link (xbar_steps), what they have to tell each other. */
void xbar_near_step(struct xbar *x, unsigned client, const struct gpu_req *req, bool rsp_taken);
void xbar_middle_step(struct xbar *x, const struct gpu_rsp *const rsp[], unsigned req_taken);
void xbar_exchange(struct xbar *x, unsigned client);
/* In place of xbar_middle_step, if that is elsewhere (mem_middle.h): what the far ends of a TPC's links have for it, a
   request and whether an answer is taken, and their step. */
const struct gpu_req *xbar_far_req(const struct xbar *x, unsigned tpc);
bool xbar_far_ready(const struct xbar *x, unsigned tpc);
void xbar_far_step(struct xbar *x, unsigned tpc, bool req_taken, const struct gpu_rsp *rsp);
/* Before it, if the client is in another process: what it, or all between the links, has done is told there and heard
 * here (xbar_link.h). */
void xbar_tell_client(const struct xbar *x, unsigned client, struct gt_message *m);
void xbar_hear_client(struct xbar *x, unsigned client, struct gt_message *m);
void xbar_tell_middle(const struct xbar *x, unsigned client, struct gt_message *m);
void xbar_hear_middle(struct xbar *x, unsigned client, struct gt_message *m);
/* Steps of these parts in which nothing is to be done, if nothing is offered to them; and their counts. */
bool xbar_near_rests(const struct xbar *x, unsigned client);
bool xbar_middle_rests(const struct xbar *x);
void xbar_near_skip(struct xbar *x, unsigned client, unsigned steps);
void xbar_middle_skip(struct xbar *x, unsigned steps);

#endif
