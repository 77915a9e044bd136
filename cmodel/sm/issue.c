/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets of ready warps by unit, the ring of warps by age, and the choice of the oldest that can go.
 */
#include "issue.h"

#define LONGEST_WAIT 4          /* of issue_wait: the next issue of the same warp */
_Static_assert(LONGEST_WAIT < sizeof ((struct issue *)0)->wake / sizeof (uint32_t), "issue.wake");
_Static_assert(GT_AGE_CYCLES >= 2 && GT_AGE_CYCLES % 2 == 0, "issue.hist: one mask for each even cycle");

/* Of the ring of warps that have issued: older than the youngest, younger than the oldest. */
#define ENDS GT_WARPS

void issue_init(struct issue *is)
{
    is->last = -1;
    is->never = ~0u;
    is->older[ENDS] = is->younger[ENDS] = ENDS;
}

static void leave_ring(struct issue *is, unsigned w)
{
    unsigned older = is->older[w], younger = is->younger[w];
    if (is->never >> w & 1)
        return;
    is->younger[older] = (uint8_t)younger;
    is->older[younger] = (uint8_t)older;
}

static void issues_last(struct issue *is, unsigned w)
{
    leave_ring(is, w);
    unsigned older = is->older[ENDS];
    is->never &= ~(1u << w);
    is->older[w] = (uint8_t)older;
    is->younger[w] = ENDS;
    is->younger[older] = is->older[ENDS] = (uint8_t)w;
}

void issue_forget(struct issue *is, unsigned w)
{
    leave_ring(is, w);
    is->never |= 1u << w;
}

void issue_wait(struct issue *is, unsigned w, uint64_t until)
{
    is->wait |= 1u << w;
    is->wake[until & 255] |= 1u << w;
}

void issue_empty(struct issue *is, unsigned w)
{
    uint32_t bit = 1u << w;
    is->body &= ~bit;
    is->sp &= ~bit;
    is->sfu &= ~bit;
    is->dpu &= ~bit;
    is->lsu &= ~bit;
    is->smem &= ~bit;
    is->bru &= ~bit;
    is->cf &= ~bit;
}

void issue_offer(struct issue *is, unsigned w, const struct tinfo *ti, unsigned uop)
{
    uint32_t bit = 1u << w;
    issue_empty(is, w);
    if (uop == GT_UOP_CFETCH) {
        is->cf |= bit;
    } else if (uop == GT_UOP_BODY) {
        is->body |= bit;
        if (ti->smem)
            is->smem |= bit;
        switch (ti->kind) {
        case TK_SP: is->sp |= bit; break;
        case TK_MUL: is->sp |= bit; is->sfu |= bit; break;
        case TK_SFU: is->sfu |= bit; break;
        case TK_DPU: is->dpu |= bit; break;
        case TK_LSU: is->lsu |= bit; break;
        default: is->bru |= bit; break;
        }
    } else {
        is->bru |= bit;
    }
}

/* ISSUE-6; mask is not 0. */
static unsigned oldest_warp(const struct issue *is, uint32_t mask)
{
    unsigned w = is->younger[ENDS];
    if (mask & is->never)
        return (unsigned)__builtin_ctz(mask & is->never);
    while (!(mask >> w & 1))
        w = is->younger[w];
    return w;
}

/* Warps that can issue, by unit. */
struct choice {
    uint32_t sp, sfu, other;
    uint32_t stall;                 /* only the bank rule keeps them from a free SFU (SFU-4) */
};

/* Warps of the parities in a mask (bit p). */
static uint32_t of_parities(unsigned p)
{
    static const uint32_t warps[4] = {0, ~ODD_WARPS, ODD_WARPS, ~0u};
    return warps[p];
}

/* ISSUE-7 */
static struct choice can_take(const struct issue *is, uint64_t t, uint32_t ready, uint32_t fresh,
                              const struct issue_room *room)
{
    /* ISSUE-10, ISSUE-9 */
    uint32_t bodies = ready & ~of_parities(room->starve);
    uint32_t bank = of_parities((t >= is->row_next[0]) | (unsigned)(t >= is->row_next[1]) << 1);
    bool lsu = t >= is->lsu_next && room->lsu;
    struct choice c = {0, 0, 0, 0};
    if (!lsu)
        bodies &= ~is->smem;
    if (t >= is->sp_next && room->spq) {
        c.sp = bodies & bank & is->sp;
        if (is->sp_even && t < is->sp_next + GT_ODD_LATE_CYCLES)
            c.sp &= ~(fresh & ODD_WARPS);           /* ISSUE-8 */
    }
    if (room->sfu && (bodies & is->sfu)) {
        c.sfu = bodies & bank & is->sfu;
        c.stall = bodies & ~bank & is->sfu;
    }
    if (room->dpu)
        c.other = bodies & bank & is->dpu;
    if (lsu)
        c.other |= bodies & bank & is->lsu;
    if (room->bru)
        c.other |= ready & is->bru;
    if (room->con)
        c.other |= ready & is->cf;
    return c;
}

int issue_pick(struct issue *is, uint64_t cycle, uint32_t ready, uint32_t fresh, const struct issue_room *room,
               bool *sfu)
{
    struct choice c = can_take(is, cycle, ready, fresh, room);
    uint32_t can = c.sp | c.sfu | c.other | c.stall;
    if (!can)
        return -1;
    unsigned w = oldest_warp(is, can & ~fresh ? can & ~fresh : can);
    if (c.stall >> w & 1)                   /* SFU-4 */
        return -1;
    *sfu = c.sfu >> w & 1;
    if (*sfu && (c.sp >> w & 1)) {          /* SFU-3 */
        *sfu = is->mul_sfu;
        is->mul_sfu = !is->mul_sfu;
    }
    is->last = (int8_t)w;
    issues_last(is, w);
    return (int)w;
}

void issue_body_leaves(struct issue *is, uint64_t cycle, unsigned w, const struct tinfo *ti, bool sfu)
{
    if (!sfu && (ti->kind == TK_SP || ti->kind == TK_MUL)) {
        is->sp_next = cycle + 4;
        is->sp_even = !(w & 1);
    }
    if (ti->kind == TK_LSU || ti->smem)
        is->lsu_next = cycle + 4;
    /* ISSUE-9 */
    is->row_next[w & 1] = cycle + (ti->two_rounds ? 8 : 4);
}
