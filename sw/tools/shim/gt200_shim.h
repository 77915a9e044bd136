/* SPDX-License-Identifier: Apache-2.0
 *
 * The machines for languages that call C through a foreign function interface (lib/libgt200shim.so; python/ does so by
 * ctypes): gsim.h, target.h, module.h and trace.h without structures that a caller would have to lay out again, but
 * for those of this file. No global state. Calls for one device, its modules and traces must not overlap; those for
 * different devices may.
 *
 * Functions that can fail get `err` with room for `errn` bytes, which then holds what the command line would say.
 */
#ifndef GT200_SHIM_H
#define GT200_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Counts changes of this file that break callers. */
#define GTS_VERSION 1
unsigned gts_version(void);

/* ---- device -------------------------------------------------------------------------------- */

/* What a machine is. A number of 0 and text of NULL ask for nothing, as the command line without the option. */
struct gts_options {
    const char *target;         /* "func", "model", "rtl" or "lockstep" */
    const char *chip;           /* a name of GT_CHIP_LIST */
    uint64_t    memory;         /* bytes of device memory; 0: 64 MB */
    uint64_t    interleave;     /* func: seed of the order of warps and blocks */
    const char *races;          /* func: of GT_RACES_LIST */
    uint32_t    threads;        /* of the host */
    uint32_t    jitter;         /* not func: seed of a memory that answers at random times */
    uint32_t    stall;          /* rtl, lockstep: seed of stops of the clock */
    uint32_t    fold;           /* rtl, lockstep: 1 or 4 phases of a cycle */
    bool        memcheck;       /* func: accesses outside of buffers are faults */
};

struct gts_device;
/* A machine with empty memory, after a check that the target honours all that was asked for, by the options and by
 * variables GT200_... of the environment that stand for none of them. NULL: err says what it does not. */
struct gts_device *gts_open(const struct gts_options *o, char *err, size_t errn);
void gts_close(struct gts_device *d);       /* behind its modules; NULL: nothing */

/* Device memory; addresses as kernels see them. 0: there is no room. */
uint32_t gts_alloc(struct gts_device *d, uint32_t bytes);
void gts_release(struct gts_device *d, uint32_t addr);
/* false: the range is outside of device memory. */
bool gts_write(struct gts_device *d, uint32_t addr, const void *src, uint32_t bytes);
bool gts_read(struct gts_device *d, uint32_t addr, void *dst, uint32_t bytes);

/* ---- module -------------------------------------------------------------------------------- */

struct gts_module;
/* A text cubin; name is used in messages. NULL: err is "name:line: expected ..., found ...". */
struct gts_module *gts_load(struct gts_device *d, const char *text, size_t n, const char *name, char *err,
                            size_t errn);
void gts_unload(struct gts_module *m);      /* in front of gts_close; NULL: nothing */

enum gts_type { GTS_UNKNOWN, GTS_INTEGER, GTS_FLOAT, GTS_DOUBLE, GTS_POINTER };
struct gts_param {
    uint32_t offset, bytes;
    uint32_t type;              /* enum gts_type: what the kernel's name in C++ says */
    char     text[48];          /* the type in C++; "": not known */
};
struct gts_kernel {
    const char *name;           /* in the cubin */
    char        text[256];      /* in the source, with types where the name has them */
    uint32_t    regs, shared, local;    /* registers of a thread, static bytes of a block, bytes of a thread */
    uint32_t    max_threads;    /* of a block; 0: not said */
    uint32_t    code_bytes;
    uint32_t    nparams;
    bool        has_params;     /* false: the cubin does not say which there are */
};
uint32_t gts_kernels(const struct gts_module *m);
bool gts_kernel(const struct gts_module *m, uint32_t kernel, struct gts_kernel *k);
bool gts_param(const struct gts_module *m, uint32_t kernel, uint32_t param, struct gts_param *p);
/* Index of a kernel by its name in the cubin or in the source; -1: err says which there are. */
int32_t gts_find(const struct gts_module *m, const char *name, char *err, size_t errn);

