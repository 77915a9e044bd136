/* SPDX-License-Identifier: Apache-2.0
 *
 * Whose turn it is among streams that become one, as rtl/gpu/step_merge.sv: that taken last, while what it offers has
 * the key of what came before and not too many have come in a row; else the first of those waiting behind it,
 * cyclically.
 */
#ifndef GT200_GPU_STEP_MERGE_H
#define GT200_GPU_STEP_MERGE_H

#include <stdbool.h>
#include <stdint.h>

enum { STEP_MERGE_KEEP = 4 };   /* packets of a turn, at most */

/* All zero at first. */
struct step_merge {
    uint16_t behind;            /* streams behind the last one */
    uint8_t  last, more;        /* the last one; packets that may follow in its turn */
    uint32_t key;               /* of the last packet */
};

/* The key of a request: of packets for the same 128 bytes it is the same. */
static inline uint32_t step_merge_key(uint32_t addr) { return addr >> 7; }

/* Whose turn it is, with a packet each. waiting: mask, not 0 */
static inline unsigned step_merge_turn(struct step_merge *m, unsigned waiting)
{
    unsigned among = waiting & m->behind ? waiting & m->behind : waiting;
    unsigned turn = (unsigned)__builtin_ctz(among);
    m->behind = (uint16_t)~((2u << turn) - 1);
    m->last = (uint8_t)turn;
    return turn;
}

/* Whether the turn of the last one, which waits, goes on with a packet of this key. */
static inline bool step_merge_stays(struct step_merge *m, uint32_t key)
{
    if (!m->more || m->key != key)
        return false;
    m->more--;
    return true;
}

/* A turn has begun, with a packet of this key. */
static inline void step_merge_begins(struct step_merge *m, uint32_t key)
{
    m->key = key;
    m->more = STEP_MERGE_KEEP - 1;
}

#endif
