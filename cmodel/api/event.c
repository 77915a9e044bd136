/* SPDX-License-Identifier: Apache-2.0
 *
 * What an event says: the one list of the fields that mean something for each type (docs/units/events.md).
 */
#include "gsim.h"

struct list { struct gt_event_field *f; unsigned n; };

static void put(struct list *l, const char *name, uint32_t value)
{
    l->f[l->n++] = (struct gt_event_field){name, -1, value};
}

/* Values of the lanes in mask. */
static void put_lanes(struct list *l, const char *name, const uint32_t *v, uint32_t mask)
{
    for (; mask; mask &= mask - 1) {
        int i = __builtin_ctz(mask);
        l->f[l->n++] = (struct gt_event_field){name, i, v[i]};
    }
}

static void warp(struct list *l, const struct gt_event *e, const char *pc)
{
    put(l, "warp", e->warp);
    put(l, pc, e->pc);
}

/* Bytes of a store outside its mask are undefined. */
static void store(struct list *l, const struct gt_event *e)
{
    put(l, "byte mask", e->mask);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t bytes = e->mask >> (4 * i) & 15, m = 0;
        for (unsigned b = 0; b < 4; b++)
            m |= bytes >> b & 1 ? 0xffu << (8 * b) : 0;
        if (bytes)
            l->f[l->n++] = (struct gt_event_field){"data", (int)i, e->data[i] & m};
    }
}

unsigned gt_event_fields(const struct gt_event *e, struct gt_event_field f[GT_EVENT_FIELDS])
{
    struct list l = {f, 0};
    switch (e->type) {
    case GT_EV_ISSUE:
        warp(&l, e, "pc");
        put(&l, "micro-op", e->uop);
        put(&l, "active", e->mask);
        break;
    case GT_EV_SPWB:
    case GT_EV_XWB:
        warp(&l, e, "pc");
        put(&l, "quarter", e->part);
        put(&l, "lanes", e->mask);
        put(&l, "writes", e->type == GT_EV_XWB ? e->n & 7 : e->n);
        if (e->type == GT_EV_XWB) {
            put(&l, "register", e->n >> 8);
        } else if (e->n & 1) {
            put(&l, "register", e->addr >> 8 & 0xff);
            put(&l, "row", e->addr & 0xff);
            put(&l, "enables", e->addr >> 16);
        }
        if (e->n & 5)
            put_lanes(&l, "result", e->data, e->mask & 0xff);
        if (e->n & 2)
            put_lanes(&l, "$c", e->data + 8, e->mask & 0xff);
        break;
    case GT_EV_LSADDR:
        warp(&l, e, "pc");
        put(&l, "half", e->part);
        put(&l, "lanes", e->mask);
        put_lanes(&l, "address", e->lane_addr, e->mask & 0xffff);
        break;
    case GT_EV_LDWB:
        warp(&l, e, "pc");
        put(&l, "half", e->part);
        put(&l, "lanes", e->mask);
        put(&l, "register", e->n);
        put_lanes(&l, "data", e->data, e->mask & 0xffff);
        break;
    case GT_EV_BRU:
        warp(&l, e, "next pc");
        put(&l, "active", e->mask);
        put(&l, "depth", e->n & 0xffff);
        put(&l, "finished", e->n >> 16);
        break;
    case GT_EV_MEMREQ:
        put(&l, e->n & 2 ? "atomic" : "write", e->n);
        put(&l, "space", e->part >> 6);
        if (!(e->n & 1))
            put(&l, "id", e->part & 63);
        put(&l, "address", e->addr);
        if (e->n & 2)
            put_lanes(&l, "operand", e->data, 15);
        else if (e->n)
            store(&l, e);
        break;
    case GT_EV_BLOCK:
        put(&l, "done", e->n);
        put(&l, "slot", e->warp);
        if (!e->n)
            put(&l, "block y:x", e->addr);
        break;
    default:
        break;
    }
    return l.n;
}

const char *gt_event_name(unsigned type)
{
    static const char *const names[] = {"ISSUE", "SPWB", "LSADDR", "LDWB", "XWB", "BRU", "MEMREQ", "BLOCK", "FAULT"};
    return type < sizeof names / sizeof *names ? names[type] : "?";
}
