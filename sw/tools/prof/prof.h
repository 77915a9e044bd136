/* SPDX-License-Identifier: Apache-2.0
 *
 * Profiles: where the cycles of each kernel went, by source line and reason (docs/units/profile.md), from the events of
 * the cycle model or of the RTL, which both give alike (gt_gpu.waits must be set).
 *
 *   prof_new; for each launch prof_begin, prof_events as its event sink, prof_end; then writers, prof_free
 */
#ifndef GT200_PROF_H
#define GT200_PROF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "gsim.h"

/* What a cycle of an SM went for: each has exactly one (PROF-4 to PROF-6). */
enum prof_reason {
    PROF_ISSUE, PROF_MEMORY, PROF_MEMORY_QUEUE, PROF_SHARED, PROF_SHARED_QUEUE, PROF_SP, PROF_SFU, PROF_DPU,
    PROF_SP_BUSY, PROF_X_BUSY, PROF_CONTROL_BUSY, PROF_BANK, PROF_PORT, PROF_DECODE, PROF_FETCH, PROF_CONSTANT,
    PROF_BRANCH, PROF_BARRIER, PROF_BLOCK, PROF_IDLE, PROF_OTHER,
    PROF_REASONS
};
/* "memory queue"; for columns "memory_queue"; what it means. */
const char *prof_reason_name(enum prof_reason r);
const char *prof_reason_column(enum prof_reason r);
const char *prof_reason_text(enum prof_reason r);

/* Counts of an instruction, a line or a kernel. */
struct prof_counts {
    uint64_t cycles[PROF_REASONS];
    uint64_t issues, micro, lanes;              /* bodies, other micro-operations; active lanes of bodies */
    uint64_t accesses, transactions[3];         /* half-warps at g[] or l[]; of 32, 64, 128 bytes */
    uint64_t useful;                            /* bytes that their lanes asked for */
    uint64_t atomics;                           /* requests of atomics, one a lane; in no other count */
    uint64_t shared, passes;                    /* half-warps at s[], passes that they took */
    uint64_t branches, divergent;
    /* transactions by direction and size, and words at l[], as counters of the time have them */
    uint64_t gld[3], gst[3], local_load, local_store, gld_request, gst_request, serialized, trigger[8];
    uint64_t ctas, sm_ctas;                     /* blocks; those of SM 0 */
    uint64_t requests, busiest;                 /* sectors asked of g[] and l[]; of those the busiest partition's, in
                                                   each window of cycles (PROF-9) */
};

struct prof_insn {
    struct prof_counts c;
    const char *source;                         /* NULL: not known */
    uint32_t line;
};

struct prof_kernel {
    char    *name;
    uint32_t *code;
    uint32_t code_words;
    struct prof_insn *insn;                     /* of each word; where none begins all is 0 */
    struct prof_counts rest;                    /* cycles of no instruction */
    uint64_t launches, blocks, cycles, sm_cycles;
    struct gt_memory_counts memory;             /* partitions 0: not counted */
    uint32_t partitions;                        /* of the chip's memory; 0: it has none */
    uint32_t threads, regs, smem, warps;        /* of the last launch; warps resident at most on an SM */
    char   **sources;
    size_t   nsources;
    struct prof_kernel *next;
};

struct prof {
    struct prof_kernel *kernels;                /* in order of their first launch */
    const char *chip, *target;
    unsigned sms;
    struct prof_run *run;                       /* the launch that is under way */
};

/* NULL: out of memory. */
struct prof *prof_new(void);
void prof_free(struct prof *p);

/* Source and line of the instruction at pc; false: not known. */
typedef bool prof_line(const void *ctx, uint32_t pc, const char **source, uint32_t *line);
/* A launch begins. name: of the kernel, as it is shown. false: out of memory. */
bool prof_begin(struct prof *p, const struct gt_gpu *g, const struct gt_launch *l, const char *name, prof_line *line,
                const void *ctx);
/* Event sink; ctx is the profile. */
void prof_events(void *ctx, const struct gt_event *e, size_t n);
/* Where the launch that has begun says what its memory system did (gt_gpu.memory_counts). */
struct gt_memory_counts *prof_memory(struct prof *p);
/* It has ended. The counts of this launch alone go to *of, unless NULL. */
void prof_end(struct prof *p, const struct gt_result *res, struct prof_counts *of);

void prof_add(struct prof_counts *to, const struct prof_counts *from);
/* All reasons, or those of a kernel with all its instructions. */
uint64_t prof_cycles(const struct prof_counts *c);
void prof_total(const struct prof_kernel *k, struct prof_counts *sum);
/* Bytes and number of transactions. */
uint64_t prof_moved(const struct prof_counts *c);
uint64_t prof_transactions(const struct prof_counts *c);
/* What the instruction at byte address pc is. */
bool prof_insn_text(const struct prof_kernel *k, uint32_t pc, char *text, size_t n);

/* A source line of a kernel; where lines are not known an instruction. */
struct prof_row {
    const char *source;                         /* NULL: not known */
    uint32_t line, pc;                          /* pc: of the first instruction of the line */
    struct prof_counts c;
};
/* Rows with counts, by source and line or pc; free() them. *n = 0 and NULL: none, or out of memory. */
struct prof_row *prof_rows(const struct prof_kernel *k, size_t *n);
/* A line of its source file, without blanks around it, or the instruction; "": it cannot be read. */
void prof_row_text(const struct prof_kernel *k, const struct prof_row *r, char *text, size_t n);

/* What makes the kernel slow: causes with the cycles that they cost at most, the worst first. */
struct prof_finding { uint64_t cycles; char text[320]; };
#define PROF_FINDINGS 8
unsigned prof_findings(const struct prof_kernel *k, struct prof_finding f[PROF_FINDINGS]);

/* What the data pins of all partitions are for, in the order of enum gt_bus, in percent of their clocks: how many. */
struct prof_memory_wait { const char *name; double percent; };
#define PROF_MEMORY_WAITS GT_BUSES
unsigned prof_memory_waits(const struct gt_memory_counts *m, struct prof_memory_wait w[PROF_MEMORY_WAITS]);
/* Steps in which a TLB of g[] and l[] waits for a page, in percent of those in which it has something to do. */
double prof_memory_pages(const struct gt_memory_counts *m);
void prof_memory_add(struct gt_memory_counts *to, const struct gt_memory_counts *from);
/* Parts of the text and of the page of a kernel; nothing where nothing was counted. */
void prof_memory_text(const struct prof_kernel *k, unsigned sms, FILE *f);
void prof_memory_html(const struct prof_kernel *k, unsigned sms, FILE *f);

/* Writers. false: the stream has an error. */
bool prof_text(const struct prof *p, FILE *f);
bool prof_csv(const struct prof *p, FILE *f);
bool prof_html(const struct prof *p, FILE *f);
bool prof_memory_csv(const struct prof *p, FILE *f);

#endif
