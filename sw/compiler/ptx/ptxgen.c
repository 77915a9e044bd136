/* SPDX-License-Identifier: Apache-2.0
 *
 * ptxgen TABLE DIR: writes DIR/ptx_enum.h and DIR/ptx_rows.c from the table of PTX instructions (ptx.table).
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAMES = 31, MAX_GROUPS = 60, MAX_SETS = 60, MAX_OPS = 200, MAX_ROWS = 600, PLACES = 8, MAX_LINE = 400 };
enum { DTYPE = 0, TYPE = 1 };       /* the first two groups */

struct names { char *name[MAX_NAMES], *meaning[MAX_NAMES]; unsigned n; };
struct group { char *field, *meaning; struct names member; };
struct type { unsigned bits; bool is_signed, is_float; };
struct set { char *name; struct names member; };
struct place { unsigned group; bool optional; unsigned until; uint32_t members; };
struct row {
    unsigned op, version, sm, nplaces;
    bool lib, later;
    struct place place[PLACES];
    char *operands, *meaning;
};
struct later { unsigned group, version, sm, ops, op[4]; uint32_t members; };
struct lack { char *name, *part[3], *why; unsigned version, sm; };

struct table {
    const char  *file;
    unsigned     line;
    struct group group[MAX_GROUPS];         /* DTYPE and TYPE have the types */
    unsigned     groups;
    struct type  type[MAX_NAMES];
    struct set   set[MAX_SETS];
    unsigned     sets;
    char        *op[MAX_OPS];
    unsigned     ops;
    struct row   row[MAX_ROWS];
    unsigned     rows;
    struct later later[MAX_ROWS];
    unsigned     laters;
    struct lack  lack[MAX_ROWS];
    unsigned     lacks;
};

static _Noreturn void fail(const struct table *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "%s:%u: ", t->file, t->line);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(1);
}

static char *copy_text(const struct table *t, const char *s)
{
    char *c = strdup(s);
    if (!c)
        fail(t, "out of memory");
    return c;
}

/* The next word of *s, or NULL. */
static char *next_word(char **s)
{
    char *w = *s + strspn(*s, " \t");
    if (!*w)
        return NULL;
    *s = w + strcspn(w, " \t");
    if (**s)
        *(*s)++ = 0;
    return w;
}

static char *need_word(struct table *t, char **s, const char *what)
{
    char *w = next_word(s);
    if (!w)
        fail(t, "expected %s at the end of the line", what);
    return w;
}

/* The rest of the line or of the part of it, without the blanks around it. */
static char *rest_of(const struct table *t, char *s)
{
    s += strspn(s, " \t");
    char *end = s + strlen(s);
    while (end > s && isspace((unsigned char)end[-1]))
        *--end = 0;
    return copy_text(t, s);
}

static int index_of(const struct names *l, const char *name, size_t n)
{
    for (unsigned i = 0; i < l->n; i++)
        if (strlen(l->name[i]) == n && !memcmp(l->name[i], name, n))
            return (int)i;
    return -1;
}

static void add_name(struct table *t, struct names *l, const char *name, char *meaning)
{
    if (l->n == MAX_NAMES)
        fail(t, "more than %d names", MAX_NAMES);
    if (index_of(l, name, strlen(name)) >= 0)
        fail(t, "'%s' stands here twice", name);
    l->name[l->n] = copy_text(t, name);
    l->meaning[l->n++] = meaning;
}

static int find_group(const struct table *t, const char *field, size_t n)
{
    for (unsigned i = 0; i < t->groups; i++)
        if (strlen(t->group[i].field) == n && !memcmp(t->group[i].field, field, n))
            return (int)i;
    return -1;
}

static unsigned new_group(struct table *t, const char *field, char *meaning)
{
    if (t->groups == MAX_GROUPS || find_group(t, field, strlen(field)) >= 0)
        fail(t, "group '%s' is one too many or there twice", field);
    t->group[t->groups].field = copy_text(t, field);
    t->group[t->groups].meaning = meaning;
    return t->groups++;
}

