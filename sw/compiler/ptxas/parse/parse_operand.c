/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX parser: operands, and what the addresses of functions are. A function has no place of its own in the code, so
 * its address is a number; inline.c makes a call through a pointer a choice between numbers.
 */
#include "parser.h"

#include <string.h>

#define MAX_DEPTH 64            /* of vectors in vectors */

void px_declare_function(struct parser *p, const char *name)
{
    for (size_t i = 0; i < p->mod->declared.n; i++)
        if (!strcmp(p->mod->declared.v[i], name))
            return;
    vec_push(p->cx, &p->mod->declared, name);
    vec_push(p->cx, &p->mod->taken, false);
}

bool px_function_address(struct parser *p, const char *name, uint64_t *address)
{
    for (size_t i = 0; i < p->mod->declared.n; i++)
        if (!strcmp(p->mod->declared.v[i], name) && p->cx->later) {
            p->mod->taken.v[i] = true;
            *address = 16 * (i + 1);
            return true;
        }
    return false;
}

/* Behind '{': up to four registers or constants. */
static void parse_vector(struct parser *p, struct poper *o)
{
    struct poper e[4];
    if (++p->depth > MAX_DEPTH)
        cx_error(p->cx, p->lx.line, "vectors nested too deeply");
    o->kind = PO_VEC;
    do {
        if (o->n == 4)
            cx_error(p->cx, p->lx.line, "a vector has at most 4 elements");
        px_parse_operand(p, &e[o->n++]);
        if (e[o->n - 1].kind == PO_VEC || e[o->n - 1].kind == PO_ADDR)
            cx_error(p->cx, p->lx.line, "the elements of a vector are registers and constants");
    } while (px_accept(p, ','));
    px_expect(p, '}');
    p->depth--;
    o->elem = cx_alloc(p->cx, sizeof e);
    memcpy(o->elem, e, sizeof e[0] * o->n);
}

/* Behind '[': [REGISTER+OFFSET], [SYMBOL+OFFSET] or [NUMBER]. */
static void parse_address(struct parser *p, struct poper *o)
{
    struct lexer *l = &p->lx;
    o->kind = PO_ADDR;
    if (l->kind != TK_IDENT) {
        o->imm = px_take_int(p);
    } else {
        char *name = px_take_ident(p, "an address");
        struct psym *y = px_find(p, name);
        if (!y)
            cx_error(p->cx, l->line, "'%.400s' is not declared", name);
        if (y->kind == SYM_REG)
            o->reg = y;
        else
            o->sym = y;
        o->imm = px_take_offset(p);
    }
    px_expect(p, ']');
}

/* A floating-point constant, or an expression of integers. */
static bool parse_number(struct parser *p, struct poper *o)
{
    struct lexer *l = &p->lx, before = *l;
    bool neg = px_accept(p, '-');
    if (l->kind == TK_FLOAT32 || l->kind == TK_FLOAT64) {
        o->kind = PO_FIMM;
        o->is64 = l->kind == TK_FLOAT64;
        o->imm = l->value ^ (uint64_t)neg << (o->is64 ? 63 : 31);
        lex_next(l);
        return true;
    }
    *l = before;
    if (l->kind != TK_INT && !px_is_punct(p, '-') && !px_is_punct(p, '+') && !px_is_punct(p, '~') &&
        !px_is_punct(p, '('))
        return false;
    o->kind = PO_IMM;
    o->imm = px_take_int(p);
    return true;
}

static void whole_vector(struct parser *p, struct poper *o, const struct psym *y)
{
    o->kind = PO_VEC;
    o->n = y->nelem;
    o->elem = cx_alloc(p->cx, 4 * sizeof *o->elem);
    for (unsigned i = 0; i < y->nelem; i++)
        o->elem[i] = (struct poper){ .kind = PO_REG, .sym = y->elem[i] };
}

/* What a name stands for; v.r, v.g, v.b, v.a are v.x, v.y, v.z, v.w of a vector register. */
static struct psym *find_name(struct parser *p, const char *name)
{
    static const char colours[] = "rgba";
    struct psym *y = px_find(p, name);
    size_t n = strlen(name);
    const char *c = n > 2 && name[n - 2] == '.' ? strchr(colours, name[n - 1]) : NULL;
    return y || !c ? y : px_find(p, cx_printf(p->cx, "%.*s%c", (int)n - 1, name, "xyzw"[c - colours]));
}

void px_parse_operand(struct parser *p, struct poper *o)
{
    memset(o, 0, sizeof *o);
    if (px_accept(p, '!'))
        o->neg = true;
    if (px_accept(p, '{')) {
        parse_vector(p, o);
        return;
    }
    if (px_accept(p, '[')) {
        parse_address(p, o);
        return;
    }
    if (parse_number(p, o))
        return;
    char *name = px_take_ident(p, "an operand");
    struct psym *y = find_name(p, name);
    if (y && y->kind == SYM_REG) {
        o->kind = PO_REG;
        o->sym = y;
    } else if (y && y->kind == SYM_VEC) {
        whole_vector(p, o, y);
    } else if (y && (y->kind == SYM_VAR || y->kind == SYM_TEX || y->kind == SYM_SURF)) {
        o->kind = PO_SYM;
        o->sym = y;
        o->imm = px_take_offset(p);
    } else if (!strcmp(name, "_")) {
        o->kind = PO_NONE;
    } else if (!y && (name[0] == '%' || !strcmp(name, "WARP_SZ"))) {
        o->kind = PO_SREG;
        o->name = name;
    } else if (!y && px_function_address(p, name, &o->imm)) {
        o->kind = PO_IMM;
    } else {
        o->kind = PO_SYM;
        o->sym = y ? y : px_declare(p, name, SYM_LABEL);
    }
}
