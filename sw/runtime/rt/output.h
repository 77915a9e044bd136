/* SPDX-License-Identifier: Apache-2.0
 *
 * What kernels have that the chip did not: they print (sw/compiler/lib/gt200_output.h) into a ring of words, which is
 * printed after the launch, and take memory (sw/compiler/lib/gt200_heap.h) from a region that stays.
 */
#ifndef GT200_RT_OUTPUT_H
#define GT200_RT_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "module.h"

#define GT_OUTPUT_BYTES (1u << 20)      /* of the ring, unless a limit says otherwise: CUDA's */
#define GT_OUTPUT_HEAD  8u              /* in front of it: how many words have been left, and records lost */

/* The variable by which kernels find the ring, and what it holds. */
#define GT_OUTPUT_NAME  "__gt200_output"
#define GT_OUTPUT_WORDS 3
void gt_output_state(uint32_t state[GT_OUTPUT_WORDS], uint64_t ring, uint32_t bytes);

/* Does the module print? */
bool gt_output_has(const struct gt_module *m);
/* Room for a ring of `bytes` (a power of two); 0: there is none. */
uint32_t gt_output_new(struct gt_gpu *g, uint32_t bytes);
/* Before a launch: an empty ring at this device address. */
void gt_output_begin(const struct gt_module *m, uint32_t ring, uint32_t bytes);
/* After it: prints the records in the order in which the threads left them, those of printf to `out`, of assert to
 * `err` (NULL: nowhere). True: a thread's assertion has failed; `text` is then what the first says. Records that were
 * lost are told on `err`. */
bool gt_output_end(const struct gt_module *m, FILE *out, FILE *err, char *text, size_t n);

/* The device's memory, of which texts are read. */
struct gt_output_memory { bool (*read)(void *ctx, uint64_t address, void *to, size_t bytes); void *ctx; };
/* The same of a ring of `bytes` that the host sees. */
bool gt_output_print(const uint32_t *ring, uint32_t bytes, const struct gt_output_memory *m, FILE *out, FILE *err,
                     char *text, size_t n);

/* The variable by which kernels find what they take memory from, what it holds, and the zero bytes that a new region
 * begins with. */
#define GT_HEAP_NAME  "__gt200_heap"
#define GT_HEAP_WORDS 3
#define GT_HEAP_HEAD  512u
void gt_heap_state(uint32_t state[GT_HEAP_WORDS], uint64_t region, uint32_t bytes);
#define GT_HEAP_BYTES (8u << 20)        /* of the region, unless a limit says otherwise: CUDA's */

/* Bytes of the region by default: an eighth of a small memory. */
uint32_t gt_heap_default(const struct gt_gpu *g);
/* Does the module take memory? */
bool gt_heap_has(const struct gt_module *m);
/* A new region, of which nothing is taken; 0: there is no room. */
uint32_t gt_heap_new(struct gt_gpu *g, uint32_t bytes);
/* Before a launch: this is the region. */
void gt_heap_begin(const struct gt_module *m, uint32_t region, uint32_t bytes);

#endif
