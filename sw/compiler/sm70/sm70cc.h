/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX to native code of sm_70 to sm_90 (library gt200sm70cc).
 *
 * Passes, in the order of compile.c: the parser and inliner of gt200ptxas read PTX; lower*.c turn a kernel into native
 * instructions on virtual registers; opt.c simplifies them; flow.c finds where lanes meet again; legal.c makes
 * operands what the machine has; sched.c orders instructions; alloc.c assigns registers; control.c writes control
 * codes; emit.c words.
 */
#ifndef GT200_SM70CC_H
#define GT200_SM70CC_H

#include "ptxas.h"

/* Is it the name of one of these chips, sm_70, 75, 80, 86, 89 or 90 (or compute_N)? Its number, or 0. */
unsigned sm70cc_arch(const char *name);

/* Compiles PTX source (NUL-terminated; `name` is used in messages) for the chip to a cubin: res->text has
 * res->length bytes, malloc'ed. Returns false and fills res->error when the PTX is wrong or uses what is not
 * supported. Of the options max_regs (at most 255), no_opt, verbose, asm_out and warnings count. */
bool sm70cc_compile(unsigned arch, const char *source, const char *name, const struct ptxas_options *opt,
                    struct ptxas_result *res);

#endif
