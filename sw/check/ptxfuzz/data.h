/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program of gen.h works on, and what came of it.
 */
#ifndef PTXFUZZ_DATA_H
#define PTXFUZZ_DATA_H

#include <stddef.h>

#include "gen.h"

enum { DATA_THREADS = 96 * 4, DATA_PARAMS = 64 };

struct data {
    uint64_t in[DATA_THREADS * GEN_INPUT / 8];
    uint8_t  out[DATA_THREADS * GEN_RECORD];
    uint32_t counters[GEN_COUNTERS / 4];
    uint8_t  scalars[GEN_SCALARS];
};

/* Threads of the grid. */
unsigned data_threads(const struct program *p);
/* The inputs of its seed; no results. */
void data_fresh(const struct program *p, struct data *d);
/* Parameters of kernel k at their alignments, for the addresses of out, in and counters; returns their bytes. */
size_t data_params(const struct program *p, const struct data *d, const uint64_t address[3], uint8_t to[DATA_PARAMS]);
/* Is there a difference in results, inputs or counters? Says the first in `what`. */
bool data_differ(const struct program *p, const struct data *want, const struct data *found, char *what, size_t room);

#endif
