/* SPDX-License-Identifier: Apache-2.0
 *
 * Every legal instruction of the table with every modifier, as a kernel of its own over special and random values, and
 * what may come out of it. Not here: what has no value (branches, barriers, traps), tex and votes.
 *
 * kernel k(out, in, par): `in` ROW_SLOTS operands of 8 bytes per thread, `out` ROW_RECORD bytes per thread: the results
 * in the first half; the second half is memory that the instruction may read or write. `par` is read by ld.param.
 */
#ifndef PTXFUZZ_ROWS_H
#define PTXFUZZ_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ptx_table.h"

enum { ROW_BLOCK = 128, ROW_RECORD = 64, ROW_CELL = 32, ROW_SLOTS = 4, ROW_TEXT = 8000, ROW_PAR = 32 };

/* An instruction of the table. */
struct row_form {
    const struct ptx_row *row;
    struct ptx_code       code;
    char                  opcode[100];
    int                   constant;         /* source operand that is a constant; -1: none */
    uint64_t              value;            /* of it */
    unsigned              sources;          /* operands that could be one: bits */
    enum ptype            kind[ROW_SLOTS];  /* of the values in the slots, T_NONE: none */
    bool                  small[ROW_SLOTS];
    bool                  cell;             /* it reads or writes memory */
    enum ptype            result;           /* T_NONE: none */
    unsigned              results;          /* how many */
};

/* Number k of them all, with registers; false: there are fewer. */
bool row_form(unsigned k, struct row_form *f);
/* Does it do anything by itself? st.param is for the arguments of calls. */
bool row_runs(const struct row_form *f);
/* Makes one of its operands a constant, by the state of values.h; false: none can be. */
bool row_constant(struct row_form *f, uint64_t *state);
/* Its kernel. */
void row_kernel(const struct row_form *f, char text[ROW_TEXT]);
/* The instruction alone, with a newline. */
void row_print(const struct row_form *f, char text[ROW_TEXT]);

/* Operands and memory of so many threads. `pairs`: before the random values all pairs of special values of the first
 * two operands, as far as there are threads. */
void row_draw(const struct row_form *f, uint64_t seed, bool pairs, unsigned threads, uint64_t *in, uint8_t *out);
/* What ld.param reads. */
void row_par(uint8_t par[ROW_PAR]);

enum row_judge {
    ROW_MANUAL,         /* `want` is what the manual says, approximations correctly rounded */
    ROW_GPU             /* `want` is another chip's result: it may err, too, and chips differ where PTX lets them */
};
/* Why another chip may compute this instruction otherwise or not have it; NULL: it computes the same. */
const char *row_of_a_chip(const struct row_form *f);
/* The first difference of two results that the manual does not allow, in `what`; false: there is none. */
bool row_differ(const struct row_form *f, enum row_judge by, unsigned threads, const uint64_t *in, const uint8_t *want,
                const uint8_t *found, char *what, size_t room);

/* main of a test of them all: each form once with registers and once with a constant for one of its operands.
 * Arguments: none, PART PARTS (every PARTS-th form), or the first letters of an opcode. Prints "N passed, N failed";
 * returns 1 when one failed or none was there. */
int row_main(int argc, char **argv, bool (*check)(const struct row_form *f));

#endif
