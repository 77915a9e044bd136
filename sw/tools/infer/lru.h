/* SPDX-License-Identifier: Apache-2.0
 * What a set-associative LRU cache does to a pointer chase, in closed form. */
#ifndef GT200_LRU_H
#define GT200_LRU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* line in bytes; sector: bytes that a miss brings of its line, a power of two of at most a line; 0: the whole line */
struct lru_cache { uint64_t ways, line, sets, sector; };

/* Bytes from one access that can miss to the next, where all lines miss: of the accesses to a sector only the first
 * does. */
uint64_t lru_share(const struct lru_cache *c, uint64_t stride);

/* Bytes by which the chased array must grow to give each set that it touches one more line: the way size, where the
 * stride reaches all sets; the width of the ramp in the curve. */
uint64_t lru_ramp(const struct lru_cache *c, uint64_t stride);

/* Fraction of the accesses that miss, steady state, for arrays of x[i] bytes (rising) walked round and round at
 * `stride`. A set that holds more lines of the array than it has ways misses on all of them (LRU and a fixed round),
 * the others never. Sectors smaller than a line: the stride is a power of two. False: out of memory. */
bool lru_missing(const struct lru_cache *c, uint64_t stride, const uint64_t *x, size_t n, double *fraction);

#endif
