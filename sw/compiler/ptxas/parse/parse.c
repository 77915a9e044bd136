/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX parser, 1.x as NVIDIA's early compilers wrote it and 3.x and later as clang writes it: functions and modules.
 */
#include "parser.h"

#include <string.h>

/* A variable within a function. */
static void parse_body_variable(struct parser *p, enum pspace space)
{
    do {
        struct psym *y = px_parse_var(p, space, false);
        if (space == SP_PARAM && !p->entry->listed && !p->entry->is_func)
            vec_push(p->cx, &p->entry->params, y);
        else if (space == SP_PARAM)
            y->callparam = true;
        else if (space == SP_SHARED || space == SP_LOCAL)
            vec_push(p->cx, &p->entry->vars, y);
        else
            vec_push(p->cx, &p->mod->vars, y);
    } while (px_accept(p, ','));
    px_expect(p, ';');
}

/* Texture references; each takes the next unit. */
static void parse_texture(struct parser *p)
{
    if (!px_accept_dir(p, "u64") && !px_accept_dir(p, "u32"))
        px_accept_dir(p, "b64");
    do {
        char *name = px_take_ident(p, "a texture name");
        if (px_find(p, name) && px_find(p, name)->kind == SYM_TEX)
            continue;
        struct psym *y = px_declare(p, name, SYM_TEX);
        y->offset = (uint32_t)p->mod->textures.n;       /* its unit */
        if (y->offset > 31)
            cx_error(p->cx, y->line, "'%.400s': at most 32 textures fit", name);
        vec_push(p->cx, &p->mod->textures, y);
    } while (px_accept(p, ','));
    px_expect(p, ';');
}

/* They may be declared; what uses one is refused. */
static void parse_surface(struct parser *p)
{
    do
        px_declare(p, px_take_ident(p, "a surface name"), SYM_SURF);
    while (px_accept(p, ','));
    px_expect(p, ';');
}

/* From { to }: declarations, labels, statements, scopes. */
static void parse_body(struct parser *p)
{
    unsigned depth = 1;
    px_expect(p, '{');
    while (depth) {
        enum pspace space;
        if (p->lx.kind == TK_EOF)
            px_expected(p, "'}'");
        if (px_accept(p, '{')) {
            depth++;
            px_push_scope(p);
        } else if (px_accept(p, '}')) {
            if (--depth)
                px_pop_scope(p);
        } else if (px_accept_dir(p, "reg")) {
            px_parse_reg(p);
        } else if (px_is_dir(p, "loc") || px_is_dir(p, "file") || px_is_dir(p, "pragma")) {
            px_skip_statement(p);
        } else if (px_parse_space(p, &space)) {
            parse_body_variable(p, space);
        } else if (px_accept_dir(p, "tex")) {
            parse_texture(p);
        } else if (p->lx.kind == TK_DIRECTIVE) {
            cx_error(p->cx, p->lx.line, "directive .%.*s is not supported here", p->lx.len > 60 ? 60 : (int)p->lx.len,
                     p->lx.text);
        } else if (!px_accept(p, ';')) {
            px_parse_statement(p);
        }
    }
}

static void resolve_alias(struct psym **label)
{
    while ((*label)->alias)
        *label = (*label)->alias;
}

/* Branches go to labels that may be declared later. */
static void resolve_labels(struct pentry *e)
{
    for (size_t i = 0; i < e->insts.n; i++)
        for (unsigned k = 0; k < e->insts.v[i].nops; k++) {
            struct poper *o = &e->insts.v[i].op[k];
            if (o->kind != PO_SYM)
                continue;
            resolve_alias(&o->sym);
            for (size_t t = 0; o->sym->table && t < o->sym->table->to.n; t++)
                resolve_alias(&o->sym->table->to.v[t]);
        }
}

static void function_body(struct parser *p, struct pentry *e)
{
    p->scope->outermost = true;
    parse_body(p);
    px_pop_scope(p);
    resolve_labels(e);
}

/* .entry: its parameters, its directives, its body. */
static void parse_entry(struct parser *p)
{
    struct pentry *e = cx_alloc(p->cx, sizeof *e);
    e->line = p->lx.line;
    e->name = px_take_ident(p, "a kernel name");
    for (size_t i = 0; i < p->mod->entries.n; i++)
        if (!strcmp(p->mod->entries.v[i]->name, e->name))
            cx_error(p->cx, e->line, "'%.400s' is declared twice", e->name);
    px_push_scope(p);
    if (px_accept(p, '(')) {
        e->listed = true;
        while (!px_is_punct(p, ')')) {
            if (!px_accept_dir(p, "param"))
                px_expected(p, ".param");
            struct psym *y = px_parse_var(p, SP_PARAM, false);
            vec_push(p->cx, &e->params, y);
            if (!px_accept(p, ','))
                break;
        }
        px_expect(p, ')');
    }
    px_parse_hints(p, e);
    if (px_accept(p, ';')) {            /* a declaration */
        px_pop_scope(p);
        return;
    }
    p->entry = e;
    p->cx->kernel = e->name;
    function_body(p, e);
    p->entry = NULL;
    p->cx->kernel = NULL;
    vec_push(p->cx, &p->mod->entries, e);
}

