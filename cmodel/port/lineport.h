/* SPDX-License-Identifier: Apache-2.0
 *
 * The port of an L2 to what is behind it (docs/units/l2.md, L2-5, L2-6): lines are asked for, their words come in the
 * order of the requests, one in a cycle. What stands behind the port is in memory.h.
 *
 *   in every cycle   line_port_ready, line_port_ask               a line
 *                    line_port_due, line_port_word, line_port_take   a word
 */
#ifndef GT200_LINEPORT_H
#define GT200_LINEPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu/tpc_mem.h"

#define LINE_PORT_LINES 4u              /* under way at most (L2-5) */
#define LINE_WORDS      64u

struct physical;

struct line_port {
    struct tpc_mem *tpc;                /* chips with partitions: that of the TPC, */
    struct tpc_mem_in *in;              /* and what comes into it in the present cycle; NULL: the rest */
    uint64_t last, lines;               /* the cycle of the line asked for last; how many */
    struct physical *bytes;             /* where the words are; NULL: they are 0 */
    uint8_t  first, count, word;        /* lines under way; the next word of the first */
    struct { uint64_t due; uint32_t addr; } line[LINE_PORT_LINES];     /* due: of its first word */
};

/* Whether a line that is asked for in this cycle is taken. */
static inline bool line_port_ready(const struct line_port *p)
{
    return p->tpc ? l2_port_ready(&p->tpc->l2) : p->count < LINE_PORT_LINES;
}
/* The line with the block at addr (L2-1), of which that is wanted first. The port must be ready. */
void line_port_ask(struct line_port *p, uint64_t cycle, uint32_t addr);

/* Whether a word comes in this cycle. */
static inline bool line_port_due(const struct line_port *p, uint64_t cycle)
{
    if (p->tpc)
        return p->tpc->l2.count;
    return p->count && p->line[p->first].due + p->word <= cycle;
}
/* Its value; and its end: it is taken, as every word is. */
uint32_t line_port_word(const struct line_port *p);
void line_port_take(struct line_port *p);

#endif
