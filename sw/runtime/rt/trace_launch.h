/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the runtime library: one launch of a program traced, as GT200_TRACE asks for.
 */
#ifndef GT200_TRACE_LAUNCH_H
#define GT200_TRACE_LAUNCH_H

#include "driver.h"

/* CUDA_ERROR_INVALID_VALUE: GT200_TRACE, GT200_TRACE_FILES or GT200_TRACE_WARP cannot be had. */
CUresult trace_valid(enum gt_target t, const struct gt_chip *chip);
/* Behind profile_begin: a launch of the function, with the kernel's name as the source has it. true: it is the one, and
 * opts asks for what the trace needs. */
bool trace_begin(struct CUctx_st *c, CUfunction f, const struct gt_launch *l, const char *name,
                 struct gt_run_opts *opts);
/* It has ended, whatever came of it: the files are written. Says on standard error which cannot be. */
void trace_end(void);

#endif
