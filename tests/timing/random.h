/* SPDX-License-Identifier: Apache-2.0
 *
 * Random programs: every implemented kind of instruction, divergence, loops, barriers, all memories. Each thread
 * writes only memory of its own, so the result does not depend on the order of warps or blocks.
 */
#ifndef GT200_TEST_RANDOM_H
#define GT200_TEST_RANDOM_H

#include "rig.h"

/* Builds program number `seed` and its launch in r (rig_init is done here). */
void random_program(struct rig *r, uint32_t seed);

#endif
