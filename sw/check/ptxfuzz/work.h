/* SPDX-License-Identifier: Apache-2.0
 *
 * One process of gt200 oracle: its two machines, and a kernel run on both.
 */
#ifndef PTXFUZZ_WORK_H
#define PTXFUZZ_WORK_H

#include "machine.h"
#include "oracle.h"

enum { WORK_LOG = 8192, WORK_PARAMS = 64 };

enum verdict {
    SAME,
    CONTRADICTS,        /* the GPU computes the same only without the optimizations of its compiler */
    DIFFERENT,
    GPU_REFUSES, GPU_FAULTS, OURS_FAILS,
    VERDICTS
};
extern const char *const verdict_name[VERDICTS];

struct work {
    const struct oracle_options *o;
    struct oracle_shared *s;
    struct oracle_worker *me;
    struct machine        gpu, ours;
    bool                  plain;            /* the GPU's compiler did not end: without its optimizations alone */
    char                  what[WORK_LOG];   /* of a verdict other than SAME: why */
};

/* A kernel k and its memory. */
struct trial {
    const char      *text;
    enum machine_way way;                   /* of our compiler */
    uint32_t         grid[2], block[3];
    const void      *before;                /* the memory before it, and after it on both machines */
    void            *want, *found;
    size_t           bytes;
    size_t           planted;               /* --plant changes this byte of the GPU's memory; 0: none */
    /* Its parameters, for that memory at an address; returns their bytes. */
    size_t (*params)(const void *ctx, uint64_t memory, uint8_t to[WORK_PARAMS]);
    bool   (*differ)(const void *ctx, const void *want, const void *found, char *what, size_t room);
    const void      *ctx;
};

/* Runs it. A difference is looked at again: does the GPU, too, compute what ours does when its compiler does not
 * optimize? */
enum verdict work_judge(struct work *w, const struct trial *t);

/* Counts a verdict. */
void work_count(struct work *w, enum verdict v);

/* A kind of work: number i of it. The state is made once in a process. */
struct work_kind {
    void  *(*make)(const struct oracle_options *o);
    void   (*one)(struct work *w, void *state, uint64_t i);
    size_t (*memory)(const void *state);    /* bytes that it needs on both machines */
};
extern const struct work_kind work_programs, work_rows;

#endif
