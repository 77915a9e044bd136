/* SPDX-License-Identifier: Apache-2.0
 *
 * Measures more points between neighbours where the curve rises, until they are fine enough.
 */
#include "refine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RISES 0.01              /* part by which neighbours differ, between which the curve rises */
#define FINEST 256.0            /* parts of a size */

/* Measures a size and puts its point in place `at`. */
static bool add(const struct refine *r, struct curve *c, size_t at, uint64_t bytes)
{
    uint64_t *x = realloc(c->x, (c->n + 1) * sizeof *x);
    c->x = x ? x : c->x;
    double *y = realloc(c->y, (c->n + 1) * sizeof *y), clocks = 0;
    c->y = y ? y : c->y;

    if (!x || !y || !r->measure(r->ctx, bytes, &clocks))
        return false;
    memmove(x + at + 1, x + at, (c->n - at) * sizeof *x);
    memmove(y + at + 1, y + at, (c->n - at) * sizeof *y);
    x[at] = bytes;
    y[at] = clocks;
    c->n++;
    return true;
}

/* The second of the neighbours between which a point is needed most; 0: none. */
static size_t widest(const struct refine *r, const struct curve *c)
{
    size_t best = 0;
    double most = 1 / FINEST;

    for (size_t i = 1; i < c->n; i++) {
        double part = (double)(c->x[i] - c->x[i - 1]) / (double)c->x[i];
        if (fabs(c->y[i] - c->y[i - 1]) > RISES * c->y[i - 1] && c->x[i] - c->x[i - 1] > r->stride && part > most) {
            most = part;
            best = i;
        }
    }
    return best;
}

bool infer_refine(const struct refine *r, struct curve *c)
{
    bool ok = true;
    uint64_t first = (r->from + r->stride - 1) / r->stride, last = r->to / r->stride, n = 0;

    memset(c, 0, sizeof *c);
    c->stride = r->stride;
    for (unsigned step = 0; ok && n < last; step++) {
        uint64_t next = (uint64_t)((double)(first ? first : 1) * exp2((double)step / r->steps) + 0.5);
        next = next > last ? last : next;
        ok = next == n || add(r, c, c->n, next * r->stride);
        n = next;
    }
    for (size_t added = 0, at; ok && added < r->most && (at = widest(r, c)); added++)
        ok = add(r, c, at, ((c->x[at - 1] + c->x[at]) / 2 + r->stride - 1) / r->stride * r->stride);
    return ok;
}
