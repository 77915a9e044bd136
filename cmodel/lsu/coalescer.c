/* SPDX-License-Identifier: Apache-2.0
 *
 * SELECT finds the segment of the first lane that is left and the lanes it serves; then its sectors are sent.
 */
#include "coalescer.h"

#include <string.h>

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

/* Addresses of the current half, and what its current word adds to them: whole segments. */
static const uint32_t *half_addresses(const struct mop *m, uint32_t *add)
{
    *add = m->ti->space == TS_LOCAL ? m->word * 128u : 0;
    return m->eff->addr + 16 * m->half;
}

/* Goes on to the next half (and word) with lanes; false: the instruction has none left. */
static bool advance_half(struct mop *m)
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

/* COAL-5: the largest transaction. */
static uint32_t segment_bytes(const struct tinfo *ti)
{
    uint32_t bytes = access_bytes(ti);
    return ti->space == TS_LOCAL || bytes >= 4 ? 128 : bytes * 32;
}

/* COAL-11: do these lanes of a half access their words of one segment, or the same word of l[]? */
static bool in_order(const struct tinfo *ti, uint16_t lanes, const uint32_t *addr)
{
    const uint32_t first = addr[__builtin_ctz(lanes)], bytes = access_bytes(ti);
    const bool local = ti->space == TS_LOCAL;
    if (!local && bytes < 4)
        return false;
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        if (local ? (addr[i] ^ first) >= 128 : addr[i] != (first & ~(16 * bytes - 1)) + i * bytes)
            return false;
    }
    return true;
}

/* COAL-11: the transaction of the lowest lane of rem; lanes: of the half. */
static uint16_t strict_select(const struct tinfo *ti, uint16_t rem, uint16_t lanes, const uint32_t *addr,
                              uint32_t *base, uint32_t *size)
{
    const uint32_t first = addr[__builtin_ctz(rem)];
    uint16_t served = 0;
    if (!in_order(ti, lanes, addr)) {
        *base = first & ~31u;
        *size = 32;
        return rem & (uint16_t)-rem;
    }
    *size = ti->space == TS_LOCAL || access_bytes(ti) == 4 ? 64 : 128;
    *base = first & ~(*size - 1);
    for (uint32_t m = rem; m; m &= m - 1)
        served |= (uint16_t)((addr[__builtin_ctz(m)] - *base < *size) << __builtin_ctz(m));
    return served;
}

/* The transaction of the lowest lane of rem, of a half with these lanes. */
static uint16_t select_lanes(bool strict, const struct tinfo *ti, uint16_t rem, uint16_t lanes, const uint32_t *addr,
                             uint32_t *base, uint32_t *size)
{
    return strict ? strict_select(ti, rem, lanes, addr, base, size)
                  : coalesce_select(rem, addr, access_bytes(ti), segment_bytes(ti), base, size);
}

void coalesce_count(bool strict, const struct tinfo *ti, uint16_t lanes, const uint32_t *addr, unsigned count[3])
{
    uint32_t base, size;
    unsigned words = ti->space == TS_LOCAL ? ti->words : 1;
    memset(count, 0, 3 * sizeof *count);
    if (ti->atomic) {
        count[0] = (unsigned)__builtin_popcount(lanes);
        return;
    }
    for (uint16_t rem = lanes; rem; count[size >> 6] += words)
        rem &= (uint16_t)~select_lanes(strict, ti, rem, lanes, addr, &base, &size);
}

/* SELECT: the lanes of the next transaction and its sectors, once their addresses are there. */
static void do_select(struct coalescer *c, uint64_t cycle, struct mop *m, struct pm *pm, struct event_log *log)
{
    if (!m->rem[m->half])                           /* COAL-2 */
        m->half = 1;
    if (cycle < m->ready[m->half])
        return;
    uint32_t add, size, base;
    const uint32_t *addr = half_addresses(m, &add);
    mop_start(m, m->half, cycle, log);
    if (m->ti->atomic) {                            /* COAL-8: one request per lane */
        unsigned lane = (unsigned)__builtin_ctz(m->rem[m->half]);
        c->lanes = (uint16_t)(1u << lane);
        c->sector = addr[lane];
        c->left = 1;
        return;
    }
    c->lanes = select_lanes(c->strict, m->ti, m->rem[m->half], m->lanes[m->half], addr, &base, &size);
    c->sector = base + add;
    c->left = size / 32;
    pm_transaction(pm, m->ti, size);
}

/* The lanes of the transaction whose word lies in its next sector. */
static uint16_t in_sector(const struct coalescer *c, const struct mop *m)
{
    uint32_t add, served = 0;
    const uint32_t *addr = half_addresses(m, &add);
    for (uint32_t k = c->lanes; k; k &= k - 1) {
        unsigned i = (unsigned)__builtin_ctz(k);
        if (addr[i] + add - c->sector < 32)
            served |= 1u << i;
    }
    return (uint16_t)served;
}

/* Sends a sector's request if the port takes it; true: it was the instruction's last. */
static bool send_sector(struct coalescer *c, uint64_t cycle, struct mop *m, struct pending *pending, struct load_wb *wb,
                        struct event_log *log)
{
    if (!pending_ready(pending, cycle, m))
        return false;
    struct beat b = {.mop = m, .lanes = in_sector(c, m), .half = m->half, .word = m->word,
                     .words = m->ti->space == TS_LOCAL ? 1 : m->ti->words};
    uint32_t sector = c->sector;
    bool last = false;
    c->sector += 32;
    if (!--c->left) {
        m->rem[m->half] &= (uint16_t)~c->lanes;
        last = !advance_half(m);
    }
    pending_request(pending, cycle, sector, &b, last, log);
    if (last && m->ti->store)
        lwb_done(wb, m, cycle);
    return last;
}

bool coalesce_cycle(struct coalescer *c, uint64_t cycle, struct mop *m, struct pending *pending, struct load_wb *wb,
                    struct pm *pm, struct event_log *log)
{
    if (c->left)
        return send_sector(c, cycle, m, pending, wb, log);
    do_select(c, cycle, m, pm, log);
    return false;
}
