/* SPDX-License-Identifier: Apache-2.0
 * One rise of a latency curve against the curves of LRU caches. */
#ifndef GT200_FIT_H
#define GT200_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lru.h"

/* A curve of which the lower levels have been taken away: y is `base` until the rise. */
struct fit_curve {
    size_t n;
    const uint64_t *x;
    const double *y;
    uint64_t stride;
    double noise;               /* clocks, standard deviation */
    double lift;                /* clocks that were taken away: y = base was measured as base + lift */
    uint64_t *work;             /* points that may still be compared with caches; at 0 no more are tried */
};

struct fit {
    struct lru_cache cache;
    double base, rise;          /* clocks: y = base + rise * missing fraction */
    double height;              /* clocks: of the plateau above over that below; less than rise where a line serves
                                   several accesses */
    double cost;                /* sum of squared deviations over [start, end), outliers capped, clocks^2 */
    double cap;                 /* clocks: what an outlier counts at most */
    double rms;                 /* clocks: deviation on the ramp */
    int    rank;                /* rms in units that matter: less than 1 % of the height or half the noise is no
                                   difference */
    size_t end;                 /* first point that this cache does not explain any more; n: none */
    size_t ramp_end;            /* first point at which every line misses; n: none */
};

/* First point of [start, n) from which on the curve stays above `base` by more than `tolerance`; n: none. With base
 * NaN: above the mean of the points before. */
size_t fit_find_rise(const struct fit_curve *c, size_t start, double base, double tolerance);

/* Above what a rise over `base` is seen, when the ramp before it rose by `rise`. */
double fit_tolerance(const struct fit_curve *c, double base, double rise);

/* Calls take for every cache whose ramp may be the one at point `rise` (plateau before it from point start) and whose
 * fit is not hopeless. any_sets: set counts that are no powers of two as well. end 0: each fit explains as far as it
 * holds; otherwise exactly [start, end). Where the points are much further apart than caches differ, so that many are
 * the same to them, only some are tried, the smallest and the largest among them. False: out of memory. */
bool fit_all(const struct fit_curve *c, size_t start, size_t rise, bool any_sets, size_t end,
             void (*take)(void *ctx, const struct fit *f), void *ctx);

/* Is the deviation small enough to call the curve this cache's? */
bool fit_acceptable(const struct fit_curve *c, const struct fit *f);

#endif
