/* SPDX-License-Identifier: Apache-2.0
 *
 * What opt.c and fold.c share: where words are made.
 */
#ifndef SM70_OPT_H
#define SM70_OPT_H

#include "mir.h"

struct opt {
    struct fn *f;
    struct inst **def;      /* by register and word: the only definition, NULL: none or several */
    int       *uses;        /* by register: operands that read it */
    bool       changed;
};

/* Fills def and uses, and numbers the instructions. */
void opt_definitions(struct opt *x);
/* The instruction that makes all words of the operand, its first result; NULL: not one, or not seen from there. */
struct inst *opt_maker(const struct opt *x, const struct opd *o, const struct inst *use);
/* Does the register still hold at `use` what it held at `def`? */
bool opt_lasts(const struct opt *x, const struct opd *o, const struct inst *def, const struct inst *use);

void opt_negation(struct opt *x, struct inst *m);
void opt_choice(struct opt *x, struct inst *m);
void opt_twice(struct opt *x, struct inst *m);

#endif
