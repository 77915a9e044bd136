/* SPDX-License-Identifier: Apache-2.0
 *
 * A packet lies in its place of the queue as soon as it is sent, since no other can have it; what moves is the bit that
 * says when it is there.
 */
#include "xbar_link.h"

#include <stdlib.h>
#include <string.h>

bool xbar_link_init(struct xbar_link *l, unsigned steps, unsigned places, size_t bytes)
{
    memset(l, 0, sizeof *l);
    l->steps = steps;
    l->places = l->credits = places;
    l->bytes = (unsigned)bytes;
    l->packet = calloc(places, bytes);
    return l->packet != NULL;
}

void xbar_link_free(struct xbar_link *l)
{
    free(l->packet);
    l->packet = NULL;
}

void xbar_link_step(struct xbar_link *l, const void *sent, bool taken)
{
    uint64_t last = UINT64_C(1) << (l->steps - 1);
    taken = taken && l->count;
    if (taken) {
        if (++l->first == l->places)
            l->first = 0;
        l->count--;
        l->back |= last;
    }
    if (sent && l->credits) {
        l->credits--;
        memcpy(l->packet + (size_t)l->end * l->bytes, sent, l->bytes);
        if (++l->end == l->places)
            l->end = 0;
        l->there |= last;
    }
    l->count += l->there & 1;
    l->credits += l->back & 1;
    l->there >>= 1;
    l->back >>= 1;
}
