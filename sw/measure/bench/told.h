/* SPDX-License-Identifier: Apache-2.0
 * What gt200 infer tells of a measured curve, as values. */
#ifndef GT200_TOLD_H
#define GT200_TOLD_H

#include "infer.h"
#include "sweep.h"

/* Of an array walked at `stride`; `offset`: clocks of every access that are no memory. To be freed; NULL: out of
 * memory, the job has failed. */
struct inference *told_of(const struct bench_job *job, const struct sweep *s, uint64_t stride, double offset);

/* The job's value `id` (of its ids), in `unit` bytes, if it is told exactly. */
void told_put(const struct bench_job *job, int id, const struct infer_value *v, double unit);
/* The way size, if size and ways are told. */
void told_put_way(const struct bench_job *job, int id, const struct infer_level *l, double unit);

/* Does the curve show the end of cache `at`? If a GPU's does not, no number that is read from there means anything: the
 * n ids have none. */
bool told_shown(const struct bench_job *job, const struct inference *told, size_t at, const int *ids, int n);

#endif
