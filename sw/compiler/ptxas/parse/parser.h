/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of the PTX parser share: tokens, scopes, operands.
 */
#ifndef PTXAS_PARSER_H
#define PTXAS_PARSER_H

#include "ptx.h"

#define SCOPE_HASH 64       /* entries of a scope's first table, a power of two */

struct scope {
    struct scope *outer;
    bool          outermost;    /* of a function body: labels that are still missing here are missing for good */
    struct psym **hash;         /* chains by name */
    unsigned      cap, n;       /* chains, names */
};

struct parser {
    struct cx      *cx;
    struct lexer    lx;
    struct scope   *scope;
    struct pmodule *mod;
    struct pentry  *entry;
    unsigned        depth;      /* of nested braces and vectors, to bound recursion */
};

/* Tokens: accept_* eats what it names and says whether it was there; expect and take_* fail when it is not. */
_Noreturn void px_expected(struct parser *p, const char *what);
bool px_is_punct(const struct parser *p, char c);
bool px_is_dir(const struct parser *p, const char *directive);
bool px_accept(struct parser *p, char c);
bool px_accept_dir(struct parser *p, const char *directive);
void px_expect(struct parser *p, char c);
char *px_take_ident(struct parser *p, const char *what);
uint64_t px_take_int(struct parser *p);         /* a constant expression */
uint64_t px_take_number(struct parser *p);      /* one without operators of two sides, or in brackets */
uint64_t px_take_offset(struct parser *p);      /* + or - and what follows, as behind an address; 0 when there is
                                                   neither */
enum ptype px_take_type(struct parser *p);
void px_skip_statement(struct parser *p);

/* Names. A label that is used before it is defined is declared where it is used and moves outwards when its scope
 * ends. */
struct psym *px_find(struct parser *p, const char *name);
struct psym *px_declare(struct parser *p, const char *name, enum psym_kind kind);
void px_push_scope(struct parser *p);
void px_pop_scope(struct parser *p);

/* parse_var.c */
unsigned px_take_vector(struct parser *p);      /* .v2 or .v4; 0: neither */
struct psym *px_declare_reg(struct parser *p, const char *name, enum ptype t);
struct psym *px_declare_vector(struct parser *p, const char *name, enum ptype t, unsigned n);
void px_parse_reg(struct parser *p);
struct psym *px_parse_var(struct parser *p, enum pspace space, bool is_extern);
bool px_parse_space(struct parser *p, enum pspace *space);

/* parse_bounds.c: .maxntid, .reqntid, .minnctapersm, .maxnreg and what says nothing about the code */
void px_parse_hints(struct parser *p, struct pentry *e);

/* parse_check.c: fails when the operands are not what the table says of the instruction. */
void px_check_operands(struct cx *cx, const struct pinst *in);

/* parse_operand.c */
void px_declare_function(struct parser *p, const char *name);
bool px_function_address(struct parser *p, const char *name, uint64_t *address);    /* false: there is no such one */
void px_parse_operand(struct parser *p, struct poper *o);

/* parse_call.c */
struct pproto *px_parse_proto(struct parser *p);    /* .callprototype or .calltargets; NULL: neither */
void px_parse_call(struct parser *p, struct pinst *in);

/* parse_inst.c */
void px_parse_statement(struct parser *p);      /* an instruction or a label */

#endif
