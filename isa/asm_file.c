/* SPDX-License-Identifier: Apache-2.0
 *
 * The file level of the assembler: directives, labels, alignment. Instructions are assembled when they are
 * met; a branch to a label is assembled with target 0 and completed at the end of its kernel.
 */
#include "asm.h"
#include "printable.h"
#include "text.h"
#include "text_int.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_CHARS 2048
#define NAME_MAX_CHARS 256
#define MAX_ERRORS     20
#define CODE_MAX       0x1000000u       /* bytes of code: targets have 24 bits */

struct label { char name[NAME_MAX_CHARS]; uint32_t addr; };
struct fixup { char name[NAME_MAX_CHARS]; size_t word; int line; };

struct file {
    const char *name;
    FILE       *errors;
    int         line, nerrors;
    struct gt_cubin *c;
    struct gt_cubin_kernel *k;      /* current kernel, NULL before the first */
    struct gt_cubin_data   *data;   /* what .data fills, NULL if nothing */
    size_t      data_words;
    size_t      code_room;
    struct label *labels; size_t nlabels;
    struct fixup *fixups; size_t nfixups;
};

static bool file_error(struct file *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Always false. */
static bool file_error(struct file *f, const char *fmt, ...)
{
    va_list ap;

    f->nerrors++;
    char text[1024], name[512];
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    snprintf(name, sizeof name, "%s", f->name);
    fprintf(f->errors, "%s:%d: %s\n", gt_printable(name), f->line ? f->line : 1, gt_printable(text));
    return false;
}

static void *grow_list(void *p, size_t n, size_t size)
{
    p = realloc(p, n * size);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

/* --- code ------------------------------------------------------------------------------------- */

static void emit_word(struct file *f, uint32_t word)
{
    if (f->k->code_words == f->code_room) {
        f->code_room = f->code_room * 2 + 64;
        f->k->code = grow_list(f->k->code, f->code_room, sizeof *f->k->code);
    }
    f->k->code[f->k->code_words++] = word;
}

static const struct label *find_label(const struct file *f, const char *name)
{
    for (size_t i = 0; i < f->nlabels; i++)
        if (strcmp(f->labels[i].name, name) == 0)
            return &f->labels[i];
    return NULL;
}

static bool patch_target(uint32_t *code, uint32_t addr)
{
    const struct isa_row *r = &isa_table[isa_find_row(code[0], code[1])];
    const struct isa_slot *s = isa_row_slot(r, ISA_SLOT_target);

    if (!s || !isa_fits(s->value, addr))
        return false;
    isa_put(s->value, addr, code);
    return true;
}

/* Completes the branches of the kernel that ends, now that all its labels are known. */
static void end_kernel(struct file *f)
{
    int line = f->line;

    for (size_t i = 0; i < f->nfixups; i++) {
        const struct label *l = find_label(f, f->fixups[i].name);

        f->line = f->fixups[i].line;
        if (!l)
            file_error(f, "expected a label of this kernel, found '%s'", f->fixups[i].name);
        else if (!patch_target(&f->k->code[f->fixups[i].word], l->addr))
            file_error(f, "expected a target below 16 MB, found 0x%x", l->addr);
    }
    f->line = line;
    if (f->k && !f->k->code_words)
        file_error(f, "expected at least one instruction in kernel '%s', found none", f->k->name);
    f->nlabels = f->nfixups = 0;
    f->code_room = 0;
    f->k = NULL;
    f->data = NULL;
}

static bool name_start(char c) { return isalpha((unsigned char)c) || c == '_'; }
static bool name_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$'; }

/* If the instruction's operand is a label, copies its name and replaces it by 0x0 in line. */
static bool take_label(char *line, char *name)
{
    static const char *const with_target[] = { "bra ", "call ", "call.lim ", "joinat ", "prebrk " };
    char *p = line, *end;

    if (*p == '@') {
        p += strcspn(p, " \t");
        p += strspn(p, " \t");
    }
    for (size_t i = 0; i < sizeof with_target / sizeof with_target[0]; i++) {
        size_t n = strlen(with_target[i]);
        char rest[LINE_MAX_CHARS];

        if (strncmp(p, with_target[i], n) != 0)
            continue;
        p += n;
        p += strspn(p, " \t");
        if (!name_start(*p))
            return false;
        for (end = p; name_char(*end); end++)
            ;
        if (end - p >= NAME_MAX_CHARS)
            return false;
        memcpy(name, p, (size_t)(end - p));
        name[end - p] = '\0';
        strcpy(rest, end);
        if ((size_t)(p - line) + 4 + strlen(rest) >= LINE_MAX_CHARS)
            return false;
        strcpy(p, "0x0");
        strcat(p, rest);
        return true;
    }
    return false;
}

/* One instruction, or .word. A branch to a label is noted for end_kernel(). */
static bool take_instruction(struct file *f, char *line)
{
    char err[256], label[NAME_MAX_CHARS];
    bool raw = strncmp(line, ".word", 5) == 0;
    bool labelled = !raw && take_label(line, label);
    uint32_t w0, w1;
    int len;

    if (!f->k)
        return file_error(f, "expected .kernel before the first instruction, found '%.40s'", line);
    if (!isa_asm_line(line, &w0, &w1, &len, err, sizeof err))
        return file_error(f, "%s", err);
    if (len == 8 && !raw && (f->k->code_words & 1))
        return file_error(f, "expected an 8-byte instruction at a multiple of 8, found it at 0x%zx "
                             "(pair the short instruction before it, or write .align)", f->k->code_words * 4);
    if (labelled) {
        f->fixups = grow_list(f->fixups, f->nfixups + 1, sizeof *f->fixups);
        strcpy(f->fixups[f->nfixups].name, label);
        f->fixups[f->nfixups].word = f->k->code_words;
        f->fixups[f->nfixups++].line = f->line;
    }
    emit_word(f, w0);
    if (len == 8)
        emit_word(f, w1);
    return true;
}

/* A label of the kernel at hand, at the next instruction. */
static bool define_label(struct file *f, const char *name, size_t len)
{
    struct label *l;

    if (!f->k)
        return file_error(f, "expected .kernel before the first label, found '%.*s'", (int)len, name);
    if (len >= NAME_MAX_CHARS)
        return file_error(f, "expected a name of less than %d characters, found %zu", NAME_MAX_CHARS, len);
    f->labels = grow_list(f->labels, f->nlabels + 1, sizeof *f->labels);
    l = &f->labels[f->nlabels];
    memcpy(l->name, name, len);
    l->name[len] = '\0';
    if (find_label(f, l->name))
        return file_error(f, "expected a new label, found '%s' again", l->name);
    l->addr = (uint32_t)f->k->code_words * 4;
    f->nlabels++;
    return true;
}

/* --- directives ------------------------------------------------------------------------------- */

/* Splits the line into words at blanks and commas; returns how many. */
static int split_words(char *line, char **word, int max)
{
    char *save = NULL;
    int n = 0;

    for (char *w = strtok_r(line, " \t,", &save); w && n < max; w = strtok_r(NULL, " \t,", &save))
        word[n++] = w;
    return n;
}

static bool read_number(struct file *f, const char *text, uint32_t *v)
{
    char *end;
    unsigned long long n = strtoull(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : 10);

    if (!isdigit((unsigned char)text[0]) || *end || n > 0xffffffff)
        return file_error(f, "expected a number, found '%s'", text);
    *v = (uint32_t)n;
    return true;
}

static bool want_words(struct file *f, int n, int want, const char *form)
{
    return n == want || file_error(f, "expected %s, found %d words", form, n);
}

/* SEGMENT OFFSET BYTES; pointer: the segment has the address, memory the bytes */
static bool data_place(struct file *f, struct gt_cubin_data *d, char **word, bool pointer)
{
    f->data = d;
    f->data_words = 0;
    if (!read_number(f, word[0], &d->seg) || !read_number(f, word[1], &d->offset) ||
        !read_number(f, word[2], &d->bytes))
        return false;
    if (d->seg > 15 || (uint64_t)d->offset + (pointer ? 4 : d->bytes) > 65536)
        return file_error(f, "expected a segment up to 15 and at most 64 KB, found c%u[%u], %u bytes", d->seg,
                          d->offset, pointer ? 4 : d->bytes);
    return true;
}

/* Data missing at the end of a block are zero. */
static bool data_line(struct file *f, char **word, int n)
{
    size_t want;

    if (!f->data)
        return file_error(f, "expected .const or .consts before .data, found none");
    want = ((size_t)f->data->bytes + 3) / 4;
    for (int i = 1; i < n; i++) {
        uint32_t v;

        if (!read_number(f, word[i], &v))
            return false;
        if (f->data_words == want)
            return file_error(f, "expected %zu data words, found more", want);
        if (!f->data->words) {
            f->data->words = grow_list(NULL, want, sizeof *f->data->words);
            memset(f->data->words, 0, want * sizeof *f->data->words);
        }
        f->data->words[f->data_words++] = v;
    }
    return true;
}

/* .addr OFFSET NAME ADD: a word of the block above that starts as the address of a variable */
static bool address_line(struct file *f, char **word, int n)
{
    uint32_t offset, add;

    if (!f->data || !f->data->name)
        return file_error(f, "expected .consts or .reloc before .addr, found %s", f->data ? ".const" : "none");
    if (!want_words(f, n, 4, ".addr OFFSET NAME ADD") || !read_number(f, word[1], &offset) ||
        !read_number(f, word[3], &add))
        return false;
    if (f->data->bytes < 4 || offset > f->data->bytes - 4)
        return file_error(f, "expected an offset inside the %u bytes of the block, found %u", f->data->bytes, offset);
    cubin_add_address(f->data, offset, word[2], add);
    return true;
}

/* .reg, .smem, .lmem, .bar, .param, .maxntid: a number of the kernel at hand. */
static bool kernel_number(struct file *f, char **word, int n)
{
    struct gt_cubin_kernel *k = f->k;
    uint32_t *field;

    if (!k)
        return file_error(f, "expected .kernel before '%s'", word[0]);
    if (!want_words(f, n, 2, "a directive and a number"))
        return false;
    field = strcmp(word[0], ".reg") == 0 ? &k->reg : strcmp(word[0], ".smem") == 0 ? &k->smem
            : strcmp(word[0], ".lmem") == 0 ? &k->lmem : strcmp(word[0], ".param") == 0 ? &k->param
            : strcmp(word[0], ".maxntid") == 0 ? &k->max_threads : &k->bar;
    k->has_param = k->has_param || field == &k->param;
    return read_number(f, word[1], field);
}

/* .reqntid X Y Z */
static bool kernel_block(struct file *f, char **word, int n)
{
    if (!f->k)
        return file_error(f, "expected .kernel before '.reqntid'");
    if (!want_words(f, n, 4, ".reqntid X Y Z"))
        return false;
    for (int i = 0; i < 3; i++) {
        if (!read_number(f, word[i + 1], &f->k->block[i]))
            return false;
        if (!f->k->block[i])
            return file_error(f, "expected extents of a block from 1, found 0");
    }
    return true;
}

/* Instructions that change nothing, up to word `words`. There is no short nop. */
static void fill_to(struct file *f, size_t words)
{
    char err[64];
    uint32_t half, half1, nop[2];
    int len;

    if (!isa_asm_line("mov.b32.half $r0, $r0", &half, &half1, &len, err, sizeof err) ||
        !isa_asm_line("nop", &nop[0], &nop[1], &len, err, sizeof err))
        return;
    if ((f->k->code_words & 1) && f->k->code_words < words)
        emit_word(f, half);
    while (f->k->code_words < words)
        emit_word(f, nop[f->k->code_words & 1]);
}

/* .align 8: a short move that does nothing, where the next instruction would stand at an odd word. */
static bool align_code(struct file *f, char **word, int n)
{
    uint32_t bytes;

    if (!f->k)
        return file_error(f, "expected .kernel before '.align'");
    if (!want_words(f, n, 2, ".align 8") || !read_number(f, word[1], &bytes))
        return false;
    if (bytes != 8)
        return file_error(f, "expected .align 8, found %u (a place further on: .org ADDRESS)", bytes);
    fill_to(f, f->k->code_words + (f->k->code_words & 1));
    return true;
}

/* .org ADDRESS: instructions that do nothing up to there. */
static bool move_origin(struct file *f, char **word, int n)
{
    uint32_t address;

    if (!f->k)
        return file_error(f, "expected .kernel before '.org'");
    if (!want_words(f, n, 2, ".org ADDRESS") || !read_number(f, word[1], &address))
        return false;
    if (address % 8 || address > CODE_MAX || address / 4 < f->k->code_words)
        return file_error(f, "expected a multiple of 8 from 0x%zx to 0x%x, found 0x%x", f->k->code_words * 4, CODE_MAX,
                          address);
    fill_to(f, address / 4);
    return true;
}

static bool begin_kernel(struct file *f, char **word, int n)
{
    if (!want_words(f, n, 2, ".kernel NAME"))
        return false;
    if (f->k)
        end_kernel(f);
    if (cubin_kernel(f->c, word[1]))
        file_error(f, "expected a new kernel name, found '%s' again", word[1]);
    f->k = cubin_add_kernel(f->c, word[1]);
    return true;
}

/* .params OFFSET BYTES ... and .loc PATH LINE: the source line of what follows */
static bool kernel_table(struct file *f, char **word, int n)
{
    uint32_t a, b;

    if (!f->k)
        return file_error(f, "expected .kernel before '%s'", word[0]);
    if (strcmp(word[0], ".loc") == 0) {
        if (!want_words(f, n, 3, ".loc PATH LINE") || !read_number(f, word[2], &a))
            return false;
        cubin_add_line(f->k, (uint32_t)f->k->code_words * 4, cubin_source(f->c, word[1]), a);
        return true;
    }
    if (n % 2 == 0)
        return file_error(f, "expected .params OFFSET BYTES ..., found %d numbers", n - 1);
    f->k->has_params = true;
    for (int i = 1; i + 1 < n; i += 2) {
        if (!read_number(f, word[i], &a) || !read_number(f, word[i + 1], &b))
            return false;
        if (b > 256 || a > 256 - b)
            return file_error(f, "expected parameters inside 256 bytes, found offset %u, %u bytes", a, b);
        cubin_add_param(f->k, a, b);
    }
    return true;
}

static bool module_header(struct file *f, char **word, int n)
{
    uint32_t v;

    if (!want_words(f, n, 2, "a directive and a value"))
        return false;
    if (strcmp(word[0], ".modname") == 0) {
        free(f->c->modname);
        f->c->modname = strcpy(grow_list(NULL, strlen(word[1]) + 1, 1), word[1]);
        return true;
    }
    if (strcmp(word[0], ".abi") == 0)
        return read_number(f, word[1], &f->c->abiversion);
    if (strncmp(word[1], "sm_", 3) != 0 || !read_number(f, word[1] + 3, &v) || v < 10 || v > 13)
        return file_error(f, "expected sm_10, sm_11, sm_12 or sm_13, found '%s'", word[1]);
    f->c->arch = v;
    return true;
}

/* A line that starts with '.'. */
static bool take_directive(struct file *f, char *line)
{
    char *word[4096];
    int n = split_words(line, word, 4096);
    const char *d = word[0];

    if (strcmp(d, ".data") == 0)
        return data_line(f, word, n);
    if (strcmp(d, ".addr") == 0)
        return address_line(f, word, n);
    if (strcmp(d, ".align") == 0)
        return align_code(f, word, n);
    if (strcmp(d, ".org") == 0)
        return move_origin(f, word, n);
    if (strcmp(d, ".kernel") == 0)
        return begin_kernel(f, word, n);
    if (strcmp(d, ".reg") == 0 || strcmp(d, ".smem") == 0 || strcmp(d, ".lmem") == 0
        || strcmp(d, ".bar") == 0 || strcmp(d, ".param") == 0 || strcmp(d, ".maxntid") == 0)
        return kernel_number(f, word, n);
    if (strcmp(d, ".reqntid") == 0)
        return kernel_block(f, word, n);
    if (strcmp(d, ".params") == 0 || strcmp(d, ".loc") == 0)
        return kernel_table(f, word, n);
    if (strcmp(d, ".const") == 0) {
        if (!f->k)
            return file_error(f, "expected .kernel before '.const' (module constants: .consts)");
        return want_words(f, n, 4, ".const SEGMENT OFFSET BYTES")
               && data_place(f, cubin_add_kernel_const(f->k), word + 1, false);
    }
    if (strcmp(d, ".consts") == 0)
        return want_words(f, n, 5, ".consts NAME SEGMENT OFFSET BYTES")
               && data_place(f, cubin_add_const(f->c, word[1]), word + 2, false);
    if (strcmp(d, ".reloc") == 0)
        return want_words(f, n, 5, ".reloc NAME SEGMENT OFFSET BYTES")
               && data_place(f, cubin_add_reloc(f->c, word[1]), word + 2, true);
    if (strcmp(d, ".sampler") == 0)
        return want_words(f, n, 3, ".sampler NAME UNIT")
               && read_number(f, word[2], &cubin_add_sampler(f->c, word[1])->texunit);
    if (strcmp(d, ".arch") == 0 || strcmp(d, ".abi") == 0 || strcmp(d, ".modname") == 0)
        return module_header(f, word, n);
    return file_error(f, "expected a directive, found '%s'", d);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Strips comments and blanks, takes a label, then a directive or an instruction. */
static bool one_line(struct file *f, char *line)
{
    size_t n;

    line[strcspn(line, "#\r\n")] = '\0';
    if (strstr(line, "//"))
        *strstr(line, "//") = '\0';
    for (n = strlen(line); n && isspace((unsigned char)line[n - 1]); n--)
        line[n - 1] = '\0';
    line += strspn(line, " \t");
    if (name_start(*line)) {
        for (n = 1; name_char(line[n]); n++)
            ;
        if (line[n] == ':') {
            if (!define_label(f, line, n))
                return false;
            line += n + 1;
            line += strspn(line, " \t");
        }
    }
    if (!*line)
        return true;
    if (*line == '.' && strncmp(line, ".word", 5) != 0)
        return take_directive(f, line);
    return take_instruction(f, line);
}

bool isa_asm_file(const char *text, const char *name, struct gt_cubin *c, FILE *errors)
{
    struct file f = { .name = name, .errors = errors, .c = c };
    char line[LINE_MAX_CHARS];

    cubin_init(c);
    while (*text && f.nerrors < MAX_ERRORS) {
        size_t n = strcspn(text, "\n");

        f.line++;
        if (n >= sizeof line) {
            file_error(&f, "expected a line of less than %d characters, found %zu", LINE_MAX_CHARS, n);
        } else {
            memcpy(line, text, n);
            line[n] = '\0';
            one_line(&f, line);
        }
        text += n + (text[n] == '\n');
    }
    if (f.k)
        end_kernel(&f);
    else if (!f.nerrors)
        file_error(&f, "expected a kernel (.kernel NAME), found the end of the file");
    free(f.labels);
    free(f.fixups);
    if (f.nerrors)
        cubin_free(c);
    return f.nerrors == 0;
}
