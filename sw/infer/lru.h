/* SPDX-License-Identifier: Apache-2.0
 * What a set-associative LRU cache does to a pointer chase, in closed form. */
#ifndef GT200_LRU_H
#define GT200_LRU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lru_cache { uint64_t ways, line, sets; };    /* line in bytes */

/* Bytes by which the chased array must grow to give each set that it touches one more line: the way size, where the
 * stride reaches all sets; the width of the ramp in the curve. */
uint64_t lru_ramp(const struct lru_cache *c, uint64_t stride);

/* Fraction of the accesses that miss, steady state, for arrays of x[i] bytes (rising) walked round and round at
 * `stride`. A set that holds more lines of the array than it has ways misses on all of them (LRU and a fixed round),
 * the others never. False: out of memory. */
bool lru_missing(const struct lru_cache *c, uint64_t stride, const uint64_t *x, size_t n, double *fraction);

#endif
