/* SPDX-License-Identifier: Apache-2.0
 *
 * A link of the crossbar: a way of some steps to a queue, with a credit for each place (docs/units/xbar.md, XBAR-4,
 * XBAR-5). As rtl/gpu/xbar_link.sv; packets of any type. Everything said of a step is true before xbar_link_step of it.
 */
#ifndef GT200_GPU_XBAR_LINK_H
#define GT200_GPU_XBAR_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct xbar_link {
    uint64_t there, back;       /* packets and credits on the way: bit n arrives n steps later */
    unsigned steps;             /* 1 to 64 */
    unsigned places, bytes;     /* of the queue, of a packet */
    unsigned credits;
    unsigned first, count;      /* of the queue: its oldest packet; how many have arrived */
    unsigned end;               /* where the next one goes */
    unsigned char *packet;      /* places x bytes */
};

/* False: no memory. */
bool xbar_link_init(struct xbar_link *l, unsigned steps, unsigned places, size_t bytes);
void xbar_link_free(struct xbar_link *l);

/* Whether the sending end takes a packet in this step. */
static inline bool xbar_link_ready(const struct xbar_link *l) { return l->credits != 0; }

/* The packet offered in this step; NULL: none. */
static inline const void *xbar_link_offer(const struct xbar_link *l)
{
    return l->count ? l->packet + (size_t)l->first * l->bytes : NULL;
}

/* One step: the sending end is offered `sent` (NULL: nothing), the other end takes what is offered there if taken. */
void xbar_link_step(struct xbar_link *l, const void *sent, bool taken);

#endif
