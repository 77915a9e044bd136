/* SPDX-License-Identifier: Apache-2.0
 *
 * Traces: what each warp did, cycle by cycle, from the events of the cycle model or of the RTL (struct gt_event,
 * which both give alike).
 *
 *   trace_new, trace_events (as the event sink of a run), then one or more writers, trace_free
 */
#ifndef GT200_TRACE_H
#define GT200_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "gsim.h"

enum trace_unit { TRACE_SP, TRACE_SFU, TRACE_DPU, TRACE_LSU, TRACE_BRU, TRACE_CONST, TRACE_UNITS };

/* Micro-operations of a warp for which results may still come: more than the SM has places for loads in flight. */
#define TRACE_RECENT 128

/* One issued micro-operation. Cycles of what did not happen are TRACE_NEVER. */
#define TRACE_NEVER UINT64_MAX
struct trace_insn {
    uint64_t issue;
    uint64_t start;         /* first work of its unit: dispatch, first address, evaluation */
    uint64_t write;         /* first result written */
    uint64_t done;          /* last event */
    uint32_t pc, mask, block;       /* block: y << 16 | x */
    uint16_t warp;                  /* 32 * SM + warp slot */
    uint8_t  uop, unit, quarters;
};

struct trace {
    const struct gt_launch *launch;
    struct gt_config        config;
    uint64_t           from, to;            /* cycles kept */
    struct trace_insn *insn;                /* in order of issue */
    size_t             count, room;
    struct gt_event   *event;               /* kept when keep_events */
    size_t             events, event_room;
    bool               keep_events, full;   /* full: out of memory, the rest is missing */
    unsigned           sms;                 /* SMs of the chip */
    /* of an instruction; NULL: not known */
    bool             (*line)(const void *ctx, uint32_t pc, const char **source, uint32_t *line);
    const void        *line_ctx;
    uint32_t          (*slot_block)[8];     /* of each SM */
    struct trace_warp {
        size_t   recent[TRACE_RECENT];      /* the last insns, index + 1 */
        unsigned at;
    } *warp;                                /* 32 of each SM */
};

/* cycles from..to are kept (to 0: to the end). NULL: out of memory. The launch must outlive the trace. */
struct trace *trace_new(const struct gt_gpu *g, const struct gt_launch *l, uint64_t from, uint64_t to,
                        bool keep_events);
void trace_free(struct trace *t);
/* Event sink: the events of one cycle. ctx is the trace. */
void trace_events(void *ctx, const struct gt_event *e, size_t n);

/* Disassembly of the instruction at pc, cut to n. */
void trace_text(const struct trace *t, uint32_t pc, char *text, size_t n);
/* "SOURCE:LINE" of the instruction at pc; "" where it is not known. */
void trace_source(const struct trace *t, uint32_t pc, char *text, size_t n);
const char *trace_unit_name(unsigned unit);
/* "SM 4 " (TPC 1, SM 1 of it) when the chip has several, else "". */
const char *trace_sm_name(const struct trace *t, unsigned sm, char text[16]);

/* Writers. false: the stream has an error (the caller says which file). */
bool trace_konata(const struct trace *t, FILE *f);      /* Konata (Kanata 0004): a row per micro-operation, its
                                                           stages */
bool trace_perfetto(const struct trace *t, FILE *f);    /* Chrome/Perfetto JSON: warps and units of each SM as
                                                           tracks; 1 us shows one cycle */
bool trace_lanes(const struct trace *t, FILE *f);       /* SVG: time across, threads down, what each thread executed
                                                           when */
bool trace_log(const struct trace *t, FILE *f);         /* one line per event, in an order that model and RTL share */
/* The events kept, in the order of the log. NULL: out of memory; else free() it. */
struct gt_event *trace_sorted(const struct trace *t);

/* Compares two logs. 0: equal; 1: different, the first difference printed to out with the lines before it; 2: a file
 * cannot be read or is no log (message in err). */
int trace_diff(const char *a, const char *b, FILE *out, char *err, size_t errn);

#endif
