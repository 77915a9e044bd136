/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX parser: constant expressions of integers, with C's operators and precedence. Values have 64 bits; a value is
 * unsigned when a literal or a cast says so, as in C.
 */
#include "parser.h"

#include <string.h>

#define MAX_DEPTH 64            /* of brackets, unary operators and choices */

struct value { uint64_t v; bool uns; };

static struct value conditional(struct parser *p);

/* The operator at the token, which may have two characters: its precedence (0: none), and how many tokens it has. */
static int binary(const struct parser *p, char op[3])
{
    static const struct { const char *op; int rank; } ops[] = {
        { "||", 1 }, { "&&", 2 }, { "<<", 8 }, { ">>", 8 }, { "<=", 7 }, { ">=", 7 }, { "==", 6 }, { "!=", 6 },
        { "|", 3 },  { "^", 4 },  { "&", 5 },  { "<", 7 },  { ">", 7 },  { "+", 9 },  { "-", 9 },  { "*", 10 },
        { "/", 10 }, { "%", 10 },
    };
    const char *next = p->lx.p;

    if (p->lx.kind != TK_PUNCT)
        return 0;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ops[i].op[0] == p->lx.punct && (!ops[i].op[1] || ops[i].op[1] == *next)) {
            memcpy(op, ops[i].op, strlen(ops[i].op) + 1);
            return ops[i].rank;
        }
    return 0;
}

static void deeper(struct parser *p)
{
    if (++p->depth > MAX_DEPTH)
        cx_error(p->cx, p->lx.line, "constant expression nested too deeply");
}

/* A number, a cast or a bracket, with signs. */
static struct value unary(struct parser *p)
{
    struct value a = { 0, false };

    deeper(p);
    if (px_accept(p, '-')) {
        a = unary(p);
        a.v = -a.v;
    } else if (px_accept(p, '+')) {
        a = unary(p);
    } else if (px_accept(p, '~')) {
        a = unary(p);
        a.v = ~a.v;
    } else if (px_accept(p, '!')) {
        a = unary(p);
        a = (struct value){ !a.v, false };
    } else if (px_accept(p, '(')) {
        bool s = px_accept_dir(p, "s64"), u = !s && px_accept_dir(p, "u64");
        if (!s && !u)
            a = conditional(p);
        px_expect(p, ')');
        if (s || u) {
            a = unary(p);
            a.uns = u;
        }
    } else if (p->lx.kind == TK_INT) {
        a = (struct value){ p->lx.value, p->lx.is_unsigned };
        lex_next(&p->lx);
    } else {
        px_expected(p, "an integer");
    }
    p->depth--;
    return a;
}

static struct value divide(struct parser *p, char op, struct value a, struct value b, bool uns)
{
    bool least = !uns && a.v == (uint64_t)1 << 63 && b.v == UINT64_MAX;       /* its quotient by -1 has no place */
    if (!b.v)
        cx_error(p->cx, p->lx.line, "division by zero in a constant expression");
    if (op == '/')
        return (struct value){ least ? a.v : uns ? a.v / b.v : (uint64_t)((int64_t)a.v / (int64_t)b.v), uns };
    return (struct value){ least ? 0 : uns ? a.v % b.v : (uint64_t)((int64_t)a.v % (int64_t)b.v), uns };
}

/* a OP b in 64 bits; shift counts wrap. */
static struct value apply(struct parser *p, const char *op, struct value a, struct value b)
{
    bool uns = a.uns || b.uns, less = uns ? a.v < b.v : (int64_t)a.v < (int64_t)b.v;
    unsigned n = (unsigned)(b.v & 63);

    if (op[0] == '<' && op[1] == '<')
        return (struct value){ a.v << n, a.uns };
    if (op[0] == '>' && op[1] == '>')
        return (struct value){ a.uns ? a.v >> n : (uint64_t)((int64_t)a.v >> n), a.uns };
    switch (op[0]) {
    case '+': return (struct value){ a.v + b.v, uns };
    case '-': return (struct value){ a.v - b.v, uns };
    case '*': return (struct value){ a.v * b.v, uns };
    case '^': return (struct value){ a.v ^ b.v, uns };
    case '<': return (struct value){ op[1] ? less || a.v == b.v : less, false };
    case '>': return (struct value){ op[1] ? !less : !less && a.v != b.v, false };
    case '=': return (struct value){ a.v == b.v, false };
    case '!': return (struct value){ a.v != b.v, false };
    case '&': return op[1] ? (struct value){ a.v && b.v, false } : (struct value){ a.v & b.v, uns };
    case '|': return op[1] ? (struct value){ a.v || b.v, false } : (struct value){ a.v | b.v, uns };
    default: return divide(p, op[0], a, b, uns);
    }
}

/* Binary operators of at least that rank, by precedence climbing. */
static struct value operators(struct parser *p, struct value a, int rank)
{
    char op[3], next[3];
    int r;

    while ((r = binary(p, op)) >= rank && r) {
        lex_next(&p->lx);
        if (op[1])
            lex_next(&p->lx);
        struct value b = unary(p);
        while (binary(p, next) > r)
            b = operators(p, b, r + 1);
        a = apply(p, op, a, b);
    }
    return a;
}

/* With ? : from the right. */
static struct value conditional(struct parser *p)
{
    struct value a = operators(p, unary(p), 1);

    if (!px_accept(p, '?'))
        return a;
    deeper(p);
    struct value b = conditional(p);
    px_expect(p, ':');
    struct value c = conditional(p);
    p->depth--;
    return a.v ? b : c;
}

uint64_t px_take_int(struct parser *p) { return conditional(p).v; }

uint64_t px_take_number(struct parser *p) { return unary(p).v; }

uint64_t px_take_offset(struct parser *p) { return operators(p, (struct value){ 0, false }, 9).v; }
