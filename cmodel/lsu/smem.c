/* SPDX-License-Identifier: Apache-2.0
 *
 * A pass takes the lanes of a half-warp whose banks do not conflict; the rest go in later passes.
 */
#include "smem.h"

#define PACE 2                          /* cycles from pass to pass (SMEM-1) */
#define EMPTY_PASS PACE                 /* behind the last one of an s[] operand (SMEM-8) */
#define READ_LATENCY 5                  /* PICK to the first cycle in which the data can be written back (SMEM-4) */

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

uint16_t smem_pass(uint16_t rem, const uint32_t *addr, bool share)
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

static void picked(struct smem *s, uint64_t cycle, const struct mop *m)
{
    s->picks = smem_picks(s, cycle) | 1;
    s->lock_picks = smem_lock_picks(s, cycle) | (m->ti->in->op == GT_OP_LD_LOCK || m->ti->in->op == GT_OP_ST_UNLOCK);
    s->last = cycle;
    s->next = cycle + PACE;
}

bool smem_cycle(struct smem *s, uint64_t cycle, struct mop *m, struct load_wb *wb, struct pm *pm,
                struct event_log *log)
{
    unsigned h = m->half;
    bool load = m->ti->kind == TK_LSU && !m->ti->store;
    if (cycle < smem_next(s, m) || (load && !lwb_takes(wb)))    /* SMEM-5 */
        return false;
    if (m->rem[h] != m->lanes[h])
        pm_event(pm, GT_PM_WARP_SERIALIZE);
    uint16_t served = smem_pass(m->rem[h], m->eff->addr + 16 * h, !m->ti->store && !m->ti->lock);
    m->rem[h] &= (uint16_t)~served;
    picked(s, cycle, m);
    mop_start(m, h, cycle, log);
    bool half_done = !m->rem[h], done = half_done && h;
    if (load)
        lwb_push(wb, m, served, cycle + READ_LATENCY, done);
    if (half_done) {
        if (m->last_pass)
            m->last_pass[h] = cycle;
        m->half++;
    }
    if (done && m->ti->smem)
        s->next += EMPTY_PASS;
    if (done && m->ti->store)           /* LSU-4 */
        lwb_done(wb, m, cycle + 2);
    return done;
}
