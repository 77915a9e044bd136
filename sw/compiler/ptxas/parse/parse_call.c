/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX parser: calls.
 */
#include "parser.h"

/* (.param .b32 _, .param .align 4 .b8 _[12]) */
static void parse_sizes(struct parser *p, struct pproto *proto, bool results)
{
    px_expect(p, '(');
    while (!px_is_punct(p, ')')) {
        if (!px_accept_dir(p, "param") && !px_accept_dir(p, "reg"))
            px_expected(p, ".param or .reg");
        if (px_accept_dir(p, "align"))
            px_take_int(p);
        uint32_t bytes = ptype_size(px_take_type(p));
        px_take_ident(p, "a name or _");
        if (px_accept(p, '[')) {
            const uint64_t n = px_take_int(p);
            bytes = n < 1u << 20 ? bytes * (uint32_t)n : UINT32_MAX;
            px_expect(p, ']');
        }
        if (results)
            vec_push(p->cx, &proto->rets, bytes);
        else
            vec_push(p->cx, &proto->args, bytes);
        if (!px_accept(p, ','))
            break;
    }
    px_expect(p, ')');
}

struct pproto *px_parse_proto(struct parser *p)
{
    const bool targets = px_is_dir(p, "calltargets");
    struct pproto *proto;

    if (!targets && !px_is_dir(p, "callprototype"))
        return NULL;
    if (!p->cx->later)
        cx_error(p->cx, p->lx.line, "directive .%.*s: calls through a pointer are not supported", (int)p->lx.len,
                 p->lx.text);
    lex_next(&p->lx);
    proto = cx_alloc(p->cx, sizeof *proto);
    if (targets) {
        do {
            uint64_t address;
            char *name = px_take_ident(p, "a function name");
            if (!px_function_address(p, name, &address))
                cx_error(p->cx, p->lx.line, "function '%.400s' is not declared", name);
            vec_push(p->cx, &proto->names, (const char *)name);
        } while (px_accept(p, ','));
    } else {
        if (px_is_punct(p, '('))
            parse_sizes(p, proto, true);
        px_take_ident(p, "a name or _");
        if (px_is_punct(p, '('))
            parse_sizes(p, proto, false);
        px_accept_dir(p, "noreturn");
    }
    px_expect(p, ';');
    return proto;
}

static struct poper *parse_list(struct parser *p, unsigned *n)
{
    VEC(struct poper) list = { 0 };
    px_expect(p, '(');
    while (!px_is_punct(p, ')')) {
        struct poper o;
        px_parse_operand(p, &o);
        for (unsigned i = 0; o.kind == PO_VEC && i < o.n; i++)
            vec_push(p->cx, &list, o.elem[i]);          /* a vector is passed as its elements */
        if (o.kind != PO_VEC)
            vec_push(p->cx, &list, o);
        if (!px_accept(p, ','))
            break;
    }
    px_expect(p, ')');
    *n = (unsigned)list.n;
    return list.v;
}

/* call [(results),] name [, (arguments)];  or  call [(results),] register [, (arguments)], prototype; */
void px_parse_call(struct parser *p, struct pinst *in)
{
    struct pcall *c = cx_alloc(p->cx, sizeof *c);
    in->call = c;
    if (px_is_punct(p, '(')) {
        c->ret = parse_list(p, &c->nret);
        px_expect(p, ',');
    }
    c->name = px_take_ident(p, "a function name");
    struct psym *y = px_find(p, c->name);
    if (y && y->kind == SYM_REG) {
        c->pointer = y;
        c->name = NULL;
        if (!p->cx->later)
            cx_error(p->cx, in->line, "instruction %.400s: calls through a pointer are not supported", in->text);
    }
    bool comma = px_accept(p, ',');
    if (comma && px_is_punct(p, '(')) {
        c->arg = parse_list(p, &c->narg);
        comma = px_accept(p, ',');
    }
    if (comma) {
        const struct psym *label = px_find(p, px_take_ident(p, "the label of a .callprototype or .calltargets"));
        c->proto = label ? label->proto : NULL;
        if (!p->cx->later)
            cx_error(p->cx, in->line, "instruction %.400s: calls through a pointer are not supported", in->text);
    }
    if (c->pointer && (!c->proto || ptype_size((enum ptype)c->pointer->type) != 8))
        cx_error(p->cx, in->line, "instruction %.400s: expected a pointer of 8 bytes and the label of a .callprototype "
                 "or .calltargets", in->text);
    px_expect(p, ';');
}
