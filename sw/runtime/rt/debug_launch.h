/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the runtime library: GT200_GDB=:PORT, a debugger for the launches of the process (docs/debug.md).
 */
#ifndef GT200_DEBUG_LAUNCH_H
#define GT200_DEBUG_LAUNCH_H

#include "driver.h"

/* A context is about to be made, on a target that can be debugged: the port is opened. CUDA_ERROR_INVALID_VALUE: it is
 * none, or taken, or another observer is asked for. */
CUresult debug_open(void);
/* A launch of the function begins: it waits for the debugger if this is the first. Launches of other contexts wait
 * until debug_end. */
void debug_begin(struct CUctx_st *c, CUfunction f);
void debug_end(struct CUctx_st *c);

#endif
