/* SPDX-License-Identifier: Apache-2.0
 *
 * What allocation and spilling of registers share. */
#ifndef SM70_ALLOC_H
#define SM70_ALLOC_H

#include "ranges.h"

struct alloc {
    struct fn *f;
    bool       pred, uniform;   /* predicates are allocated, or uniform registers */
    bool       full;            /* there are not as many of these */
    size_t     nunits;
    int       *unit_reg;        /* unit -> virtual register */
    struct ranges *live;        /* by unit */
    struct ranges *taken;       /* by machine register */
    unsigned   limit;
    unsigned   next, window;    /* where choice goes on; how many are used freely */
    double    *weight;          /* by virtual register: how dear it is to spill */
    bool      *spilled;
    int        positions;
};

/* Is the register of those that are allocated now? */
static inline bool is_of(const struct alloc *a, const struct vreg *r)
{
    return r->pred == a->pred && r->uniform == a->uniform;
}

static inline bool is_ref(const struct alloc *a, const struct opd *o)
{
    return o->v >= 0 && o->kind != O_LABEL && is_of(a, &a->f->vr.v[o->v]);
}

static inline bool kills_value(const struct alloc *a, const struct inst *m, const struct opd *o)
{
    return m->guard < 0 || !a->f->vr.v[o->v].named;
}

/* Spills the chosen registers, each to a slot of local memory (a predicate to a register). */
void native_spill(struct alloc *a);

#endif
