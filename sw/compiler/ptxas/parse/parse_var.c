/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX parser: registers and variables.
 */
#include "parser.h"

#include <string.h>

#define MAX_DEPTH 16            /* of braces in initial values */
#define OPEN_ARRAY (1u << 20)   /* most bytes of an array whose size follows from its initial values */

unsigned px_take_vector(struct parser *p)
{
    return px_accept_dir(p, "v2") ? 2 : px_accept_dir(p, "v4") ? 4 : 0;
}

struct psym *px_declare_reg(struct parser *p, const char *name, enum ptype t)
{
    struct psym *y = px_declare(p, name, SYM_REG);
    y->type = (uint8_t)t;
    y->space = SP_REG;
    return y;
}

/* Its elements are registers named NAME.x or NAME.r and so on. */
struct psym *px_declare_vector(struct parser *p, const char *name, enum ptype t, unsigned n)
{
    struct psym *y = px_declare(p, name, SYM_VEC);
    y->nelem = n;
    y->elem = cx_alloc(p->cx, n * sizeof *y->elem);
    for (unsigned i = 0; i < n; i++)
        y->elem[i] = px_declare_reg(p, cx_printf(p->cx, "%s.%c", name, "xyzw"[i]), t);
    return y;
}

void px_parse_reg(struct parser *p)
{
    unsigned vec = px_take_vector(p);
    enum ptype t = px_take_type(p);
    vec = vec ? vec : px_take_vector(p);
    do {
        unsigned line = p->lx.line;
        char *name = px_take_ident(p, "a register name");
        uint64_t count = 1;
        bool range = px_accept(p, '<');
        if (range) {
            count = px_take_number(p);
            if (count > 1000000)
                cx_error(p->cx, line, "%s<%llu>: at most 1000000 registers", name, (unsigned long long)count);
            px_expect(p, '>');
        }
        for (uint64_t i = 0; i < count; i++) {
            char *one = range ? cx_printf(p->cx, "%s%llu", name, (unsigned long long)i) : name;
            struct psym *y = vec ? px_declare_vector(p, one, t, vec) : px_declare_reg(p, one, t);
            y->line = line;
            for (unsigned k = 0; k < (vec ? vec : 1); k++)
                vec_push(p->cx, &p->entry->regs, vec ? y->elem[k] : y);
        }
    } while (px_accept(p, ','));
    px_expect(p, ';');
}

static void store_init(struct parser *p, struct psym *y, uint32_t at, unsigned elem, uint64_t v)
{
    if (at + elem > y->size)
        cx_error(p->cx, p->lx.line, "'%s' has more initial values than elements", y->name);
    for (unsigned i = 0; i < elem; i++)
        y->init[at + i] = (uint8_t)(v >> 8 * i);
}

/* NAME, generic(NAME), with + or - a number behind: the initial value is an address. */
static void parse_address(struct parser *p, struct psym *y, uint32_t at, unsigned elem)
{
    unsigned line = p->lx.line;
    char *name = px_take_ident(p, "an initial value");
    bool generic = !strcmp(name, "generic") && px_accept(p, '(');
    if (generic) {
        name = px_take_ident(p, "the name of a variable");
        px_expect(p, ')');
    }
    struct psym *to = px_find(p, name);
    uint64_t address;
    if (!to && elem == 8 && px_function_address(p, name, &address)) {
        store_init(p, y, at, elem, address);
        return;
    }
    if (!to)
        cx_error(p->cx, line,
                 "'%.400s': initial value: '%.400s' is not a variable%s", y->name, name,
                 p->cx->later ? "" : " (functions have no addresses on this chip)");
    if (to->kind != SYM_VAR || (to->space != SP_GLOBAL && to->space != SP_CONST) || elem < 4)
        cx_error(
            p->cx, line,
            "'%.400s': initial value: expected a number or the address of a .global or .const variable, found '%.400s'",
            y->name, name);
    if (at + elem > y->size)
        cx_error(p->cx, line, "'%.400s' has more initial values than elements", y->name);
    vec_push(p->cx, &y->addresses, ((struct paddress){ .at = at, .bytes = (uint8_t)elem, .to = to, .line = line,
                                                      .generic = generic, .add = (uint32_t)px_take_offset(p) }));
}

