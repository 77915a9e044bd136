/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files share that expand calls (inline.c, recursion.c): of inliner.c, and, at the end, of recursion.c.
 */
#ifndef PTXAS_INLINER_H
#define PTXAS_INLINER_H

#include "ptx.h"

struct recursion;
struct inliner {
    struct cx      *cx;
    struct pmodule *mod;
    struct pentry  *e;
    VEC(struct pinst) out;
    unsigned        depth;
    bool            library;    /* second round: the library's functions; first: the program's */
    bool            whole;      /* a routine of the library: nothing in it is a call */
    VEC(struct recursion *) open;       /* functions that call themselves and are being expanded */
    VEC(struct recursion *) recursions; /* all of them, in the order of their ends */
};

/* Parts of a parameter, as registers. */
struct parts { struct psym **v; size_t n, cap; };

/* A function that calls itself, while it is expanded and afterwards. */
struct recursion {
    struct pentry *fn;
    struct psym   *site;                /* register with the number of the call to come back to, 0: from outside */
    struct psym   *begin, *end, *out;   /* labels */
    struct parts   params, rets;        /* what stands for the function's */
    struct parts   save, back, restore; /* labels of each call from within */
};

/* A symbol of the entry; an instruction by its opcode, without operands. */
struct psym *il_sym(struct inliner *x, enum psym_kind kind, enum ptype type, const char *name);
struct pinst il_inst(struct inliner *x, unsigned line, const char *text);
/* What goes behind all that is there. */
void il_push(struct inliner *x, struct pinst in);
void il_label(struct inliner *x, struct psym *label, unsigned line);
void il_branch(struct inliner *x, struct psym *to, unsigned line, struct psym *guard, bool neg);
void il_mov(struct inliner *x, unsigned line, enum ptype t, struct poper d, struct poper s);
/* Does it access a .param variable of a call? addr: the operand with the address. Its type; how many registers. */
bool il_param_access(const struct pinst *in, unsigned *addr);
enum ptype il_access_type(struct inliner *x, const struct pinst *in);
unsigned il_elements(const struct poper *o);

/* recursion.c: may a call of the function lead to another one? Then its expansion stands between begin and end, and a
 * call from within is il_call_again. In the end, when registers stand for parameters, what lives across such calls is
 * known. */
bool il_calls_itself(struct inliner *x, const struct pentry *fn);
void il_begin_recursion(struct inliner *x, struct pentry *fn, unsigned line);
void il_end_recursion(struct inliner *x, unsigned line);
void il_call_again(struct inliner *x, struct pentry *fn, const struct poper *ret, const struct poper *arg,
                   unsigned line);
void il_finish_recursions(struct inliner *x);

#endif
