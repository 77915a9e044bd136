/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen: a decoded instruction (insn.def): its struct in C and in Verilog, and how it follows from the slots of a row,
 * for both decoders. Expressions are read once, checked (widths, names) and translated to C; Verilog gets their text.
 */
#include "isagen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 192, MAX_EXPR = 640, MAX_C = 4096, MAX_PARTS = 8, WIDTH = 100 };   /* WIDTH: of Verilog */

enum kind { SLOT, COPY, COPYC, OWN, PART, LET, FIELD, FLAG, SOURCE, HEADING, KINDS };
static const char *const kind_names[] = { "slot", "copy", "copyc", "own", "part", "let", "field", "flag", "src", ">" };

struct line {
    enum kind kind;
    char name[24], member[24];          /* in ctl_t, in struct gt_insn */
    int  bits, num;
    bool is_signed;
    char rest[MAX_EXPR];                /* words as they are: EXPR, TEST, text */
    char text[256], same[64];
    char sv[MAX_PARTS][MAX_EXPR];       /* of sources one for each part */
    char c[MAX_PARTS][MAX_C];
};

struct gen_insn {
    const char *path;
    const struct gen_table *table;
    const struct gen_enums *enums;
    struct line line[MAX_LINES];
    int lines;
};

struct gen_slot_def gen_slots[GEN_MAX_SLOTS];
int gen_slot_count;

int gen_slot(const char *name)
{
    for (int i = 0; i < gen_slot_count; i++)
        if (strcmp(gen_slots[i].name, name) == 0)
            return i;
    return -1;
}

/* ---- reading ---------------------------------------------------------------------------------------- */

static void copy_text(const struct gen_line *l, char *to, size_t size, const char *from)
{
    if ((size_t)snprintf(to, size, "%s", from) >= size)
        gen_fail(l->file, l->num, "'%s' has more than %zu characters", from, size - 1);
}

/* Words from `from` on, one blank between two. */
static void add_words(const struct gen_line *l, char *to, size_t size, int from)
{
    for (int i = from; i < l->words; i++) {
        size_t n = strlen(to);
        copy_text(l, to + n, size - n, n ? " " : "");
        n = strlen(to);
        copy_text(l, to + n, size - n, l->word[i]);
    }
}

static void read_name(const struct gen_line *l, struct line *e, const char *text)
{
    const char *slash = strchr(text, '/');
    copy_text(l, e->member, sizeof e->member, slash ? slash + 1 : text);
    copy_text(l, e->name, sizeof e->name, text);
    if (slash)
        e->name[slash - text] = '\0';
}

static void read_bits(const struct gen_line *l, struct line *e, const char *text)
{
    char *end;
    e->bits = (int)strtol(text, &end, 10);
    e->is_signed = *end == 's';
    if (end == text || end[*end == 's'] || e->bits < 1 || e->bits > 32)
        gen_fail(l->file, l->num, "expected 1 to 32 bits, found '%s'", text);
}

static void read_line(struct gen_insn *t, const struct gen_line *l)
{
    int kind = 0, at = 1;
    while (kind < KINDS && strcmp(kind_names[kind], l->word[0]) != 0)
        kind++;
    if (kind == KINDS || t->lines == MAX_LINES)
        gen_fail(l->file, l->num, "expected slot, copy, copyc, own, part, let, field, flag, src, . or >, found '%s'",
                 l->word[0]);
    struct line *e = &t->line[t->lines++];
    e->kind = (enum kind)kind;
    e->num = l->num;
    if (kind != HEADING) {
        bool bits = kind != SOURCE;
        if (l->words < 2 + bits)
            gen_fail(l->file, l->num, "expected %s NAME BITS", l->word[0]);
        read_name(l, e, l->word[1]);
        if (bits)
            read_bits(l, e, l->word[2]);
        at = 2 + bits;
    }
    add_words(l, e->rest, sizeof e->rest, at);
}

