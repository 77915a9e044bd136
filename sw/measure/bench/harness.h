/* SPDX-License-Identifier: Apache-2.0
 *
 * What the experiments share: a module with its kernel, the buffers every kernel gets, launches, clock spans. All
 * kernels have the parameters (ts, out, a, b, its): two clock values and one result per thread, two numbers, passes
 * of the measured body.
 */
#ifndef GT200_BENCH_HARNESS_H
#define GT200_BENCH_HARNESS_H

#include <cuda.h>

#include "bench.h"
#include "gsim.h"

#define OPS 256                 /* operations between the two clock reads */
#define MAX_THREADS 512
#define LEAST_CLOCKS 1          /* of an operation that needs the result of the one before */
#define ITERATIONS 2            /* passes inside the kernel; the last one counts */

struct run {
    const struct bench_job *job;
    CUmodule    module;
    CUfunction  function;
    CUdeviceptr ts, out;
    uint32_t    clocks[2 * MAX_THREADS];
    uint32_t    result[MAX_THREADS];
};

bool bench_fail(const struct bench_job *job, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* rc as an error of `what`; true: none. */
bool bench_check(const struct bench_job *job, const char *what, CUresult rc);

/* A chip of several SMs. The first tpcs * sms blocks of a grid go one to each SM, the next one to the first SM: block
 * b is on TPC b mod tpcs, SM b / tpcs mod sms of it. */
#define BENCH_WHOLE 2u
const struct gt_chip *bench_chip_of(unsigned tpcs);      /* with at least so many TPCs: a cluster, BENCH_WHOLE */
/* That one, if the target has it; NULL: it has not, or (the RTL of a TPC) it takes minutes and the job is not to take
 * them. */
const struct gt_chip *bench_chip(const struct bench_job *job, unsigned tpcs);
/* A context of its own on that chip, to be destroyed by the caller. */
bool bench_open_chip(const struct bench_job *job, const struct gt_chip *chip, CUcontext *context);

/* Loads the experiment's module and its kernel. bench_close may be called whatever bench_open said. */
bool bench_open(struct run *r, const struct bench_job *job);
void bench_close(struct run *r);
/* Frees device memory, 0: none; not behind a kernel that hangs, for which the driver would wait. */
void bench_free(const struct bench_job *job, CUdeviceptr at);
/* Waits for the kernel that was started. A GPU's has `ms` milliseconds; CUDA_ERROR_NOT_READY: they have passed. */
CUresult bench_wait(const struct bench_job *job, unsigned ms);
/* Another module, another kernel of the module, from now on. */
bool bench_module(struct run *r, const char *module);
bool bench_kernel(struct run *r, const char *name);

/* Starts a grid without waiting for its end; the driver's answer as it is. */
CUresult bench_start_grid(struct run *r, unsigned blocks, unsigned threads, uint32_t a, uint32_t b);
/* The same of a kernel whose parameter a is a pointer; waits for its end. */
CUresult bench_start_at(struct run *r, unsigned blocks, unsigned threads, CUdeviceptr a, uint32_t b, int32_t its);
/* Reads the clock values and results of the first threads back. */
bool bench_read(struct run *r, unsigned threads);
/* Starts one block and waits for its end; the driver's answer as it is. */
CUresult bench_start(struct run *r, unsigned threads, uint32_t a, uint32_t b);
/* The same, then reads clock values and results back. */
bool bench_launch(struct run *r, unsigned threads, uint32_t a, uint32_t b);
/* Starts a grid, waits for its end and reads the clock values of its first `threads` threads back. */
bool bench_launch_grid(struct run *r, unsigned blocks, unsigned threads, uint32_t a, uint32_t b);
/* Copies to a __device__, __shared__ or __constant__ variable of the module. */
bool bench_global(struct run *r, const char *name, const void *data, size_t bytes);

/* Clock difference of one thread; the counter wraps at 32 bits. */
uint32_t bench_span(const struct run *r, unsigned thread);
/* Latest stop minus earliest start over all threads. */
uint32_t bench_total_span(const struct run *r, unsigned threads);

void bench_put_value(const struct bench_job *job, int nth_id, double value);
void bench_put_point(const struct bench_job *job, const char *figure, const char *series, double x, double y);
void bench_put_fact(const struct bench_job *job, const char *figure, const char *what, double y);
/* What was measured means nothing: a row that says why, "not measured: ...", in place of a number. For a real GPU,
 * whose compiler and caches are not known; a number of our own machines is judged whatever it is. */
void bench_no_value(const struct bench_job *job, int nth_id, const char *why, ...)
    __attribute__((format(printf, 3, 4)));
void bench_no_fact(const struct bench_job *job, const char *figure, const char *what, const char *why, ...)
    __attribute__((format(printf, 4, 5)));

#endif
