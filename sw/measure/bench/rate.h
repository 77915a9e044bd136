/* SPDX-License-Identifier: Apache-2.0
 * Kernels of kernels/rates.cu, timed by events of the driver. */
#ifndef GT200_RATE_H
#define GT200_RATE_H

#include "harness.h"

#define RATE_WORDS (1u << 20)   /* that most kernels read and write; as many behind them for some */

struct rate {
    struct run r;
    CUdeviceptr in, out;        /* arrays of so many words; in[i] = i */
    size_t words;
    CUevent start, stop;
};

/* One grid. blocks of x * y threads each. */
struct rate_grid { unsigned blocks_x, blocks_y, x, y; };

/* rate_close may be called whatever rate_open said. */
bool rate_open(struct rate *t, const struct bench_job *job, size_t words);
void rate_close(struct rate *t);

/* Seconds of the device that a kernel takes on these arguments. */
bool rate_run(struct rate *t, const char *kernel, const struct rate_grid *g, CUdeviceptr out, CUdeviceptr in, int n,
              int k, double *seconds);
/* The kernels' texture: words from an address on. */
bool rate_texels(struct rate *t, CUdeviceptr at, size_t words);
/* Words from `from` on of an array; to be freed, NULL: the job has failed. */
uint32_t *rate_words(struct rate *t, CUdeviceptr array, size_t from, size_t n);
/* What a kernel made is wrong: the job has failed. */
bool rate_wrong(struct rate *t, const char *kernel, size_t at, uint32_t got, uint32_t expected);

#endif
