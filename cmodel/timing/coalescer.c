/* SPDX-License-Identifier: Apache-2.0
 *
 * Coalescer for g[] and l[] (docs/units/coalescer.md): one transaction per SELECT, then its
 * 32-byte sectors one per cycle. Atomics go lane by lane.
 */
#include "timing.h"

/* COAL-4: the transaction of the lowest lane of rem (rem != 0): lanes served, base and size of the segment. */
static uint16_t coalesce_select(uint16_t rem, const uint32_t *addr, uint32_t bytes, uint32_t segment,
                                uint32_t *base, uint32_t *size)
{
    uint32_t b = addr[__builtin_ctz(rem)] & ~(segment - 1), low = ~0u, high = 0;
    uint16_t served = 0;
    for (uint32_t m = rem; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        if (addr[i] - b >= segment)
            continue;
        served |= (uint16_t)(1u << i);
        if (addr[i] < low)
            low = addr[i];
        if (addr[i] + bytes - 1 > high)
            high = addr[i] + bytes - 1;
    }
    while (segment > 32) {
        uint32_t middle = b + segment / 2;
        if (high < middle)
            segment /= 2;
        else if (low >= middle)
            b = middle, segment /= 2;
        else
            break;
    }
    *base = b;
    *size = segment;
    return served;
}

/* COAL-5: bytes of one lane in one access of the coalescer: l[] goes word by word. */
static uint32_t access_bytes(const struct tinfo *ti)
{
    return ti->space == TS_LOCAL ? ti->bytes : ti->bytes * ti->words;
}

static void addresses(const struct mop *m, uint32_t out[16])
{
    uint32_t add = m->ti->space == TS_LOCAL ? m->word * 128u : 0;
    for (unsigned i = 0; i < 16; i++)
        out[i] = m->eff->addr[16 * m->half + i] + add;
}

/* Goes on to the next half (and word) with lanes; false: the instruction has none left. */
static bool advance(struct mop *m)
{
    while (!m->rem[m->half]) {
        if (m->half) {
            if (m->ti->space != TS_LOCAL || m->word + 1 == m->ti->words)
                return false;
            m->word++;
            m->half = 0;
            m->rem[0] = m->lanes[0];
            m->rem[1] = m->lanes[1];
        } else {
            m->half = 1;
        }
    }
    return true;
}

/* COAL-3 */
void coalesce_none(struct gt_sm *sm, struct mop *m)
{
    if (sm->cyc < m->ready[1])
        return;
    lsu_started(sm, m, 0);
    lsu_leave(sm);
    wb_done(sm, m, sm->cyc + 1);
}

static void do_select(struct gt_sm *sm, struct mop *m)
{
    struct lsu *l = &sm->lsu;
    uint32_t addr[16], size;
    if (!(m->lanes[0] | m->lanes[1])) {
        coalesce_none(sm, m);
        return;
    }
    if (!m->rem[m->half])                           /* COAL-2 */
        m->half = 1;
    if (sm->cyc < m->ready[m->half])
        return;
    lsu_started(sm, m, m->half);
    addresses(m, addr);
    if (m->ti->atomic) {                            /* COAL-8: one request per lane */
        unsigned lane = (unsigned)__builtin_ctz(m->rem[m->half]);
        l->seg_lanes = (uint16_t)(1u << lane);
        l->seg = addr[lane];
        l->seg_left = 1;
        return;
    }
    uint32_t bytes = access_bytes(m->ti);
    uint32_t segment = m->ti->space == TS_LOCAL || bytes >= 4 ? 128 : bytes * 32;
    l->seg_lanes = coalesce_select(m->rem[m->half], addr, bytes, segment, &l->seg, &size);
    l->seg_left = size / 32;
    pm_transaction(&sm->pm, m->ti, size);
}

static void send(struct gt_sm *sm, struct mop *m)
{
    struct lsu *l = &sm->lsu;
    uint32_t addr[16];
    if (!pending_ready(sm, m))
        return;
    uint16_t lanes = 0;
    addresses(m, addr);
    for (uint32_t k = l->seg_lanes; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        if (addr[i] - l->seg < 32)
            lanes |= (uint16_t)(1u << i);
    }
    unsigned half = m->half, word = m->word;
    uint32_t sector = l->seg;
    l->seg += 32;
    bool last = false;
    if (!--l->seg_left) {
        m->rem[half] &= (uint16_t)~l->seg_lanes;
        l->seg_lanes = 0;
        last = !advance(m);
    }
    struct beat b = {.mop = (uint16_t)(m - l->op), .lanes = lanes, .half = (uint8_t)half, .word = (uint8_t)word,
                     .words = m->ti->space == TS_LOCAL ? 1 : m->ti->words};
    pending_request(sm, m, sector, &b, last);
    if (last) {
        lsu_leave(sm);
        if (m->ti->store)
            wb_done(sm, m, sm->cyc);
    }
}

/* COAL-1 */
void coalesce_cycle(struct gt_sm *sm, struct mop *m)
{
    if (sm->lsu.seg_left)
        send(sm, m);
    else
        do_select(sm, m);
}
