/* SPDX-License-Identifier: Apache-2.0
 *
 * Instruction fetch and the two line slots of each warp (docs/units/fetch.md).
 */
#include "timing.h"

#define LINE(pc) (((pc) & 0xffffffu) >> 6)
#define LINE_MASK 0x3ffffu

/* The wheel holds a line for IFETCH_LATENCY - 1 cycles: it is looked up in the cycle after the request (icache.c). */
_Static_assert(GT_IFETCH_LATENCY >= 2 && GT_IFETCH_LATENCY - 1 < sizeof ((struct fetch *)0)->pipe, "fetch.pipe");

unsigned pick_rr(uint32_t mask, unsigned last)
{
    uint32_t after = last >= 31 ? 0 : mask & ~((2u << last) - 1);
    return (unsigned)__builtin_ctz(after ? after : mask);
}

/* Slot that holds or will hold the line, or -1. */
static int find(const struct twarp *tw, uint32_t line)
{
    unsigned have = tw->valid | tw->pend;
    for (int s = 0; s < 2; s++)
        if ((have >> s & 1) && tw->tag[s] == line)
            return s;
    return -1;
}

void fetch_update(struct gt_sm *sm, unsigned w)
{
    struct fetch *f = &sm->fetch;
    struct twarp *tw = &sm->warp[w];
    uint32_t bit = 1u << w;
    f->demand &= ~bit;
    f->prefetch &= ~bit;
    f->lineok &= ~bit;
    if (!(sm->alive & f->known & bit))
        return;
    bool may = !(f->hold & bit);
    int s = find(tw, LINE(tw->w.pc));
    if (s < 0) {
        if (may && tw->pend != 3)
            f->demand |= bit;
    } else if (tw->valid >> s & 1) {
        f->lineok |= bit;
        if (may && !tw->pend && find(tw, (LINE(tw->w.pc) + 1) & LINE_MASK) < 0)
            f->prefetch |= bit;
    }
}

void fetch_cycle(struct gt_sm *sm)
{
    struct fetch *f = &sm->fetch;
    uint32_t mask = f->demand ? f->demand : f->prefetch;
    if (!mask || !icache_ready(sm))
        return;
    unsigned w = pick_rr(mask, f->last);
    struct twarp *tw = &sm->warp[w];
    uint32_t line = LINE(tw->w.pc);
    int s;
    if (f->demand) {
        s = tw->pend & 1;                       /* slot 0 unless it is pending */
    } else {
        s = !find(tw, line);
        line = (line + 1) & LINE_MASK;
    }
    f->last = (uint8_t)w;
    tw->tag[s] = line;
    tw->valid &= (uint8_t)~(1u << s);
    tw->pend |= (uint8_t)(1u << s);
    icache_request(sm, line, w, (unsigned)s);
    fetch_update(sm, w);
}

void fetch_write(struct gt_sm *sm)
{
    uint8_t *p = &sm->fetch.pipe[sm->cyc & 15];
    if (!*p)
        return;
    unsigned w = (*p & 0x7f) >> 1, s = *p & 1;
    *p = 0;
    sm->warp[w].valid |= (uint8_t)(1u << s);
    sm->warp[w].pend &= (uint8_t)~(1u << s);
    fetch_update(sm, w);
}

void fetch_comes(struct gt_sm *sm, unsigned w, unsigned slot, uint64_t when)
{
    sm->fetch.pipe[when & 15] = (uint8_t)(0x80 | w << 1 | slot);
}

void fetch_dropped(struct gt_sm *sm, unsigned w, unsigned slot)
{
    sm->warp[w].pend &= (uint8_t)~(1u << slot);
    sm->fetch.hold |= 1u << w;
    fetch_update(sm, w);
}

void fetch_filled(struct gt_sm *sm)
{
    uint32_t warps = sm->fetch.hold;
    sm->fetch.hold = 0;
    for (; warps; warps &= warps - 1)
        fetch_update(sm, (unsigned)__builtin_ctz(warps));
}

void fetch_redirected(struct gt_sm *sm, unsigned w)
{
    sm->fetch.hold &= ~(1u << w);
}
