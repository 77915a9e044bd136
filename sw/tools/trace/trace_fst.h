/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GT200_TRACE_FST_H
#define GT200_TRACE_FST_H

#include "trace.h"

/* Writes the trace as a wave. An errno; 0: it is written. If not, there is no file. In builds with Verilator only
 * (HAVE_TRACE_FST). */
int trace_fst(const struct trace *t, const char *path);

#endif
