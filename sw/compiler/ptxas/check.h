/* SPDX-License-Identifier: Apache-2.0
 *
 * Between passes: the printer of machine instructions, and the verifier.
 */
#ifndef PTXAS_CHECK_H
#define PTXAS_CHECK_H

#include "ir.h"

/* Called behind each pass: prints what --print-after asks for, and verifies if the options or GT200_VERIFY say so. */
void pass_done(struct fn *f, const char *pass);
/* Names of the passes, separated by blanks; is it one of them? */
extern const char pass_names[];
bool pass_is_known(const char *name);

/* Ends the compilation with "internal error: after PASS: ..." if f breaks a rule of the stage that it is in (f->stage,
 * f->ssa). The rules are in verify.c and verify_regs.c. */
void verify_fn(struct fn *f, const char *pass);
void verify_form(struct fn *f, const char *pass);       /* of them blocks, instructions, SSA form */
/* After register allocation: no two values that live at once share a register. */
void verify_registers(struct fn *f, const char *pass);
_Noreturn void verify_fail(struct fn *f, const char *pass, const struct mblock *b, const struct minst *m,
                           const char *fmt, ...) __attribute__((format(printf, 5, 6)));

void print_fn(FILE *out, const struct fn *f, const char *pass);
/* One instruction, such as "r7|c2 = sub.b32 r3, -r4 @c1.lg"; cut if it does not fit. Returns buf. */
char *print_inst(const struct fn *f, const struct minst *m, char *buf, size_t n);

#endif