/* type NAME BITS KIND. */
static void read_type(struct table *t, char *s)
{
    char *name = need_word(t, &s, "a name"), *bits = need_word(t, &s, "a number of bits"),
         *kind = need_word(t, &s, "a kind");
    struct type *y = &t->type[t->group[TYPE].member.n];
    y->bits = (unsigned)strtoul(bits, NULL, 10);
    y->is_signed = !strcmp(kind, "signed");
    y->is_float = !strcmp(kind, "float");
    if (!y->is_signed && !y->is_float && strcmp(kind, "bits") && strcmp(kind, "unsigned") && strcmp(kind, "pred"))
        fail(t, "expected bits, unsigned, signed, float or pred, found '%s'", kind);
    add_name(t, &t->group[TYPE].member, name, "");
    add_name(t, &t->group[DTYPE].member, name, "");
}

static void read_mod(struct table *t, char *s)
{
    char *field = need_word(t, &s, "a group"), *name = need_word(t, &s, "a name");
    int g = find_group(t, field, strlen(field));
    if (g < 0)
        fail(t, "there is no group '%s'", field);
    add_name(t, &t->group[g].member, name, rest_of(t, s));
}

static void read_set(struct table *t, char *s)
{
    struct set *y = &t->set[t->sets++];
    if (t->sets > MAX_SETS)
        fail(t, "too many sets");
    y->name = copy_text(t, need_word(t, &s, "a name"));
    for (char *w; (w = next_word(&s));)
        add_name(t, &y->member, w, "");
}

/* Bits of MEMBER,...: the names of the group's members or of a set of them. */
static uint32_t members_of(struct table *t, const struct group *g, const char *list)
{
    uint32_t m = 0;
    while (*list) {
        size_t n = strcspn(list, ",");
        int k = index_of(&g->member, list, n);
        if (k >= 0)
            m |= 1u << k;
        for (unsigned i = 0; k < 0 && i < t->sets; i++)
            if (strlen(t->set[i].name) == n && !memcmp(t->set[i].name, list, n)) {
                for (k = 0; k < (int)t->set[i].member.n; k++) {
                    int at = index_of(&g->member, t->set[i].member.name[k], strlen(t->set[i].member.name[k]));
                    if (at < 0)
                        fail(t, "'%s' of set '%s' is not in group '%s'", t->set[i].member.name[k], t->set[i].name,
                             g->field);
                    m |= 1u << at;
                }
            }
        if (k < 0)
            fail(t, "'%.*s' is neither in group '%s' nor a set", (int)n, list, g->field);
        list += n + (list[n] == ',');
    }
    return m;
}

static unsigned parse_version(struct table *t, const char *w)
{
    char *end;
    unsigned major = (unsigned)strtoul(w, &end, 10);
    if (*end != '.' || !isdigit((unsigned char)end[1]))
        fail(t, "expected a PTX version, found '%s'", w);
    return 10 * major + (unsigned)(end[1] - '0');
}

/* GROUP, with ? when it may be absent (?VERSION: up to that), and = and the members that may stand there. */
static void read_place(struct table *t, struct row *r, char *w)
{
    struct place *p = &r->place[r->nplaces++];
    size_t n = strcspn(w, "?=");
    int g = find_group(t, w, n);
    if (r->nplaces > PLACES)
        fail(t, "more than %d places", PLACES);
    if (g < 0)
        fail(t, "there is no group '%.*s'", (int)n, w);
    p->group = (unsigned)g;
    p->optional = w[n] == '?';
    w += n + p->optional;
    p->until = p->optional && isdigit((unsigned char)*w) ? parse_version(t, w) : 0;
    w += strcspn(w, "=");
    p->members = *w == '=' ? members_of(t, &t->group[g], w + 1) : (1u << t->group[g].member.n) - 1;
    if (!p->members)
        fail(t, "a place without members");
}

/* Cuts s at the next '|'; gives what is behind it. */
static char *cut_column(struct table *t, char *s)
{
    char *bar = strstr(s, " | ");
    if (!bar)
        fail(t, "expected NAME PTX SM | PLACE... | OPERAND... | MEANING");
    *bar = 0;
    return bar + 2;
}

