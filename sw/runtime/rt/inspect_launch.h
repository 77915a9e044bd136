/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the runtime library: what GT200_INSPECT asks for (docs/check.md). Findings are of the process: they are
 * written behind each launch, and counted when it ends.
 */
#ifndef GT200_INSPECT_LAUNCH_H
#define GT200_INSPECT_LAUNCH_H

#include "driver.h"
#include "inspect.h"

/* A context is about to be made, on a target that has it: the file is opened. CUDA_ERROR_INVALID_VALUE: it is none, or
 * cannot be written. */
CUresult inspect_open(void);
/* Of a new context: c->inspect, if it is asked for. false: out of memory. */
bool inspect_context(struct CUctx_st *c);
/* A launch of f in the context begins; it has ended. */
void inspect_begin(struct CUctx_st *c, CUfunction f);
void inspect_end(struct CUctx_st *c, CUfunction f, const struct gt_launch *l, const char *name,
                 const struct gt_result *res);
/* The host copies rows of bytes to itself; it is a finding when nobody has written any byte of the allocation. */
void inspect_copy(struct CUctx_st *c, const char *call, CUdeviceptr from, size_t width, size_t height);

#endif
