/* SPDX-License-Identifier: Apache-2.0
 *
 * sm70gen TABLE OUT: the table of sm_70 to sm_90 as C. The first screen of sm70.isa explains its lines.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTS = 96, VALUES = 256, FIELDS = 14, LINE = 1024 };

struct list { char name[32]; char *value[VALUES]; unsigned n, bits; };

struct gen {
    const char *path;
    unsigned    line;
    FILE       *out;
    struct list lists[LISTS];
    unsigned    nlists, nrows;
};

struct row {
    uint64_t mask[2], match[2];
    char     field[FIELDS][256];
    unsigned n, alias;
};

static _Noreturn void fail_expected(const struct gen *g, const char *what, const char *found)
{
    fprintf(stderr, "%s:%u: expected %s, found '%s'\n", g->path, g->line, what, found);
    exit(1);
}

/* `width` bits from `pos` on get `value`; bits that have one already must have been free. */
static void fix_bits(const struct gen *g, struct row *r, unsigned pos, unsigned width, uint64_t value)
{
    for (unsigned i = 0; i < width; i++) {
        unsigned b = pos + i;
        if (b > 127 || (r->mask[b / 64] >> b % 64 & 1))
            fail_expected(g, "a bit that nothing else of the row has", "");
        r->mask[b / 64] |= 1ull << b % 64;
        r->match[b / 64] |= (value >> i & 1) << b % 64;
    }
}

static unsigned take_number(const struct gen *g, const char **s)
{
    char *end;
    unsigned long v = strtoul(*s, &end, 0);

    if (end == *s)
        fail_expected(g, "a number", *s);
    *s = end;
    return (unsigned)v;
}

static unsigned find_list(const struct gen *g, const char *name, size_t n)
{
    for (unsigned i = 0; i < g->nlists; i++)
        if (strlen(g->lists[i].name) == n && !memcmp(g->lists[i].name, name, n))
            return i;
    fail_expected(g, "a list", name);
}

struct field {
    char     kind[24];
    unsigned pos, width, pos2, width2, neg, abs, inv, reuse, list, ur, scale, optional, zero;
};

static struct field field_of(const char *kind, unsigned pos, unsigned width)
{
    struct field f = { .pos = pos, .width = width, .neg = 255, .abs = 255, .inv = 255, .reuse = 255, .list = 255,
                       .ur = 255, .scale = 255 };
    snprintf(f.kind, sizeof f.kind, "%s", kind);
    return f;
}

static void add_field(const struct gen *g, struct row *r, const struct field *f)
{
    if (r->n == FIELDS)
        fail_expected(g, "at most 14 fields", f->kind);
    snprintf(r->field[r->n++], sizeof r->field[0],
             "{ SM70_%s, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %s, %s }", f->kind, f->pos, f->width, f->pos2,
             f->width2, f->neg, f->abs, f->inv, f->reuse, f->list, f->ur, f->scale, f->optional ? "true" : "false",
             f->zero ? "true" : "false");
}

/* "bit" or "bit+width", then perhaps "/bit+width". */
static void take_place(const struct gen *g, const char **s, struct field *f, unsigned width)
{
    f->pos = take_number(g, s);
    f->width = width;
    if (**s == '+') {
        ++*s;
        f->width = take_number(g, s);
    }
    if (**s == '/') {
        ++*s;
        f->pos2 = take_number(g, s);
        f->width2 = 1;
        if (**s == '+') {
            ++*s;
            f->width2 = take_number(g, s);
        }
    }
}

/* LIST@PLACE: a field whose values are the words of a list. */
static void list_field(const struct gen *g, struct row *r, const char *kind, const char *text)
{
    const char *at = strchr(text, '@');

    if (!at)
        fail_expected(g, "LIST@BIT", text);
    unsigned l = find_list(g, text, (size_t)(at - text));
    struct field f = field_of(kind, 0, 0);
    const char *s = at + 1;
    take_place(g, &s, &f, g->lists[l].bits);
    if (*s || (1u << (f.width + f.width2)) < g->lists[l].n)
        fail_expected(g, "a field that has room for the list", text);
    f.list = l;
    add_field(g, r, &f);
}

/* The operand in one of the two places that a form chooses what is in. */
static void add_slot(const struct gen *g, struct row *r, char which, char form, bool uniform, char imm,
                     struct field mods)
{
    bool swapped = form && strchr("ICU", form);
    bool special = swapped ? which == 'c' : which == 'b' && form != 'r';
    struct field f = mods;