static void add_slots(const struct gen_insn *t, bool copies)
{
    for (const struct line *e = t->line; e < t->line + t->lines; e++) {
        bool copy = e->kind == COPY || e->kind == COPYC;
        if (copies != copy || (!copy && e->kind != SLOT))
            continue;
        if (gen_slot(e->name) >= 0 || gen_slot_count == GEN_MAX_SLOTS)
            gen_fail(t->path, e->num, "slot %s: there is one, or there are more than %d", e->name, GEN_MAX_SLOTS);
        gen_slots[gen_slot_count++] = (struct gen_slot_def){ e->name, e->bits, e->kind != COPYC };
    }
}

struct gen_insn *gen_read_insn(const char *path)
{
    struct gen_insn *t = calloc(1, sizeof *t);
    FILE *f = gen_open_in(path);
    struct gen_line l = { .file = path };

    if (!t)
        gen_fail(path, 0, "out of memory");
    t->path = path;
    while (gen_next_line(f, &l))
        if (strcmp(l.word[0], ".") != 0)
            read_line(t, &l);
        else if (t->lines)
            add_words(&l, t->line[t->lines - 1].rest, MAX_EXPR, 1);
    fclose(f);
    add_slots(t, true);
    add_slots(t, false);
    return t;
}

/* ---- expressions -------------------------------------------------------------------------------------- */

/* What was read of one: its width, and it in C, where a value of n bits is a uint32_t below 2^n. */
struct value { int width; char c[MAX_C]; };

struct reader { const struct gen_insn *t; const struct line *of; const char *at; };

static void wrong(const struct reader *r, const char *what)
{
    gen_fail(r->t->path, r->of->num, "%s: %s at '%.24s'", r->of->name, what, r->at);
}

static void skip(struct reader *r)
{
    while (*r->at == ' ')
        r->at++;
}

static bool take(struct reader *r, const char *token)
{
    size_t n = strlen(token);
    skip(r);
    if (strncmp(r->at, token, n) != 0)
        return false;
    r->at += n;
    return true;
}

static void need(struct reader *r, const char *token)
{
    char what[32];
    snprintf(what, sizeof what, "expected '%.8s'", token);
    if (!take(r, token))
        wrong(r, what);
}

