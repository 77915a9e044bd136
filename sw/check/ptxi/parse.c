/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX text into instructions with numbered registers and resolved labels.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "int.h"

struct label { char *name; size_t at; bool placed; };

struct reader {
    struct ptxi_module *m;
    const char   *p;
    unsigned      line;
    char          tok[256];         /* the token: a name with its dots, a number, or one character; empty at the end */
    struct kernel *k;
    struct label *label;
    size_t        nlabel;
};

static const char *const op_names[] = {
#define TEXT(n) #n,
    OPS(TEXT)
};
static const char *const word_names[] = { WORDS(TEXT) };
static const char *const space_names[] = { "", "const", "global", "local", "param", "shared", "reg" };
static const char *const special_names[] = {
    "%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ntid.y", "%ntid.z", "%ctaid.x", "%ctaid.y", "%ctaid.z", "%nctaid.x",
        "%nctaid.y",
    "%nctaid.z", "%laneid", "%warpid", "%nwarpid", "%lanemask_lt", "%lanemask_le", "%lanemask_eq", "%lanemask_ge",
        "%lanemask_gt",
    "WARP_SZ",
};

_Noreturn void pi_fail(struct ptxi_module *m, unsigned line, const char *fmt, ...)
{
    va_list ap;
    int n = line ? snprintf(m->err, m->room, "line %u: ", line) : 0;
    va_start(ap, fmt);
    vsnprintf(m->err + n, m->room - (size_t)n, fmt, ap);
    va_end(ap);
    longjmp(m->fail, 1);
}

static void *grow_array(struct reader *r, void *v, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return v;
    *cap = *cap ? 2 * *cap : 16;
    v = realloc(v, *cap * size);
    if (!v)
        pi_fail(r->m, r->line, "out of memory");
    return v;
}

static char *copy_string(struct reader *r, const char *s)
{
    char *c = strdup(s);
    if (!c)
        pi_fail(r->m, r->line, "out of memory");
    return c;
}

/* ---- tokens --------------------------------------------------------------------------------------------- */

static bool name_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%'; }

/* Takes the next token into r->tok; "" at the end. */
static void next_token(struct reader *r)
{
    size_t n = 0;
    for (;;) {
        if (*r->p == '\n')
            r->line++;
        if (r->p[0] == '/' && r->p[1] == '/') {
            r->p += strcspn(r->p, "\n");
        } else if (r->p[0] == '/' && r->p[1] == '*') {
            const char *end = strstr(r->p + 2, "*/");
            if (!end)
                pi_fail(r->m, r->line, "a comment without an end");
            for (; r->p < end; r->p++)
                r->line += *r->p == '\n';
            r->p += 2;
        } else if (isspace((unsigned char)*r->p)) {
            r->p++;
        } else {
            break;
        }
    }
    bool word = name_char(*r->p) || (*r->p == '.' && name_char(r->p[1]));
    do {
        if (n + 1 == sizeof r->tok)
            pi_fail(r->m, r->line, "a word that is too long");
        if (*r->p)
            r->tok[n++] = *r->p++;
    } while (word && (name_char(*r->p) || (*r->p == '.' && name_char(r->p[1]))));
    r->tok[n] = 0;
}

static bool token_is(const struct reader *r, const char *s) { return !strcmp(r->tok, s); }
static bool accept_token(struct reader *r, const char *s)
{
    if (!token_is(r, s))
        return false;
    next_token(r);
    return true;
}
static void expect_token(struct reader *r, const char *s)
{
    if (!accept_token(r, s))
        pi_fail(r->m, r->line, "expected '%s', found '%s'", s, r->tok);
}

static void take_token(struct reader *r, char *to, size_t room)
{
    snprintf(to, room, "%s", r->tok);
    next_token(r);
}

