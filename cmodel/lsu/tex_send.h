/* SPDX-License-Identifier: Apache-2.0
 *
 * Texture fetches of an SM (docs/units/tex.md; RTL: tex_send): the quads of the head of the load/store queue, one
 * request each, to the texture unit of the TPC.
 */
#ifndef GT200_TEX_SEND_H
#define GT200_TEX_SEND_H

#include "pending.h"

/* It fetches with three coordinates: its requests are pairs of lanes (MEM-22). */
static inline bool tex_pairs(const struct mop *m)
{
    return m->ti->in->src[1].kind == GT_K_T2;
}

/* One step of m, some lanes of which execute (TEX-2). true: its last quad has gone. */
bool tex_send_cycle(uint64_t cycle, struct mop *m, struct pending *pending, struct event_log *log);

#endif