/* A number as `elem` bytes: of floating point, or an expression of integers. */
static uint64_t parse_value(struct parser *p, unsigned elem)
{
    struct lexer before = p->lx;
    bool neg = px_accept(p, '-');
    uint64_t v = p->lx.value;
    if (p->lx.kind == TK_FLOAT64 && elem == 4) {
        double d;
        memcpy(&d, &v, 8);
        float f = (float)d;
        uint32_t u;
        memcpy(&u, &f, 4);
        v = u;
    } else if (p->lx.kind != TK_FLOAT32 && p->lx.kind != TK_FLOAT64) {
        p->lx = before;
        return px_take_int(p);
    }
    lex_next(&p->lx);
    return v ^ (uint64_t)neg << (8 * elem - 1);
}

/* Initial values from byte `at` on; returns where the next one goes. */
static uint32_t parse_init(struct parser *p, struct psym *y, uint32_t at)
{
    unsigned elem = ptype_size((enum ptype)y->type);
    if (px_accept(p, '{')) {
        if (++p->depth > MAX_DEPTH)
            cx_error(p->cx, p->lx.line, "'%.400s': initial values nested too deeply", y->name);
        while (!px_is_punct(p, '}')) {
            at = parse_init(p, y, at);
            if (!px_accept(p, ','))
                break;
        }
        px_expect(p, '}');
        p->depth--;
        return at;
    }
    if (p->lx.kind == TK_IDENT) {
        parse_address(p, y, at, elem);
        return at + elem;
    }
    store_init(p, y, at, elem, parse_value(p, elem));
    return at + elem;
}

static void skip_brackets(struct parser *p)
{
    px_expect(p, '(');
    while (p->lx.kind != TK_EOF && !px_is_punct(p, ')'))
        lex_next(&p->lx);
    px_expect(p, ')');
}

/* The part after .param, .shared …: [.align N] .type name[[n]] [= init]. */
struct psym *px_parse_var(struct parser *p, enum pspace space, bool is_extern)
{
    uint32_t align = 0, vec = 1;
    enum ptype t = T_NONE;
    for (;;) {
        if (px_accept_dir(p, "align"))
            align = (uint32_t)px_take_int(p);
        else if (px_accept_dir(p, "v2"))
            vec = 2;
        else if (px_accept_dir(p, "v4"))
            vec = 4;
        else if (px_accept_dir(p, "ptr") || px_accept_dir(p, "global") || px_accept_dir(p, "const") ||
                 px_accept_dir(p, "shared") || px_accept_dir(p, "local"))
            ;           /* what a pointer parameter points to */
        else if (px_accept_dir(p, "attribute"))
            skip_brackets(p);
        else if (t == T_NONE)
            t = px_take_type(p);
        else
            break;
    }
    char *name = px_take_ident(p, "a variable name");
    struct psym *y = px_declare(p, name, SYM_VAR);
    uint64_t count = vec;
    y->type = (uint8_t)t;
    y->space = (uint8_t)space;
    y->is_extern = is_extern;
    bool open = false;
    while (px_accept(p, '[')) {
        if (px_accept(p, ']')) {
            open = true;
            continue;
        }
        uint64_t n = px_take_int(p);
        if (n > 1u << 30 || count * n > 1u << 30)
            cx_error(p->cx, y->line, "'%.400s' is too large", name);
        count *= n;
        px_expect(p, ']');
    }
    if (align & (align - 1))
        cx_error(p->cx, y->line, "'%s': alignment %u is not a power of two", name, align);
    if (count * ptype_size(t) > 1u << 30)
        cx_error(p->cx, y->line, "'%.400s' is too large", name);
    y->size = (uint32_t)(count * ptype_size(t));
    y->align = align ? align : ptype_size(t) * vec;
    if (!y->align)
        y->align = 1;
    if (open && !is_extern)
        y->size = px_is_punct(p, '=') ? OPEN_ARRAY : 0;
    if (px_accept(p, '=')) {
        y->init = cx_alloc(p->cx, y->size + 1);
        uint32_t used = parse_init(p, y, 0);
        if (open && !is_extern)
            y->size = used;
    }
    return y;
}

bool px_parse_space(struct parser *p, enum pspace *space)
{
    static const struct { const char *name; enum pspace s; } tab[] = {
        { "shared", SP_SHARED }, { "local", SP_LOCAL }, { "const", SP_CONST }, { "global", SP_GLOBAL },
        { "param", SP_PARAM },
    };
    for (size_t i = 0; i < sizeof tab / sizeof *tab; i++)
        if (px_is_dir(p, tab[i].name)) {
            lex_next(&p->lx);
            if (px_accept(p, '['))         /* .const[n] banks of PTX 2 */
                px_take_int(p), px_expect(p, ']');
            *space = tab[i].s;
            return true;
        }
    return false;
}
