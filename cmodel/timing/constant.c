/* SPDX-License-Identifier: Apache-2.0
 *
 * Constant port and the indirect constant fetch (docs/microarchitecture.md section 8). The values come
 * from the functional core; here are only the cycles.
 */
#include "timing.h"

/* Number of distinct addresses the executing lanes ask for, at least 1. */
static unsigned count_passes(const struct twarp *tw)
{
    const struct gt_insn *in = tw->ti->in;
    uint32_t left = gt_exec_mask(&tw->w, in);
    uint16_t addr[GT_LANES];
    unsigned n = 0;
    for (unsigned i = 0; i < GT_LANES; i++)
        addr[i] = (uint16_t)(tw->w.areg[in->areg][i] + (in->ainc ? 0 : in->mem_off));
    while (left) {
        uint16_t a = addr[__builtin_ctz(left)];
        for (uint32_t m = left; m; m &= m - 1)
            if (addr[__builtin_ctz(m)] == a)
                left &= ~(m & -m);
        n++;
    }
    return n ? n : 1;
}

void con_issue(struct gt_sm *sm, unsigned w)
{
    struct constant *con = &sm->con;
    con->busy = true;
    con->passes = (uint8_t)count_passes(&sm->warp[w]);
    con->pass = sm->cyc + 6;
    issue_wait(sm, w, sm->cyc + 8 + 2 * (con->passes - 1u));
    head_offer(sm, w, GT_UOP_BODY);
}

void con_body(struct gt_sm *sm)
{
    sm->con.busy = false;
    sm->con.idle = sm->cyc + 4;
}

void con_cycle(struct gt_sm *sm)
{
    struct constant *con = &sm->con;
    if (con->passes && con->pass == sm->cyc) {
        con->passes--;
        con->pass += 2;
    } else if (con->need) {
        unsigned w = (unsigned)__builtin_ctz(con->need);
        con->need &= con->need - 1;
        con->asked[sm->cyc & 3] = (int8_t)(w + 1);
    }
}

void con_arrive(struct gt_sm *sm)
{
    int8_t *p = &sm->con.asked[(sm->cyc + 1 - GT_CONST_LATENCY) & 3];
    if (*p)
        sm->con.wait &= ~(1u << (*p - 1));
    *p = 0;
}
