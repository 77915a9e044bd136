/* SPDX-License-Identifier: Apache-2.0
 *
 * Constant port and the indirect constant fetch (docs/units/const.md). The values come
 * from the functional core; here are only the cycles.
 */
#include "timing.h"

_Static_assert(GT_CONST_LATENCY >= 1 && GT_CONST_LATENCY <= sizeof ((struct constant *)0)->asked, "constant.asked");

/* Lists the distinct addresses the executing lanes ask for, in the order of the passes. */
static void list_passes(struct constant *con, const struct twarp *tw)
{
    const struct gt_insn *in = tw->ti->in;
    uint32_t left = gt_exec_mask(&tw->w, in);
    uint16_t addr[GT_LANES];
    con->passes = con->served = 0;
    for (unsigned i = 0; i < GT_LANES; i++)
        addr[i] = (uint16_t)(tw->w.areg[in->areg][i] + (in->ainc ? 0 : in->mem_off));
    while (left) {
        uint16_t a = addr[__builtin_ctz(left)];
        for (uint32_t m = left; m; m &= m - 1)
            if (addr[__builtin_ctz(m)] == a)
                left &= ~(m & -m);
        con->addr[con->passes++] = (uint32_t)in->cseg << 16 | a;
    }
}

void con_issue(struct gt_sm *sm, unsigned w)
{
    struct constant *con = &sm->con;
    con->busy = true;
    con->warp = (uint8_t)w;
    list_passes(con, &sm->warp[w]);
    con->pass = sm->cyc + 6;
    sm->issue.wait |= 1u << w;          /* until the last pass */
    head_offer(sm, w, GT_UOP_BODY);
}

void con_body(struct gt_sm *sm)
{
    sm->con.busy = false;
    sm->con.idle = sm->cyc + 4;
}

void con_want(struct gt_sm *sm, unsigned w)
{
    sm->con.need |= 1u << w;
    sm->con.wait |= 1u << w;
    sm->con.hold &= ~(1u << w);
}

/* A pass of the indirect fetch; without executing lanes there is one, which asks for nothing. */
static void indirect(struct gt_sm *sm)
{
    struct constant *con = &sm->con;
    bool starts = false;
    if (con->passes && !ccache_look(sm, con->addr[con->served], &starts)) {
        con->pass_hold = true;
        if (starts)
            con->starter = -1;
        return;
    }
    con->served++;
    con->pass = sm->cyc + 2;
    if (con->served >= con->passes) {
        con->pass = NEVER;
        issue_wait(sm, con->warp, sm->cyc + 2);
    }
}

static void direct(struct gt_sm *sm, unsigned w)
{
    struct constant *con = &sm->con;
    const struct gt_insn *in = sm->warp[w].ti->in;
    uint32_t off = in->a_on_c ? (uint32_t)in->mem_off & 0xffff : in->c_off;
    bool starts;
    con->last = (uint8_t)w;
    if (ccache_look(sm, (uint32_t)in->cseg << 16 | off, &starts)) {
        con->need &= ~(1u << w);
        con->asked[sm->cyc & 3] = (int8_t)(w + 1);
        return;
    }
    con->hold |= 1u << w;
    if (starts)
        con->starter = (int8_t)w;
}

void con_cycle(struct gt_sm *sm)
{
    struct constant *con = &sm->con;
    uint32_t cand = con->need & ~con->hold;
    if (con->pass <= sm->cyc && !con->pass_hold)
        indirect(sm);
    else if (cand)
        direct(sm, pick_rr(cand, con->last));
}

void con_arrive(struct gt_sm *sm)
{
    struct constant *con = &sm->con;
    int8_t *p = &con->asked[(sm->cyc + 1 - GT_CONST_LATENCY) & 3];
    if (*p)
        con->wait &= ~(1u << (*p - 1));
    *p = 0;
    if (!ccache_filled(sm))
        return;
    sm->ccache.fill = false;
    con->hold = 0;
    con->pass_hold = false;
    if (con->starter >= 0)              /* asks next */
        con->last = (uint8_t)(con->starter - 1) & 31;
}
