/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies for whole warps whose operands are rows of known number (bind.c): no lane is left out, no operand is negated
 * and no mode is set but where the body's comment says so. A body of bound.c and the one of the instruction's unit give
 * the same bits.
 */
#ifndef GT200_SM70_BOUND_H
#define GT200_SM70_BOUND_H

#include "core.h"

struct sm70_bound {
    sm70_body *mov, *sel;
    sm70_body *add3, *add3_changed, *add2, *mad, *mad_wide, *mad_wide_u32, *lea, *lop3, *shf, *isetp, *min_max;
    sm70_body *fadd, *fmul, *ffma, *fadd_changed, *fmul_changed, *ffma_changed, *fmnmx, *fsetp;
    sm70_body *ldg[3], *lds[3], *stg[3], *sts[3];       /* of words, pairs and fours of them */
};
#if defined(__x86_64__)
extern const struct sm70_bound sm70_bound_avx2;
#endif

/* Gives the instructions of a program their rows and, where there is one, a body for whole warps. */
void sm70_bind(struct sm70_program *p);
/* Fills the program's rows of constants and immediates, which begin at row PROGRAM_ROWS of w->r. false: a constant is
 * not there, and what needs it has to say so. */
bool sm70_fill_rows(const struct sm70_block *b, struct sm70_warp *w);

#endif
