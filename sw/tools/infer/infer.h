/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads the structure of a memory hierarchy from a latency curve alone.
 *
 * The curve of a pointer chase is a staircase: flat while the array fits, then one step per set and each one line
 * wide while set after set overflows, then flat again (ISPASS 2010, section III). So capacity = where the ramp
 * begins, way size = width of the ramp, ways = their quotient, line = width of a step, sets = number of steps. Each
 * rise of the curve is explained by the LRU cache whose exact curve (lru.h) fits it best, lines being powers of two;
 * set counts too, unless none of those fits. What several fitting caches disagree on is not told.
 */
#ifndef GT200_INFER_H
#define GT200_INFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "curve.h"
#include "lru.h"
#include "shape.h"

#define INFER_LEVELS 8

enum infer_kind { INFER_UNKNOWN, INFER_EXACT, INFER_AT_MOST, INFER_AT_LEAST };

struct infer_value {
    enum infer_kind kind;
    uint64_t value;             /* with INFER_UNKNOWN: nothing */
    char     why[200];
};

/* One plateau of the curve and, unless it is the last, the cache that ends it. */
struct infer_level {
    double   latency;           /* clocks of an access that hits here, every line fetched whole */
    bool     latency_least;     /* or more: a line may serve several accesses */
    double   plateau;           /* clocks per access that the curve shows */
    uint64_t from, to;          /* bytes: first and last point of the plateau */
    char     latency_why[200];
    bool     cache;             /* a rise follows and a cache explains it */
    bool     bare;              /* a rise follows that has too few points to tell of what it is */
    bool     unexplained;       /* a rise follows and no cache explains it. Of both the next level is the plateau
                                   above, if there is one */
    struct infer_shape shape;   /* of an unexplained rise */
    struct infer_value size, ways, line, sets;
    bool     share_known;       /* how many accesses a line of this cache, or a part of it that a miss brings, serves */
    uint64_t share;             /* bytes of it, at most */
    uint64_t ramp_from, ramp_to;    /* bytes */
    struct lru_cache fit;       /* the cache drawn: the best of those that fit */
    double   rise, rms;         /* clocks: of a miss over a hit; deviation from the fit */
};

struct inference {
    struct infer_level level[INFER_LEVELS];
    size_t levels;
    double noise, offset;       /* clocks: standard deviation; what was subtracted from latencies */
    uint64_t stride;
    bool   stride_guessed;
    bool   cut;                 /* caches are left that were not tried: there were too many */
    char   refused[240];        /* why nothing can be told; empty: something can */
};

/* stride 0: the curve's own, and without one the smallest distance of two points. offset: clocks in each measured
 * access that belong to no memory (address arithmetic); subtracted from all latencies. False only when memory runs
 * out. */
bool infer_caches(const struct curve *c, uint64_t stride, double offset, struct inference *result);

/* The inferred hierarchy's curve at bytes x[0..n-1], for a picture. */
bool infer_predict(const struct inference *r, const uint64_t *x, size_t n, double *y);

#endif
