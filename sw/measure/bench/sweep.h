/* SPDX-License-Identifier: Apache-2.0
 * A curve over sizes while it is measured, and what is read from its shape. */
#ifndef GT200_SWEEP_H
#define GT200_SWEEP_H

#include "bench.h"

#define SWEEP_POINTS 300

struct sweep {
    const char *figure, *series;
    double   unit;              /* bytes in which its points are drawn; 0: 1 */
    uint64_t x[SWEEP_POINTS];
    double   y[SWEEP_POINTS];
    size_t   n;
};

/* Hands a point on and keeps it; sizes in ascending order. */
void sweep_put(const struct bench_job *job, struct sweep *s, uint64_t x, double y);

/* The last size, from point `from` on, up to which no y is above that of point `from` by more than this part of it.
 * Its index. */
size_t sweep_knee(const struct sweep *s, size_t from, double part);
/* The first size from which on all y are within 1 % of the last one. Its index. */
size_t sweep_top(const struct sweep *s);

#endif
