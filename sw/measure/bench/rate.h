/* SPDX-License-Identifier: Apache-2.0
 * Kernels of kernels/rates.cu, timed by events of the driver. */
#ifndef GT200_RATE_H
#define GT200_RATE_H

#include "harness.h"

#define RATE_WORDS (1u << 20)   /* of each of the two arrays, and as many behind them */

struct rate {
    struct run r;
    CUdeviceptr in, out;        /* 2 * RATE_WORDS each; in[i] = i */
    CUevent start, stop;
};

/* One grid. blocks of x * y threads each. */
struct rate_grid { unsigned blocks_x, blocks_y, x, y; };

/* rate_close may be called whatever rate_open said. */
bool rate_open(struct rate *t, const struct bench_job *job);
void rate_close(struct rate *t);

/* Seconds of the device that a kernel takes on these arguments. */
bool rate_run(struct rate *t, const char *kernel, const struct rate_grid *g, CUdeviceptr out, CUdeviceptr in, int n,
              int k, double *seconds);
/* Words from `from` on of an array; to be freed, NULL: the job has failed. */
uint32_t *rate_words(struct rate *t, CUdeviceptr array, size_t from, size_t n);
/* What a kernel made is wrong: the job has failed. */
bool rate_wrong(struct rate *t, const char *kernel, size_t at, uint32_t got, uint32_t expected);

#endif