    if (special && strchr("iI", form)) {
        const char *kind = imm == 'S' ? "SIGNED" : imm == 'X' ? "HEX" : imm == 'F' ? "F32" : imm == 'D' ? "F64" :
                           imm == 'H' ? "HALVES" : "";
        if (!*kind)
            fail_expected(g, "imm=S, X, F, D or H", "");
        f = field_of(kind, 32, 32);
    } else {
        bool low = special || (!swapped && which == 'b');
        snprintf(f.kind, sizeof f.kind, "%s",
                 special && strchr("cC", form) ? "BANK" : uniform || (special && strchr("uU", form)) ? "U" : "R");
        f.pos = low ? 32 : 64;
        f.width = f.kind[0] == 'U' ? 6 : 8;
        f.neg = mods.neg == 255 ? 255 : low ? 63 : 75;
        f.abs = mods.abs == 255 ? 255 : low ? 62 : 74;
        f.inv = mods.inv == 255 ? 255 : low ? 63 : 75;
        if (f.kind[0] == 'R')
            f.reuse = which == 'b' ? 123 : 124;
        if (f.kind[0] == 'B') {
            f.pos = 38;
            f.width = 16;
            f.pos2 = 54;
            f.width2 = 5;
        }
    }
    add_field(g, r, &f);
}

/* An operand of the table's third column as a field; sm70.isa explains the letters. */
static void add_operand(const struct gen *g, struct row *r, const char *text, char form, bool uniform, char imm)
{
    struct field f = field_of("", 0, 0);
    const char *s = text;
    bool not = false;
    const char *reg = uniform ? "U" : "R";
    unsigned width = uniform ? 6 : 8;

    for (;; s++) {
        if (*s == '-')
            f.neg = 72;
        else if (*s == '|')
            f.abs = 73;
        else if (*s == '~')
            f.inv = 72;
        else if (*s == '!')
            not = true;
        else
            break;
    }
    char c = *s++;
    if (strchr("dabc", c) && !*s) {
        if (c == 'b' || c == 'c') {
            add_slot(g, r, c, form, uniform, imm, f);
            return;
        }
        struct field d = field_of(reg, c == 'd' ? 16 : 24, width);
        if (c == 'a') {
            d.neg = f.neg;
            d.abs = f.abs;
            d.inv = f.inv;
            d.reuse = uniform ? 255 : 122;
        }
        add_field(g, r, &d);
    } else if (c == 'R' || c == 'U' || c == 'P' || c == 'V' || c == 'B' || c == 'S') {
        struct field g0 = field_of(c == 'V' ? "UP" : c == 'S' ? "SB" : (char[]){ c, 0 }, 0, 0);
        g0.neg = f.neg;
        g0.abs = f.abs;
        f = g0;
        f.pos = take_number(g, &s);
        f.width = c == 'R' ? 8 : c == 'U' ? 6 : c == 'B' ? 4 : 3;
        if (not)
            f.neg = f.pos + 3;
        if (c == 'R' && f.neg != 255)
            f.neg = f.pos == 24 ? 72 : f.pos == 32 ? 63 : 75;
        if (c == 'R' && f.abs != 255)
            f.abs = f.pos == 24 ? 73 : f.pos == 32 ? 62 : 74;
        for (; *s && strchr("rqh", *s); s++) {
            if (*s == 'h' && f.neg != 255)
                f.neg = 84;
            if (*s == 'h' && f.abs != 255)
                f.abs = 83;
            if (*s != 'h')
                f.reuse = *s == 'q' ? 124 : f.pos == 24 ? 122 : f.pos == 32 ? 123 : 124;
        }
        f.optional = *s == '?';
        s += *s == '?';
        if (*s)
            fail_expected(g, "the end of an operand", s);
        add_field(g, r, &f);
    } else if (c == 'i' || c == 's') {
        snprintf(f.kind, sizeof f.kind, "%s", c == 'i' ? "HEX" : "SIGNED");
        take_place(g, &s, &f, 8);
        f.optional = *s == '?';
        s += *s == '?';
        f.zero = *s == '0';
        s += *s == '0';
        if (*s)
            fail_expected(g, "the end of an operand", s);
        add_field(g, r, &f);
    } else if (c == '=') {
        list_field(g, r, "WORD", s);
    } else if (c == '.') {      /* behind the operand in front of it */
        list_field(g, r, "SUFFIX", s);
    } else if (c == 'k') {      /* constant bank: k plain, kr with R at 24, ku with UR */
        f = field_of(*s == 'r' ? "BANK_R" : *s == 'u' ? "BANK_U" : "BANK", 38, 16);
        f.pos2 = 54;
        f.width2 = 5;
        add_field(g, r, &f);
    } else if (c == 'm') {      /* m, mw, mx, mu64, mux64, mn32, mg32, md32, mz64 */
        const char *kind = *s == 'u' ? "MEM_U" : *s == 'n' ? "MEM_U32" : *s == 'g' ? "MEM_U64" :
                           *s == 'd' ? "MEM_DESC" : *s == 'z' ? "MEM_UZ" : "MEM";
        f = *s == 'w' ? field_of(kind, 32, 32) : field_of(kind, 40, 24);
        s += *s == 'w';
        bool with_ur = *s && *s != 'x';
        s += with_ur;
        if (*s == 'x') {
            f.scale = find_list(g, "scale", 5);
            s++;
        }
        if (with_ur)
            f.ur = take_number(g, &s);
        if (*s)
            fail_expected(g, "the end of an operand", s);
        add_field(g, r, &f);
    } else if (c == 't' || c == 'T' || c == 'o') {
        f = field_of(c == 'o' ? "OFFSET" : "REL", 0, 0);
        f.zero = c == 'T';
        take_place(g, &s, &f, 8);
        add_field(g, r, &f);
    } else if (c == '*') {
        f = field_of("PR", 0, 0);
        f.zero = uniform;
        add_field(g, r, &f);
    } else {
        fail_expected(g, "an operand", text);
    }
}