/* op NAME VERSION TARGET [lib|later] | PLACES | OPERANDS | MEANING. */
static void read_op(struct table *t, char *s)
{
    struct row *r = &t->row[t->rows++];
    if (t->rows > MAX_ROWS || t->ops == MAX_OPS)
        fail(t, "too many rows");
    char *places = cut_column(t, s), *operands = cut_column(t, places), *meaning = cut_column(t, operands);
    char *name = need_word(t, &s, "a name"), *w;
    r->version = parse_version(t, need_word(t, &s, "a version"));
    r->sm = (unsigned)strtoul(need_word(t, &s, "a target"), NULL, 10);
    w = next_word(&s);
    r->lib = w && !strcmp(w, "lib");
    r->later = w && !strcmp(w, "later");
    if (w && !r->lib && !r->later)
        fail(t, "unexpected '%s'", w);
    while (r->op < t->ops && strcmp(t->op[r->op], name))
        r->op++;
    if (r->op == t->ops)
        t->op[t->ops++] = copy_text(t, name);
    while ((w = next_word(&places)))
        read_place(t, r, w);
    r->operands = rest_of(t, operands);
    r->meaning = rest_of(t, meaning);
}

/* since PLACE PTX SM [NAME...] */
static void read_since(struct table *t, char *s)
{
    struct later *l = &t->later[t->laters++];
    char *w = need_word(t, &s, "a group");
    bool missing = *w == '!';
    size_t n = strcspn(w += missing, "=");
    int g = find_group(t, w, n);
    if (t->laters > MAX_ROWS)
        fail(t, "too many rows");
    if (g < 0)
        fail(t, "there is no group '%.*s'", (int)n, w);
    l->group = (unsigned)g;
    l->members = missing ? 0 : w[n] ? members_of(t, &t->group[g], w + n + 1) : (1u << t->group[g].member.n) - 1;
    l->version = parse_version(t, need_word(t, &s, "a version"));
    l->sm = (unsigned)strtoul(need_word(t, &s, "a target"), NULL, 10);
    while ((w = next_word(&s))) {
        unsigned k = 0;
        while (k < t->ops && strcmp(t->op[k], w))
            k++;
        if (k == t->ops || l->ops == 4)
            fail(t, k == t->ops ? "there is no 'op %s' above" : "'%s' is the fifth instruction", w);
        l->op[l->ops++] = k;
    }
}

/* no NAME VERSION TARGET | WHY: an instruction that is refused, with up to three of its parts. */
static void read_no(struct table *t, char *s)
{
    struct lack *l = &t->lack[t->lacks++];
    if (t->lacks > MAX_ROWS)
        fail(t, "too many rows");
    char *why = strchr(s, '|');
    if (why)
        *why++ = 0;
    l->name = copy_text(t, need_word(t, &s, "a name"));
    l->version = parse_version(t, need_word(t, &s, "a version"));
    l->sm = (unsigned)strtoul(need_word(t, &s, "a target"), NULL, 10);
    l->why = why ? rest_of(t, why) : NULL;
    if (!why && l->sm <= 13)
        fail(t, "the chip is sm_13: expected a reason behind '|'");
    unsigned n = 0;
    for (char *dot = l->name; (dot = strchr(dot, '.'));) {
        if (n == 3)
            fail(t, "more than 3 parts");
        *dot++ = 0;
        l->part[n++] = dot;
    }
}

/* A line of the table, by its first word. */
static void read_line(struct table *t, char *s)
{
    static const struct { const char *word; void (*read)(struct table *, char *); } kinds[] = {
        { "type", read_type }, { "mod", read_mod }, { "set", read_set }, { "op", read_op }, { "no", read_no },
        { "since", read_since },
    };
    char *w = next_word(&s);
    if (!w)
        return;
    if (!strcmp(w, "group")) {
        char *field = need_word(t, &s, "a name");
        new_group(t, field, rest_of(t, s));
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(w, kinds[i].word)) {
            kinds[i].read(t, s);
            return;
        }
    fail(t, "expected type, set, group, mod, op, since or no, found '%s'", w);
}

/* The whole table. The two groups of types are there from the start. */
static void read_table(struct table *t, FILE *f)
{
    char line[MAX_LINE];
    new_group(t, "dtype", "type of the result, the first of two");
    new_group(t, "type", "type that the operation computes in");
    while (fgets(line, sizeof line, f)) {
        t->line++;
        if (!strchr(line, '\n'))
            fail(t, "a line of more than %d characters, or without an end", MAX_LINE - 2);
        line[strcspn(line, "#\n")] = 0;
        read_line(t, line);
    }
}

