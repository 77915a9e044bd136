/* SPDX-License-Identifier: Apache-2.0
 *
 * Random C kernels whose results do not depend on anything unspecified: no uninitialised reads, no index outside an
 * array, no endless loop, no division by zero, only float operations that are exact or
 * that the device rounds as the host does (double precision). A kernel is a tree of
 * statements, so that parts of it can be switched off when a failure is shrunk.
 */
#ifndef CFUZZ_GEN_H
#define CFUZZ_GEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define CFUZZ_INPUTS 16         /* words of input that a thread reads */
#define CFUZZ_THREADS 64
#define CFUZZ_BLOCKS 2          /* of a team */

enum stmt_kind { ST_TEXT, ST_IF, ST_LOOP, ST_SWITCH, ST_SEQ, ST_UNTIL, ST_PHASE, ST_DUFF, ST_INTO, ST_KNOT };

struct stmt {
    enum stmt_kind kind;
    char        *text;          /* TEXT: the statement; IF: condition; LOOP: header; UNTIL: condition of a do loop;
                                 * PHASE: none; SWITCH: selector; DUFF, INTO, KNOT, which are loops with several
                                 * entries: what says which entry is taken */
    char        *again;         /* of these: another round, as far as their counter allows */
    int          id;            /* UNTIL and these: their counter; of these, also of their labels */
    int          rounds;        /* of these, at most */
    int          from, to;      /* DUFF: the cases that are in the loop */
    struct stmt *kid[8];        /* IF: then, else; LOOP, UNTIL: body; SWITCH, DUFF: cases; SEQ: statements; INTO, KNOT:
                                 * what is behind each label */
    int          n;
    bool         off;
};

/* A kernel is either one whose threads do not know of each other, a function of the thread number on the host; or a
 * team, whose threads exchange values through shared memory: in phases, between which there is a barrier or, inside a
 * warp, nothing. On the host a phase is a loop over all threads. */
struct kernel {
    bool         team;
    struct stmt *body;
    char        *functions, *decls, *sums;  /* helper functions; declarations of the variables; their sum at the end */
};

/* plain: no division and no 64-bit shifts by variable amounts */
struct kernel *kernel_new(uint64_t seed, bool plain);
void kernel_free(struct kernel *k);
/* Writes the function body in C, as macros of cfuzz.c surround it. */
void kernel_print(const struct kernel *k, int index, FILE *out);
/* The statements of the tree in preorder; returns their number (at most max). */
int kernel_stmts(struct kernel *k, struct stmt **out, int max);

#endif