static char *trim_blanks(char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    for (size_t n = strlen(s); n && isspace((unsigned char)s[n - 1]);)
        s[--n] = 0;
    return s;
}

/* "70+", "75-89", "90": as a set. */
static unsigned chip_set(const struct gen *g, const char *s)
{
    static const unsigned names[] = { 70, 75, 80, 86, 89, 90 };
    const char *p = s;
    unsigned from = take_number(g, &p), to = from, set = 0;

    if (*p == '+')
        to = 99;
    else if (*p == '-') {
        p++;
        to = take_number(g, &p);
    } else if (*p) {
        fail_expected(g, "chips", s);
    }
    for (unsigned i = 0; i < 6; i++)
        if (names[i] >= from && names[i] <= to)
            set |= 1u << i;
    if (!set)
        fail_expected(g, "chips", s);
    return set;
}

/* A row for one form of operands: constant bits, fields, mask and match. */
static void one_form(struct gen *g, char *const col[5], const char *name, unsigned code, char form, unsigned set,
                     bool uniform)
{
    struct row r = { .n = 0 };
    char copy[LINE], imm = 0, *save, *p;

    snprintf(copy, sizeof copy, "%s", col[3]);
    for (p = strtok_r(copy, " ", &save); p; p = strtok_r(NULL, " ", &save)) {
        const char *s = p;
        if (!strncmp(p, "imm=", 4)) {
            imm = p[4];
        } else if (!strcmp(p, "pow2")) {
            r.alias = 1;
        } else {
            unsigned pos = take_number(g, &s), width = 1;
            if (*s == '+') {
                s++;
                width = take_number(g, &s);
            }
            if (*s++ != '=')
                fail_expected(g, "BIT+WIDTH=VALUE", p);
            fix_bits(g, &r, pos, width, strtoull(s, NULL, 0));
        }
    }
    fix_bits(g, &r, 0, 9, code & 0x1ff);
    fix_bits(g, &r, 9, 3, form ? (uint64_t)(strchr("rICicuU", form) - "rICicuU") + 1 : code >> 9);
    if ((uniform || form == 'u' || form == 'U') && !(r.mask[1] >> (91 - 64) & 1))
        fix_bits(g, &r, 91, 1, 1);
    if (form == 'u' || form == 'U')
        set &= ~1u;             /* uniform registers from sm_75 on */
    snprintf(copy, sizeof copy, "%s", col[1]);
    for (p = strtok_r(copy, " ", &save); p; p = strtok_r(NULL, " ", &save))
        list_field(g, &r, "MOD", p);
    snprintf(copy, sizeof copy, "%s", col[2]);
    for (p = strtok_r(copy, ",", &save); p; p = strtok_r(NULL, ",", &save))
        add_operand(g, &r, trim_blanks(p), form, uniform, imm);
    fprintf(g->out, "    { \"%s\", \"%s\", 0x%x, %u, %u, { 0x%llxu, 0x%llxu }, { 0x%llxu, 0x%llxu }, {\n", name, col[4],
            set, r.n, r.alias, (unsigned long long)r.mask[0], (unsigned long long)r.mask[1],
            (unsigned long long)r.match[0], (unsigned long long)r.match[1]);
    for (unsigned i = 0; i < r.n; i++)
        fprintf(g->out, "        %s,\n", r.field[i]);
    fprintf(g->out, "    } },\n");
    g->nrows++;
}

