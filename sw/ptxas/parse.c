/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX parser: 1.x as NVIDIA's early compilers wrote it and 3.x as clang writes it.
 */
#include "ptx.h"

#include <string.h>

#define NHASH 1024

struct scope {
    struct scope *outer;
    struct psym  *hash[NHASH];
};

struct parser {
    struct cx      *cx;
    struct lexer    lx;
    struct scope   *scope;
    struct pmodule *mod;
    struct pentry  *entry;
};

unsigned ptype_size(enum ptype t)
{
    static const uint8_t size[] = { 0, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 0 };
    return size[t];
}

bool ptype_signed(enum ptype t) { return t == T_S8 || t == T_S16 || t == T_S32 || t == T_S64; }
bool ptype_float(enum ptype t) { return t == T_F16 || t == T_F32 || t == T_F64; }

enum ptype ptype_parse(const char *s)
{
    static const char *const name[] = { "", "b8", "u8", "s8", "b16", "u16", "s16", "f16", "b32", "u32", "s32", "f32",
                                        "b64", "u64", "s64", "f64", "pred" };
    for (int i = T_B8; i <= T_PRED; i++)
        if (!strcmp(s, name[i]))
            return (enum ptype)i;
    return T_NONE;
}

static _Noreturn void expected(struct parser *p, const char *what)
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

static bool is_punct(struct parser *p, char c) { return p->lx.kind == TK_PUNCT && p->lx.punct == c; }
static bool is_dir(struct parser *p, const char *d)
{
    return p->lx.kind == TK_DIRECTIVE && p->lx.len == strlen(d) && !memcmp(p->lx.text, d, p->lx.len);
}
static bool accept(struct parser *p, char c)
{
    if (!is_punct(p, c))
        return false;
    lex_next(&p->lx);
    return true;
}
static bool accept_dir(struct parser *p, const char *d)
{
    if (!is_dir(p, d))
        return false;
    lex_next(&p->lx);
    return true;
}
static void expect(struct parser *p, char c)
{
    char what[4] = { '\'', c, '\'', 0 };
    if (!accept(p, c))
        expected(p, what);
}
static char *take_ident(struct parser *p, const char *what)
{
    if (p->lx.kind != TK_IDENT)
        expected(p, what);
    char *s = cx_strdup(p->cx, p->lx.text, p->lx.len);
    lex_next(&p->lx);
    return s;
}
static uint64_t take_int(struct parser *p)
{
    bool neg = accept(p, '-');
    if (p->lx.kind != TK_INT)
        expected(p, "an integer");
    uint64_t v = p->lx.value;
    lex_next(&p->lx);
    return neg ? -v : v;
}

static unsigned hash(const char *s)
{
    unsigned h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h % NHASH;
}

static struct psym *find(struct parser *p, const char *name)
{
    unsigned h = hash(name);
    for (struct scope *s = p->scope; s; s = s->outer)
        for (struct psym *y = s->hash[h]; y; y = y->hash_next)
            if (!strcmp(y->name, name))
                return y;
    return NULL;
}

static struct psym *declare(struct parser *p, struct scope *s, const char *name, enum psym_kind kind)
{
    unsigned h = hash(name);
    for (struct psym *y = s->hash[h]; y; y = y->hash_next)
        if (!strcmp(y->name, name))
            cx_error(p->cx, p->lx.line, "'%s' is declared twice", name);
    struct psym *y = cx_alloc(p->cx, sizeof *y);
    y->name = name;
    y->kind = (uint8_t)kind;
    y->line = p->lx.line;
    y->lo = y->hi = y->c = y->block = -1;
    y->hash_next = s->hash[h];
    s->hash[h] = y;
    return y;
}

static void push_scope(struct parser *p)
{
    struct scope *s = cx_alloc(p->cx, sizeof *s);
    s->outer = p->scope;
    p->scope = s;
}

static enum ptype take_type(struct parser *p)
{
    if (p->lx.kind != TK_DIRECTIVE || p->lx.len > 8)
        expected(p, "a type");
    char buf[10] = { 0 };
    memcpy(buf, p->lx.text, p->lx.len);
    enum ptype t = ptype_parse(buf);
    if (t == T_NONE)
        expected(p, "a type");
    lex_next(&p->lx);
    return t;
}

