/* SPDX-License-Identifier: Apache-2.0
 * The outputs of gt200 trace. */
#ifndef GT200_TRACE_OUT_H
#define GT200_TRACE_OUT_H

#include "trace.h"

struct trace_out {
    const char *konata, *perfetto, *lanes, *events, *fst;
    uint64_t    from, to;
};

bool trace_out_any(const struct trace_out *o);
/* Do two outputs have the same name? Says which. */
bool trace_out_clash(const struct trace_out *o, char *err, size_t errn);
/* Is one of them "-", standard output? (not --fst: a wave needs a file) */
bool trace_out_stdout(const struct trace_out *o);
/* The trace to give to the run as its event sink. NULL: bad launch or out of memory. */
struct trace *trace_out_begin(const struct trace_out *o, const struct gt_gpu *g, const struct gt_launch *l);
/* Writes all outputs and frees the trace. A file that cannot be written whole is removed; false with a message. */
bool trace_out_end(const struct trace_out *o, struct trace *t, char *err, size_t errn);

#endif
