/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared-memory pipe (docs/units/smem.md): passes of half-warps over 16 banks.
 */
#include "timing.h"

#define READ_LATENCY 5                  /* PICK to the first cycle in which the data can be written back (SMEM-4) */
#define LOAD_PASSES 4                   /* places in the load write-back FIFO (SMEM-5) */
_Static_assert(LOAD_PASSES <= SFIFO, "wb.s");

/* One pass for all 16 lanes: they share one word, or access consecutive ones. */
typedef uint32_t v4w __attribute__((vector_size(16), aligned(4)));
static inline bool none(v4w v) { return !(v[0] | v[1] | v[2] | v[3]); }
static bool regular(const uint32_t *addr, bool share)
{
    const v4w *a = (const v4w *)addr, ramp = {0, 4, 8, 12};
    v4w d0 = a[0] - addr[0], d1 = a[1] - addr[0], d2 = a[2] - addr[0], d3 = a[3] - addr[0];
    return (share && none(d0 | d1 | d2 | d3)) ||
           none((d0 ^ ramp) | (d1 ^ (ramp + 16)) | (d2 ^ (ramp + 32)) | (d3 ^ (ramp + 48)));
}

/* Lanes of rem served by one pass (SMEM-2, SMEM-3, SMEM-7); share: lanes that read the word of the lowest one go with
 * it. */
static uint16_t smem_pass(uint16_t rem, const uint32_t *addr, bool share)
{
    uint32_t served = 0, left = rem, banks = 0;
    if (!rem)
        return 0;
    if (rem == 0xffff && regular(addr, share))
        return rem;
    if (share) {
        uint32_t word = addr[__builtin_ctz(left)] >> 2;
        for (uint32_t m = left; m; m &= m - 1) {
            unsigned i = (unsigned)__builtin_ctz(m);
            if (addr[i] >> 2 == word)
                served |= 1u << i;
        }
        banks = 1u << (word & 15);
        left &= ~served;
    }
    for (; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left), bank = addr[i] >> 2 & 15;
        if (banks >> bank & 1)
            continue;
        banks |= 1u << bank;
        served |= 1u << i;
    }
    return (uint16_t)served;
}

/* SMEM-1 */
void smem_cycle(struct gt_sm *sm, struct mop *m)
{
    struct lsu *l = &sm->lsu;
    unsigned h = m->half;
    bool load = m->ti->kind == TK_LSU && !m->ti->store;
    if (sm->cyc < m->ready[h] || sm->cyc < l->last_pick + 2 || (load && l->passes >= LOAD_PASSES))
        return;
    if (m->rem[h] != m->lanes[h])
        pm_event(&sm->pm, GT_PM_WARP_SERIALIZE);
    uint16_t served = smem_pass(m->rem[h], m->eff->addr + 16 * h, !m->ti->store && !m->ti->lock);
    m->rem[h] &= (uint16_t)~served;
    l->last_pick = sm->cyc;
    l->picks |= 1;
    l->lock_picks |= m->ti->in->op == GT_OP_LD_LOCK || m->ti->in->op == GT_OP_ST_UNLOCK;
    lsu_started(sm, m, h);
    bool half_done = !m->rem[h], done = half_done && h;
    if (load) {
        l->passes++;
        wb_push_s(sm, m, served, sm->cyc + READ_LATENCY, done);
    }
    if (half_done) {
        if (m->last_pass)
            m->last_pass[h] = sm->cyc;
        m->half++;
    }
    if (done) {
        lsu_leave(sm);
        if (m->ti->store)               /* LSU-4 */
            wb_done(sm, m, sm->cyc + 2);
    }
}
