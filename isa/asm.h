/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole assembly files: text to cubin and back. isa/README.md describes the language.
 */
#ifndef GT200_ASM_H
#define GT200_ASM_H

#include "cubin.h"

/* Assembles text (NUL-terminated) into *c. Every error is one line "name:line: expected ..., found ..." on
 * `errors`; after 20 of them it stops. Returns false, with *c empty, if there was one. */
bool isa_asm_file(const char *text, const char *name, struct gt_cubin *c, FILE *errors);

/* Writes a module as assembly that isa_asm_file turns into the same module. Branch targets become labels.
 * addresses: add address and words of each instruction as a comment. */
bool isa_dis_file(FILE *f, const struct gt_cubin *c, bool addresses);

#endif