static void say(const struct reader *r, struct value *v, int width, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
static void say(const struct reader *r, struct value *v, int width, const char *fmt, ...)
{
    va_list ap;
    v->width = width;
    va_start(ap, fmt);
    int n = vsnprintf(v->c, sizeof v->c, fmt, ap);
    va_end(ap);
    if (n >= (int)sizeof v->c)
        wrong(r, "too long in C");
}

static uint32_t mask_of(int width) { return width < 32 ? (1u << width) - 1 : ~0u; }

static void same_width(const struct reader *r, const struct value *a, const struct value *b)
{
    char what[64];
    snprintf(what, sizeof what, "%d bits and %d bits", a->width, b->width);
    if (a->width != b->width)
        wrong(r, what);
}

static void one_bit(const struct reader *r, const struct value *v)
{
    if (v->width != 1)
        wrong(r, "expected a value of one bit");
}

static void read_expr(struct reader *r, struct value *v);

/* W'dN */
static void read_number(struct reader *r, struct value *v)
{
    char *end;
    long width = strtol(r->at, &end, 10), value;
    char base = end[0] == '\'' ? end[1] : '\0';
    if ((base != 'd' && base != 'b') || width < 1 || width > 32)
        wrong(r, "expected a number like 2'd3");
    value = strtol(end + 2, &end, base == 'd' ? 10 : 2);
    if (value < 0 || value > (long)mask_of((int)width))
        wrong(r, "the number does not fit");
    say(r, v, (int)width, "%ldu", value);
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
        if (!take(r, of[i].sv))
            continue;
        size_t n = strspn(r->at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        snprintf(name, sizeof name, "%s%.*s", of[i].c, (int)n, r->at);
        if (gen_enum_value(r->t->enums, name) < 0)
            wrong(r, "there is no such constant");
        r->at += n;
        say(r, v, of[i].bits, "(uint32_t)%s", name);
        return;
    }
    wrong(r, "expected `KIND_, `DE_ or `SM_");
}

/* A slot, a position or an earlier value. */
static void name_value(struct reader *r, const char *name, struct value *v)
{
    if (strncmp(name, "v_", 2) == 0 && gen_slot(name + 2) >= 0) {
        say(r, v, gen_slots[gen_slot(name + 2)].width, "v[ISA_SLOT_%s]", name + 2);
        return;
    }
    for (int i = 0; strncmp(name, "p_", 2) == 0 && i < r->t->table->poss; i++)
        if (strcmp(r->t->table->pos[i].name, name + 2) == 0) {
            say(r, v, gen_field_width(&r->t->table->field[r->t->table->pos[i].field]), "isa_get(ISA_POS_%s, w0, w1)",
                name + 2);
            return;
        }
    for (const struct line *e = r->t->line; e < r->of; e++)
        if (e->kind == LET && strcmp(e->name, name) == 0) {
            say(r, v, e->bits, "%s", name);
            return;
        }
    wrong(r, "there is no such value");
}

/* NAME, NAME[N], NAME[N:N], bits[N:N] */
static void read_name_value(struct reader *r, struct value *v)
{
    char name[32];
    struct value all;
    int hi, lo, n = 0;

    skip(r);
    size_t len = strspn(r->at, "abcdefghijklmnopqrstuvwxyz_0123456789");
    if (len == 0 || len >= sizeof name)
        wrong(r, "expected a value");
    snprintf(name, sizeof name, "%.*s", (int)len, r->at);
    bool words = strcmp(name, "bits") == 0;
    if (words)
        say(r, &all, 32, "w0");
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
        wrong(r, "there are no such bits");
    r->at += n;
    say(r, v, hi - lo + 1, "(%.3900s >> %d & %uu)", all.c, lo, mask_of(hi - lo + 1));
}

/* {A, B, ...} or {N{BIT}}; the brace has been read. */
static void read_braces(struct reader *r, struct value *v)
{
    int n = 0, end = 0;
    struct value next;

    skip(r);
    if (sscanf(r->at, "%d{%n", &n, &end) == 1 && end) {
        r->at += end;
        read_expr(r, &next);
        one_bit(r, &next);
        need(r, "}");
        need(r, "}");
        say(r, v, n, "(%.3900s ? %uu : 0u)", next.c, mask_of(n));
        return;
    }
    read_expr(r, v);
    while (take(r, ",")) {
        struct value before = *v;
        read_expr(r, &next);
        if (before.width + next.width > 32)
            wrong(r, "more than 32 bits");
        say(r, v, before.width + next.width, "(%.1900s << %d | %.1900s)", before.c, next.width, next.c);
    }
    need(r, "}");
}

static void read_primary(struct reader *r, struct value *v)
{
    skip(r);
    if (take(r, "!")) {
        struct value x;
        read_primary(r, &x);
        one_bit(r, &x);
        say(r, v, 1, "!%.4000s", x.c);
    } else if (take(r, "(")) {
        read_expr(r, v);
        need(r, ")");
    } else if (take(r, "{")) {
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
    skip(r);
    for (int i = 0; i < 2 && levels[level][i].op; i++) {
        const char *op = levels[level][i].op;
        bool longer = strcmp(op, "&") == 0 && r->at[1] == '&';
        if (!longer && take(r, op))
            return i;
    }
    return -1;
}

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
        say(r, v, bits ? 1 : left.width, "(%.1900s %s %.1900s)", left.c, levels[level][i].op, right.c);
        if (strcmp(levels[level][i].op, "+") == 0) {
            left = *v;
            say(r, v, left.width, "(%.4000s & %uu)", left.c, mask_of(left.width));
        }
    }
}

