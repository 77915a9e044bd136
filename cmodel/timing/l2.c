/* SPDX-License-Identifier: Apache-2.0
 *
 * The L2 of a TPC: turns of the ports, tags, blocks going out, lines coming from memory.
 */
#include "l2.h"

#include "cache_tags.h"
#include "gt_chip.h"

#include <stdlib.h>

#define BLOCK_CYCLES 16u        /* sixteen words of 4 bytes */
#define LINE_CYCLES 64u
#define ARRIVE 17u              /* turn to last word of the block */
#define FILLS 4u

struct fetch {
    uint8_t  left, kind;        /* blocks that have not had their turn */
    uint32_t addr;              /* of the next block */
    uint64_t from;              /* it is at the L2 from this cycle on */
};

struct port {
    struct fetch fetch[L2_KINDS];
    bool     vain;              /* the constant request was offered in vain */
};

/* A line on its way from memory. */
struct fill {
    uint64_t asked;
    uint32_t entry;             /* place in the tags */
    uint8_t  first;             /* block that comes first */
};

/* A block on its way to an SM. */
struct out {
    uint64_t when;              /* last word */
    uint8_t  port, kind, block;
};

struct l2 {
    unsigned ports, turn, wanted;       /* wanted: blocks that have not arrived */
    uint64_t now, data_free, memory_free;
    struct cache_tags tags;
    struct fill fill[FILLS];
    unsigned next_fill;
    struct out out[2];                  /* 16 cycles apart, 17 under way: two at most */
    struct port port[GT_TPC_SMS];
};

struct l2 *l2_new(unsigned sms)
{
    struct l2 *l2 = calloc(1, sizeof *l2);
    if (!l2)
        return NULL;
    l2->ports = sms;
    cache_init(&l2->tags, GT_L2_BYTES / (256 * GT_L2_WAYS), GT_L2_WAYS);
    for (unsigned i = 0; i < 2; i++)
        l2->out[i].when = UINT64_MAX;
    l2_skip(l2, 0);
    return l2;
}

void l2_skip(struct l2 *l2, uint64_t cycle)
{
    l2->now = cycle - 1;
    l2->turn = (unsigned)((cycle + GT_TPC_SMS - 2) % GT_TPC_SMS);
}

void l2_free(struct l2 *l2)
{
    free(l2);
}

/* L2-2 */
void l2_fetch(struct l2 *l2, unsigned port, enum l2_kind kind, uint32_t addr, unsigned blocks)
{
    l2->port[port].fetch[kind] = (struct fetch){(uint8_t)blocks, (uint8_t)kind, addr & ~63u, l2->now + GT_L2_DISTANCE};
    l2->wanted += blocks;
}

bool l2_arrival(const struct l2 *l2, unsigned port, enum l2_kind *kind, unsigned *block)
{
    for (unsigned i = 0; i < 2; i++)
        if (l2->out[i].when == l2->now && l2->out[i].port == port) {
            *kind = (enum l2_kind)l2->out[i].kind;
            *block = l2->out[i].block;
            return true;
        }
    return false;
}

static bool waits(const struct l2 *l2, const struct fetch *f)
{
    return f->left && f->from <= l2->now;
}

/* L2-3: the request a port offers in its turn; NULL: none. */
static struct fetch *offer(const struct l2 *l2, struct port *p)
{
    struct fetch *c = &p->fetch[L2_CONST], *i = &p->fetch[L2_INSN];
    if (!waits(l2, i))
        i = &p->fetch[L2_AHEAD];
    bool have_i = waits(l2, i);
    if (waits(l2, c) && !(have_i && p->vain))
        return c;
    return have_i ? i : NULL;
}

/* The line on its way into this place, or NULL. */
static const struct fill *filling(const struct l2 *l2, unsigned entry)
{
    for (unsigned i = 0; i < FILLS; i++) {
        const struct fill *f = &l2->fill[i];
        if (f->asked && l2->now < f->asked + GT_L3_LATENCY + LINE_CYCLES && f->entry == entry)
            return f;
    }
    return NULL;
}

/* L2-5: asks the memory for the line, if that is possible now. */
static void fill(struct l2 *l2, uint32_t addr, unsigned entry)
{
    struct fill *f = &l2->fill[l2->next_fill];
    if (l2->now < l2->memory_free || (f->asked && l2->now < f->asked + GT_L3_LATENCY + LINE_CYCLES) ||
        filling(l2, entry))
        return;
    *f = (struct fill){l2->now, entry, addr >> 6 & 3};
    l2->next_fill = (l2->next_fill + 1) % FILLS;
    l2->memory_free = l2->now + LINE_CYCLES;
    cache_put(&l2->tags, addr >> 8, entry);
}

/* L2-4, L2-6: whether the block of a line that is in the tags can go out now. */
static bool usable(const struct l2 *l2, uint32_t addr, unsigned entry)
{
    const struct fill *f = filling(l2, entry);
    unsigned nth = f ? ((addr >> 6) - f->first) & 3u : 0;
    return l2->now >= l2->data_free && (!f || l2->now >= f->asked + GT_L3_LATENCY + (nth + 1) * BLOCK_CYCLES);
}

/* L2-4; L2-2: the block after it */
static void send(struct l2 *l2, unsigned port, struct fetch *f)
{
    struct out *o = &l2->out[l2->out[0].when < l2->now || l2->out[0].when == UINT64_MAX ? 0 : 1];
    *o = (struct out){l2->now + ARRIVE, (uint8_t)port, f->kind, f->addr >> 6 & 3};
    l2->data_free = l2->now + BLOCK_CYCLES;
    f->addr = (f->addr & ~0xffu) | ((f->addr + 64) & 0xff);
    f->left--;
}

void l2_step(struct l2 *l2)
{
    l2->now++;
    l2->turn = l2->turn == GT_TPC_SMS - 1 ? 0 : l2->turn + 1;
    if (!l2->wanted)
        return;
    for (unsigned i = 0; i < 2; i++)
        l2->wanted -= l2->out[i].when == l2->now;
    if (l2->turn >= l2->ports)
        return;
    struct port *p = &l2->port[l2->turn];
    struct fetch *f = offer(l2, p);
    if (!f)
        return;
    unsigned entry;
    bool sent = false;
    if (!cache_look(&l2->tags, f->addr >> 8, &entry)) {
        fill(l2, f->addr, entry);
    } else if (usable(l2, f->addr, entry)) {
        send(l2, l2->turn, f);
        sent = true;
    }
    p->vain = f->kind == L2_CONST && !sent;
}
