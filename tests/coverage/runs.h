/* SPDX-License-Identifier: Apache-2.0
 *
 * What the coverage programs run in lockstep: random programs, and directed ones of tests/lockstep.
 */
#ifndef GT200_COVERAGE_RUNS_H
#define GT200_COVERAGE_RUNS_H

#include "fuzz.h"

/* Runs one launch in lockstep and notes what it wants to know. */
typedef void coverage_run(void *ctx, struct gt_gpu *g, const struct gt_launch *l, struct gt_result *res);

/* Programs first, first + step, ... up to last of a kind. Returns how many failed; they are named on stderr. */
unsigned coverage_fuzz(const struct fuzz_kind *k, uint32_t first, uint32_t last, uint32_t step, coverage_run *run,
                       void *ctx);

/* A program file of tests/lockstep, assembled into the file `cubin` on the way. false when model and RTL differ; ends
 * the process when it cannot be read. */
bool coverage_directed(const char *path, const char *cubin, coverage_run *run, void *ctx);

/* Programs of one instruction that must not execute: words of each row of the table that is an error, traps, texture
 * instructions that are not implemented, and words of each form and opcode that no row has. Returns how many did not
 * end in a fault; they are named on stderr. */
unsigned coverage_errors(coverage_run *run, void *ctx);

#endif
