/* SPDX-License-Identifier: Apache-2.0
 *
 * The scheduler (docs/units/issue.md; RTL: sm_issue). Sets of warps are masks.
 */
#ifndef GT200_ISSUE_H
#define GT200_ISSUE_H

#include "gt_chip.h"
#include "common/opdec.h"

#define ODD_WARPS 0xaaaaaaaau

struct issue {
    uint32_t wait, blocked, body;   /* waits; a flag pending; next micro-operation is the body */
    uint32_t sp, sfu, dpu, lsu, bru, cf;    /* by unit of the next micro-operation (mul.f32: two) */
    uint32_t smem;                  /* needs the LSU queue besides its unit */
    uint32_t hist[GT_AGE_CYCLES / 2];       /* ISSUE-5 */
    uint64_t sp_next, lsu_next, row_next[2];
    bool     sp_even;
    bool     mul_sfu;               /* toggle of mul.f32 (SFU-3) */
    int8_t   last;                  /* warp issued in the cycle before, -1: none */
    uint32_t wake[256];             /* by cycle: waits that end */
    uint32_t never;                 /* warps that have not issued since they began to run */
    uint8_t  older[GT_WARPS + 1], younger[GT_WARPS + 1];    /* the others by last issue, a ring with ENDS */
};

/* What the other units take in this cycle. */
struct issue_room {
    unsigned starve;                /* bit p: write-back holds parity p back */
    bool     lsu, spq, sfu, dpu, bru, con;
};

void issue_init(struct issue *is);
/* The warp has ended; another one may begin in its slot. */
void issue_forget(struct issue *is, unsigned w);
/* Not ready before `until`; until issue_release. */
void issue_wait(struct issue *is, unsigned w, uint64_t until);
static inline void issue_hold(struct issue *is, unsigned w) { is->wait |= 1u << w; }
static inline void issue_release(struct issue *is, unsigned w) { is->wait &= ~(1u << w); }
static inline void issue_wake(struct issue *is, uint64_t cycle)
{
    uint32_t *p = &is->wake[cycle & 255];
    is->wait &= ~*p;
    *p = 0;
}

/* The head's next micro-operation; none. */
void issue_offer(struct issue *is, unsigned w, const struct tinfo *ti, unsigned uop);
void issue_empty(struct issue *is, unsigned w);
static inline void issue_block(struct issue *is, unsigned w, bool blocked)
{
    is->blocked = (is->blocked & ~(1u << w)) | (uint32_t)blocked << w;
}

/* In an even cycle: the ready warps (ISSUE-2, ISSUE-11), of them the fresh ones, not mature (ISSUE-5). heads: those
 * with a head; constants: those that wait for a direct one. */
static inline uint32_t issue_ready(struct issue *is, uint32_t heads, uint32_t constants, uint32_t *fresh)
{
    uint32_t ready = heads & ~is->wait & ~is->blocked & ~(is->body & constants), mature = ready;
    for (unsigned k = GT_AGE_CYCLES / 2; k-- > 0;) {
        mature &= is->hist[k];
        is->hist[k] = k ? is->hist[k - 1] : ready;
    }
    *fresh = ready & ~mature;
    return ready;
}
/* Those of them whose unit could take them by the scheduler's own times: the others need not be asked. */
static inline uint32_t issue_due(const struct issue *is, uint64_t cycle, uint32_t ready)
{
    uint32_t due = is->sfu | is->dpu | is->bru | is->cf;
    if (cycle >= is->sp_next)
        due |= is->sp;
    if (cycle >= is->lsu_next)
        due |= is->lsu;
    return ready & due;
}
/* The warp of them that issues, -1: none. sfu: its body goes there. */
int issue_pick(struct issue *is, uint64_t cycle, uint32_t ready, uint32_t fresh, const struct issue_room *room,
               bool *sfu);
/* A body leaves, to the SFU or not: rules of time for those that follow. */
void issue_body_leaves(struct issue *is, uint64_t cycle, unsigned w, const struct tinfo *ti, bool sfu);

#endif
