/* SPDX-License-Identifier: Apache-2.0
 *
 * The values come from the functional core; here are only the cycles.
 */
#include "const.h"

#include "fetch.h"

_Static_assert(GT_CONST_LATENCY >= 1 && GT_CONST_LATENCY <= sizeof ((struct constant *)0)->asked, "constant.asked");

void con_init(struct constant *con)
{
    con->last = 31;
    con->pass = UINT64_MAX;
}

/* CONST-5: lists the distinct addresses the executing lanes ask for, in the order of the passes. */
static void list_passes(struct constant *con, const struct gt_warp *w, const struct gt_insn *in)
{
    uint32_t left = gt_exec_mask(w, in);
    uint16_t addr[GT_LANES];
    con->passes = con->served = 0;
    for (unsigned i = 0; i < GT_LANES; i++)
        addr[i] = (uint16_t)(w->areg[in->areg][i] + (in->ainc ? 0 : in->mem_off));
    while (left) {
        uint16_t a = addr[__builtin_ctz(left)];
        for (uint32_t m = left; m; m &= m - 1)
            if (addr[__builtin_ctz(m)] == a)
                left &= ~(m & -m);
        con->addr[con->passes++] = (uint32_t)in->cseg << 16 | a;
    }
}

void con_issue(struct constant *con, unsigned w, const struct gt_warp *gw, const struct gt_insn *in, uint64_t cycle)
{
    con->busy = true;
    con->warp = (uint8_t)w;
    list_passes(con, gw, in);
    con->pass = cycle + 6;              /* CONST-5 */
}

void con_body(struct constant *con, uint64_t cycle)
{
    con->busy = false;
    con->idle = cycle + 4;              /* CONST-6 */
}

/* CONST-2 */
void con_want(struct constant *con, unsigned w, const struct gt_insn *in)
{
    con->need |= 1u << w;
    con->wait |= 1u << w;
    con->hold &= ~(1u << w);
    con->direct[w] = (uint32_t)in->cseg << 16 | (in->a_on_c ? (uint32_t)in->mem_off & 0xffff : in->c_off);
}

/* CONST-5: a pass of the indirect fetch; without executing lanes there is one, which asks for nothing. The warp whose
 * last pass it is, -1: none. */
static int indirect(struct constant *con, struct ccache *cache, struct l2 *l2, unsigned port, uint64_t cycle)
{
    bool starts = false;
    if (con->passes && !ccache_look(cache, l2, port, con->addr[con->served], &starts)) {
        con->pass_hold = true;
        if (starts)
            con->starter = -1;
        return -1;
    }
    con->served++;
    con->pass = cycle + 2;
    if (con->served < con->passes)
        return -1;
    con->pass = UINT64_MAX;
    return con->warp;
}

/* CONST-2, CONST-3 */
static void direct(struct constant *con, struct ccache *cache, struct l2 *l2, unsigned port, unsigned w)
{
    bool starts;
    con->last = (uint8_t)w;
    if (ccache_look(cache, l2, port, con->direct[w], &starts)) {
        con->need &= ~(1u << w);
        con->asked |= (w + 1) << 8 * (GT_CONST_LATENCY - 1);
        return;
    }
    con->hold |= 1u << w;
    if (starts)
        con->starter = (int8_t)w;
}

int con_cycle(struct constant *con, struct ccache *cache, struct l2 *l2, unsigned port, uint64_t cycle)
{
    uint32_t cand = con->need & ~con->hold;
    if (con->pass <= cycle && !con->pass_hold)
        return indirect(con, cache, l2, port, cycle);
    if (cand)
        direct(con, cache, l2, port, pick_rr(cand, con->last));
    return -1;
}

/* CONST-7 */
void con_line(struct constant *con)
{
    con->hold = 0;
    con->pass_hold = false;
    if (con->starter >= 0)              /* asks next */
        con->last = (uint8_t)(con->starter - 1) & 31;
}
