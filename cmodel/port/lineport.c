/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines that were asked for, and their words in the order of the requests.
 */
#include "lineport.h"

#include <string.h>

#include "gpu/physical.h"

void line_port_ask(struct line_port *p, uint64_t cycle, uint32_t addr)
{
    if (p->tpc) {
        p->in->asked = true;
        p->in->addr = addr;
        p->last = cycle;
        p->lines++;
        return;
    }
    unsigned at = (p->first + p->count++) % LINE_PORT_LINES;
    p->line[at].due = cycle + GT_L3_LATENCY;
    p->line[at].addr = addr;
}

/* L2-6: blocks from the one wanted on, wrapping. */
static uint32_t address(const struct line_port *p)
{
    uint32_t addr = p->line[p->first].addr, block = (addr >> 6) + p->word / 16;
    return (addr & ~0xffu) | (block & 3) << 6 | (p->word % 16u) << 2;
}

uint32_t line_port_word(const struct line_port *p)
{
    if (p->tpc)
        return *l2_port_word(&p->tpc->l2);
    uint32_t addr = GT_GPU_L3_BASE + address(p), word = 0;
    const uint8_t *bytes = p->bytes ? physical_bytes(p->bytes, addr & ~31u) : NULL;
    if (bytes)
        memcpy(&word, bytes + (addr & 31), sizeof word);
    return word;
}

void line_port_take(struct line_port *p)
{
    if (p->tpc || ++p->word < LINE_WORDS)
        return;
    p->word = 0;
    p->first = (p->first + 1) % LINE_PORT_LINES;
    p->count--;
}
