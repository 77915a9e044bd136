/* SPDX-License-Identifier: Apache-2.0
 *
 * A memory with jitter (docs/units/mem-port.md, MEM-21): when it takes a request, when that arrives, and when the
 * answer is there. Everything follows from the seed, the port and the cycle, so the cycle model and the harness of
 * the Verilog see the same memory. For tests: such times fit no chip.
 */
#ifndef GT200_JITTER_H
#define GT200_JITTER_H

#include <stdbool.h>
#include <stdint.h>

/* Shortest and longest time from request to answer (MEM-15). One that waits for others takes no longer. */
#define JITTER_MIN_LATENCY 3
#define JITTER_MAX_LATENCY (JITTER_MIN_LATENCY + 1023)
/* Shortest time from request to arrival. */
#define JITTER_WAY 2

/* Does the memory take a request of port `sm` in this cycle? seed is not 0. */
bool jitter_ready(uint32_t seed, unsigned sm, uint64_t cycle);
/* Cycles from a request accepted in this cycle to the first in which it may be answered: JITTER_MIN_LATENCY to
 * JITTER_MAX_LATENCY. */
unsigned jitter_latency(uint32_t seed, unsigned sm, uint64_t cycle);
/* Cycles from a request accepted in this cycle to its arrival: JITTER_WAY to jitter_latency - 1. */
unsigned jitter_way(uint32_t seed, unsigned sm, uint64_t cycle);

#endif