/* op NAME CODE[:FORMS] CHIPS; mods; operands; fixed; source */
static void add_op(struct gen *g, char *text, bool uniform)
{
    char *col[5], *name, *code, *which, *save;

    for (unsigned i = 0; i < 5; i++) {
        col[i] = text;
        text = text ? strchr(text, ';') : NULL;
        if (!text && i < 4)
            fail_expected(g, "five columns", col[0]);
        if (text)
            *text++ = 0;
        col[i] = trim_blanks(col[i]);
    }
    name = strtok_r(col[0], " ", &save);
    code = strtok_r(NULL, " ", &save);
    which = strtok_r(NULL, " ", &save);
    if (!which)
        fail_expected(g, "NAME CODE CHIPS", col[0]);
    char *forms = strchr(code, ':'), *end;
    unsigned value = (unsigned)strtoul(code, &end, 16), set = chip_set(g, which);
    if ((*end && *end != ':') || end != code + 3)
        fail_expected(g, "three hexadecimal digits", code);
    if (!forms) {
        one_form(g, col, name, value, 0, set, uniform);
        return;
    }
    for (const char *f = forms + 1; *f; f++) {
        if (!strchr("rICicuU", *f))
            fail_expected(g, "forms of r I C i c u U", forms);
        one_form(g, col, name, value, *f, set, uniform);
    }
}

/* list NAME WORD...: the words of values 0, 1, ...; V:WORD goes on at V, ! is a value without a word. A list of that
 * name that is there already gets more. */
static void add_list(struct gen *g, char *text)
{
    char *save, *p = strtok_r(text, " \t", &save);
    unsigned n = 0;

    while (p && n < g->nlists && strcmp(g->lists[n].name, p))
        n++;
    if (n == LISTS || !p)
        fail_expected(g, "a list of at most 96", text);
    struct list *l = &g->lists[n];
    if (n == g->nlists)
        g->nlists++;
    snprintf(l->name, sizeof l->name, "%s", p);
    for (unsigned v = l->n; (p = strtok_r(NULL, " \t", &save)); v++) {
        char *eq = strchr(p, ':');
        if (eq) {
            v = (unsigned)strtoul(p, NULL, 0);
            p = eq + 1;
        }
        if (v >= VALUES)
            fail_expected(g, "a value below 256", p);
        l->value[v] = strcmp(p, "!") ? strdup(p) : NULL;
        if (v + 1 > l->n)
            l->n = v + 1;
    }
    while ((1u << l->bits) < l->n)
        l->bits++;
}

int main(int argc, char **argv)
{
    static struct gen g;
    char text[LINE];
    FILE *in;

    if (argc != 3) {
        fprintf(stderr, "usage: sm70gen TABLE OUT\n");
        return 2;
    }
    g.path = argv[1];
    in = fopen(argv[1], "r");
    g.out = fopen(argv[2], "w");
    if (!in || !g.out) {
        perror(in ? argv[2] : argv[1]);
        return 1;
    }
    fprintf(g.out, "/* Written by sm70gen from sm70.isa. */\n#include \"table.h\"\n\n");
    fprintf(g.out, "const struct sm70_row sm70_table[] = {\n");
    while (fgets(text, sizeof text, in)) {
        g.line++;
        char *hash = strchr(text, '#'), *p;
        if (hash)
            *hash = 0;
        p = trim_blanks(text);
        if (!*p)
            continue;
        if (!strncmp(p, "list ", 5))
            add_list(&g, p + 5);
        else if (!strncmp(p, "op ", 3))
            add_op(&g, p + 3, false);
        else if (!strncmp(p, "uop ", 4))
            add_op(&g, p + 4, true);
        else
            fail_expected(&g, "list, op or uop", p);
    }
    fprintf(g.out, "};\nconst size_t sm70_table_rows = %u;\n\n", g.nrows);
    for (unsigned i = 0; i < g.nlists; i++) {
        fprintf(g.out, "static const char *const list_%s[] = {", g.lists[i].name);
        for (unsigned v = 0; v < g.lists[i].n; v++) {
            const char *s = g.lists[i].value[v];
            if (s)
                fprintf(g.out, " \"%s\",", strcmp(s, "-") ? s : "");
            else
                fprintf(g.out, " NULL,");
        }
        fprintf(g.out, " };\n");
    }
    fprintf(g.out, "const char *const *const sm70_lists[] = {");
    for (unsigned i = 0; i < g.nlists; i++)
        fprintf(g.out, " list_%s,", g.lists[i].name);
    fprintf(g.out, " };\nconst unsigned sm70_list_lengths[] = {");
    for (unsigned i = 0; i < g.nlists; i++)
        fprintf(g.out, " %u,", g.lists[i].n);
    fprintf(g.out, " };\n");
    fclose(in);
    if (fclose(g.out)) {
        perror(argv[2]);
        return 1;
    }
    return 0;
}
