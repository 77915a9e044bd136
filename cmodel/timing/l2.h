/* SPDX-License-Identifier: Apache-2.0
 *
 * The L2 of a TPC for constants and instructions (docs/microarchitecture.md section 8, rtl/tpc/tpc_l2.sv): what an SM asks of it. Owners
 * of an L2 make and step it through gsim.h. Only cycles: values come from the functional core.
 */
#ifndef GT200_L2_H
#define GT200_L2_H

#include <stdbool.h>
#include <stdint.h>

struct gt_l2;

/* What an SM can have under way, one of each: a line of the constant L1; a line of the instruction L1, and the one fetched ahead. */
enum l2_kind { L2_CONST, L2_INSN, L2_AHEAD, L2_KINDS };

/* Byte addresses: instructions from 0, constants from here on (segment << 16 | offset). */
#define L2_CONST_BASE 0x1000000u

/* In the present cycle (that of the last gt_l2_step) a miss at `addr` starts fetching `blocks` 64-byte blocks of its line, that one first,
 * the others behind it, wrapping. Nothing of this kind may be under way at this port. */
void l2_fetch(struct gt_l2 *l2, unsigned port, enum l2_kind kind, uint32_t addr, unsigned blocks);
/* Whether the last word of a block arrives at the port in the present cycle; *kind, *block (of its line) say of what. */
bool l2_arrival(const struct gt_l2 *l2, unsigned port, enum l2_kind *kind, unsigned *block);

#endif