static void parse_reg(struct parser *p)
{
    if (accept_dir(p, "v2") || accept_dir(p, "v4"))
        cx_error(p->cx, p->lx.line, "vector registers are not supported");
    enum ptype t = take_type(p);
    do {
        unsigned line = p->lx.line;
        char *name = take_ident(p, "a register name");
        uint64_t count = 1;
        bool range = accept(p, '<');
        if (range) {
            count = take_int(p);
            if (count > 1000000)
                cx_error(p->cx, line, "%s<%llu>: at most 1000000 registers", name, (unsigned long long)count);
            expect(p, '>');
        }
        for (uint64_t i = 0; i < count; i++) {
            struct psym *y = declare(p, p->scope, range ? cx_printf(p->cx, "%s%llu", name, (unsigned long long)i) : name, SYM_REG);
            y->type = (uint8_t)t;
            y->space = SP_REG;
            y->line = line;
            vec_push(p->cx, &p->entry->regs, y);
        }
    } while (accept(p, ','));
    expect(p, ';');
}

static void store_init(struct parser *p, struct psym *y, uint32_t at, unsigned elem, uint64_t v)
{
    if (at + elem > y->size)
        cx_error(p->cx, p->lx.line, "'%s' has more initial values than elements", y->name);
    for (unsigned i = 0; i < elem; i++)
        y->init[at + i] = (uint8_t)(v >> 8 * i);
}

static uint32_t parse_init(struct parser *p, struct psym *y, uint32_t at)
{
    unsigned elem = ptype_size((enum ptype)y->type);
    if (accept(p, '{')) {
        while (!is_punct(p, '}')) {
            at = parse_init(p, y, at);
            if (!accept(p, ','))
                break;
        }
        expect(p, '}');
        return at;
    }
    bool neg = accept(p, '-');
    uint64_t v = p->lx.value;
    if (p->lx.kind == TK_FLOAT64 && elem == 4) {
        double d;
        memcpy(&d, &v, 8);
        float f = (float)d;
        uint32_t u;
        memcpy(&u, &f, 4);
        v = u;
    } else if (p->lx.kind != TK_INT && p->lx.kind != TK_FLOAT32 && p->lx.kind != TK_FLOAT64) {
        cx_error(p->cx, p->lx.line, "'%s': initial values that are addresses are not supported", y->name);
    }
    if (neg)
        v = p->lx.kind == TK_INT ? -v : v ^ (uint64_t)1 << (8 * elem - 1);
    lex_next(&p->lx);
    store_init(p, y, at, elem, v);
    return at + elem;
}

/* The part after .param, .shared …: [.align N] .type name[[n]] [= init]. */
static struct psym *parse_var(struct parser *p, enum pspace space, bool is_extern)
{
    uint32_t align = 0, vec = 1;
    enum ptype t = T_NONE;
    for (;;) {
        if (accept_dir(p, "align"))
            align = (uint32_t)take_int(p);
        else if (accept_dir(p, "v2"))
            vec = 2;
        else if (accept_dir(p, "v4"))
            vec = 4;
        else if (accept_dir(p, "ptr") || accept_dir(p, "global"))
            ;
        else if (t == T_NONE)
            t = take_type(p);
        else
            break;
    }
    char *name = take_ident(p, "a variable name");
    struct psym *y = declare(p, p->scope, name, SYM_VAR);
    uint64_t count = vec;
    y->type = (uint8_t)t;
    y->space = (uint8_t)space;
    y->is_extern = is_extern;
    while (accept(p, '[')) {
        if (accept(p, ']')) {
            if (!is_extern)
                count = 0;
            continue;
        }
        count *= take_int(p);
        expect(p, ']');
    }
    if (align & (align - 1))
        cx_error(p->cx, y->line, "'%s': alignment %u is not a power of two", name, align);
    if (count * ptype_size(t) > 1u << 30)
        cx_error(p->cx, y->line, "'%s' is too large", name);
    y->size = (uint32_t)(count * ptype_size(t));
    y->align = align ? align : ptype_size(t) * vec;
    if (!y->align)
        y->align = 1;
    if (accept(p, '=')) {
        y->init = cx_alloc(p->cx, y->size + 1);
        parse_init(p, y, 0);
    }
    return y;
}

