/* SPDX-License-Identifier: Apache-2.0
 *
 * What an event says, as a list of fields: of isa/events.def (docs/units/events.md).
 */
#include "gsim.h"

struct list { struct gt_event_field *f; unsigned n; };

static void put_field(struct list *l, const char *name, uint32_t value)
{
    l->f[l->n++] = (struct gt_event_field){name, -1, value};
}

static void put_at(struct list *l, const char *name, unsigned index, uint32_t value)
{
    l->f[l->n++] = (struct gt_event_field){name, (int)index, value};
}

static unsigned lowest(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

/* Those bits of word i whose byte is in the mask. */
static uint32_t bytes_of(uint32_t mask, unsigned i)
{
    uint32_t bytes = mask >> (4 * i) & 15, bits = 0;
    for (unsigned b = 0; b < 4; b++)
        bits |= bytes >> b & 1 ? 0xffu << (8 * b) : 0;
    return bits;
}

unsigned gt_event_fields(const struct gt_event *e, struct gt_event_field f[GT_EVENT_FIELDS])
{
    struct list made = {f, 0}, *l = &made;
    switch (e->type) {
#include "gt_event_fields.inc"
    default:
        break;
    }
    return l->n;
}

const char *gt_event_name(unsigned type)
{
    static const char *const names[] = {GT_EVENT_NAMES};
    return type < sizeof names / sizeof *names ? names[type] : "?";
}
