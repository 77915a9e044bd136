/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX parser: types, tokens, names.
 */
#include "parser.h"

#include <string.h>

unsigned ptype_size(enum ptype t) { return ptx_types[t].bits / 8; }
bool ptype_signed(enum ptype t) { return ptx_types[t].is_signed; }
bool ptype_float(enum ptype t) { return ptx_types[t].is_float; }

_Noreturn void px_expected(struct parser *p, const char *what)
{
    struct lexer *l = &p->lx;
    if (l->kind == TK_EOF)
        cx_error(p->cx, l->line, "expected %s before the end of the file", what);
    if (l->kind == TK_PUNCT)
        cx_error(p->cx, l->line, "expected %s before '%c'", what, l->punct);
    if (l->kind == TK_IDENT || l->kind == TK_DIRECTIVE)
        cx_error(p->cx, l->line, "expected %s before '%s%.*s'", what, l->kind == TK_DIRECTIVE ? "." : "",
                 l->len > 60 ? 60 : (int)l->len, l->text);
    cx_error(p->cx, l->line, "expected %s before a constant", what);
}

bool px_is_punct(const struct parser *p, char c) { return p->lx.kind == TK_PUNCT && p->lx.punct == c; }
bool px_is_dir(const struct parser *p, const char *d)
{
    return p->lx.kind == TK_DIRECTIVE && p->lx.len == strlen(d) && !memcmp(p->lx.text, d, p->lx.len);
}
bool px_accept(struct parser *p, char c)
{
    if (!px_is_punct(p, c))
        return false;
    lex_next(&p->lx);
    return true;
}
bool px_accept_dir(struct parser *p, const char *d)
{
    if (!px_is_dir(p, d))
        return false;
    lex_next(&p->lx);
    return true;
}
void px_expect(struct parser *p, char c)
{
    char what[4] = { '\'', c, '\'', 0 };
    if (!px_accept(p, c))
        px_expected(p, what);
}
char *px_take_ident(struct parser *p, const char *what)
{
    if (p->lx.kind != TK_IDENT)
        px_expected(p, what);
    char *s = cx_strdup(p->cx, p->lx.text, p->lx.len);
    lex_next(&p->lx);
    return s;
}

static unsigned hash_name(const char *s)
{
    unsigned h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static struct psym *find_in(struct scope *s, const char *name)
{
    struct psym *y = s->cap ? s->hash[hash_name(name) & (s->cap - 1)] : NULL;
    while (y && strcmp(y->name, name))
        y = y->hash_next;
    return y;
}

struct psym *px_find(struct parser *p, const char *name)
{
    struct psym *y = NULL;
    for (struct scope *s = p->scope; s && !y; s = s->outer)
        y = find_in(s, name);
    return y;
}

static void link_sym(struct scope *s, struct psym *y)
{
    unsigned h = hash_name(y->name) & (s->cap - 1);
    y->hash_next = s->hash[h];
    s->hash[h] = y;
}

/* Kernels of a hundred thousand registers occur: the table grows with its contents. */
static void grow_scope(struct parser *p, struct scope *s)
{
    struct psym **old = s->hash;
    unsigned n = s->cap;
    s->cap = n ? 4 * n : SCOPE_HASH;
    s->hash = cx_alloc(p->cx, s->cap * sizeof *s->hash);
    for (unsigned h = 0; h < n; h++)
        for (struct psym *y = old[h], *next; y; y = next) {
            next = y->hash_next;
            link_sym(s, y);
        }
}

static void insert_sym(struct parser *p, struct scope *s, struct psym *y)
{
    if (s->n++ >= s->cap)
        grow_scope(p, s);
    link_sym(s, y);
}

struct psym *px_declare(struct parser *p, const char *name, enum psym_kind kind)
{
    struct psym *y = find_in(p->scope, name);
    if (y)
        cx_error(p->cx, p->lx.line, "'%.400s' is declared twice", name);
    y = cx_alloc(p->cx, sizeof *y);
    y->name = name;
    y->kind = (uint8_t)kind;
    y->line = p->lx.line;
    y->lo = y->hi = y->c = y->block = -1;
    insert_sym(p, p->scope, y);
    return y;
}

void px_push_scope(struct parser *p)
{
    struct scope *s = cx_alloc(p->cx, sizeof *s);
    s->outer = p->scope;
    p->scope = s;
}

void px_pop_scope(struct parser *p)
{
    struct scope *s = p->scope, *o = s->outer;
    for (unsigned h = 0; h < s->cap; h++)
        for (struct psym *y = s->hash[h], *next; y; y = next) {
            next = y->hash_next;
            if (y->kind != SYM_LABEL || y->placed)
                continue;
            if (s->outermost)
                cx_error(p->cx, y->line, "'%.400s' is not declared", y->name);
            struct psym *same = find_in(o, y->name);
            if (same)
                y->alias = same;
            else
                insert_sym(p, o, y);
        }
    p->scope = o;
}

enum ptype px_take_type(struct parser *p)
{
    if (p->lx.kind != TK_DIRECTIVE || p->lx.len > 8)
        px_expected(p, "a type");
    char buf[10] = { 0 };
    memcpy(buf, p->lx.text, p->lx.len);
    enum ptype t = ptype_parse(buf);
    if (t == T_NONE)
        px_expected(p, "a type");
    lex_next(&p->lx);
    return t;
}

void px_skip_statement(struct parser *p)
{
    unsigned line = p->lx.next_line;
    while (p->lx.kind != TK_EOF && !px_is_punct(p, ';') && p->lx.line == line)
        lex_next(&p->lx);
    px_accept(p, ';');
}
