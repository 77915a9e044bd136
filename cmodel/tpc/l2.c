/* SPDX-License-Identifier: Apache-2.0
 *
 * The L2 of a TPC: turns of the ports, tags, blocks going out, lines coming from memory.
 */
#include "l2.h"

#include <stdlib.h>

#define BLOCK_CYCLES 16u        /* sixteen words of 4 bytes */
#define ARRIVE 17u              /* turn to last word of the block */

/* L2-3 */
_Static_assert((BLOCK_CYCLES - 1) % GT_TPC_SMS == 0 && (LINE_WORDS - 1) % GT_TPC_SMS == 0, "the turns rotate");

struct l2 *l2_new(unsigned sms, struct line_port *memory, const struct gt_values *v)
{
    struct l2 *l2 = calloc(1, sizeof *l2);
    if (!l2)
        return NULL;
    l2->ports = sms;
    l2->memory = memory;
    cache_init(&l2->tags, v->l2_bytes / (256 * v->l2_ways), v->l2_ways);
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
static struct l2_request *offer(const struct l2 *l2, struct l2_asker *p)
{
    struct l2_request *c = &p->of[L2_CONST], *i = &p->of[L2_INSN];
    if (!waits(l2, i))
        i = &p->of[L2_AHEAD];
    bool have_i = waits(l2, i);
    if (waits(l2, c) && !(have_i && p->vain))
        return c;
    return have_i ? i : NULL;
}

/* The line on its way into this place, counted from the oldest; l2->fills: none is. */
static unsigned filling(const struct l2 *l2, unsigned entry)
{
    unsigned i = 0;
    while (i < l2->fills && l2->fill[(l2->first_fill + i) % LINE_PORT_LINES].entry != entry)
        i++;
    return i;
}

/* L2-5: asks the memory for the line, if that is possible now. */
static void fill(struct l2 *l2, uint32_t addr, unsigned entry)
{
    if (l2->now < l2->memory_free || l2->fills == LINE_PORT_LINES || filling(l2, entry) < l2->fills ||
        !line_port_ready(l2->memory))
        return;
    l2->fill[(l2->first_fill + l2->fills++) % LINE_PORT_LINES] = (struct l2_fill){entry, addr >> 6 & 3};
    line_port_ask(l2->memory, l2->now, addr);
    l2->memory_free = l2->now + LINE_WORDS;
    cache_put(&l2->tags, addr >> 8, entry);
}

/* L2-6: the word of this cycle is of the oldest line. */
static void word(struct l2 *l2)
{
    if (!line_port_due(l2->memory, l2->now))
        return;
    line_port_take(l2->memory);
    if (++l2->words < LINE_WORDS)
        return;
    l2->words = 0;
    l2->first_fill = (l2->first_fill + 1) % LINE_PORT_LINES;
    l2->fills--;
}

/* L2-6: whether the block of a line that is in the tags is there. */
static bool there(const struct l2 *l2, uint32_t addr, unsigned entry)
{
    unsigned f = filling(l2, entry), nth = ((addr >> 6) - l2->fill[l2->first_fill].first) & 3u;
    return f == l2->fills || (!f && nth < l2->words / BLOCK_CYCLES);
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
static void turn(struct l2 *l2)
{
    unsigned now = (unsigned)((l2->now + GT_TPC_SMS - 1) % GT_TPC_SMS);
    if (now >= l2->ports)
        return;
    struct l2_asker *p = &l2->port[now];
    struct l2_request *f = offer(l2, p);
    if (!f)
        return;
    unsigned entry;
    bool here = false;
    if (cache_look(&l2->tags, f->addr >> 8, &entry))
        here = there(l2, f->addr, entry);
    else
        fill(l2, f->addr, entry);
    p->vain = f->kind == L2_CONST && !here;
    if (here && l2->now >= l2->data_free)
        send(l2, now, f);
}

void l2_turn(struct l2 *l2)
{
    for (unsigned i = 0; i < 2; i++)
        l2->wanted -= l2->out[i].when == l2->now;
    if (l2->wanted)
        turn(l2);
    if (l2->fills)
        word(l2);
}