static void parse_operand(struct parser *p, struct poper *o)
{
    struct lexer *l = &p->lx;
    memset(o, 0, sizeof *o);
    if (accept(p, '!'))
        o->neg = true;
    if (accept(p, '{')) {
        struct poper e[4];
        o->kind = PO_VEC;
        do {
            if (o->n == 4)
                cx_error(p->cx, l->line, "a vector has at most 4 elements");
            parse_operand(p, &e[o->n++]);
        } while (accept(p, ','));
        expect(p, '}');
        o->elem = cx_alloc(p->cx, sizeof e);
        memcpy(o->elem, e, sizeof e[0] * o->n);
        return;
    }
    if (accept(p, '[')) {
        o->kind = PO_ADDR;
        if (l->kind == TK_IDENT) {
            char *name = take_ident(p, "an address");
            struct psym *y = find(p, name);
            if (!y)
                cx_error(p->cx, l->line, "'%s' is not declared", name);
            if (y->kind == SYM_REG)
                o->reg = y;
            else
                o->sym = y;
            if (accept(p, '+'))
                o->imm = take_int(p);
            else if (is_punct(p, '-'))
                o->imm = take_int(p);
        } else {
            o->imm = take_int(p);
        }
        expect(p, ']');
        return;
    }
    bool neg = accept(p, '-');
    if (l->kind == TK_INT || l->kind == TK_FLOAT32 || l->kind == TK_FLOAT64) {
        o->kind = l->kind == TK_INT ? PO_IMM : PO_FIMM;
        o->is64 = l->kind == TK_FLOAT64;
        o->imm = l->value;
        if (neg)
            o->imm = o->kind == PO_IMM ? -o->imm : o->imm ^ (uint64_t)1 << (o->is64 ? 63 : 31);
        lex_next(l);
        return;
    }
    char *name = take_ident(p, "an operand");
    struct psym *y = find(p, name);
    if (y && y->kind == SYM_REG) {
        o->kind = PO_REG;
        o->sym = y;
    } else if (y && y->kind == SYM_VAR) {
        o->kind = PO_SYM;
        o->sym = y;
        if (accept(p, '+'))
            o->imm = take_int(p);
    } else if (!strcmp(name, "_")) {
        o->kind = PO_NONE;
    } else if (name[0] == '%' && !y) {
        o->kind = PO_SREG;
        o->name = name;
    } else {
        /* A label, perhaps further down: labels live in the entry's outermost scope. */
        struct scope *s = p->scope;
        while (s->outer && s->outer->outer)
            s = s->outer;
        o->kind = PO_SYM;
        o->sym = y ? y : declare(p, s, name, SYM_LABEL);
    }
}

static void split_opcode(struct parser *p, struct pinst *in)
{
    char *s = cx_strdup(p->cx, in->text, strlen(in->text));
    while (s) {
        char *dot = strchr(s, '.');
        if (dot)
            *dot = 0;
        if (in->nparts == PI_PARTS)
            cx_error(p->cx, in->line, "instruction %s is not supported", in->text);
        in->part[in->nparts++] = s;
        s = dot ? dot + 1 : NULL;
    }
}

static void define_label(struct parser *p, char *name, unsigned line)
{
    struct psym *y = find(p, name);
    struct scope *s = p->scope;
    while (s->outer && s->outer->outer)
        s = s->outer;
    if (!y)
        y = declare(p, s, name, SYM_LABEL);
    if (y->kind != SYM_LABEL || y->placed)
        cx_error(p->cx, line, "'%s' is declared twice", name);
    y->placed = true;
    struct pinst in = { .line = line, .label = y };
    vec_push(p->cx, &p->entry->insts, in);
}

