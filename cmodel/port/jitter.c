/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws when the memory is ready and how long an answer takes, from the seed, the port and the cycle alone.
 */
#include "jitter.h"

#include "gt_chip.h"

#define PHASE 128               /* cycles in which the memory has one mood */

/* 64 random bits of a seed, an SM and a number: the finalizer of MurmurHash3 over both halves. */
static uint64_t mix(uint32_t seed, unsigned sm, uint64_t number)
{
    uint64_t x = number * 0x9e3779b97f4a7c15ull ^ ((uint64_t)seed << 32 | sm);
    for (int i = 0; i < 2; i++) {
        x = (x ^ x >> 33) * 0xff51afd7ed558ccdull;
        x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ull;
    }
    return x ^ x >> 33;
}

/* What holds for the PHASE cycles around this one. */
static uint64_t mood(uint32_t seed, unsigned sm, uint64_t cycle)
{
    return mix(~seed, sm, cycle / PHASE);
}

bool jitter_ready(uint32_t seed, unsigned sm, uint64_t cycle)
{
    static const uint8_t of_eight[8] = {8, 8, 7, 6, 4, 2, 1, 0};      /* cycles of eight that take one */
    return (mix(seed, sm, cycle) & 7) < of_eight[mood(seed, sm, cycle) & 7];
}

unsigned jitter_latency(uint32_t seed, unsigned sm, uint64_t cycle)
{
    unsigned r = (unsigned)(mix(seed, sm, cycle) >> 32);
    switch (mood(seed, sm, cycle) >> 32 & 3) {
    case 0:
        return JITTER_MIN_LATENCY + r % 16;
    case 1:
        return GT_MEM_LATENCY;
    case 2:
        return GT_MEM_LATENCY - 32 + r % 64;
    default:
        return JITTER_MIN_LATENCY + r % (JITTER_MAX_LATENCY - JITTER_MIN_LATENCY + 1);
    }
}

unsigned jitter_way(uint32_t seed, unsigned sm, uint64_t cycle)
{
    unsigned r = (unsigned)(mix(seed, sm, cycle) >> 8 & 0xffffff);
    return JITTER_WAY + r % (jitter_latency(seed, sm, cycle) - JITTER_WAY);
}
