/* SPDX-License-Identifier: Apache-2.0
 *
 * A cycle of fetch: the warp in turn asks for a line, a line that comes fills its slot, unless a jump has dropped it.
 */
#include "fetch.h"

#define LINE(pc) (((pc) & 0xffffffu) >> 6)
#define LINE_MASK 0x3ffffu

/* The wheel holds a line for IFETCH_LATENCY - 1 cycles: it is looked up in the cycle after the request (icache.c). */
_Static_assert(GT_IFETCH_LATENCY >= 2 && GT_IFETCH_LATENCY - 1 < sizeof ((struct fetch *)0)->pipe, "fetch.pipe");

/* Slot that holds or will hold the line, or -1. */
static int find(const struct ibuf *b, uint32_t line)
{
    unsigned have = b->valid | b->pend;
    for (int s = 0; s < 2; s++)
        if ((have >> s & 1) && b->tag[s] == line)
            return s;
    return -1;
}

/* What the warp wants (FETCH-2), after a change of its line, known, hold or the slots. */
static void update(struct fetch *f, unsigned w)
{
    const struct ibuf *b = &f->buf[w];
    uint32_t bit = 1u << w;
    f->demand &= ~bit;
    f->prefetch &= ~bit;
    f->lineok &= ~bit;
    if (!(f->known & bit))
        return;
    bool may = !(f->hold & bit);
    int s = find(b, b->line);
    if (s < 0) {
        if (may && b->pend != 3)
            f->demand |= bit;
    } else if (b->valid >> s & 1) {
        f->lineok |= bit;
        if (may && !b->pend && find(b, (b->line + 1) & LINE_MASK) < 0)
            f->prefetch |= bit;
    }
}

void fetch_go(struct fetch *f, unsigned w, uint32_t pc)
{
    f->known |= 1u << w;
    f->buf[w].line = LINE(pc);
    update(f, w);
}

void fetch_stop(struct fetch *f, unsigned w)
{
    uint32_t bit = 1u << w;
    f->known &= ~bit;
    f->demand &= ~bit;
    f->prefetch &= ~bit;
    f->lineok &= ~bit;
}

bool fetch_cycle(struct fetch *f, struct ilook *request)
{
    uint32_t mask = f->demand ? f->demand : f->prefetch;
    if (!mask)
        return false;
    unsigned w = pick_rr(mask, f->last);
    struct ibuf *b = &f->buf[w];
    uint32_t line = b->line;
    int s;                                      /* FETCH-4 */
    if (f->demand) {
        s = b->pend & 1;                        /* slot 0 unless it is pending */
    } else {
        s = !find(b, line);
        line = (line + 1) & LINE_MASK;
    }
    f->last = (uint8_t)w;
    b->tag[s] = line;
    b->valid &= (uint8_t)~(1u << s);
    b->pend |= (uint8_t)(1u << s);
    *request = (struct ilook){line, (uint8_t)w, (uint8_t)s};
    update(f, w);
    return true;
}

void fetch_write(struct fetch *f, uint64_t cycle)
{
    uint8_t *p = &f->pipe[cycle & 15];
    unsigned w = (*p & 0x7f) >> 1, s = *p & 1;
    *p = 0;
    f->buf[w].valid |= (uint8_t)(1u << s);
    f->buf[w].pend &= (uint8_t)~(1u << s);
    update(f, w);
}

/* Its line is not in the cache (FETCH-6). */
static void dropped(struct fetch *f, unsigned w, unsigned slot)
{
    f->buf[w].pend &= (uint8_t)~(1u << slot);
    f->hold |= 1u << w;
    update(f, w);
}

void fetch_answer(struct fetch *f, const struct icache_answer *a)
{
    if (a->comes)                               /* FETCH-5 */
        f->pipe[a->when & 15] = (uint8_t)(0x80 | a->of.warp << 1 | a->of.slot);
    if (a->dropped)
        dropped(f, a->of.warp, a->of.slot);
    if (a->turn)                                /* ICACHE-8 */
        f->last = a->by;
    if (!a->filled)                             /* ICACHE-3 */
        return;
    uint32_t warps = f->hold;
    f->hold = 0;
    for (; warps; warps &= warps - 1)
        update(f, (unsigned)__builtin_ctz(warps));
}