static void parse_inst(struct parser *p)
{
    struct lexer *l = &p->lx;
    struct pinst in = { .line = l->line };
    if (accept(p, '@')) {
        in.guard_neg = accept(p, '!');
        char *name = take_ident(p, "a predicate");
        in.guard = find(p, name);
        if (!in.guard || in.guard->kind != SYM_REG || in.guard->type != T_PRED)
            cx_error(p->cx, in.line, "'%s' is not a predicate register", name);
    } else if (l->kind == TK_IDENT) {
        const char *q = l->text + l->len;
        while (*q == ' ' || *q == '\t')
            q++;
        if (*q == ':') {
            unsigned line = l->line;
            char *name = take_ident(p, "a label");
            expect(p, ':');
            define_label(p, name, line);
            return;
        }
    }
    in.line = l->line;
    in.text = take_ident(p, "an instruction");
    split_opcode(p, &in);
    if (!strcmp(in.part[0], "call"))
        cx_error(p->cx, in.line, "instruction %s is not supported (functions must be inlined)", in.text);
    while (!is_punct(p, ';')) {
        if (in.nops == PI_OPERS)
            cx_error(p->cx, in.line, "instruction %s has too many operands", in.text);
        parse_operand(p, &in.op[in.nops]);
        /* setp p|q: the second predicate becomes an operand of its own. */
        in.nops++;
        if (accept(p, '|')) {
            if (in.nops == PI_OPERS)
                cx_error(p->cx, in.line, "instruction %s has too many operands", in.text);
            parse_operand(p, &in.op[in.nops++]);
            in.op[in.nops - 1].is64 = true;     /* mark: it stood behind a bar */
            if (!accept(p, ',') && !is_punct(p, ';'))
                expected(p, "',' or ';'");
            continue;
        }
        if (!accept(p, ',') && !is_punct(p, ';'))
            expected(p, "',' or ';'");
    }
    expect(p, ';');
    vec_push(p->cx, &p->entry->insts, in);
}

static void skip_statement(struct parser *p)
{
    unsigned line = p->lx.next_line;
    while (p->lx.kind != TK_EOF && !is_punct(p, ';') && p->lx.line == line)
        lex_next(&p->lx);
    accept(p, ';');
}

static bool parse_space(struct parser *p, enum pspace *space)
{
    static const struct { const char *name; enum pspace s; } tab[] = {
        { "shared", SP_SHARED }, { "local", SP_LOCAL }, { "const", SP_CONST }, { "global", SP_GLOBAL }, { "param", SP_PARAM },
    };
    for (size_t i = 0; i < sizeof tab / sizeof *tab; i++)
        if (is_dir(p, tab[i].name)) {
            lex_next(&p->lx);
            if (accept(p, '['))         /* .const[n] banks of PTX 2 */
                take_int(p), expect(p, ']');
            *space = tab[i].s;
            return true;
        }
    return false;
}

static void parse_body(struct parser *p)
{
    unsigned depth = 1;
    expect(p, '{');
    while (depth) {
        enum pspace space;
        if (p->lx.kind == TK_EOF)
            expected(p, "'}'");
        if (accept(p, '{')) {
            depth++;
            push_scope(p);
        } else if (accept(p, '}')) {
            if (--depth)
                p->scope = p->scope->outer;
        } else if (accept_dir(p, "reg")) {
            parse_reg(p);
        } else if (is_dir(p, "loc") || is_dir(p, "file") || is_dir(p, "pragma")) {
            skip_statement(p);
        } else if (parse_space(p, &space)) {
            do {
                struct psym *y = parse_var(p, space, false);
                if (space == SP_PARAM)
                    vec_push(p->cx, &p->entry->params, y);
                else if (space == SP_SHARED || space == SP_LOCAL)
                    vec_push(p->cx, &p->entry->vars, y);
                else
                    vec_push(p->cx, &p->mod->vars, y);
            } while (accept(p, ','));
            expect(p, ';');
        } else if (p->lx.kind == TK_DIRECTIVE) {
            cx_error(p->cx, p->lx.line, "directive .%.*s is not supported here", (int)p->lx.len, p->lx.text);
        } else if (!accept(p, ';')) {
            parse_inst(p);
        }
    }
}

