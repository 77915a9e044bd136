/* SPDX-License-Identifier: Apache-2.0
 *
 * The L2 of a TPC for constants and instructions (docs/units/l2.md, rtl/tpc/tpc_l2.sv). Only cycles: values
 * come from the functional core. Its owner steps it once per cycle, before the SMs of that cycle.
 */
#ifndef GT200_L2_H
#define GT200_L2_H

#include <stdbool.h>
#include <stdint.h>

#include "common/cache_tags.h"
#include "gt_chip.h"
#include "gt_chips.h"
#include "port/lineport.h"

/* What an SM can have under way, one of each: a line of the constant L1; a line of the instruction L1, and the one
 * fetched ahead. */
enum l2_kind { L2_CONST, L2_INSN, L2_AHEAD, L2_KINDS };

struct l2_request {
    uint8_t  left, kind;        /* blocks that have not had their turn */
    uint32_t addr;              /* of the next block */
    uint64_t from;              /* it is at the L2 from this cycle on */
};

struct l2_asker {
    struct l2_request of[L2_KINDS];
    bool     vain;              /* the constant was offered, and not there */
};

/* A line on its way from memory. */
struct l2_fill {
    uint32_t entry;             /* place in the tags */
    uint8_t  first;             /* block that comes first */
};

/* A block on its way to an SM. */
struct l2_block {
    uint64_t when;              /* last word */
    uint8_t  port, kind, block;
};

struct l2 {
    uint64_t now;                       /* cycle of the last step */
    unsigned ports, wanted;             /* wanted: blocks that have not arrived */
    uint64_t data_free, memory_free;
    struct cache_tags tags;
    struct line_port *memory;
    struct l2_fill fill[LINE_PORT_LINES];       /* in order */
    unsigned first_fill, fills, words;  /* words: of the first one, there */
    struct l2_block out[2];             /* 16 cycles apart, 17 under way: two at most */
    struct l2_asker port[GT_TPC_SMS];
};

/* Empty, before cycle 0, of the size that v says; sms: 1 to GT_TPC_SMS. memory must outlive it. NULL: out of memory. */
struct l2 *l2_new(unsigned sms, struct line_port *memory, const struct gt_values *v);
void l2_free(struct l2 *l2);
void l2_turn(struct l2 *l2);
static inline void l2_step(struct l2 *l2)
{
    l2->now++;
    if (l2->wanted | l2->fills)
        l2_turn(l2);
}
/* Nothing is under way. */
static inline bool l2_idle(const struct l2 *l2) { return !(l2->wanted | l2->fills); }
/* It is idle, and nothing is asked for up to this cycle: the next step is `cycle`. */
static inline void l2_skip(struct l2 *l2, uint64_t cycle) { l2->now = cycle - 1; }

/* Byte addresses (L2-1): instructions from 0, constants from here on (segment << 16 | offset). */
#define L2_CONST_BASE 0x1000000u

/* In the present cycle (that of the last l2_step) a miss at `addr` starts fetching `blocks` 64-byte blocks of its
 * line, that one first, the others behind it, wrapping. Nothing of this kind may be under way at this port (the
 * number of the SM in the TPC). */
void l2_fetch(struct l2 *l2, unsigned port, enum l2_kind kind, uint32_t addr, unsigned blocks);
/* Whether the last word of a block arrives at the port in the present cycle; *kind, *block (of its line) say of what.
 */
bool l2_arrival(const struct l2 *l2, unsigned port, enum l2_kind *kind, unsigned *block);

#endif
