/* SPDX-License-Identifier: Apache-2.0
 *
 * The compiler's library: PTX instructions that the chip has no instruction for, written as PTX functions of simpler
 * ones. inline.c expands them in place, or leaves the instruction to be a call of a routine (routine.c). The
 * functions take and give registers only.
 */
#ifndef PTXAS_BUILTIN_H
#define PTXAS_BUILTIN_H

#include "ptx.h"

/* One function: PTX text from ".func" on. */
struct builtin { const char *name, *text; };

/* ends with a NULL name */
extern const struct builtin builtin_int[], builtin_f32[], builtin_f64[], builtin_atom[];

/* The same for conversions (builtin_cvt.c), whose text is written on demand; NULL: not one of them. */
const char *builtin_cvt_name(struct cx *cx, const struct pinst *in);
const char *builtin_cvt_text(struct cx *cx, const char *name);

/* A chip's library: which function an instruction stands for (NULL: none), the text of one, which are calls of
 * routines (NULL: none); gt200: .sat and .ftz are spelled out as GT200 needs it (modifiers.c). */
struct library {
    const char *(*name)(struct cx *cx, const struct pinst *in);
    const char *(*text)(struct cx *cx, const char *name);
    bool (*called)(const char *name, const struct pinst *in);
    bool gt200;
};
extern const struct library builtin_library;        /* GT200's */

/* The text of a function of GT200's library, conversions included. Never NULL: fails when there is none. */
const char *builtin_text(struct cx *cx, const char *name);

/* The name of the library function that the instruction stands for; NULL when it is lowered directly. */
const char *builtin_name(struct cx *cx, const struct pinst *in);

/* The function of that name, parsed once per module. Never NULL: fails when there is none. */
struct pentry *builtin_get(struct cx *cx, struct pmodule *mod, const char *name);

/* Is the instruction, which the function `name` stands for, to be a call? Integer division by a constant is not. */
bool builtin_called(const char *name, const struct pinst *in);

/* The body of a function for a routine of its own: params are its arguments, rets[0] its result. */
struct pentry *inline_routine(struct cx *cx, struct pmodule *mod, const char *name);

/* Expands calls and functions of the module's library in an entry, and turns the .param variables of calls into
 * registers. */
void inline_run(struct cx *cx, struct pmodule *mod, struct pentry *e);

#endif