static void parse_entry(struct parser *p)
{
    struct pentry *e = cx_alloc(p->cx, sizeof *e);
    e->line = p->lx.line;
    e->name = take_ident(p, "a kernel name");
    p->entry = e;
    declare(p, p->scope, e->name, SYM_FUNC);
    push_scope(p);
    if (accept(p, '(')) {
        while (!is_punct(p, ')')) {
            if (!accept_dir(p, "param"))
                expected(p, ".param");
            struct psym *y = parse_var(p, SP_PARAM, false);
            vec_push(p->cx, &e->params, y);
            if (!accept(p, ','))
                break;
        }
        expect(p, ')');
    }
    while (p->lx.kind == TK_DIRECTIVE) {        /* .maxntid and so on: limits we do not need */
        lex_next(&p->lx);
        while (p->lx.kind == TK_INT || is_punct(p, ','))
            lex_next(&p->lx);
    }
    parse_body(p);
    for (size_t i = 0; i < e->insts.n; i++)
        for (unsigned k = 0; k < e->insts.v[i].nops; k++) {
            struct poper *o = &e->insts.v[i].op[k];
            if (o->kind == PO_SYM && o->sym->kind == SYM_LABEL && !o->sym->placed)
                cx_error(p->cx, e->insts.v[i].line, "'%s' is not declared", o->sym->name);
        }
    p->scope = p->scope->outer;
    p->entry = NULL;
    vec_push(p->cx, &p->mod->entries, e);
}

static void skip_func(struct parser *p)
{
    while (p->lx.kind != TK_EOF && !is_punct(p, '{') && !is_punct(p, ';'))
        lex_next(&p->lx);
    if (accept(p, ';'))
        return;
    int depth = 0;
    do {
        depth += is_punct(p, '{') - is_punct(p, '}');
        if (p->lx.kind == TK_EOF)
            expected(p, "'}'");
        lex_next(&p->lx);
    } while (depth);
}

struct pmodule *ptx_parse(struct cx *cx, const char *source)
{
    struct parser *p = cx_alloc(cx, sizeof *p);
    p->cx = cx;
    p->mod = cx_alloc(cx, sizeof *p->mod);
    p->mod->address_size = 32;
    push_scope(p);
    lex_init(&p->lx, cx, source);
    bool is_extern = false, version = false;
    while (p->lx.kind != TK_EOF) {
        enum pspace space;
        if (!version && !is_dir(p, "version"))
            cx_error(cx, p->lx.line, "expected .version at the start of the PTX");
        if (accept_dir(p, "version")) {
            version = true;
            if (p->lx.kind != TK_FLOAT64 && p->lx.kind != TK_INT)
                expected(p, "a version number");
            lex_next(&p->lx);
        } else if (accept_dir(p, "target")) {
            do
                take_ident(p, "a target name");
            while (accept(p, ','));
        } else if (accept_dir(p, "address_size")) {
            p->mod->address_size = (unsigned)take_int(p);
        } else if (is_dir(p, "file") || is_dir(p, "loc") || is_dir(p, "pragma")) {
            skip_statement(p);
        } else if (accept_dir(p, "visible") || accept_dir(p, "weak")) {
            ;
        } else if (accept_dir(p, "extern")) {
            is_extern = true;
        } else if (accept_dir(p, "entry")) {
            parse_entry(p);
            is_extern = false;
        } else if (accept_dir(p, "func")) {
            skip_func(p);
            is_extern = false;
        } else if (parse_space(p, &space)) {
            do {
                struct psym *y = parse_var(p, space, is_extern);
                vec_push(cx, &p->mod->vars, y);
            } while (accept(p, ','));
            expect(p, ';');
            is_extern = false;
        } else if (accept_dir(p, "tex") || accept_dir(p, "texref")) {
            cx_error(cx, p->lx.line, "texture references are not supported");
        } else if (!accept(p, ';')) {
            expected(p, "a PTX directive");
        }
    }
    if (!version)
        cx_error(cx, 1, "expected .version at the start of the PTX");
    return p->mod;
}
