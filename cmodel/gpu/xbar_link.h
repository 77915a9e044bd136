/* SPDX-License-Identifier: Apache-2.0
 *
 * A link of the crossbar: a way of some steps to a queue, with a credit for each place (docs/units/xbar.md, XBAR-4,
 * XBAR-5). As rtl/gpu/xbar_link.sv; packets of any type. Each end has its part of a step, of which everything is said
 * before it. After the same number of steps at both ends, the link's own at most (XBAR-11), they exchange what they
 * have sent and freed.
 */
#ifndef GT200_GPU_XBAR_LINK_H
#define GT200_GPU_XBAR_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "message.h"

enum { XBAR_LINK_PACKET = 64 };          /* bytes, at most */

struct xbar_link {
    unsigned steps;             /* 1 to 64 */
    unsigned places, bytes;     /* of the queue, of a packet */
    unsigned char *packet;      /* places x bytes */
    struct xbar_link_near {
        unsigned credits;
        unsigned end;           /* where the next packet goes */
        uint64_t back;          /* credits on the way: bit n comes at the end of the n-th step from now on */
        uint64_t sent;          /* since the last exchange: bit n in step n */
        unsigned steps;         /* since then */
    } near;
    struct xbar_link_far {
        unsigned first, count;  /* of the queue: its oldest packet; how many have arrived */
        uint64_t there;         /* packets on the way, as `back` */
        uint64_t freed;         /* places, as `sent` */
        unsigned steps;
    } far;
};

/* bytes: of a packet. False: no memory. */
bool xbar_link_init(struct xbar_link *l, unsigned steps, unsigned places, size_t bytes);
void xbar_link_free(struct xbar_link *l);

/* Whether the sending end takes a packet in this step. */
static inline bool xbar_link_ready(const struct xbar_link *l) { return l->near.credits != 0; }

/* The packet offered in this step; NULL: none. */
static inline const void *xbar_link_offer(const struct xbar_link *l)
{
    return l->far.count ? l->packet + (size_t)l->far.first * l->bytes : NULL;
}

/* A step of the sending end, which is offered `sent` (NULL: nothing). */
void xbar_link_send(struct xbar_link *l, const void *sent);
/* A step of the other end, which takes what is offered if taken. */
void xbar_link_receive(struct xbar_link *l, bool taken);
void xbar_link_exchange(struct xbar_link *l);

/* Ends in different processes: what one has done since the last exchange is told, heard where the other one is, which
 * then is as if both were there, and exchanges. */
void xbar_link_tell_near(const struct xbar_link *l, struct gt_message *m);
void xbar_link_hear_near(struct xbar_link *l, struct gt_message *m);
void xbar_link_tell_far(const struct xbar_link *l, struct gt_message *m);
void xbar_link_hear_far(struct xbar_link *l, struct gt_message *m);

/* Nothing has to be done at this end but to count its step. */
static inline bool xbar_link_near_rests(const struct xbar_link *l) { return !l->near.back; }
static inline bool xbar_link_far_rests(const struct xbar_link *l) { return !(l->far.count | l->far.there); }

#endif
