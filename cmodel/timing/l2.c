/* SPDX-License-Identifier: Apache-2.0
 *
 * The L2 of a TPC: turns of the ports, tags, blocks going out, lines coming from memory.
 */
#include "l2.h"

#include <stdlib.h>

#define BLOCK_CYCLES 16u        /* sixteen words of 4 bytes */
#define LINE_CYCLES 64u
#define ARRIVE 17u              /* turn to last word of the block */
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

void l2_free(struct l2 *l2)
{
    free(l2);
}

/* L2-2 */
void l2_fetch(struct l2 *l2, unsigned port, enum l2_kind kind, uint32_t addr, unsigned blocks)
{
    l2->port[port].of[kind] =
        (struct l2_request){(uint8_t)blocks, (uint8_t)kind, addr & ~63u, l2->now + GT_L2_DISTANCE};
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

static bool waits(const struct l2 *l2, const struct l2_request *f)
{
    return f->left && f->from <= l2->now;
}

/* L2-3: the request a port offers in its turn; NULL: none. */
static struct l2_request *offer(const struct l2 *l2, struct l2_port *p)
{
    struct l2_request *c = &p->of[L2_CONST], *i = &p->of[L2_INSN];
    if (!waits(l2, i))
        i = &p->of[L2_AHEAD];
    bool have_i = waits(l2, i);
    if (waits(l2, c) && !(have_i && p->vain))
        return c;
    return have_i ? i : NULL;
}

/* The line on its way into this place, or NULL. */
static const struct l2_fill *filling(const struct l2 *l2, unsigned entry)
{
    for (unsigned i = 0; i < L2_FILLS; i++) {
        const struct l2_fill *f = &l2->fill[i];
        if (f->asked && l2->now < f->asked + GT_L3_LATENCY + LINE_CYCLES && f->entry == entry)
            return f;
    }
    return NULL;
}

/* L2-5: asks the memory for the line, if that is possible now. */
static void fill(struct l2 *l2, uint32_t addr, unsigned entry)
{
    struct l2_fill *f = &l2->fill[l2->next_fill];
    if (l2->now < l2->memory_free || (f->asked && l2->now < f->asked + GT_L3_LATENCY + LINE_CYCLES) ||
        filling(l2, entry))
        return;
    *f = (struct l2_fill){l2->now, entry, addr >> 6 & 3};
    l2->next_fill = (l2->next_fill + 1) % L2_FILLS;
    l2->memory_free = l2->now + LINE_CYCLES;
    cache_put(&l2->tags, addr >> 8, entry);
}

/* L2-4, L2-6: whether the block of a line that is in the tags can go out now. */
static bool usable(const struct l2 *l2, uint32_t addr, unsigned entry)
{
    const struct l2_fill *f = filling(l2, entry);
    unsigned nth = f ? ((addr >> 6) - f->first) & 3u : 0;
    return l2->now >= l2->data_free && (!f || l2->now >= f->asked + GT_L3_LATENCY + (nth + 1) * BLOCK_CYCLES);
}

/* L2-4; L2-2: the block after it */
static void send(struct l2 *l2, unsigned port, struct l2_request *f)
{
    struct l2_block *o = &l2->out[l2->out[0].when < l2->now || l2->out[0].when == UINT64_MAX ? 0 : 1];
    *o = (struct l2_block){l2->now + ARRIVE, (uint8_t)port, f->kind, f->addr >> 6 & 3};
    l2->data_free = l2->now + BLOCK_CYCLES;
    f->addr = (f->addr & ~0xffu) | ((f->addr + 64) & 0xff);
    f->left--;
}

/* L2-3 */
void l2_turn(struct l2 *l2)
{
    unsigned turn = (unsigned)((l2->now + GT_TPC_SMS - 1) % GT_TPC_SMS);
    for (unsigned i = 0; i < 2; i++)
        l2->wanted -= l2->out[i].when == l2->now;
    if (turn >= l2->ports)
        return;
    struct l2_port *p = &l2->port[turn];
    struct l2_request *f = offer(l2, p);
    if (!f)
        return;
    unsigned entry;
    bool sent = false;
    if (!cache_look(&l2->tags, f->addr >> 8, &entry)) {
        fill(l2, f->addr, entry);
    } else if (usable(l2, f->addr, entry)) {
        send(l2, turn, f);
        sent = true;
    }
    p->vain = f->kind == L2_CONST && !sent;
}
