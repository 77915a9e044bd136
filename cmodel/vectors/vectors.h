/* SPDX-License-Identifier: Apache-2.0
 *
 * Conformance vectors: files of instruction words, operands and expected results (tests/vectors/README.md). Reading and
 * judging are here; an engine executes. The engine of the functional model is built in: one warp (32 rows) at a time
 * through gt_exec_body().
 */
#ifndef GT200_VECTORS_H
#define GT200_VECTORS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct gt_vectors_result {
    uint64_t passed, failed;
    uint64_t skipped;           /* rows of instructions the engine does not implement */
};

/* Decides the registers of operands and result: tests/vectors/README.md. */
enum gt_vector_class { GT_V_INT, GT_V_FP, GT_V_SFU, GT_V_FP64, GT_V_ATOM32, GT_V_ATOM64 };
#define GT_VECTOR_PRESET64 0xdeadbeefccccccccull        /* the result registers of GT_V_FP64 before */

struct gt_vector_row {
    unsigned line;          /* of the file */
    uint32_t grp, lane, op[2];
    uint64_t src[3], exp, mask, exp_mem;    /* atomics: src[0] is the cell in memory */
    int cin, cc;            /* -1: none */
    bool exp_reg;           /* atomics: exp is the returned value */
};

enum gt_vector_outcome { GT_VECTOR_DONE, GT_VECTOR_UNIMPLEMENTED, GT_VECTOR_FAULT, GT_VECTOR_DIFFERENT };

/* Rows with the same instruction, each in its own lane of one warp. */
struct gt_vector_group {
    struct gt_vector_row rows[32];
    unsigned n;
    /* filled by the engine; per row, not per lane */
    enum gt_vector_outcome outcome;
    uint64_t got[32], mem[32];              /* result registers; memory cell of atomics */
    int cc[32];                             /* $c0 ($c1 for GT_V_INT) */
};

/* Value of $c0 before; $c1 is 15. */
int gt_vector_c0(enum gt_vector_class cls, const struct gt_vector_row *r);

struct gt_vectors_engine {
    /* Executes the groups and fills their results. false: impossible, the reason is logged. */
    bool (*run)(void *ctx, enum gt_vector_class cls, struct gt_vector_group *g, unsigned n, FILE *log);
    void *ctx;
};
extern const struct gt_vectors_engine gt_vectors_func;

/* Runs one .tsv or .tsv.gz file. Differences (the first few) go to log, which may be NULL. Returns 0, or -1 when the
 * file cannot be read, has no vectors or a line that is none (the reason is logged). */
int gt_vectors_file_on(const struct gt_vectors_engine *engine, const char *path, struct gt_vectors_result *res,
                       FILE *log);

/* Runs n files: one line per file on standard output, 'N passed, N failed' at the end. false: something failed, or a
 * file cannot be read. Rows of unimplemented instructions count as failed unless skip is set. */
bool gt_vectors_files(const struct gt_vectors_engine *engine, const char *const *files, int n, bool skip);

#endif