/* A number, with a sign; *kind says what it is. */
static uint64_t parse_number(struct reader *r, uint8_t *kind)
{
    bool minus = accept_token(r, "-");
    char *end = r->tok;
    uint64_t v;
    *kind = O_IMM;
    if (r->tok[0] == '0' && (r->tok[1] | 32) == 'f') {
        *kind = O_FLOAT32;
        v = strtoull(r->tok + 2, &end, 16) ^ (uint64_t)minus << 31;
    } else if (r->tok[0] == '0' && (r->tok[1] | 32) == 'd') {
        *kind = O_FLOAT64;
        v = strtoull(r->tok + 2, &end, 16) ^ (uint64_t)minus << 63;
    } else if (strchr(r->tok, '.') && isdigit((unsigned char)r->tok[0])) {
        double d = strtod(r->tok, &end);
        d = minus ? -d : d;
        memcpy(&v, &d, 8);
        *kind = O_FLOAT64;
    } else {
        v = strtoull(r->tok, &end, 0);
        v = minus ? -v : v;
        end += *end == 'U' || *end == 'u';
    }
    if (end == r->tok || *end)
        pi_fail(r->m, r->line, "expected a number, found '%s'", r->tok);
    next_token(r);
    return v;
}

static bool is_number(const struct reader *r) { return isdigit((unsigned char)r->tok[0]) || token_is(r, "-"); }

/* A type such as u32; false: it is none. */
static bool type_of(const char *s, struct type *t)
{
    static const char kinds[] = "busf";
    const char *k = strchr(kinds, s[0]);
    if (!strcmp(s, "pred")) {
        *t = (struct type){ 1, K_PRED };
        return true;
    }
    char *end;
    unsigned long bits = *s ? strtoul(s + 1, &end, 10) : 0;
    if (!*s || !k || *end || (bits != 8 && bits != 16 && bits != 32 && bits != 64) || (*k == 'f' && bits == 8))
        return false;
    *t = (struct type){ (uint8_t)bits, (uint8_t)(k - kinds) };
    return true;
}

static int find_in(const char *const *list, size_t n, const char *s)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(list[i], s))
            return (int)i;
    return -1;
}

/* ---- names ---------------------------------------------------------------------------------------------- */

static int find_reg(const struct reader *r, const char *name)
{
    for (size_t i = r->k ? r->k->nreg : 0; i-- > 0;)            /* the last wins: it is of the inner scope */
        if (!strcmp(r->k->reg[i].name, name))
            return (int)i;
    return -1;
}

static const struct var *find_var(const struct reader *r, const char *name)
{
    for (size_t i = r->m->nvar; i-- > 0;)
        if (!strcmp(r->m->var[i].name, name))
            return &r->m->var[i];
    return NULL;
}

/* Number of a label, a new one if it was not named yet. */
static size_t label_of(struct reader *r, const char *name)
{
    for (size_t i = 0; i < r->nlabel; i++)
        if (!strcmp(r->label[i].name, name))
            return i;
    struct label *v = realloc(r->label, (r->nlabel + 1) * sizeof *v);
    if (!v)
        pi_fail(r->m, r->line, "out of memory");
    r->label = v;
    r->label[r->nlabel] = (struct label){ copy_string(r, name), 0, false };
    return r->nlabel++;
}

static void add_reg(struct reader *r, const char *name, struct type t)
{
    r->k->reg = grow_array(r, r->k->reg, r->k->nreg, &r->k->rcap, sizeof *r->k->reg);
    r->k->reg[r->k->nreg++] = (struct reg){ copy_string(r, name), t };
}

/* .reg TYPE NAME, NAME<COUNT>, ...; */
static void parse_registers(struct reader *r)
{
    struct type t;
    char name[256], one[300];
    if (r->tok[0] != '.' || !type_of(r->tok + 1, &t))
        pi_fail(r->m, r->line, "expected a type, found '%s'", r->tok);
    next_token(r);
    do {
        uint8_t kind;
        take_token(r, name, sizeof name);
        if (!accept_token(r, "<")) {
            add_reg(r, name, t);
            continue;
        }
        uint64_t n = parse_number(r, &kind);
        expect_token(r, ">");
        for (uint64_t i = 0; i < n; i++) {
            snprintf(one, sizeof one, "%s%llu", name, (unsigned long long)i);
            add_reg(r, one, t);
        }
    } while (accept_token(r, ","));
}

static uint64_t align_up(uint64_t x, uint64_t a) { return a ? (x + a - 1) / a * a : x; }