/* ---- what it writes ---------------------------------------------------------------------------------- */

static void put_upper(FILE *f, const char *prefix, const char *a, const char *b)
{
    fputs(prefix, f);
    for (; *a; a++)
        fputc(toupper((unsigned char)*a), f);
    if (b)
        fputc('_', f);
    for (; b && *b; b++)
        fputc(*b == ':' ? '_' : toupper((unsigned char)*b), f);
}

/* ptx_enum.h: types, operations, and for each group its members; struct ptx_code has a field for each group. */
static void write_enums(const struct table *t, FILE *f)
{
    fputs("/* Made from ptx.table by ptxgen. */\n#ifndef PTX_ENUM_H\n#define PTX_ENUM_H\n\n#include <stdint.h>\n", f);
    fputs("\nenum ptype {\n    T_NONE,\n", f);
    for (unsigned i = 0; i < t->group[TYPE].member.n; i++) {
        put_upper(f, "    T_", t->group[TYPE].member.name[i], NULL);
        fputs(",\n", f);
    }
    fputs("    T_COUNT\n};\n\nenum ptx_op {\n    PTX_NO_OP,\n", f);
    for (unsigned i = 0; i < t->ops; i++) {
        put_upper(f, "    PTX_", t->op[i], NULL);
        fputs(",\n", f);
    }
    fputs("    PTX_OPS\n};\n\nenum ptx_group {\n", f);
    for (unsigned g = 0; g < t->groups; g++) {
        put_upper(f, "    PTX_GROUP_", t->group[g].field, NULL);
        fputs(",\n", f);
    }
    fputs("    PTX_GROUPS\n};\n", f);
    for (unsigned g = TYPE + 1; g < t->groups; g++) {
        const struct group *y = &t->group[g];
        fprintf(f, "\n/* %s */\nenum ptx_%s {\n", y->meaning, y->field);
        put_upper(f, "    PTX_", y->field, "none");
        fputs(",\n", f);
        for (unsigned i = 0; i < y->member.n; i++) {
            put_upper(f, "    PTX_", y->field, y->member.name[i]);
            fprintf(f, ",    /* %s */\n", y->member.meaning[i]);
        }
        fputs("};\n", f);
    }
    fputs("\nstruct ptx_code {\n    uint16_t row;       /* of ptx_rows */\n", f);
    fputs("    uint8_t  op;        /* enum ptx_op */\n", f);
    for (unsigned g = 0; g < t->groups; g++)
        fprintf(f, "    uint8_t  %s;%*s/* %s */\n", t->group[g].field, 10 - (int)strlen(t->group[g].field), "",
                t->group[g].meaning);
    fputs("};\n\n#endif\n", f);
}

static void write_strings(FILE *f, const char *name, char *const *s, unsigned n, const char *first)
{
    fprintf(f, "static const char *const %s[] = {%s", name, first);
    for (unsigned i = 0; i < n; i++)
        fprintf(f, " \"%s\",", s[i]);
    fputs(" };\n", f);
}

/* The names and meanings of each group's members, and the field of each group. */
static void write_groups(const struct table *t, FILE *f)
{
    char name[64];
    for (unsigned g = 0; g < t->groups; g++) {
        snprintf(name, sizeof name, "%s_names", t->group[g].field);
        write_strings(f, name, (char *const *)t->group[g].member.name, t->group[g].member.n, " 0,");
        snprintf(name, sizeof name, "%s_meanings", t->group[g].field);
        write_strings(f, name, (char *const *)t->group[g].member.meaning, t->group[g].member.n, " 0,");
    }
    fputs("\nconst struct ptx_group_names ptx_groups[] = {\n", f);
    for (unsigned g = 0; g < t->groups; g++) {
        const char *y = t->group[g].field;
        fprintf(f, "    { \"%s\", \"%s\", %s_names, %s_meanings, %u },\n", y, t->group[g].meaning, y, y,
                t->group[g].member.n);
    }
    fputs("};\n\nuint8_t *ptx_field(struct ptx_code *code, unsigned group)\n{\n    switch (group) {\n", f);
    for (unsigned g = 0; g < t->groups; g++) {
        put_upper(f, "    case PTX_GROUP_", t->group[g].field, NULL);
        fprintf(f, ": return &code->%s;\n", t->group[g].field);
    }
    fputs("    }\n    return 0;\n}\n", f);
}

