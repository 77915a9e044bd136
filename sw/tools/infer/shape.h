/* SPDX-License-Identifier: Apache-2.0
 * The steps of a rise that no LRU cache explains: fetching ahead or other accesses beside change how high the steps
 * of a cache are, but not where they stand. */
#ifndef GT200_SHAPE_H
#define GT200_SHAPE_H

#include <stdint.h>

#include "curve.h"

struct infer_shape {
    unsigned steps;             /* 0: no even steps up to a plateau */
    uint64_t bytes;             /* from one to the next */
};

/* The rise above the size `knee`; noise: standard deviation of a point, clocks. */
struct infer_shape infer_shape(const struct curve *c, uint64_t knee, double noise);

#endif
