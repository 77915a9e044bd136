/* SPDX-License-Identifier: Apache-2.0
 * The outputs of gt200 trace. */
#ifndef GT200_TRACE_OUT_H
#define GT200_TRACE_OUT_H

#include "trace.h"

#ifdef HAVE_TRACE_FST
#define TRACE_OUT_FST_HELP "  --fst FILE           waves: pc, mask and issue of each warp, what each unit works on\n"
#else
#define TRACE_OUT_FST_HELP ""
#endif
#define TRACE_OUT_HELP \
    "  --konata FILE        log for Konata: a row per warp instruction, its stages\n" \
    "  --perfetto FILE      JSON for Perfetto and Chrome's tracing: warps and units as tracks\n" \
    "  --lanes FILE         SVG: what each thread executed when, divergence to look at\n" \
    "  --events FILE        every event as a line of text, the same from model and RTL\n" \
    TRACE_OUT_FST_HELP \
    "                       FILE -: standard output (text); what was run is then printed on standard error\n"

struct trace_out {
    const char *konata, *perfetto, *lanes, *events, *fst;
    uint64_t    from, to;
};

/* Takes an option of the list above; false: it is none. */
bool trace_out_option(struct trace_out *o, const char *name, const char *value);
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