static void read_expr(struct reader *r, struct value *v)
{
    struct value test = { .width = 0 }, yes;
    read_level(r, 0, v);
    if (!take(r, "?"))
        return;
    test = *v;
    one_bit(r, &test);
    read_expr(r, &yes);
    need(r, ":");
    read_expr(r, v);
    same_width(r, &yes, v);
    struct value no = *v;
    say(r, v, no.width, "(%.1300s ? %.1300s : %.1300s)", test.c, yes.c, no.c);
}

/* The expression at r of so many bits: number i of e. */
static void take_expr(struct reader *r, struct line *e, int i, int bits)
{
    struct value v;
    skip(r);
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
    skip(r);
    if (*r->at && !take(r, ":"))
        wrong(r, "expected ': text'");
    skip(r);
    snprintf(e->text, sizeof e->text, "%.255s", r->at);
}

static void resolve(const struct gen_insn *t, struct line *e)
{
    struct reader r = { t, e, e->rest };
    int i = 0;

    switch (e->kind) {
    case LET: case FIELD: case FLAG:
        need(&r, "=");
        take_expr(&r, e, 0, e->bits);
        if (e->kind == FLAG) {
            need(&r, "same ");
            snprintf(e->same, sizeof e->same, "%.63s", r.at);
            return;
        }
        break;
    case SOURCE:
        need(&r, "=");
        for (const struct line *p = t->line; p < t->line + t->lines; p++)
            if (p->kind == PART) {
                if (i)
                    need(&r, ",");
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
        resolve(t, e);
}

/* ---- C -------------------------------------------------------------------------------------------------- */

static const char *type_of(const struct line *e)
{
    return e->is_signed ? "int32_t" : e->bits == 1 ? "bool" : e->bits <= 8 ? "uint8_t" : e->bits <= 16 ? "uint16_t"
                                                                                                       : "uint32_t";
}

static int count(const struct gen_insn *t, enum kind kind)
{
    int n = 0;
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        n += e->kind == kind;
    return n;
}

static bool in_c(const struct line *e)
{
    return e->kind == COPY || e->kind == COPYC || e->kind == OWN || e->kind == FIELD;
}

static bool in_ctl(const struct line *e)
{
    return e->kind == COPY || e->kind == FIELD || e->kind == FLAG || e->kind == SOURCE;
}

static void write_member(FILE *f, const struct line *e)
{
    char name[32];
    snprintf(name, sizeof name, "%s;", e->member);
    if (e->text[0])
        fprintf(f, "    %-8s %-12s /* %s */\n", type_of(e), name, e->text);
    else
        fprintf(f, "    %-8s %s\n", type_of(e), name);
}

static int ctl_bits(const struct gen_insn *t)
{
    int source = 0, bits = 0;
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        source += e->kind == PART ? e->bits : 0;
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        bits += e->kind == SOURCE ? source : in_ctl(e) ? e->bits : 0;
    return bits;
}

static void write_struct(const struct gen_insn *t, const char *dir)
{
    FILE *f = gen_open_out(dir, "gt_insn.h");
    bool sources = false;

    fprintf(f, "/* SPDX-License-Identifier: Apache-2.0\n * Generated by isagen from insn.def: do not edit. */\n"
               "#ifndef GT_INSN_H\n#define GT_INSN_H\n\n#include <stdbool.h>\n#include <stdint.h>\n\n"
               "struct gt_src {\n");
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        if (e->kind == PART)
            write_member(f, e);
    fprintf(f, "};\n\nstruct gt_insn {\n");
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        if (e->kind == HEADING) {
            fprintf(f, "\n    /* %s */\n", e->rest);
        } else if (e->kind == SOURCE && !sources) {
            fprintf(f, "    struct gt_src src[%d];\n", count(t, SOURCE));
            sources = true;
        } else if (in_c(e)) {
            write_member(f, e);
        }
    fprintf(f, "};\n\n#define ISA_CTL_BITS %d\n\n#endif\n", ctl_bits(t));
    gen_close(f, dir, "gt_insn.h");
}

/* What a value is as a member. */
static void write_value(FILE *f, const struct line *of, const char *c)
{
    if (of->is_signed)
        fprintf(f, "(int32_t)(%s ^ %uu) - (int32_t)%uu", c, 1u << (of->bits - 1), 1u << (of->bits - 1));
    else if (of->bits == 1)
        fprintf(f, "%s != 0", c);
    else
        fprintf(f, "(%s)%s", type_of(of), c);
}

static void write_source(FILE *f, const struct gen_insn *t, const struct line *e, int number)
{
    int i = 0;
    fprintf(f, "    o->src[%d] = (struct gt_src){\n", number);
    for (const struct line *p = t->line; p < t->line + t->lines; p++)
        if (p->kind == PART) {
            fprintf(f, "        .%s = ", p->member);
            write_value(f, p, e->c[i++]);
            fprintf(f, ",\n");
        }
    fprintf(f, "    };\n");
}

/* The members of *o, and before them the values that they are made of. */
static void write_combine(FILE *f, const struct gen_insn *t)
{
    int source = 0;
    fprintf(f, "static void combine(const uint32_t v[ISA_SLOT_COUNT], uint32_t w0, uint32_t w1,\n"
               "                    struct gt_insn *o)\n{\n");
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        if (e->kind == LET)
            fprintf(f, "    const uint32_t %s = %s;\n", e->name, e->c[0]);
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        if (e->kind == SOURCE) {
            write_source(f, t, e, source++);
        } else if (in_c(e) && e->kind != OWN) {
            fprintf(f, "    o->%s = ", e->member);
            write_value(f, e, e->c[0]);
            fprintf(f, ";\n");
        }
    fprintf(f, "}\n");
}

/* Last member first: bit 0 is the end of the packed struct. */
static void write_pack(FILE *f, const struct gen_insn *t)
{
    int source = count(t, SOURCE);
    fprintf(f, "\nstatic unsigned pack_src(uint32_t *bits, unsigned p, const struct gt_src *s)\n{\n");
    for (const struct line *e = t->line + t->lines; e-- > t->line;)
        if (e->kind == PART)
            fprintf(f, "    p = pack(bits, p, s->%s, %d);\n", e->member, e->bits);
    fprintf(f, "    return p;\n}\n\nstatic void pack_ctl(uint32_t *bits, const struct gt_insn *in)\n{\n"
               "    unsigned p = 0;\n\n");
    for (const struct line *e = t->line + t->lines; e-- > t->line;)
        if (e->kind == SOURCE)
            fprintf(f, "    p = pack_src(bits, p, &in->src[%d]);\n", --source);
        else if (e->kind == FLAG)
            fprintf(f, "    p = pack(bits, p, %s, %d);\n", e->same, e->bits);
        else if (in_ctl(e))
            fprintf(f, "    p = pack(bits, p, (uint32_t)in->%s, %d);\n", e->member, e->bits);
    fprintf(f, "    (void)p;\n}\n");
}

static void write_members(const struct gen_insn *t, const char *dir)
{
    FILE *f = gen_open_out(dir, "isa_members.inc");
    fprintf(f, "/* Generated by isagen from insn.def: do not edit. */\n");
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        if ((e->kind == COPY || e->kind == COPYC) && strcmp(e->name, "unit") != 0)
            fprintf(f, "    case ISA_SLOT_%s: *v = in->%s; break;\n", e->name, e->member);
    gen_close(f, dir, "isa_members.inc");
}

void gen_insn_c(const struct gen_insn *t, const char *dir)
{
    write_struct(t, dir);
    write_members(t, dir);
    FILE *f = gen_open_out(dir, "isa_combine.inc");
    fprintf(f, "/* Generated by isagen from insn.def: do not edit. */\n");
    write_combine(f, t);
    write_pack(f, t);
    gen_close(f, dir, "isa_combine.inc");
}

/* ---- Verilog ---------------------------------------------------------------------------------------------- */

static void write_logic(FILE *f, const char *name, int bits, const char *text)
{
    char range[16] = "", semicolon[32];
    if (bits > 1)
        snprintf(range, sizeof range, "[%d:0]", bits - 1);
    snprintf(semicolon, sizeof semicolon, "%s;", name);
    if (text[0])
        fprintf(f, "  logic %-6s %-11s // %s\n", range, semicolon, text);
    else
        fprintf(f, "  logic %-6s %s\n", range, semicolon);
}

void gen_insn_types(const struct gen_insn *t, const char *svdir)
{
    FILE *f = gen_open_out(svdir, "ctl_types.svh");
    int source = 0;

    fprintf(f, "// SPDX-License-Identifier: Apache-2.0\n"
               "// Generated by isagen from isa/insn.def: do not edit. ctl_t is one decoded instruction.\n"
               "`ifndef CTL_TYPES_SVH\n`define CTL_TYPES_SVH\n\n// An operand.\ntypedef struct packed {\n");
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        if (e->kind == PART)
            write_logic(f, e->name, e->bits, e->text);
    fprintf(f, "} src_t;\n\ntypedef struct packed {\n");
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        if (e->kind == SOURCE)
            fprintf(f, "  src_t        %s;          // src[%d]\n", e->name, source++);
        else if (in_ctl(e))
            write_logic(f, e->name, e->bits, e->text);
    fprintf(f, "} ctl_t;\n\n// Width of ctl_t as a constant, since $bits in a parameter is not portable.\n"
               "`define CTL_W %d\n\n`endif\n", ctl_bits(t));
    gen_close(f, svdir, "ctl_types.svh");
}

/* Words behind what stands in the line, which ends at WIDTH. */
static void wrap(FILE *f, int *column, int indent, const char *text)
{
    for (const char *w = text; *w;) {
        int n = (int)strcspn(w, " ");
        if (*column + 1 + n > WIDTH) {
            fprintf(f, "\n%*s", indent, "");
            *column = indent;
        } else if (*column > indent) {
            fputc(' ', f);
            *column += 1;
        }
        fprintf(f, "%.*s", n, w);
        *column += n;
        w += n + (w[n] == ' ');
    }
}

static void write_assign(FILE *f, const char *name, const char *text)
{
    int column = fprintf(f, "    %s =", name);
    wrap(f, &column, 8, text);
    fprintf(f, ";\n");
}

/* A field that is more than one value has a local variable. */
static bool has_local(const struct line *e)
{
    return e->kind == FIELD && strpbrk(e->sv[0], " ") != NULL;
}

void gen_insn_locals(const struct gen_insn *t, FILE *f)
{
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        if (e->kind == LET || has_local(e)) {
            char range[16] = "";
            if (e->bits > 1)
                snprintf(range, sizeof range, "[%d:0] ", e->bits - 1);
            fprintf(f, "    logic %s%s%s;\n", range, e->kind == LET ? "" : "f_", e->name);
        }
}

void gen_insn_combine(const struct gen_insn *t, FILE *f)
{
    const char *between = "";
    int column = 8;

    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        if (e->kind == LET || has_local(e)) {
            char name[32];
            snprintf(name, sizeof name, "%s%s", e->kind == LET ? "" : "f_", e->name);
            write_assign(f, name, e->sv[0]);
        }
    fprintf(f, "    c = {\n        ");
    for (const struct line *e = t->line; e < t->line + t->lines; e++)
        for (int i = 0; in_ctl(e) && i < MAX_PARTS && e->sv[i][0]; i++) {
            char item[64];
            if (has_local(e))
                snprintf(item, sizeof item, "f_%s", e->name);
            else
                snprintf(item, sizeof item, "%.60s", e->sv[i]);
            fprintf(f, "%s", between);
            column += (int)strlen(between);
            wrap(f, &column, 8, item);
            between = ",";
        }
    fprintf(f, "};\n");
}