/* [.align N] TYPE NAME [[COUNT]] [= values]: placed behind *at. */
static void parse_variable(struct reader *r, enum space space, size_t *at)
{
    uint64_t align = 0, count = 1;
    struct type t;
    char name[256];
    uint8_t kind;
    if (accept_token(r, ".align"))
        align = parse_number(r, &kind);
    if (r->tok[0] != '.' || !type_of(r->tok + 1, &t))
        pi_fail(r->m, r->line, "expected a type, found '%s'", r->tok);
    next_token(r);
    take_token(r, name, sizeof name);
    while (accept_token(r, "[")) {
        count *= token_is(r, "]") ? 0 : parse_number(r, &kind);
        expect_token(r, "]");
    }
    *at = align_up(*at, align > t.bits / 8u ? align : t.bits / 8u);
    struct var v = { copy_string(r, name), (uint8_t)space, *at, count * (t.bits / 8u), count == 0 };
    *at += v.bytes;
    r->m->var = grow_array(r, r->m->var, r->m->nvar, &r->m->vcap, sizeof v);
    r->m->var[r->m->nvar++] = v;
    if (space == S_CONST) {
        r->m->constant = realloc(r->m->constant, *at + 8);
        if (!r->m->constant)
            pi_fail(r->m, r->line, "out of memory");
        memset(r->m->constant + v.at, 0, v.bytes);
    }
    if (!accept_token(r, "="))
        return;
    bool list = accept_token(r, "{");
    for (uint64_t i = 0; !token_is(r, "}"); i++) {
        uint64_t x = parse_number(r, &kind);
        if (space != S_CONST || i >= count)
            pi_fail(r->m, r->line, "an initial value that the interpreter does not take");
        memcpy(r->m->constant + v.at + i * (t.bits / 8u), &x, t.bits / 8u);
        if (!list || !accept_token(r, ","))
            break;
    }
    if (list)
        expect_token(r, "}");
}

/* ---- operands -------------------------------------------------------------------------------------------- */

static void parse_operand(struct reader *r, struct operand *o);

/* Behind '[': a number, register or variable, and an offset. */
static void parse_address(struct reader *r, struct operand *o)
{
    uint8_t kind;
    int reg = -1;
    o->kind = O_ADDRESS;
    if (is_number(r)) {
        o->value = parse_number(r, &kind);
    } else if ((reg = find_reg(r, r->tok)) >= 0) {
        o->reg = (uint32_t)reg;
        o->has_base = true;
        next_token(r);
    } else {
        const struct var *v = find_var(r, r->tok);
        if (!v)
            pi_fail(r->m, r->line, "'%s' is not declared", r->tok);
        o->value = v->at;
        o->space = v->space;
        next_token(r);
    }
    if (accept_token(r, "+"))
        o->value += parse_number(r, &kind);
    else if (token_is(r, "-"))
        o->value += parse_number(r, &kind);
    expect_token(r, "]");
}

/* Behind '{': up to four operands. */
static void parse_vector(struct reader *r, struct operand *o)
{
    o->kind = O_VECTOR;
    o->part = calloc(4, sizeof *o->part);
    if (!o->part)
        pi_fail(r->m, r->line, "out of memory");
    do {
        if (o->n == 4)
            pi_fail(r->m, r->line, "a vector of more than 4 elements");
        parse_operand(r, &o->part[o->n++]);
    } while (accept_token(r, ","));
    expect_token(r, "}");
}

/* An operand of any kind; a name that is not declared is a label. */
static void parse_operand(struct reader *r, struct operand *o)
{
    int i;
    const struct var *v;
    memset(o, 0, sizeof *o);
    if (accept_token(r, "{")) {
        parse_vector(r, o);
        return;
    }
    if (accept_token(r, "[")) {
        parse_address(r, o);
        return;
    }
    o->negated = accept_token(r, "!");
    if (is_number(r)) {
        o->value = parse_number(r, &o->kind);
        return;
    }
    if ((i = find_reg(r, r->tok)) >= 0) {
        o->kind = O_REG;
        o->reg = (uint32_t)i;
    } else if ((i = find_in(special_names, SP_COUNT, r->tok)) >= 0) {
        o->kind = O_SPECIAL;
        o->value = (uint64_t)i;
    } else if ((v = find_var(r, r->tok))) {
        o->kind = O_IMM;
        o->value = v->at;
    } else if (token_is(r, "_")) {
        o->kind = O_NONE;
    } else {
        o->kind = O_LABEL;
        o->value = label_of(r, r->tok);
    }
    next_token(r);
    uint8_t kind;
    if (o->kind == O_IMM && accept_token(r, "+"))
        o->value += parse_number(r, &kind);
}

