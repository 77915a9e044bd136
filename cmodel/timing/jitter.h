/* SPDX-License-Identifier: Apache-2.0
 *
 * A memory with jitter (docs/units/lsu.md): when it takes a request, and when the answer is there.
 * Everything follows from
 * the seed, the SM and the cycle, so the cycle model and the harness of the Verilog see the same memory. For tests:
 * such times fit no chip.
 */
#ifndef GT200_TIMING_JITTER_H
#define GT200_TIMING_JITTER_H

#include <stdbool.h>
#include <stdint.h>

/* Shortest and longest time from request to answer. The port allows answers from 3 cycles on; an answer that waits for
 * those before it
 * takes longer. */
#define JITTER_MIN_LATENCY 3
#define JITTER_MAX_LATENCY (JITTER_MIN_LATENCY + 1023)

/* Does the memory take a request of SM `sm` in this cycle? seed is not 0. */
bool jitter_ready(uint32_t seed, unsigned sm, uint64_t cycle);
/* Cycles from a request accepted in this cycle to the first in which it may be answered: JITTER_MIN_LATENCY to
 * JITTER_MAX_LATENCY. */
unsigned jitter_latency(uint32_t seed, unsigned sm, uint64_t cycle);

#endif
