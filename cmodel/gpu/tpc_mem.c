/* SPDX-License-Identifier: Apache-2.0
 *
 * In each step the two TLBs and the L2's port take turns at the TPC's link to the crossbar.
 */
#include "tpc_mem.h"

#include <string.h>

void tpc_mem_init(struct tpc_mem *t, unsigned sms, unsigned tpc)
{
    memset(t, 0, sizeof *t);
    tpc_port_init(&t->port, sms, tpc);
    tlb_l1_init(&t->tlb[0], false);
    tlb_l1_init(&t->tlb[1], true);
    l2_port_init(&t->l2, tpc);
}

bool tpc_mem_rsp_ready(const struct tpc_mem *t, const struct gpu_rsp *r)
{
    return r->src >= XBAR_TO_L3 || tpc_port_rsp_ready(&t->port, r);
}

/* MSYS-1. Returns the stream whose request went into the register, 3: none. */
static unsigned next_turn(struct tpc_mem *t, const struct gpu_req *const out[3])
{
    unsigned waiting = 0;
    for (unsigned i = 0; i < 3; i++)
        waiting |= (unsigned)(out[i] != NULL) << i;
    t->valid = waiting != 0;
    if (!waiting)
        return 3;
    struct step_merge *m = &t->merge;
    if (!out[m->last] || !step_merge_stays(m, step_merge_key(out[m->last]->addr))) {
        unsigned turn = step_merge_turn(m, waiting);
        step_merge_begins(m, step_merge_key(out[turn]->addr));
    }
    t->req = *out[m->last];
    return m->last;
}

void tpc_mem_cycle(struct tpc_mem *t, bool step, const struct tpc_mem_in *in, bool taken, const struct gpu_rsp *rsp)
{
    if (!step) {
        tpc_port_cycle(&t->port, false, in->req, in->answered, false, false, NULL);
        l2_port_cycle(&t->l2, false, in->asked, in->addr, false, NULL);
        return;
    }
    const struct gpu_req *virtual[2] = {tpc_port_global(&t->port), tpc_port_texture(&t->port)};
    const struct gpu_req *out[3] = {tlb_l1_out(&t->tlb[0]), tlb_l1_out(&t->tlb[1]), l2_port_req(&t->l2)};
    unsigned turn = !t->valid || taken ? next_turn(t, out) : 3;

    /* MSYS-2 */
    const struct gpu_rsp *mem = rsp && rsp->src < XBAR_TO_L3 ? rsp : NULL;
    const struct gpu_rsp *l3 = rsp && rsp->src == XBAR_TO_L3 ? rsp : NULL;
    bool room[2];
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t *page = rsp && rsp->src == XBAR_TO_MMU && rsp->id >> 7 == i ? rsp->data : NULL;
        room[i] = tlb_l1_ready(&t->tlb[i]);
        tlb_l1_step(&t->tlb[i], room[i] ? virtual[i] : NULL, turn == i, page);
    }
    tpc_port_cycle(&t->port, true, in->req, in->answered, room[0], room[1], mem);
    l2_port_cycle(&t->l2, true, in->asked, in->addr, turn == 2, l3);
}