/* ---- instructions ---------------------------------------------------------------------------------------- */

/* Operation, types and words of an instruction. */
static void parse_opcode(struct reader *r, struct inst *in)
{
    char text[256], *s = text;
    struct type t;
    unsigned types = 0;
    take_token(r, text, sizeof text);
    char *dot = strchr(s, '.');
    if (dot)
        *dot = 0;
    int i = find_in(op_names, OP_COUNT, s);
    if (i < 0)
        pi_fail(r->m, in->line, "the interpreter does not know '%s'", s);
    in->op = (enum op)i;
    while (dot) {
        s = dot + 1;
        dot = strchr(s, '.');
        if (dot)
            *dot = 0;
        if (type_of(s, &t)) {
            in->d = types++ ? in->t : t;
            in->t = t;
            in->has_type = true;
        } else if ((i = find_in(space_names, S_REG, s)) > 0) {
            in->space = (uint8_t)i;
        } else if (!strcmp(s, "v2") || !strcmp(s, "v4")) {
            in->vec = (uint8_t)(s[1] - '0');
        } else if ((i = find_in(word_names, W_COUNT, s)) >= 0) {
            in->words |= (uint64_t)1 << i;
        } else if (strcmp(s, "volatile") && strcmp(s, "ca") && strcmp(s, "cg") && strcmp(s, "cs") && strcmp(s, "lu") &&
                   strcmp(s, "cv") && strcmp(s, "wb") && strcmp(s, "wt") && strcmp(s, "nc")) {
            pi_fail(r->m, in->line, "the interpreter does not know '.%s'", s);
        }
    }
}

/* An instruction with its guard. */
static void parse_instruction(struct reader *r)
{
    struct inst in = { .line = r->line, .guard = -1 };
    if (accept_token(r, "@")) {
        in.guard_negated = accept_token(r, "!");
        in.guard = find_reg(r, r->tok);
        if (in.guard < 0)
            pi_fail(r->m, r->line, "'%s' is not declared", r->tok);
        next_token(r);
    }
    parse_opcode(r, &in);
    while (!token_is(r, ";")) {
        if (in.n == MAX_OPERANDS)
            pi_fail(r->m, in.line, "too many operands");
        parse_operand(r, &in.o[in.n++]);
        if (accept_token(r, "|"))
            parse_operand(r, &in.second);
        if (!accept_token(r, ",") && !token_is(r, ";"))
            pi_fail(r->m, r->line, "expected ',' or ';', found '%s'", r->tok);
    }
    expect_token(r, ";");
    r->k->inst = grow_array(r, r->k->inst, r->k->ninst, &r->k->cap, sizeof in);
    r->k->inst[r->k->ninst++] = in;
}

/* A label or an instruction. */
static void parse_statement(struct reader *r)
{
    const char *p = r->p;
    while (*p == ' ' || *p == '\t')
        p++;
    if (*p == ':' && r->tok[0] != '@') {
        size_t at = label_of(r, r->tok);
        struct label *l = &r->label[at];
        if (l->placed)
            pi_fail(r->m, r->line, "'%s' is declared twice", r->tok);
        l->placed = true;
        l->at = r->k->ninst;
        next_token(r);
        expect_token(r, ":");
        return;
    }
    parse_instruction(r);
}

/* From '{' to the '}' that belongs to it. */
static void parse_body(struct reader *r)
{
    unsigned depth = 1;
    expect_token(r, "{");
    while (depth) {
        if (!r->tok[0])
            pi_fail(r->m, r->line, "expected '}' before the end");
        if (accept_token(r, "{")) {
            depth++;
        } else if (accept_token(r, "}")) {
            depth--;
        } else if (accept_token(r, ".reg")) {
            parse_registers(r);
            expect_token(r, ";");
        } else if (accept_token(r, ".shared")) {
            parse_variable(r, S_SHARED, &r->k->shared_bytes);
            expect_token(r, ";");
        } else if (accept_token(r, ".local")) {
            parse_variable(r, S_LOCAL, &r->k->local_bytes);
            expect_token(r, ";");
        } else {
            parse_statement(r);
        }
    }
}