/* A variable, __device__ or __constant__. false: err says that there is none, or that the range is outside of it. */
bool gts_variable(const struct gts_module *m, const char *name, uint32_t *bytes, char *err, size_t errn);
bool gts_variable_write(struct gts_module *m, const char *name, uint32_t offset, const void *src, uint32_t bytes,
                        char *err, size_t errn);
bool gts_variable_read(struct gts_module *m, const char *name, uint32_t offset, void *dst, uint32_t bytes, char *err,
                       size_t errn);

/* ---- launch -------------------------------------------------------------------------------- */

struct gts_launch {
    uint32_t    grid[2], block[3];
    uint32_t    shared;         /* bytes of dynamic shared memory */
    uint32_t    param_bytes;
    const void *params;         /* as the kernel's parameters lie; a multiple of 4 bytes can be read */
    uint64_t    max_cycles;     /* 0: the default; func: warp instructions */
    const char *counters;       /* what $pm0 to $pm3 count, "A,B,..."; NULL: the default */
    uint64_t    from, to;       /* cycles of the trace; to 0: to the end */
    bool        trace;          /* model, rtl */
};

struct gts_trace;
struct gts_result {
    uint32_t status;            /* enum gt_status; 1, GT_BAD_LAUNCH, also for what was refused before it */
    uint64_t cycles, warp_instructions, thread_instructions;
    uint32_t fault, pc, warp, lane, addr, block[2];     /* GT_FAULT: struct gt_fault */
    char     fault_name[32];
    char     message[8192];     /* what went wrong, with source lines where the cubin has them */
    char    *output;            /* what the kernel printed: gts_free_text. NULL: nothing */
    struct gts_trace *trace;    /* of a launch that ran and was to be traced, also where it failed: gts_trace_free */
};
/* Returns res->status. */
uint32_t gts_run(struct gts_module *m, uint32_t kernel, const struct gts_launch *l, struct gts_result *res);
void gts_free_text(char *text);

/* ---- trace --------------------------------------------------------------------------------- */

/* An event as a row: a column for each field that events have (docs/trace.md), in the order of the text log. Fields
 * that the type of an event does not have are 0. */
struct gts_event {
    uint64_t cycle;
    uint32_t pc, next_pc, active, lanes, row, enables, depth, address, byte_mask, block;
    uint32_t values[16];        /* result (8), data (16 words; of stores 8), operand (4) */
    uint32_t addresses[16];
    uint8_t  cc[8];
    uint8_t  type, sm, warp, micro_op, quarter, half, writes, reg, finished, kind, mtype, operation, space;
    uint8_t  id, done, slot;
};
/* A micro-operation with the cycles of its stages; all ones: it did not happen. */
struct gts_insn {
    uint64_t issue, start, write, done;
    uint32_t pc, active, block;
    uint16_t warp;              /* 32 * SM + warp slot */
    uint8_t  micro_op, unit;
};

/* Where a column lies, for callers that lay out rows by themselves. */
struct gts_column {
    const char *name;
    uint32_t    offset, bytes, count;       /* of an element; elements */
};
const struct gts_column *gts_event_columns(uint32_t *n, uint32_t *row_bytes);
const struct gts_column *gts_insn_columns(uint32_t *n, uint32_t *row_bytes);
const char *gts_event_name(uint32_t type);      /* NULL: no such type */
const char *gts_unit_name(uint32_t unit);       /* likewise */

uint64_t gts_trace_events(const struct gts_trace *t);
uint64_t gts_trace_insns(const struct gts_trace *t);
/* All of them, into as many rows. false: err says what is missing. */
bool gts_trace_copy_events(const struct gts_trace *t, struct gts_event *rows, char *err, size_t errn);
bool gts_trace_copy_insns(const struct gts_trace *t, struct gts_insn *rows, char *err, size_t errn);
/* "events" (text log), "konata", "perfetto", "lanes" (SVG). NULL: err says why not; else gts_free_text. */
char *gts_trace_text(const struct gts_trace *t, const char *format, char *err, size_t errn);
/* In front of gts_unload of the module; NULL: nothing. */
void gts_trace_free(struct gts_trace *t);

#endif
