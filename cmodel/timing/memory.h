/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands behind the memory ports of the SMs (docs/units/mem-port.md): device memory of fixed latency, or with
 * jitter if gpu->jitter is set. The cycle model and the harness of the Verilog each have one.
 */
#ifndef GT200_TIMING_MEMORY_H
#define GT200_TIMING_MEMORY_H

#include "gsim.h"
#include "memport.h"

struct memory;

/* NULL: out of memory. `g` must outlive it. */
struct memory *memory_new(struct gt_gpu *g, unsigned ports);
void memory_free(struct memory *m);
struct mem_port *memory_port(struct memory *m, unsigned number);

/* The one-way latency: a request accepted in cycle c arrives in c + memory_way at the earliest. */
uint64_t memory_way(const struct memory *m);
/* All requests accepted before `cycle` are there: what arrives before cycle + memory_way takes effect, and its answers
 * can be offered. To be called once in memory_way cycles at least. */
void memory_step(struct memory *m, uint64_t cycle);
/* The end: requests accepted before `cycle` take effect, later ones never do (MEM-16). */
void memory_end(struct memory *m, uint64_t cycle);

#endif
