/* SPDX-License-Identifier: Apache-2.0
 * Choosing the sizes of a chase while it is measured: few where the curve is flat, many where it rises. */
#ifndef GT200_REFINE_H
#define GT200_REFINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "curve.h"

struct refine {
    uint64_t stride;            /* bytes; sizes are multiples of it */
    uint64_t from, to;          /* bytes: first and last size */
    unsigned steps;             /* sizes from one to the double of it, where the curve is flat */
    size_t   most;              /* sizes that may be added where it rises */
    /* Clocks per access of a chase through so many bytes; false: it cannot be measured, and that is the end. */
    bool   (*measure)(void *ctx, uint64_t bytes, double *clocks);
    void    *ctx;
};

/* Measures sizes `steps` to the double; then, as long as `most` lasts, one halfway between the two neighbours that lie
 * furthest apart, for their size, of those whose clocks differ by more than 1 % and that are more than a stride and
 * 1/256 of their size apart. The curve has its points in order of size. False: `measure` failed or memory ran out; the
 * curve holds what there is. */
bool infer_refine(const struct refine *r, struct curve *c);

#endif
