/* SPDX-License-Identifier: Apache-2.0 */
#include "issue.h"

#define LONGEST_WAIT 4          /* of issue_wait: the next issue of the same warp */
_Static_assert(LONGEST_WAIT < sizeof ((struct issue *)0)->wake / sizeof (uint32_t), "issue.wake");
_Static_assert(GT_AGE_CYCLES >= 2 && GT_AGE_CYCLES % 2 == 0, "issue.hist: one mask for each even cycle");

void issue_init(struct issue *is)
{
    is->last = -1;
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

/* ISSUE-6: oldest last issue first; warps that never issued carry 0, so that the lower number comes first. */
static int oldest(const struct issue *is, uint32_t mask)
{
    int best = -1;
    uint64_t when = UINT64_MAX;
    for (; mask; mask &= mask - 1) {
        int w = __builtin_ctz(mask);
        if (is->last_issue[w] < when) {
            when = is->last_issue[w];
            best = w;
        }
    }
    return best;
}

/* Warps that can issue, by unit. */
struct choice {
    uint32_t sp, sfu, other;
    uint32_t stall;                 /* only the bank rule keeps them from a free SFU (SFU-4) */
};

/* ISSUE-7 */
static struct choice can_take(const struct issue *is, uint64_t t, uint32_t ready, uint32_t fresh,
                              const struct issue_room *room)
{
    /* ISSUE-10, ISSUE-9 */
    uint32_t fed = (room->starve & 1 ? 0 : ~ODD_WARPS) | (room->starve & 2 ? 0 : ODD_WARPS);
    uint32_t bank = (t >= is->row_next[0] ? ~ODD_WARPS : 0) | (t >= is->row_next[1] ? ODD_WARPS : 0);
    bool lsu = t >= is->lsu_next && room->lsu;
    uint32_t bodies = ready & fed & (lsu ? ~0u : ~is->smem);
    struct choice c = {0, 0, 0, 0};
    if (t >= is->sp_next && room->spq)
        c.sp = bodies & bank & is->sp;
    if (is->sp_even && t < is->sp_next + GT_ODD_LATE_CYCLES)
        c.sp &= ~(fresh & ODD_WARPS);               /* ISSUE-8 */
    if (room->sfu) {
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
    int w = oldest(is, can & ~fresh ? can & ~fresh : can);
    if (w < 0 || (c.stall >> w & 1))        /* SFU-4 */
        return -1;
    *sfu = c.sfu >> w & 1;
    if (*sfu && (c.sp >> w & 1)) {          /* SFU-3 */
        *sfu = is->mul_sfu;
        is->mul_sfu = !is->mul_sfu;
    }
    is->last = (int8_t)w;
    is->last_issue[w] = cycle;
    return w;
}

void issue_body_leaves(struct issue *is, uint64_t cycle, unsigned w, const struct tinfo *ti, bool sp, bool lsu)
{
    if (sp) {
        is->sp_next = cycle + 4;
        is->sp_even = !(w & 1);
    }
    if (lsu)
        is->lsu_next = cycle + 4;
    /* ISSUE-9 */
    is->row_next[w & 1] = cycle + (ti->two_rounds ? 8 : 4);
}
