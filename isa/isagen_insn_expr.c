/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen: the expressions of insn.def. Each is read once, checked (widths, names) and translated to C; Verilog gets its
 * text.
 */
#include "isagen_insn.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What was read of one: its width, and it in C, where a value of n bits is a uint32_t below 2^n. */
struct value { int width; char c[MAX_C]; };

struct reader { const struct gen_insn *t; const struct line *of; const char *at; };

static void fail_at(const struct reader *r, const char *what)
{
    gen_fail(r->t->path, r->of->num, "%s: %s at '%.24s'", r->of->name, what, r->at);
}

static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ')
        r->at++;
}

static bool take_token(struct reader *r, const char *token)
{
    size_t n = strlen(token);
    skip_blanks(r);
    if (strncmp(r->at, token, n) != 0)
        return false;
    r->at += n;
    return true;
}

static void need_token(struct reader *r, const char *token)
{
    char what[32];
    snprintf(what, sizeof what, "expected '%.8s'", token);
    if (!take_token(r, token))
        fail_at(r, what);
}

static void say_in_c(const struct reader *r, struct value *v, int width, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
static void say_in_c(const struct reader *r, struct value *v, int width, const char *fmt, ...)
{
    va_list ap;
    v->width = width;
    va_start(ap, fmt);
    int n = vsnprintf(v->c, sizeof v->c, fmt, ap);
    va_end(ap);
    if (n >= (int)sizeof v->c)
        fail_at(r, "too long in C");
}

static uint32_t mask_of(int width) { return width < 32 ? (1u << width) - 1 : ~0u; }

static void same_width(const struct reader *r, const struct value *a, const struct value *b)
{
    char what[64];
    snprintf(what, sizeof what, "%d bits and %d bits", a->width, b->width);
    if (a->width != b->width)
        fail_at(r, what);
}

static void one_bit(const struct reader *r, const struct value *v)
{
    if (v->width != 1)
        fail_at(r, "expected a value of one bit");
}

static void read_expr(struct reader *r, struct value *v);

/* W'dN */
static void read_number(struct reader *r, struct value *v)
{
    char *end;
    long width = strtol(r->at, &end, 10), value;
    char base = end[0] == '\'' ? end[1] : '\0';
    if ((base != 'd' && base != 'b') || width < 1 || width > 32)
        fail_at(r, "expected a number like 2'd3");
    value = strtol(end + 2, &end, base == 'd' ? 10 : 2);
    if (value < 0 || value > (long)mask_of((int)width))
        fail_at(r, "the number does not fit");
    say_in_c(r, v, (int)width, "%ldu", value);
    r->at = end;
}

/* `KIND_R32 and its like: constants of enums of insn.h */
static void read_constant(struct reader *r, struct value *v)
{
    static const struct { const char *sv, *c; int bits; } of[] = {
        { "`KIND_", "GT_K_", 4 }, { "`DE_", "GT_DE_", 4 }, { "`SM_", "GT_SM_", 2 },
    };
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        char name[48];
        if (!take_token(r, of[i].sv))
            continue;
        size_t n = strspn(r->at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        snprintf(name, sizeof name, "%s%.*s", of[i].c, (int)n, r->at);
        if (gen_enum_value(r->t->enums, name) < 0)
            fail_at(r, "there is no such constant");
        r->at += n;
        say_in_c(r, v, of[i].bits, "(uint32_t)%s", name);
        return;
    }
    fail_at(r, "expected `KIND_, `DE_ or `SM_");
}

/* A slot, a position or an earlier value. */
static void name_value(struct reader *r, const char *name, struct value *v)
{
    if (strncmp(name, "v_", 2) == 0 && gen_slot(name + 2) >= 0) {
        say_in_c(r, v, gen_slots[gen_slot(name + 2)].width, "v[ISA_SLOT_%s]", name + 2);
        return;
    }
    for (int i = 0; strncmp(name, "p_", 2) == 0 && i < r->t->table->poss; i++)
        if (strcmp(r->t->table->pos[i].name, name + 2) == 0) {
            say_in_c(r, v, gen_field_width(&r->t->table->field[r->t->table->pos[i].field]),
                     "isa_get(ISA_POS_%s, w0, w1)", name + 2);
            return;
        }
    for (const struct line *e = r->t->line; e < r->of; e++)
        if (e->kind == LET && strcmp(e->name, name) == 0) {
            say_in_c(r, v, e->bits, "%s", name);
            return;
        }
    fail_at(r, "there is no such value");
}

/* NAME, NAME[N], NAME[N:N], bits[N:N] */
static void read_name_value(struct reader *r, struct value *v)
{
    char name[32];
    struct value all;
    int hi, lo, n = 0;

    skip_blanks(r);
    size_t len = strspn(r->at, "abcdefghijklmnopqrstuvwxyz_0123456789");
    if (len == 0 || len >= sizeof name)
        fail_at(r, "expected a value");
    snprintf(name, sizeof name, "%.*s", (int)len, r->at);
    bool words = strcmp(name, "bits") == 0;
    if (words)
        say_in_c(r, &all, 32, "w0");
    else
        name_value(r, name, &all);
    r->at += len;
    if (sscanf(r->at, "[%d:%d]%n", &hi, &lo, &n) < 2 || !n) {
        if (sscanf(r->at, "[%d]%n", &hi, &n) < 1 || !n) {
            *v = all;
            return;
        }
        lo = hi;
    }
    if (lo < 0 || lo > hi || hi >= all.width)
        fail_at(r, "there are no such bits");
    r->at += n;
    say_in_c(r, v, hi - lo + 1, "(%.3900s >> %d & %uu)", all.c, lo, mask_of(hi - lo + 1));
}

/* {A, B, ...} or {N{BIT}}; the brace has been read. */
static void read_braces(struct reader *r, struct value *v)
{
    int n = 0, end = 0;
    struct value next;

    skip_blanks(r);
    if (sscanf(r->at, "%d{%n", &n, &end) == 1 && end) {
        r->at += end;
        read_expr(r, &next);
        one_bit(r, &next);
        need_token(r, "}");
        need_token(r, "}");
        say_in_c(r, v, n, "(%.3900s ? %uu : 0u)", next.c, mask_of(n));
        return;
    }
    read_expr(r, v);
    while (take_token(r, ",")) {
        struct value before = *v;
        read_expr(r, &next);
        if (before.width + next.width > 32)
            fail_at(r, "more than 32 bits");
        say_in_c(r, v, before.width + next.width, "(%.1900s << %d | %.1900s)", before.c, next.width, next.c);
    }
    need_token(r, "}");
}

/* A name, number, constant, { }, ( ) or !. */
static void read_primary(struct reader *r, struct value *v)
{
    skip_blanks(r);
    if (take_token(r, "!")) {
        struct value x;
        read_primary(r, &x);
        one_bit(r, &x);
        say_in_c(r, v, 1, "!%.4000s", x.c);
    } else if (take_token(r, "(")) {
        read_expr(r, v);
        need_token(r, ")");
    } else if (take_token(r, "{")) {
        read_braces(r, v);
    } else if (*r->at == '`') {
        read_constant(r, v);
    } else if (isdigit((unsigned char)*r->at)) {
        read_number(r, v);
    } else {
        read_name_value(r, v);
    }
}

/* Operators by precedence, the lowest first. bits: 1 both sides and the result have one bit, 2 the result has one, 0 as
 * wide as the sides. */
static const struct { const char *op; int bits; } levels[][2] = {
    { { "||", 1 } }, { { "&&", 1 } }, { { "&", 0 } }, { { "==", 2 }, { "!=", 2 } }, { { "+", 0 } },
};
enum { LEVELS = sizeof levels / sizeof levels[0] };

/* The operator of the level that comes next, -1: none does. */
static int operator_next(struct reader *r, int level)
{
    skip_blanks(r);
    for (int i = 0; i < 2 && levels[level][i].op; i++) {
        const char *op = levels[level][i].op;
        bool longer = strcmp(op, "&") == 0 && r->at[1] == '&';
        if (!longer && take_token(r, op))
            return i;
    }
    return -1;
}

/* Operators of this level and above, from the left. Sums are cut to their width, as in Verilog. */
static void read_level(struct reader *r, int level, struct value *v)
{
    if (level == LEVELS) {
        read_primary(r, v);
        return;
    }
    read_level(r, level + 1, v);
    for (int i; (i = operator_next(r, level)) >= 0;) {
        struct value left = *v, right;
        int bits = levels[level][i].bits;
        read_level(r, level + 1, &right);
        same_width(r, &left, &right);
        if (bits == 1)
            one_bit(r, &left);
        say_in_c(r, v, bits ? 1 : left.width, "(%.1900s %s %.1900s)", left.c, levels[level][i].op, right.c);
        if (strcmp(levels[level][i].op, "+") == 0) {
            left = *v;
            say_in_c(r, v, left.width, "(%.4000s & %uu)", left.c, mask_of(left.width));
        }
    }
}

/* A whole expression, with ? : from the right. */
static void read_expr(struct reader *r, struct value *v)
{
    struct value test = { .width = 0 }, yes;
    read_level(r, 0, v);
    if (!take_token(r, "?"))
        return;
    test = *v;
    one_bit(r, &test);
    read_expr(r, &yes);
    need_token(r, ":");
    read_expr(r, v);
    same_width(r, &yes, v);
    struct value no = *v;
    say_in_c(r, v, no.width, "(%.1300s ? %.1300s : %.1300s)", test.c, yes.c, no.c);
}

/* The expression at r of so many bits: number i of e. */
static void take_expr(struct reader *r, struct line *e, int i, int bits)
{
    struct value v;
    skip_blanks(r);
    const char *from = r->at;
    read_expr(r, &v);
    if (v.width != bits)
        gen_fail(r->t->path, e->num, "%s has %d bits, what it is has %d", e->name, bits, v.width);
    snprintf(e->sv[i], sizeof e->sv[i], "%.*s", (int)(r->at - from), from);
    for (size_t n = strlen(e->sv[i]); n && e->sv[i][n - 1] == ' ';)
        e->sv[i][--n] = '\0';
    memcpy(e->c[i], v.c, sizeof v.c);
}

static void take_text(struct reader *r, struct line *e)
{
    skip_blanks(r);
    if (*r->at && !take_token(r, ":"))
        fail_at(r, "expected ': text'");
    skip_blanks(r);
    snprintf(e->text, sizeof e->text, "%.255s", r->at);
}

/* Reads the expressions of a line, and translates them. */
static void resolve_line(const struct gen_insn *t, struct line *e)
{
    struct reader r = { t, e, e->rest };
    int i = 0;

    switch (e->kind) {
    case LET: case FIELD: case FLAG:
        need_token(&r, "=");
        take_expr(&r, e, 0, e->bits);
        if (e->kind == FLAG) {
            need_token(&r, "same ");
            snprintf(e->same, sizeof e->same, "%.63s", r.at);
            return;
        }
        break;
    case SOURCE:
        need_token(&r, "=");
        for (const struct line *p = t->line; p < t->line + t->lines; p++)
            if (p->kind == PART) {
                if (i)
                    need_token(&r, ",");
                take_expr(&r, e, i++, p->bits);
            }
        break;
    case COPY: case COPYC:
        snprintf(e->sv[0], sizeof e->sv[0], "v_%s", e->name);
        snprintf(e->c[0], sizeof e->c[0], "v[ISA_SLOT_%s]", e->name);
        break;
    default:
        break;
    }
    if (e->kind != HEADING)
        take_text(&r, e);
}

void gen_resolve_insn(struct gen_insn *t, const struct gen_table *table, const struct gen_enums *enums)
{
    t->table = table;
    t->enums = enums;
    for (struct line *e = t->line; e < t->line + t->lines; e++)
        resolve_line(t, e);
}
