/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the runtime library: the log of CUDA's profiler of the time (COMPUTE_PROFILE, CUDA_PROFILE; docs/profile.md),
 * one for each context: a row for each launch and copy.
 */
#ifndef GT200_PROFILE_LOG_H
#define GT200_PROFILE_LOG_H

#include "driver.h"
#include "prof.h"

struct profile_log;
/* *log is NULL when the environment asks for none. */
CUresult profile_log_open(struct profile_log **log, enum gt_target t, int device);
void profile_log_close(struct profile_log *log);
/* The log wants counters: events of launches. */
bool profile_log_counts(const struct profile_log *log);
/* A launch has ended that took so many seconds of the host. counts: NULL: none were asked for. */
void profile_log_launch(struct profile_log *log, const struct gt_engine *e, const struct gt_gpu *g,
                        const struct gt_launch *l, uint64_t cycles, double seconds, const struct prof_counts *counts);
/* A copy has ended. log: NULL: there is none. */
void profile_log_copy(struct profile_log *log, bool to_host, size_t bytes, double seconds);

#endif
