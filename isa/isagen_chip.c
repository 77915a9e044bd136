/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen: chip parameters (chip.def) and the enum values of insn.h in both languages.
 */
#include "isagen.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CONSTANTS = 256, MAX_COLUMNS = 8, MAX_CHIPS = 16 };

/* line: where its value stands in the file, of each column. */
struct constant { char name[64]; long value[MAX_COLUMNS]; const char *kind[MAX_COLUMNS]; int line[MAX_COLUMNS]; };

/* Of a chip: TPCs, SMs of a TPC, partitions. */
struct product { char name[32]; int column; long number[3]; };

/* chip.def as it was read so far. */
struct chip {
    const char     *path;
    char            column[MAX_COLUMNS][32];
    int             columns, now;           /* now: the column that is looked at */
    struct constant constant[MAX_CONSTANTS];
    int             count;
    struct product  product[MAX_CHIPS];
    int             products;
};

static int constant_number(const struct chip *chip, const struct gen_line *l, const char *name)
{
    for (int i = 0; i < chip->count; i++)
        if (strcmp(chip->constant[i].name, name) == 0)
            return i;
    gen_fail(l->file, l->num, "there is no constant %s", name);
}

static const struct constant *constant_of(const struct chip *chip, const struct gen_line *l, const char *name)
{
    return &chip->constant[constant_number(chip, l, name)];
}

static int column_of(const struct chip *chip, const struct gen_line *l, const char *name)
{
    for (int i = 0; i < chip->columns; i++)
        if (strcmp(chip->column[i], name) == 0)
            return i;
    gen_fail(l->file, l->num, "there is no column %s", name);
}

static const char *kind_of(const struct gen_line *l, const char *text)
{
    static const char *const kinds[] = { "published", "fit", "structure", "assumption" };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(text, kinds[i]) == 0)
            return kinds[i];
    gen_fail(l->file, l->num, "expected published, fit, structure or assumption, found '%s'", text);
}

/* A bound: NUMBER, CONSTANT, CONSTANT+NUMBER or CONSTANT*NUMBER. Its value; in sv how Verilog says it. */
static long bound_of(const struct chip *chip, const struct gen_line *l, const char *text, char *sv, size_t size)
{
    char name[GEN_MAX_LINE];
    long plus = 0, times = 1;

    if (isdigit((unsigned char)*text)) {
        snprintf(sv, size, "%s", text);
        return gen_number(l, text);
    }
    snprintf(name, sizeof name, "%s", text);
    char *at = strpbrk(name, "+*");
    if (at) {
        *(*at == '+' ? &plus : &times) = gen_number(l, at + 1);
        *at = '\0';
    }
    snprintf(sv, size, "gpu_cfg::%s", text);
    return constant_of(chip, l, name)->value[chip->now] * times + plus;
}

/* What a limit asks for: in Verilog, in words, and whether the value of now is so. */
struct limit { char sv[1024], words[256]; bool kept; };

