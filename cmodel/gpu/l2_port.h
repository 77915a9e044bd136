/* SPDX-License-Identifier: Apache-2.0
 *
 * The L2's side of the crossbar (docs/units/l2-port.md): lines that it asks for go to the L3 as packets, their sectors
 * come back as words. As rtl/tpc/l2_port.sv, cycle by cycle.
 *
 * What the functions say of a cycle follows from what was before it; then l2_port_cycle ends it.
 */
#ifndef GT200_GPU_L2_PORT_H
#define GT200_GPU_L2_PORT_H

#include "packet.h"

enum { L2_PORT_LINES = 4, L2_PORT_SECTORS = 32 };

struct l2_port {
    unsigned tpc;
    uint32_t line[L2_PORT_LINES];               /* asked for and not sent: addresses of the blocks wanted first */
    unsigned first_line, lines;
    unsigned inside;                            /* lines in it, in stages, too */
    unsigned at;                                /* the oldest stage, and whether each holds a line */
    bool     valid[GT_L2_PORT_STAGES];
    uint32_t stage[GT_L2_PORT_STAGES];
    uint8_t  number;                            /* of the next one sent */
    uint32_t sector[L2_PORT_SECTORS][8];
    unsigned first, count, word;                /* word of the first that goes next */
    struct gpu_req req;                         /* the one offered */
};

void l2_port_init(struct l2_port *p, unsigned tpc);

/* Whether a line asked for in this cycle is taken. */
static inline bool l2_port_ready(const struct l2_port *p) { return p->lines < L2_PORT_LINES; }

/* The word that goes to the L2 in this cycle; NULL: none. */
static inline const uint32_t *l2_port_word(const struct l2_port *p)
{
    return p->count ? &p->sector[p->first][p->word] : NULL;
}

/* What is offered to the crossbar in this cycle; NULL: nothing. Answers are always taken. */
static inline const struct gpu_req *l2_port_req(const struct l2_port *p)
{
    return p->valid[p->at] ? &p->req : NULL;
}

/* One cycle. asked: a line is asked for, addr the address of the block wanted first (L2-1); in a step also whether the
   offered request is taken, and the answer that comes (NULL: none). */
void l2_port_cycle(struct l2_port *p, bool step, bool asked, uint32_t addr, bool taken, const struct gpu_rsp *rsp);

/* The last n lines, which are not beyond the stages yet, were never asked for. */
void l2_port_withdraw(struct l2_port *p, unsigned n);

#endif
