/* SPDX-License-Identifier: Apache-2.0
 *
 * Passes over native instructions: where words are made (makers.c), and what opt.c calls of fold.c.
 */
#ifndef SM70_OPT_H
#define SM70_OPT_H

#include "mir.h"

struct opt {
    struct fn *f;
    struct inst **def;      /* by register and word: the only definition, NULL: none or several */
    int       *uses;        /* by register: operands that read it */
    bool       changed;
    bool       clocks;      /* the clock is read somewhere */
};

/* Fills def and uses, and numbers the instructions. */
void opt_definitions(struct opt *x);
/* The instruction that makes all words of the operand, its first result; NULL: not one, or not seen from there, or, but
 * for a copy, not on the same side of a reading of the clock. */
struct inst *opt_maker(const struct opt *x, const struct opd *o, const struct inst *use);
/* Does the register still hold at `use` what it held at `def`? */
bool opt_lasts(const struct opt *x, const struct opd *o, const struct inst *def, const struct inst *use);
/* Does the operand name a register that is read, or one that is written? */
bool opt_reads_register(const struct opd *o);
/* Is the operand's register written between two instructions of a block? */
bool opt_written_between(const struct opd *o, const struct inst *from, const struct inst *to);

void opt_negation(struct opt *x, struct inst *m);
void opt_choice(struct opt *x, struct inst *m);
void opt_twice(struct opt *x, struct inst *m);
void opt_sum(struct opt *x, struct inst *m);

#endif