static void add_condition(struct limit *t, const char *words, bool kept, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* Adds a condition to a limit, joined by &&, and its words to the message. */
static void add_condition(struct limit *t, const char *words, bool kept, const char *fmt, ...)
{
    size_t n = strlen(t->sv), k = strlen(t->words);
    va_list ap;

    n += (size_t)snprintf(t->sv + n, sizeof t->sv - n, "%s", n ? " &&\n        " : "");
    va_start(ap, fmt);
    vsnprintf(t->sv + n, sizeof t->sv - n, fmt, ap);
    va_end(ap);
    snprintf(t->words + k, sizeof t->words - k, "%s%s", k ? ", " : "", words);
    t->kept = t->kept && kept;
}

static bool power_of_two(long v)
{
    return v > 0 && (v & (v - 1)) == 0;
}

/* limit NAME sets WAYS LINE */
static void limit_sets(const struct chip *chip, const struct gen_line *l, const struct constant *c, struct limit *t)
{
    char ways_sv[GEN_MAX_LINE + 16], line_sv[GEN_MAX_LINE + 16], words[GEN_MAX_LINE];

    if (l->words != 5)
        gen_fail(l->file, l->num, "expected limit NAME sets WAYS LINE, found %d words", l->words);
    long set = bound_of(chip, l, l->word[3], ways_sv, sizeof ways_sv) *
               bound_of(chip, l, l->word[4], line_sv, sizeof line_sv);
    if (set < 1)
        gen_fail(l->file, l->num, "%s: a set of %ld bytes", c->name, set);
    long value = c->value[chip->now];
    snprintf(words, sizeof words, "%s * %s times a power of two from 2 on", l->word[3], l->word[4]);
    add_condition(t, words, value % set == 0 && value / set >= 2 && power_of_two(value / set),
                  "gpu_cfg::%s >= 2 * %s * %s &&\n        "
                  "gpu_cfg::%s == %s * %s <<\n          $clog2(gpu_cfg::%s / (%s * %s))",
                  c->name, ways_sv, line_sv, c->name, ways_sv, line_sv, c->name, ways_sv, line_sv);
}

/* limit NAME LOW..HIGH [xN] [pow2] */
static void limit_range(const struct chip *chip, const struct gen_line *l, const struct constant *c, struct limit *t)
{
    char low_sv[GEN_MAX_LINE + 16], high_sv[GEN_MAX_LINE + 16], words[GEN_MAX_LINE + 16], low[GEN_MAX_LINE];
    snprintf(low, sizeof low, "%s", l->word[2]);
    char *high = strstr(low, "..");

    if (!high)
        gen_fail(l->file, l->num, "expected limit NAME LOW..HIGH or limit NAME sets WAYS LINE");
    *high = '\0';
    high += 2;
    long lo = bound_of(chip, l, low, low_sv, sizeof low_sv);
    long hi = bound_of(chip, l, high, high_sv, sizeof high_sv);
    long value = c->value[chip->now];
    if (strcmp(low, high) == 0)
        snprintf(words, sizeof words, "%s", high);
    else
        snprintf(words, sizeof words, "%s to %s", low, high);
    add_condition(t, words, value >= lo && value <= hi, "gpu_cfg::%s >= %s && gpu_cfg::%s <= %s", c->name, low_sv,
                  c->name, high_sv);
    for (int i = 3; i < l->words; i++) {
        const char *w = l->word[i];

        if (strcmp(w, "pow2") == 0) {
            add_condition(t, "a power of two", power_of_two(value), "gpu_cfg::%s == 1 << $clog2(gpu_cfg::%s)", c->name,
                          c->name);
        } else if (*w == 'x') {
            long n = gen_number(l, w + 1);

            if (n < 1)
                gen_fail(l->file, l->num, "expected a multiple of 1 or more, found '%s'", w);
            snprintf(words, sizeof words, "a multiple of %ld", n);
            add_condition(t, words, value % n == 0, "gpu_cfg::%s %% %ld == 0", c->name, n);
        } else {
            gen_fail(l->file, l->num, "expected xN or pow2, found '%s'", w);
        }
    }
}

/* A line `limit NAME ...`: refused if the value of a column is another; to Verilog, for Icarus, which takes no $error
 * there, as a module that does not exist. */
static void write_limit(struct chip *chip, const struct gen_line *l, FILE *sv)
{
    struct limit t;
    char name[GEN_MAX_LINE];

    if (l->words < 3)
        gen_fail(l->file, l->num, "expected limit NAME LOW..HIGH or limit NAME sets WAYS LINE");
    const struct constant *c = constant_of(chip, l, l->word[1]);
    for (chip->now = chip->columns - 1;; chip->now--) {     /* the first column's is the Verilog */
        t = (struct limit){ .kept = true };
        if (strcmp(l->word[2], "sets") == 0)
            limit_sets(chip, l, c, &t);
        else
            limit_range(chip, l, c, &t);
        if (!t.kept)
            gen_fail(chip->path, c->line[chip->now], "%s is %ld: expected %s", c->name, c->value[chip->now], t.words);
        if (chip->now == 0)
            break;
    }
    snprintf(name, sizeof name, "%s", c->name);
    for (char *p = name; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    fprintf(sv,
            "\n  if (!(%s)) begin : is_%s\n"
            "`ifdef __ICARUS__\n    %s_must_be_as_in_chip_def u();\n"
            "`else\n    $error(\"%s: expected %s\");\n`endif\n  end\n",
            t.sv, name, c->name, c->name, t.words);
}

static void read_columns(struct chip *chip, const struct gen_line *l)
{
    if (chip->columns || l->words < 2 || l->words > 1 + MAX_COLUMNS)
        gen_fail(l->file, l->num, "expected columns NAME..., once, at most %d", MAX_COLUMNS);
    for (int i = 1; i < l->words; i++)
        snprintf(chip->column[chip->columns++], sizeof chip->column[0], "%.31s", l->word[i]);
}

/* column NAME: what the first one has; only structure rests on the same. */
static void read_column(struct chip *chip, const struct gen_line *l)
{
    if (l->words != 2 || !chip->columns || chip->columns == MAX_COLUMNS)
        gen_fail(l->file, l->num, "expected column NAME, behind columns, %d in all", MAX_COLUMNS);
    snprintf(chip->column[chip->columns], sizeof chip->column[0], "%.31s", l->word[1]);
    for (int i = 0; i < chip->count; i++) {
        struct constant *c = &chip->constant[i];

        c->value[chip->columns] = c->value[0];
        c->kind[chip->columns] = strcmp(c->kind[0], "structure") == 0 ? c->kind[0] : "assumption";
        c->line[chip->columns] = c->line[0];
    }
    chip->columns++;
}

/* set COLUMN NAME VALUE KIND: a chip's value of a constant that differs from the first column's. */
static void read_set(struct chip *chip, const struct gen_line *l)
{
    if (l->words != 5)
        gen_fail(l->file, l->num, "expected set COLUMN NAME VALUE KIND, found %d words", l->words);
    struct constant *c = &chip->constant[constant_number(chip, l, l->word[2])];
    int column = column_of(chip, l, l->word[1]);
    if (column == 0)
        gen_fail(l->file, l->num, "the values of %s have lines of their own", l->word[1]);
    c->value[column] = gen_number(l, l->word[3]);
    c->kind[column] = kind_of(l, l->word[4]);
    c->line[column] = l->num;
}

/* NAME VALUE... KIND: a constant, with a value for each column of the table. */
static void read_constant(struct chip *chip, const struct gen_line *l)
{
    if (l->words != chip->columns + 2)
        gen_fail(l->file, l->num, "expected NAME, %d of VALUE, KIND, found %d words", chip->columns, l->words);
    const char *kind = kind_of(l, l->word[l->words - 1]);
    if (chip->count == MAX_CONSTANTS || strlen(l->word[0]) >= sizeof chip->constant[0].name)
        gen_fail(l->file, l->num, "%s: too many constants, or the name is too long", l->word[0]);
    struct constant *c = &chip->constant[chip->count++];
    strcpy(c->name, l->word[0]);
    for (int i = 0; i < chip->columns; i++) {
        c->value[i] = gen_number(l, l->word[1 + i]);
        c->kind[i] = kind;
        c->line[i] = l->num;
    }
}

/* chip NAME COLUMN TPCS SMS PARTITIONS: a product. */
static void read_chip(struct chip *chip, const struct gen_line *l)
{
    char sv[GEN_MAX_LINE + 16];

    if (l->words != 6 || chip->products == MAX_CHIPS)
        gen_fail(l->file, l->num, "expected chip NAME COLUMN TPCS SMS PARTITIONS, at most %d", MAX_CHIPS);
    struct product *p = &chip->product[chip->products++];
    snprintf(p->name, sizeof p->name, "%.31s", l->word[1]);
    chip->now = p->column = column_of(chip, l, l->word[2]);
    for (int i = 0; i < 3; i++)
        p->number[i] = bound_of(chip, l, l->word[3 + i], sv, sizeof sv);
    long partitions = p->number[2];
    if (p->number[0] < 1 || p->number[1] < 1 || partitions > 8 ||
        (partitions && partitions != 6 && !power_of_two(partitions)))
        gen_fail(l->file, l->num, "chip %s: expected TPCs, SMs, and 0, 1, 2, 4, 6 or 8 partitions", p->name);
}

/* Records of the columns, and the chips, for programs that choose one when they run. */
static void write_chips(const struct chip *chip, const char *cdir)
{
    FILE *f = gen_open_out(cdir, "gt_chips.h");

    fprintf(f, "/* SPDX-License-Identifier: Apache-2.0\n * Generated by isagen from chip.def: do not edit. */\n"
               "#ifndef GT_CHIPS_H\n#define GT_CHIPS_H\n\n#include <stdint.h>\n\n"
               "/* A column of chip.def: what an SM and its memory are made of; what the value rests on, of each "
               "column. */\n"
               "struct gt_values {\n    const char *name;\n");
    for (int i = 0; i < chip->count; i++) {
        char name[72];
        snprintf(name, sizeof name, "%s;", chip->constant[i].name);
        for (char *p = name; *p; p++)
            *p = (char)tolower((unsigned char)*p);
        fprintf(f, "    uint32_t %-23s /* %s", name, chip->constant[i].kind[0]);
        for (int k = 1; k < chip->columns; k++)
            fprintf(f, ", %s", chip->constant[i].kind[k]);
        fprintf(f, " */\n");
    }
    fprintf(f, "};\n\n/* Initializers: of an array of them; of an array of struct gt_chip that points into it. */\n"
               "#define GT_VALUES");
    for (int k = 0; k < chip->columns; k++) {
        fprintf(f, "%s \\\n    {\"%s\"", k ? "," : "", chip->column[k]);
        for (int i = 0; i < chip->count; i++)
            fprintf(f, ",%s%ld", i % 12 ? " " : " \\\n     ", chip->constant[i].value[k]);
        fprintf(f, "}");
    }
    fprintf(f, "\n#define GT_CHIPS(values)");
    for (int i = 0; i < chip->products; i++)
        fprintf(f, "%s \\\n    {\"%s\", %ld, %ld, %ld, &(values)[%d]}", i ? "," : "", chip->product[i].name,
                chip->product[i].number[0], chip->product[i].number[1], chip->product[i].number[2],
                chip->product[i].column);
    fprintf(f, "\n\n/* Their names, for messages and as words. */\n#define GT_CHIP_LIST \"");
    for (int i = 0; i < chip->products; i++)
        fprintf(f, "%s%s", i ? ", " : "", chip->product[i].name);
    fprintf(f, "\"\n#define GT_CHIP_WORDS \"");
    for (int i = 0; i < chip->products; i++)
        fprintf(f, "%s%s", i ? " " : "", chip->product[i].name);
    fprintf(f, "\"\n\n#endif\n");
    gen_close(f, cdir, "gt_chips.h");
}

/* Package gpu_cfg of a column. Read behind that of a later one, the first column's is empty. */
static void write_package(const struct chip *chip, int column, const char *svdir)
{
    char name[64];

    snprintf(name, sizeof name, column ? "gpu_cfg_%s.sv" : "gpu_cfg_pkg.sv", chip->column[column]);
    for (char *p = name; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    FILE *sv = gen_open_out(svdir, name);
    fprintf(sv, "// SPDX-License-Identifier: Apache-2.0\n"
                "// Generated by isagen from isa/chip.def: do not edit.\n");
    if (column)
        fprintf(sv, "// Column %s: to be read in front of gpu_cfg_pkg.sv, which is empty then.\n",
                chip->column[column]);
    fprintf(sv, "`ifndef GPU_CFG_PKG\n`define GPU_CFG_PKG\npackage gpu_cfg;\n");
    for (int i = 0; i < chip->count; i++)
        fprintf(sv, "  localparam int %s = %ld;\n", chip->constant[i].name, chip->constant[i].value[column]);
    fprintf(sv, "endpackage\n`endif\n");
    gen_close(sv, svdir, name);
}

void gen_chip(const char *path, const char *cdir, const char *svdir)
{
    FILE *in = gen_open_in(path);
    FILE *c = gen_open_out(cdir, "gt_chip.h");
    FILE *limits = gen_open_out(svdir, "chip_limits.svh");
    struct gen_line l = { .file = path };
    struct chip *chip = calloc(1, sizeof *chip);

    if (!chip)
        gen_fail(path, 0, "out of memory");
    chip->path = path;
    fprintf(limits, "// SPDX-License-Identifier: Apache-2.0\n"
                    "// Generated by isagen from isa/chip.def: do not edit. Inside a module: an error for each\n"
                    "// constant whose value the units are not made for.\n");
    while (gen_next_line(in, &l))
        if (strcmp(l.word[0], "columns") == 0)
            read_columns(chip, &l);
        else if (strcmp(l.word[0], "column") == 0)
            read_column(chip, &l);
        else if (strcmp(l.word[0], "set") == 0)
            read_set(chip, &l);
        else if (strcmp(l.word[0], "limit") == 0)
            write_limit(chip, &l, limits);
        else if (strcmp(l.word[0], "chip") == 0)
            read_chip(chip, &l);
        else
            read_constant(chip, &l);
    fclose(in);
    if (!chip->columns || !chip->products)
        gen_fail(path, l.num, "expected a line columns and a chip");
    fprintf(c, "/* SPDX-License-Identifier: Apache-2.0\n"
               " * Generated by isagen from chip.def: do not edit. */\n"
               "#ifndef GT_CHIP_H\n#define GT_CHIP_H\n\n");
    for (int i = 0; i < chip->count; i++)
        fprintf(c, "#define GT_%s %ld\n", chip->constant[i].name, chip->constant[i].value[0]);
    fprintf(c, "\n#endif\n");
    gen_close(c, cdir, "gt_chip.h");
    for (int i = 0; i < chip->columns; i++)
        write_package(chip, i, svdir);
    gen_close(limits, svdir, "chip_limits.svh");
    write_chips(chip, cdir);
    free(chip);
}

/* Skips blanks, comments and preprocessor lines; returns the next character without taking it. */
static int skip_space(FILE *f)
{
    int c;

    while ((c = getc(f)) != EOF) {
        if (isspace(c))
            continue;
        if (c == '#') {
            while (c != '\n' && c != EOF)
                c = getc(f);
            continue;
        }
        if (c == '/') {
            int prev = 0;

            if ((c = getc(f)) != '*') {
                ungetc(c, f);
                return '/';
            }
            while ((c = getc(f)) != EOF && !(prev == '*' && c == '/'))
                prev = c;
            continue;
        }
        break;
    }
    ungetc(c, f);
    return c;
}

/* A name, a number, or one other character. */
static bool next_token(FILE *f, char *buf, size_t n)
{
    size_t len = 0;
    int c = skip_space(f);

    if (c == EOF)
        return false;
    c = getc(f);
    if (isalnum(c) || c == '_') {
        while ((isalnum(c) || c == '_') && len + 1 < n) {
            buf[len++] = (char)c;
            c = getc(f);
        }
        ungetc(c, f);
    } else {
        buf[len++] = (char)c;
    }
    buf[len] = '\0';
    return true;
}

/* Reads the items of one enum, up to its closing brace. Each item is NAME or NAME = NUMBER. */
static void read_enum(FILE *f, const char *path, const char *of, struct gen_enums *e)
{
    char tok[64];
    int value = 0;

    while (next_token(f, tok, sizeof tok) && strcmp(tok, "}") != 0) {
        struct gen_enum_item *it = &e->item[e->count];

        if (strcmp(tok, ",") == 0)
            continue;
        if (strcmp(tok, "=") == 0) {
            next_token(f, tok, sizeof tok);
            value = (int)strtol(tok, NULL, 0);
            e->item[e->count - 1].value = value++;
            continue;
        }
        if (e->count == 256 || strlen(tok) >= sizeof it->name)
            gen_fail(path, 0, "enum constant %s: too many, or the name is too long", tok);
        strcpy(it->name, tok);
        snprintf(it->of, sizeof it->of, "%s", of);
        it->value = value++;
        e->count++;
    }
}

/* All enums of a C header; what is not one is skipped. */
void gen_read_enums(const char *path, struct gen_enums *e)
{
    FILE *f = gen_open_in(path);
    char tok[64], name[64];

    while (next_token(f, tok, sizeof tok)) {
        if (strcmp(tok, "enum") != 0 || !next_token(f, name, sizeof name))
            continue;
        if (!next_token(f, tok, sizeof tok) || strcmp(tok, "{") != 0)
            continue;
        read_enum(f, path, name, e);
    }
    fclose(f);
}

int gen_enum_value(const struct gen_enums *e, const char *name)
{
    for (int i = 0; i < e->count; i++)
        if (strcmp(e->item[i].name, name) == 0)
            return e->item[i].value;
    return -1;
}

/* How the constants of an enum appear in Verilog. */
struct form { const char *of, *c, *sv; int bits; };

/* The values of one enum as Verilog macros, of m->bits bits each. */
static void write_enum(FILE *f, const char *path, const struct gen_enums *e, const struct form *m)
{
    size_t n = strlen(m->c);

    fputc('\n', f);
    for (int i = 0; i < e->count; i++) {
        const struct gen_enum_item *it = &e->item[i];

        if (strcmp(it->of, m->of) != 0 || strncmp(it->name, m->c, n) != 0 || strcmp(it->name + n, "COUNT") == 0)
            continue;
        if (it->value >= 1 << m->bits)
            gen_fail(path, 0, "%s = %d does not fit %d bits", it->name, it->value, m->bits);
        fprintf(f, "`define %s%s %d'd%d\n", m->sv, it->name + n, m->bits, it->value);
    }
}

void gen_ops(const struct gen_enums *e, const char *svdir)
{
    static const struct form forms[] = {
        { "gt_op", "GT_OP_", "OP_", 7 }, { "gt_unit", "GT_UNIT_", "UNIT_", 3 }, { "gt_kind", "GT_K_", "KIND_", 4 },
        { "gt_smode", "GT_SM_", "SM_", 2 }, { "gt_mtype", "GT_MT_", "MT_", 3 }, { "gt_decode_err", "GT_DE_", "DE_", 4 },
    };
    FILE *f = gen_open_out(svdir, "isa_ops.svh");

    fprintf(f, "// SPDX-License-Identifier: Apache-2.0\n"
               "// Generated by isagen from isa/insn.h: do not edit. Values of the fields of ctl_t.\n"
               "`ifndef ISA_OPS_SVH\n`define ISA_OPS_SVH\n");
    for (size_t m = 0; m < sizeof forms / sizeof forms[0]; m++)
        write_enum(f, "insn.h", e, &forms[m]);
    fprintf(f, "\n`endif\n");
    gen_close(f, svdir, "isa_ops.svh");
}

/* The packed struct of a texture's descriptor; in C the bit at which each field begins. */
static void write_descriptor(const char *path, FILE *c, FILE *sv)
{
    struct field { char name[GEN_MAX_LINE]; long bits; } field[32];
    FILE *in = gen_open_in(path);
    struct gen_line l = { .file = path };
    int n = 0, width = 0;

    while (gen_next_line(in, &l)) {
        if (l.words != 2 || n == 32)
            gen_fail(path, l.num, "expected NAME BITS, found %d words (at most 32 fields)", l.words);
        snprintf(field[n].name, sizeof field[n].name, "%s", l.word[0]);
        field[n].bits = gen_number(&l, l.word[1]);
        if (field[n].bits < 1 || field[n].bits > 32)
            gen_fail(path, l.num, "%ld bits: expected 1 to 32", field[n].bits);
        width += (int)field[n++].bits;
    }
    fclose(in);
    fprintf(sv,
            "\n// A texture as the hardware holds it (isa/tic.def); width 0: not bound.\ntypedef struct packed {\n");
    for (int i = 0, at = width; i < n; i++) {
        char name[GEN_MAX_LINE];

        at -= (int)field[i].bits;
        if (field[i].bits == 1)
            fprintf(sv, "  logic        %s;\n", field[i].name);
        else
            fprintf(sv, "  logic [%ld:0]%s %s;\n", field[i].bits - 1, field[i].bits > 10 ? "" : " ", field[i].name);
        for (size_t k = 0; k < sizeof name; k++)
            name[k] = (char)toupper((unsigned char)field[i].name[k]);
        fprintf(c, "#define GT_TIC_%s_AT %d\n#define GT_TIC_%s_BITS %ld\n", name, at, name, field[i].bits);
    }
    fprintf(sv, "} tic_t;\n`define TIC_W %d\n", width);
    fprintf(c, "#define GT_TIC_BITS %d\n", width);
}

void gen_sm_enums(const char *header, const char *tic, const char *cdir, const char *svdir)
{
    static const struct form forms[] = {
        { "gt_uop", "GT_UOP_", "UOP_", 2 },      { "gt_entry_type", "GT_E_", "E_", 3 },
        { "gt_fault_code", "GT_F_", "F_", 8 },   { "gt_pm_event", "GT_PM_", "PM_", 5 },
        { "gt_tex_type", "GT_TEX_", "TEX_", 3 }, { "gt_tex_mode", "GT_TEX_", "TEX_", 2 },
    };
    struct gen_enums *e = calloc(1, sizeof *e);
    FILE *sv = gen_open_out(svdir, "sm_enums.svh"), *c = gen_open_out(cdir, "gt_tic.h");

    if (!e)
        gen_fail(header, 0, "out of memory");
    gen_read_enums(header, e);
    fprintf(sv, "// SPDX-License-Identifier: Apache-2.0\n"
                "// Generated by isagen from isa/sm_enums.h and isa/tic.def: do not edit.\n"
                "`ifndef SM_ENUMS_SVH\n`define SM_ENUMS_SVH\n");
    for (size_t m = 0; m < sizeof forms / sizeof forms[0]; m++)
        write_enum(sv, header, e, &forms[m]);
    fprintf(c,
            "/* SPDX-License-Identifier: Apache-2.0\n"
            " * Generated by isagen from tic.def: do not edit. Where the fields of a texture's descriptor begin. */\n"
            "#ifndef GT_TIC_H\n#define GT_TIC_H\n\n");
    write_descriptor(tic, c, sv);
    fprintf(sv, "\n`endif\n");
    fprintf(c, "\n#endif\n");
    gen_close(sv, svdir, "sm_enums.svh");
    gen_close(c, cdir, "gt_tic.h");
    free(e);
}