/* Results or arguments of a function: .param variables, or registers as in PTX 1.x. */
static void parse_formals(struct parser *p, struct pentry *e, bool results)
{
    px_expect(p, '(');
    while (!px_is_punct(p, ')')) {
        struct psym *y;
        if (px_accept_dir(p, "param")) {
            y = px_parse_var(p, SP_PARAM, false);
            y->callparam = true;
        } else if (px_accept_dir(p, "reg")) {
            unsigned vec = px_take_vector(p);
            enum ptype t = px_take_type(p);
            char *name = px_take_ident(p, "a register name");
            y = vec ? px_declare_vector(p, name, t, vec) : px_declare_reg(p, name, t);
        } else {
            px_expected(p, ".param or .reg");
        }
        for (unsigned i = 0; i < (y->nelem ? y->nelem : 1); i++) {
            struct psym *one = y->nelem ? y->elem[i] : y;
            if (results)
                vec_push(p->cx, &e->rets, one);
            else
                vec_push(p->cx, &e->params, one);
        }
        if (!px_accept(p, ','))
            break;
    }
    px_expect(p, ')');
}

/* .func: a declaration or a function. */
static void parse_func(struct parser *p)
{
    struct pentry *e = cx_alloc(p->cx, sizeof *e);
    e->line = p->lx.line;
    e->is_func = true;
    px_push_scope(p);
    px_parse_hints(p, e);
    if (px_is_punct(p, '('))
        parse_formals(p, e, true);
    e->name = px_take_ident(p, "a function name");
    if (px_is_punct(p, '('))
        parse_formals(p, e, false);
    px_parse_hints(p, e);
    px_declare_function(p, e->name);
    if (px_accept(p, ';')) {            /* a declaration */
        p->scope = p->scope->outer;
        return;
    }
    for (size_t i = 0; i < p->mod->funcs.n; i++)
        if (!strcmp(p->mod->funcs.v[i]->name, e->name))
            cx_error(p->cx, e->line, "'%.400s' is declared twice", e->name);
    p->entry = e;
    function_body(p, e);
    p->entry = NULL;
    vec_push(p->cx, &p->mod->funcs, e);
}

/* A variable outside of functions, or a texture or surface. */
static void parse_module_variable(struct parser *p, enum pspace space, bool is_extern)
{
    if ((space == SP_GLOBAL || space == SP_NONE) && px_accept_dir(p, "texref")) {
        parse_texture(p);
        return;
    }
    if (px_is_dir(p, "samplerref"))
        cx_error(p->cx, p->lx.line, "directive .%.*s is not supported", (int)p->lx.len, p->lx.text);
    if (px_accept_dir(p, "surfref")) {
        parse_surface(p);
        return;
    }
    do {
        struct psym *y = px_parse_var(p, space, is_extern);
        vec_push(p->cx, &p->mod->vars, y);
    } while (px_accept(p, ','));
    px_expect(p, ';');
}

static void parse_target(struct parser *p)
{
    do
        px_take_ident(p, "a target name");
    while (px_accept(p, ','));
}

static void parse_version(struct parser *p)
{
    if (p->lx.kind != TK_FLOAT64 && p->lx.kind != TK_INT)
        px_expected(p, "a version number");
    double number = (double)p->lx.value;
    if (p->lx.kind == TK_FLOAT64)
        memcpy(&number, &p->lx.value, sizeof number);
    p->mod->version = number < 100 ? (unsigned)(10 * number + 0.5) : 1000;
    lex_next(&p->lx);
}

/* Debug information: .section .debug_x { ... } and statements that start with @@DWARF. */
static bool skip_debug(struct parser *p)
{
    if (px_accept_dir(p, "section")) {
        while (p->lx.kind != TK_EOF && !px_is_punct(p, '{'))
            lex_next(&p->lx);
        while (p->lx.kind != TK_EOF && !px_accept(p, '}'))
            lex_next(&p->lx);
        return true;
    }
    if (px_is_dir(p, "file") || px_is_dir(p, "loc") || px_is_dir(p, "pragma")) {
        px_skip_statement(p);
        return true;
    }
    return false;
}

/* lib: the text is the compiler's own library. */
struct pmodule *ptx_parse(struct cx *cx, const char *source, bool lib)
{
    struct parser *p = cx_alloc(cx, sizeof *p);
    p->cx = cx;
    p->mod = cx_alloc(cx, sizeof *p->mod);
    p->mod->address_size = 32;
    p->mod->is_lib = lib;
    px_push_scope(p);
    lex_init(&p->lx, cx, source);
    bool is_extern = false, version = false;
    while (p->lx.kind != TK_EOF) {
        enum pspace space;
        if (!version && !px_is_dir(p, "version"))
            cx_error(cx, p->lx.line, "expected .version at the start of the PTX");
        if (px_accept_dir(p, "version")) {
            version = true;
            parse_version(p);
        } else if (px_accept_dir(p, "target")) {
            parse_target(p);
        } else if (px_accept_dir(p, "address_size")) {
            p->mod->address_size = (unsigned)px_take_int(p);
        } else if (skip_debug(p) || px_accept_dir(p, "visible") || px_accept_dir(p, "weak") ||
                   px_accept_dir(p, "common")) {
            ;
        } else if (px_accept_dir(p, "extern")) {
            is_extern = true;
        } else if (px_accept_dir(p, "entry")) {
            parse_entry(p);
            is_extern = false;
        } else if (px_accept_dir(p, "func")) {
            parse_func(p);
            is_extern = false;
        } else if (px_parse_space(p, &space)) {
            parse_module_variable(p, space, is_extern);
            is_extern = false;
        } else if (px_accept_dir(p, "tex") || px_accept_dir(p, "texref")) {
            parse_texture(p);
        } else if (!px_accept(p, ';')) {
            px_expected(p, "a PTX directive");
        }
    }
    if (!version)
        cx_error(cx, 1, "expected .version at the start of the PTX");
    return p->mod;
}
