/* SPDX-License-Identifier: Apache-2.0
 *
 * The coverage matrix: for each row of the instruction table how often it was executed by what, and which values of
 * its modifiers, which kinds of operands and which conditions, of those that decode.
 */
#ifndef GT200_COVERAGE_MATRIX_H
#define GT200_COVERAGE_MATRIX_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "insn.h"

struct isa_mod;

#define MATRIX_ROWS 512
#define MATRIX_MODS 8

/* A set of ways to write one instruction. */
struct matrix_ways {
    uint16_t mod[MATRIX_MODS];          /* values of the modifiers, in the order of the text */
    uint32_t operands;                  /* enum matrix_operand */
    uint32_t conditions;                /* condition codes */
};

struct matrix_row {
    bool usable, graphics;              /* decodes to an instruction; only to texture instructions that are a fault */
    uint64_t vec_func, vec_rtl;         /* vector rows executed */
    uint64_t random, directed;          /* issued by the RTL */
    struct matrix_ways can, seen;       /* ways that decode, ways issued by the RTL */
};

struct matrix {
    struct matrix_row row[MATRIX_ROWS];
    uint64_t programs, issued;          /* in lockstep: programs, warp instructions */
};

/* Zeroes m and finds out what decodes, by trying. */
void matrix_init(struct matrix *m);
/* The RTL issued this instruction. */
void matrix_saw(struct matrix *m, const struct gt_insn *in);
/* Writes the page; what says which programs ran. Returns how many usable rows the RTL has not executed. */
unsigned matrix_print(const struct matrix *m, FILE *f, const char *what);

/* ---- between the files ---- */
unsigned matrix_mods(unsigned row, const struct isa_mod *mod[MATRIX_MODS]);
#define MATRIX_OPERANDS 29
extern const char *const matrix_operand_name[MATRIX_OPERANDS];

#endif
