/* SPDX-License-Identifier: Apache-2.0
 * A pointer chase through simulated caches: the curves that `infer` is tested with. */
#ifndef TEST_CHASE_H
#define TEST_CHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "curve.h"

#define CHASE_LEVELS 4

/* sector: bytes that a miss brings of its line, a power of two, at least line / 64; 0: the whole line. */
struct chase_cache { uint64_t size, ways, line; double latency; uint64_t sector; };

/* Caches from the one next to the processor outwards; a miss in the last one costs `memory` clocks. */
struct chase {
    struct chase_cache cache[CHASE_LEVELS];
    size_t levels;
    double memory;
    uint64_t stride;
    bool random;                /* random replacement instead of LRU */
};

/* The curve at from, from + step, ... up to `to` bytes. Each access looks its line up, level by level, with true LRU
 * order. */
struct curve chase_curve(const struct chase *h, uint64_t from, uint64_t to, uint64_t step);

/* Adds noise of the given standard deviation (a fixed sequence from seed). */
void chase_noise(struct curve *c, double sigma, unsigned seed);

#endif
