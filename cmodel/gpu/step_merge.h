/* SPDX-License-Identifier: Apache-2.0
 *
 * Whose turn it is among streams that become one, as rtl/gpu/step_merge.sv: the first of those waiting behind that
 * taken last, cyclically.
 */
#ifndef GT200_GPU_STEP_MERGE_H
#define GT200_GPU_STEP_MERGE_H

#include <stdint.h>

/* waiting: mask, not 0; behind: mask of those behind the last one, at first 0. Returns whose turn it is */
static inline unsigned step_merge_turn(uint16_t *behind, unsigned waiting)
{
    unsigned among = waiting & *behind ? waiting & *behind : waiting;
    unsigned turn = (unsigned)__builtin_ctz(among);
    *behind = (uint16_t)~((2u << turn) - 1);
    return turn;
}

#endif
