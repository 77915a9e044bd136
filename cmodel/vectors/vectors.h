/* SPDX-License-Identifier: Apache-2.0
 *
 * Conformance vectors: files of instruction words, operands and expected results (tests/vectors/README.md),
 * executed one warp (32 rows) at a time through gt_exec_body().
 */
#ifndef GT200_VECTORS_H
#define GT200_VECTORS_H

#include <stdint.h>
#include <stdio.h>

struct gt_vectors_result {
    uint64_t passed, failed;
    uint64_t skipped;           /* rows of instructions the model does not implement yet */
};

/* Runs one .tsv or .tsv.gz file. Differences (the first few) go to log, which may be NULL. Returns 0, or -1 when the
 * file cannot be read or is not a vector file (the reason is logged). */
int gt_vectors_file(const char *path, struct gt_vectors_result *res, FILE *log);

/* Command "vectors FILE...": one line per file, 'N passed, N failed' at the end. Exit status 0 when nothing failed. Files
 * of unimplemented instructions count as failed unless --skip-unimplemented is given. */
int gt_cmd_vectors(int argc, char **argv);

#endif
