/* SPDX-License-Identifier: Apache-2.0
 *
 * A cycle of the port: a line's request becomes a packet, an answered sector becomes words.
 */
#include "l2_port.h"

#include <string.h>

void l2_port_init(struct l2_port *p, unsigned tpc)
{
    memset(p, 0, sizeof *p);
    p->tpc = tpc;
}

void l2_port_cycle(struct l2_port *p, bool step, bool asked, uint32_t addr, bool taken, const struct gpu_rsp *rsp)
{
    bool accepted = asked && l2_port_ready(p);
    if (p->count && ++p->word == 8) {                           /* LPORT-4 */
        p->word = 0;
        p->first = (p->first + 1) % L2_PORT_SECTORS;
        p->count--;
    }
    if (step && (!p->valid[p->at] || taken)) {                  /* LPORT-2 */
        p->number = (p->number + p->valid[p->at]) & 3;
        p->inside -= p->valid[p->at];
        p->valid[p->at] = p->lines != 0;
        p->stage[p->at] = p->line[p->first_line];
        p->at = (p->at + 1) % GT_L2_PORT_STAGES;
        if (p->lines) {
            p->first_line = (p->first_line + 1) % L2_PORT_LINES;
            p->lines--;
        }
        p->req = (struct gpu_req){.dst = XBAR_TO_L3, .src = (uint8_t)p->tpc, .id = p->number, .kind = MEM_LOAD,
                                  .addr = p->stage[p->at]};
    }
    if (accepted) {                                             /* LPORT-1 */
        p->line[(p->first_line + p->lines++) % L2_PORT_LINES] = addr;
        p->inside++;
    }
    if (step && rsp)                                            /* LPORT-3 */
        memcpy(p->sector[(p->first + p->count++) % L2_PORT_SECTORS], rsp->data, sizeof rsp->data);
}

void l2_port_withdraw(struct l2_port *p, unsigned n)
{
    p->inside -= n;
    for (; n && p->lines; n--)
        p->lines--;
    for (unsigned i = 1; n && i <= GT_L2_PORT_STAGES; i++) {
        unsigned at = (p->at + GT_L2_PORT_STAGES - i) % GT_L2_PORT_STAGES;
        n -= p->valid[at];
        p->valid[at] = false;
    }
}
