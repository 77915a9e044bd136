/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX parser: the operands of an instruction against its row of the table: how many there are, of which kind, and
 * how wide the registers are. A register of ld, st and cvt may be wider than the type, any other is as wide (PTX
 * ISA, "Operand type checking").
 */
#include "parser.h"

#include <string.h>

struct check {
    struct cx          *cx;
    const struct pinst *in;
    unsigned            k;          /* the operand */
};

static _Noreturn void expected(const struct check *c, const char *what)
{
    cx_error(c->cx, c->in->line, "instruction %.400s: operand %u: expected %s", c->in->text, c->k + 1, what);
}

static void check_width(const struct check *c, const struct poper *o, unsigned bits)
{
    unsigned op = c->in->code.op, has = ptx_types[o->sym->type].bits;
    bool relaxed = op == PTX_LD || op == PTX_LDU || op == PTX_ST || op == PTX_CVT;
    if (has == bits || (bits == 8 && has == 16) || (relaxed && has > bits))
        return;
    expected(c, cx_printf(c->cx, "%u bits, '%.60s' has %u", bits, o->sym->name, has));
}

/* A register or, unless it is a result, a constant, an address or a special register. */
static void check_value(const struct check *c, const struct poper *o, bool result, unsigned bits)
{
    if (o->neg)
        expected(c, "a value, which '!' cannot negate");
    if (o->kind == PO_REG && o->sym->type == T_PRED)
        expected(c, "a value, not a predicate");
    if (o->kind == PO_REG)
        check_width(c, o, bits);
    else if (result ? o->kind != PO_NONE
                    : o->kind != PO_IMM && o->kind != PO_FIMM && o->kind != PO_SYM && o->kind != PO_SREG)
        expected(c, result ? "a register" : "a register or a constant");
}

/* An operand of an instruction with .v2 or .v4. */
static void check_vector(const struct check *c, const struct poper *o, bool result)
{
    const struct ptx_code *code = &c->in->code;
    unsigned n = code->vec == PTX_VEC_V2 ? 2 : code->vec == PTX_VEC_V4 ? 4 : 1;
    if (n == 1 && o->kind != PO_VEC) {
        check_value(c, o, result, ptx_types[code->type].bits);
        return;
    }                                           /* and one in braces is a vector of one */
    if (o->kind != PO_VEC || o->n != n)
        cx_error(c->cx, c->in->line, "instruction %.400s: expected %s of %u register%s", c->in->text,
                 code->op == PTX_MOV ? "two vectors" : "a vector", n, n > 1 ? "s" : "");
    for (unsigned i = 0; i < n; i++)
        check_value(c, &o->elem[i], result, ptx_types[code->type].bits);
}

/* mov: a value, or the parts that make it up. */
static void check_parts(const struct check *c, const struct poper *o, bool result)
{
    unsigned bits = ptx_types[c->in->code.type].bits;
    if (o->kind == PO_VEC && o->n == 1 && *ptx_types[c->in->code.type].name != 'b')
        expected(c, "two parts or more, as the type is not of bits");
    if (c->k && o->kind == PO_VEC && o->n == 1 && c->in->op[0].kind == PO_VEC)
        expected(c, "a value, as the result is in parts");
    for (unsigned i = 0; o->kind == PO_VEC && i < o->n; i++)
        check_value(c, &o->elem[i], result, bits / o->n);
    if (o->kind != PO_VEC)
        check_value(c, o, result, bits);
}

static void check_predicate(const struct check *c, const struct poper *o, bool negated)
{
    bool reg = o->kind == PO_REG && o->sym->type == T_PRED;
    if (!reg && !(negated && o->kind == PO_IMM) && !(!negated && o->kind == PO_NONE))
        expected(c, "a predicate");
    if (o->neg && !negated)
        expected(c, "a predicate without '!'");
}

/* One operand against one word of the row. */
static void check_one(const struct check *c, const struct poper *o, const char *w, size_t n, bool result)
{
    const struct ptx_code *code = &c->in->code;
    char name[8] = "";
    memcpy(name, w, n < sizeof name ? n : sizeof name - 1);
    switch (n == 1 ? *w : 0) {
    case 't': check_value(c, o, result, ptx_types[code->type].bits); return;
    case 'd': check_value(c, o, result, ptx_types[code->dtype].bits); return;
    case 'w': check_value(c, o, result, 2 * ptx_types[code->type].bits); return;
    case 'v': check_vector(c, o, result); return;
    case 'x': check_parts(c, o, result); return;
    case 'p': check_predicate(c, o, false); return;
    case 'q': check_predicate(c, o, true); return;
    case 'n':
        if (o->kind != PO_IMM)
            expected(c, "a constant");
        return;
    case 'm':
        if (o->kind != PO_ADDR)
            expected(c, "an address in brackets");
        return;
    case 'l':
        return;             /* lowering says which label it wants */
    }
    check_value(c, o, result, ptx_types[ptype_parse(name)].bits);
}

static unsigned count_words(const char *w)
{
    unsigned n = 0;
    for (; *w; n++) {
        w += strcspn(w, " ");
        w += strspn(w, " ");
    }
    return n;
}

void px_check_operands(struct cx *cx, const struct pinst *in)
{
    struct check c = { cx, in, 0 };
    const char *w = ptx_rows[in->code.row].operands;
    if (in->code.op == PTX_TEX || in->code.op == PTX_CALL || in->code.op == PTX_BRX || in->code.op == PTX_BRA)
        return;
    while (*w) {
        size_t n = strcspn(w, " ");
        bool result = *w == '>', second = w[n - 1] == '|', optional = w[n - 1] == '?';
        const char *next = w + n + strspn(w + n, " ");
        if (optional && in->nops - c.k <= count_words(next)) {
            w = next;
            continue;
        }
        if (c.k == in->nops)
            cx_error(cx, in->line, "instruction %.400s has too few operands", in->text);
        check_one(&c, &in->op[c.k], w + result, n - result - second - optional, result);
        c.k++;
        if (second && c.k < in->nops && in->op[c.k].is64 && in->op[c.k].kind != PO_FIMM) {
            check_predicate(&c, &in->op[c.k], false);
            c.k++;
        }
        w = next;
    }
    if (c.k < in->nops)
        cx_error(cx, in->line, "instruction %.400s has too many operands", in->text);
}
