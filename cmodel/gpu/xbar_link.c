/* SPDX-License-Identifier: Apache-2.0
 *
 * A packet lies in its place of the queue as soon as it is sent, since no other can have it; what moves is the bit that
 * says when it is there. So the two ends share nothing in a step but places of the queue, each in the hands of one of
 * them, and can be in different threads until they exchange these bits.
 */
#include "xbar_link.h"

#include <stdlib.h>
#include <string.h>

bool xbar_link_init(struct xbar_link *l, unsigned steps, unsigned places, size_t bytes)
{
    memset(l, 0, sizeof *l);
    l->steps = steps;
    l->places = l->near.credits = places;
    l->bytes = (unsigned)bytes;
    l->packet = calloc(places, bytes);
    return l->packet != NULL;
}

void xbar_link_free(struct xbar_link *l)
{
    free(l->packet);
    l->packet = NULL;
}

void xbar_link_send(struct xbar_link *l, const void *sent)
{
    struct xbar_link_near *n = &l->near;
    if (sent && n->credits) {
        n->credits--;
        memcpy(l->packet + (size_t)n->end * l->bytes, sent, l->bytes);
        if (++n->end == l->places)
            n->end = 0;
        n->sent |= UINT64_C(1) << n->steps;
    }
    n->steps++;
    n->credits += n->back & 1;
    n->back >>= 1;
}

void xbar_link_receive(struct xbar_link *l, bool taken)
{
    struct xbar_link_far *f = &l->far;
    if (taken && f->count) {
        if (++f->first == l->places)
            f->first = 0;
        f->count--;
        f->freed |= UINT64_C(1) << f->steps;
    }
    f->steps++;
    f->count += f->there & 1;
    f->there >>= 1;
}

/* What was sent, or freed, in step n of the last `ran`, is seen at the other end in step n + l->steps, counted from the
 * first of them: bit 0 of what this returns, in the next one. */
static uint64_t seen(const struct xbar_link *l, uint64_t bits, unsigned ran) { return bits << (l->steps - ran); }

void xbar_link_exchange(struct xbar_link *l)
{
    uint64_t there = seen(l, l->near.sent, l->near.steps), back = seen(l, l->far.freed, l->far.steps);
    l->far.count += there & 1;
    l->far.there |= there >> 1;
    l->near.credits += back & 1;
    l->near.back |= back >> 1;
    l->near.sent = l->far.freed = 0;
    l->near.steps = l->far.steps = 0;
}

/* ---- between processes ------------------------------------------------------------------------------ */

void xbar_link_tell_near(const struct xbar_link *l, struct gt_message *m)
{
    const struct xbar_link_near *n = &l->near;
    unsigned packets = (unsigned)__builtin_popcountll(n->sent);
    MESSAGE_PUT(m, n->steps);
    MESSAGE_PUT(m, n->sent);
    for (unsigned at = n->end + l->places - packets; packets; at++, packets--)
        message_put(m, l->packet + (size_t)(at % l->places) * l->bytes, l->bytes);
}

void xbar_link_hear_near(struct xbar_link *l, struct gt_message *m)
{
    unsigned steps;
    uint64_t sent;
    MESSAGE_GET(m, steps);
    MESSAGE_GET(m, sent);
    for (unsigned i = 0; i < steps; i++) {
        unsigned char packet[XBAR_LINK_PACKET];
        bool there = sent >> i & 1;
        if (there)
            message_get(m, packet, l->bytes);
        xbar_link_send(l, there ? packet : NULL);
    }
}

void xbar_link_tell_far(const struct xbar_link *l, struct gt_message *m)
{
    MESSAGE_PUT(m, l->far.steps);
    MESSAGE_PUT(m, l->far.freed);
}

void xbar_link_hear_far(struct xbar_link *l, struct gt_message *m)
{
    unsigned steps;
    uint64_t freed;
    MESSAGE_GET(m, steps);
    MESSAGE_GET(m, freed);
    for (unsigned i = 0; i < steps; i++)
        xbar_link_receive(l, freed >> i & 1);
}
