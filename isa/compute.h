/* SPDX-License-Identifier: Apache-2.0
 *
 * Which compute capability has an instruction. Numbers are tenths, as in sm_13.
 */
#ifndef GT200_COMPUTE_H
#define GT200_COMPUTE_H

#include <stdbool.h>

#include "insn.h"

/* What instructions of compute capability 1.x one needs; code that names none of them runs on 1.0. */
enum gt_needs { GT_NEEDS_NOTHING, GT_NEEDS_LD_SHARED, GT_NEEDS_ATOMICS, GT_NEEDS_WIDE_ATOMICS, GT_NEEDS_LOCKS,
                GT_NEEDS_VOTE, GT_NEEDS_DOUBLE };
enum gt_needs isa_needs(const struct gt_insn *in);
/* The first compute capability that has it: 10 to 13. And its name: "64-bit atomics". */
unsigned isa_needs_compute(enum gt_needs n);
const char *isa_needs_name(enum gt_needs n);

struct gt_values;
/* Does a chip of these values (gt_chips.h) have the instruction, by its compute capability and its units? And all there
 * are? Words that are no instruction stop on any chip, and count as one that it has. */
bool gt_runs(const struct gt_values *v, const struct gt_insn *in);
bool gt_runs_all(const struct gt_values *v);

#endif