static void resolve_label(struct reader *r, struct operand *o, unsigned line)
{
    if (o->kind != O_LABEL)
        return;
    if (!r->label[o->value].placed)
        pi_fail(r->m, line, "'%s' is not declared", r->label[o->value].name);
    o->value = r->label[o->value].at;
}

static void forget_labels(struct reader *r)
{
    for (size_t i = 0; i < r->nlabel; i++)
        free(r->label[i].name);
    free(r->label);
    r->label = NULL;
    r->nlabel = 0;
}

/* An entry: its parameters, body and labels. */
static void parse_kernel(struct reader *r)
{
    struct ptxi_module *m = r->m;
    char name[256];
    m->kernel = realloc(m->kernel, (m->nkernel + 1) * sizeof *m->kernel);
    if (!m->kernel)
        pi_fail(m, r->line, "out of memory");
    struct kernel *k = r->k = &m->kernel[m->nkernel++];
    memset(k, 0, sizeof *k);
    k->shared_bytes = m->shared_bytes;
    size_t outside = m->nvar;
    take_token(r, name, sizeof name);
    k->name = copy_string(r, name);
    if (accept_token(r, "(")) {
        while (accept_token(r, ".param")) {
            parse_variable(r, S_PARAM, &k->param_bytes);
            if (!accept_token(r, ","))
                break;
        }
        expect_token(r, ")");
    }
    while (r->tok[0] == '.')            /* .maxntid and the like */
        for (next_token(r); isdigit((unsigned char)r->tok[0]) || token_is(r, ",");)
            next_token(r);
    parse_body(r);
    for (size_t i = 0; i < k->ninst; i++)
        for (unsigned n = 0; n < k->inst[i].n; n++)
            resolve_label(r, &k->inst[i].o[n], k->inst[i].line);
    while (m->nvar > outside)
        free(m->var[--m->nvar].name);
    forget_labels(r);
    r->k = NULL;
}

static void parse_module(struct reader *r)
{
    next_token(r);
    while (r->tok[0]) {
        if (accept_token(r, ".version") || accept_token(r, ".address_size")) {
            next_token(r);
        } else if (accept_token(r, ".target")) {
            do
                next_token(r);
            while (accept_token(r, ","));
        } else if (accept_token(r, ".visible") || accept_token(r, ".extern")) {
            ;
        } else if (accept_token(r, ".entry")) {
            parse_kernel(r);
        } else if (accept_token(r, ".const")) {
            parse_variable(r, S_CONST, &r->m->const_bytes);
            expect_token(r, ";");
        } else if (accept_token(r, ".shared")) {
            parse_variable(r, S_SHARED, &r->m->shared_bytes);
            expect_token(r, ";");
        } else if (token_is(r, ".global")) {
            pi_fail(r->m, r->line, "variables in global memory are not interpreted");
        } else {
            pi_fail(r->m, r->line, "expected a directive, found '%s'", r->tok);
        }
    }
}

/* Reads all of the text; false: err says what is wrong. */
static bool read_all(struct ptxi_module *m, struct reader *r)
{
    if (setjmp(m->fail))
        return false;
    parse_module(r);
    return true;
}

struct ptxi_module *ptxi_parse(const char *text, char *err, size_t room)
{
    struct ptxi_module *m = calloc(1, sizeof *m);
    struct reader *r = calloc(1, sizeof *r);
    bool ok = false;
    if (m && r) {
        m->err = err;
        m->room = room;
        *r = (struct reader){ .m = m, .p = text, .line = 1 };
        ok = read_all(m, r);
        forget_labels(r);
    } else {
        snprintf(err, room, "out of memory");
    }
    free(r);
    if (ok)
        return m;
    ptxi_free(m);
    return NULL;
}

static void free_operand(struct operand *o) { free(o->part); }

void ptxi_free(struct ptxi_module *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->nkernel; i++) {
        struct kernel *k = &m->kernel[i];
        for (size_t n = 0; n < k->ninst; n++)
            for (unsigned o = 0; o < k->inst[n].n; o++)
                free_operand(&k->inst[n].o[o]);
        for (size_t n = 0; n < k->nreg; n++)
            free(k->reg[n].name);
        free(k->inst);
        free(k->reg);
        free(k->name);
    }
    for (size_t i = 0; i < m->nvar; i++)
        free(m->var[i].name);
    free(m->kernel);
    free(m->var);
    free(m->constant);
    free(m);
}
