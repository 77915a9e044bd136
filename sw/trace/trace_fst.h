/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GT200_TRACE_FST_H
#define GT200_TRACE_FST_H

#include "trace.h"

/* Writes the trace as a wave. false: the file cannot be made, or no memory. In builds with Verilator only (HAVE_TRACE_FST). */
bool trace_fst(const struct trace *t, const char *path);

#endif
