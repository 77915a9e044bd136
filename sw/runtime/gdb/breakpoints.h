/* SPDX-License-Identifier: Apache-2.0
 *
 * Breakpoints, with conditions that are asked of each running lane of a warp.
 */
#ifndef GT200_GDB_BREAKPOINTS_H
#define GT200_GDB_BREAKPOINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "threads.h"

#define GDB_BREAKPOINTS 256

/* Where a warp stops: for a lane for which one of the conditions holds, if there are any. Each condition stands behind
 * its length in 2 bytes. */
struct gdb_breakpoint { uint64_t addr; uint8_t *condition; size_t bytes; };
struct gdb_breakpoints { struct gdb_breakpoint list[GDB_BREAKPOINTS]; unsigned n; };

/* The answer to a packet Z or z: of the kinds 0 and 1; others are refused. */
const char *gdb_breakpoints_packet(struct gdb_breakpoints *b, const char *p);
void gdb_breakpoints_clear(struct gdb_breakpoints *b);
/* Does the warp stop at its pc (base: of the kernel's code)? For *lane: `chosen` if it can be, else the lowest one. */
bool gdb_breakpoints_stop(const struct gdb_breakpoints *b, const struct gdb_threads *t, uint64_t base,
                          struct gt_core *c, struct gt_warp *w, unsigned chosen, unsigned *lane);

#endif