static void write_rows(const struct table *t, FILE *f)
{
    fputs("/* Made from ptx.table by ptxgen. */\n#include \"ptx_table.h\"\n\n", f);
    fputs("const struct ptx_type ptx_types[] = {\n    { 0, 0, 0, 0 },\n", f);
    for (unsigned i = 0; i < t->group[TYPE].member.n; i++)
        fprintf(f, "    { \"%s\", %u, %d, %d },\n", t->group[TYPE].member.name[i], t->type[i].bits,
                t->type[i].is_signed, t->type[i].is_float);
    fputs("};\n\nconst char *const ptx_op_name[] = {\n    0,\n", f);
    for (unsigned i = 0; i < t->ops; i++)
        fprintf(f, "    \"%s\",\n", t->op[i]);
    fputs("};\n\n", f);
    write_groups(t, f);
    fputs("\nconst struct ptx_row ptx_rows[] = {\n", f);
    for (unsigned i = 0; i < t->rows; i++) {
        const struct row *r = &t->row[i];
        fprintf(f, "    { %u, %d, %d, %u, %u, %u, {", r->op + 1, r->lib, r->later, r->version, r->sm, r->nplaces);
        for (unsigned k = 0; k < r->nplaces; k++)
            fprintf(f, " { %u, %d, %u, 0x%x },", r->place[k].group, r->place[k].optional,
                    r->place[k].until, r->place[k].members << 1);
        if (!r->nplaces)
            fputs(" { 0, 0, 0, 0 } ", f);
        fprintf(f, " }, \"%s\", \"%s\" },\n", r->operands, r->meaning);
    }
    fprintf(f, "};\nconst unsigned ptx_nrows = %u;\n\nconst struct ptx_later ptx_laters[] = {\n", t->rows);
    for (unsigned i = 0; i < t->laters; i++) {
        const struct later *l = &t->later[i];
        fprintf(f, "    { %u, 0x%x, %u, %u, {", l->group, l->members << 1, l->version, l->sm);
        for (unsigned k = 0; k < 4; k++)
            fprintf(f, " %u,", k < l->ops ? l->op[k] + 1 : 0);
        fputs(" } },\n", f);
    }
    fprintf(f, "    { 0 }\n};\nconst unsigned ptx_nlaters = %u;\n\nconst struct ptx_lack ptx_lacks[] = {\n",
            t->laters);
    for (unsigned i = 0; i < t->lacks; i++) {
        const struct lack *l = &t->lack[i];
        fprintf(f, "    { \"%s\", {", l->name);
        for (unsigned k = 0; k < 3; k++)
            fprintf(f, l->part[k] ? " \"%s\"," : " %s,", l->part[k] ? l->part[k] : "0");
        fprintf(f, " }, %u, %u, ", l->version, l->sm);
        fprintf(f, l->why ? "\"%s\" },\n" : "%s },\n", l->why ? l->why : "0");
    }
    fprintf(f, "};\nconst unsigned ptx_nlacks = %u;\n", t->lacks);
}

/* Writes DIR/NAME, or ends with what went wrong. */
static void write_file(const struct table *t, const char *dir, const char *name,
                       void (*write)(const struct table *, FILE *))
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    if (!f) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(1);
    }
    write(t, f);
    if (ferror(f) | fclose(f)) {
        fprintf(stderr, "%s: cannot write\n", path);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    struct table *t = calloc(1, sizeof *t);
    if (argc != 3 || !t) {
        fprintf(stderr, "usage: ptxgen TABLE DIR\n");
        return 2;
    }
    FILE *f = fopen(argv[1], "r");
    if (!f) {
        fprintf(stderr, "%s: %s\n", argv[1], strerror(errno));
        return 1;
    }
    t->file = argv[1];
    read_table(t, f);
    fclose(f);
    write_file(t, argv[2], "ptx_enum.h", write_enums);
    write_file(t, argv[2], "ptx_rows.c", write_rows);
    return 0;           /* the process ends: nothing is freed */
}
