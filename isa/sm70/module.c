/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly files of sm_70 to sm_90: one instruction, label or directive a line; # and // start a comment.
 */
#include "sm70_module.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMS_A_LINE = 16 };

struct label { const char *name; size_t length; uint64_t address; };
struct source {
    const char *name;
    unsigned    line;
    char       *err;
    size_t      errn;
    struct sm70_module *m;
    struct label *labels; size_t nlabels;       /* of the kernel being read */
};

static bool source_error(const struct source *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool source_error(const struct source *s, const char *fmt, ...)
{
    va_list ap;
    int n = snprintf(s->err, s->errn, "%s:%u: ", s->name, s->line);

    va_start(ap, fmt);
    if (n > 0 && (size_t)n < s->errn)
        vsnprintf(s->err + n, s->errn - (size_t)n, fmt, ap);
    va_end(ap);
    return false;
}

/* The line without its comment and blanks around, into out. Returns where the next one starts. */
static const char *next_line(const char *text, char *out, size_t room, bool *long_line)
{
    size_t n = strcspn(text, "\n"), used = n;
    const char *end = text + n + (text[n] == '\n');

    for (size_t i = 0; i < n; i++)
        if (text[i] == '#' || (text[i] == '/' && i + 1 < n && text[i + 1] == '/')) {
            used = i;
            break;
        }
    while (used && isspace((unsigned char)text[used - 1]))
        used--;
    while (used && isspace((unsigned char)*text)) {
        text++;
        used--;
    }
    *long_line = used >= room;
    if (used >= room)
        used = room - 1;
    memcpy(out, text, used);
    out[used] = 0;
    return end;
}

static bool find_label(void *ctx, const char *name, size_t length, uint64_t *address)
{
    const struct source *s = ctx;

    for (size_t i = 0; i < s->nlabels; i++)
        if (s->labels[i].length == length && !memcmp(s->labels[i].name, name, length)) {
            *address = s->labels[i].address;
            return true;
        }
    return false;
}

static bool is_label(const char *line, size_t *n)
{
    *n = strcspn(line, " \t:");
    return *n && line[*n] == ':' && !line[*n + 1];
}

/* Labels of the kernel whose code begins at text, up to the next .kernel. */
static bool find_labels(struct source *s, const char *text)
{
    char line[512];
    uint64_t pc = 0;
    unsigned at = s->line;
    bool too_long;

    s->nlabels = 0;
    while (*text) {
        const char *start = text;
        text = next_line(text, line, sizeof line, &too_long);
        at++;
        size_t n;
        if (!strncmp(line, ".kernel", 7))
            break;
        if (is_label(line, &n)) {
            while (isspace((unsigned char)*start))
                start++;
            uint64_t old;
            if (find_label(s, start, n, &old)) {
                s->line = at;
                return source_error(s, "expected a new label, found '%.*s' again", (int)n, start);
            }
            struct label *more = realloc(s->labels, (s->nlabels + 1) * sizeof *more);
            if (!more)
                abort();
            s->labels = more;
            s->labels[s->nlabels++] = (struct label){ start, n, pc };
        } else if (*line && *line != '.') {
            pc += 16;
        }
    }
    return true;
}

/* A number of at most max, in C's notation; *s goes behind it. */
static bool take_number(const char **s, uint64_t max, uint64_t *v)
{
    char *end;

    while (**s == ' ' || **s == '\t')
        ++*s;
    if (!isdigit((unsigned char)**s))
        return false;
    *v = strtoull(*s, &end, 0);
    *s = end;
    return *v <= max;
}

/* A line that starts with '.', behind .arch. rest: the text behind the line, for a kernel's labels. */
static bool take_directive(struct source *s, const char *line, struct sm70_kernel **k, const char *rest)
{
    size_t n = strcspn(line, " \t");
    const char *arg = line + n;
    uint64_t v, bytes;

    while (*arg == ' ' || *arg == '\t')
        arg++;
    if (n == 7 && !memcmp(line, ".kernel", n)) {
        if (!*arg)
            return source_error(s, "expected .kernel NAME");
        *k = sm70_add_kernel(s->m, arg);
        return find_labels(s, rest);
    }
    if (n == 9 && !memcmp(line, ".left_out", n))
        return source_error(s, "section %s of the cubin that this was is not described here", arg);
    if (!*k)
        return source_error(s, "expected .kernel NAME, found '%.80s'", line);
    if (n == 7 && !memcmp(line, ".params", n)) {
        do {
            if (!take_number(&arg, 4096, &v) || !take_number(&arg, 4096, &bytes) || !bytes)
                return source_error(s, "expected .params OFFSET BYTES, ...");
            sm70_add_param(*k, (uint32_t)v, (uint32_t)bytes);
            while (*arg == ' ')
                arg++;
        } while (*arg == ',' && arg++);
        return !*arg || source_error(s, "expected ',', found '%.40s'", arg);
    }
    static const struct { const char *name; uint32_t max; size_t at; } known[] = {
        { ".reg", 255, offsetof(struct sm70_kernel, regs) },
        { ".smem", 232448, offsetof(struct sm70_kernel, shared) },
        { ".lmem", 524288, offsetof(struct sm70_kernel, local) },
        { ".bar", 16, offsetof(struct sm70_kernel, barriers) },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == n && !memcmp(line, known[i].name, n)) {
            if (!take_number(&arg, known[i].max, &v) || *arg)
                return source_error(s, "expected %s and a number up to %u, found '%.40s'", known[i].name, known[i].max,
                                    arg);
            *(uint32_t *)(void *)((char *)*k + known[i].at) = (uint32_t)v;
            return true;
        }
    return source_error(s,
                        "expected .kernel, .reg, .smem, .lmem, .bar, .params, a label or an instruction, found '%.80s'",
                        line);
}

static bool check_kernel(const struct source *s, const struct sm70_kernel *k)
{
    if (!k || (k->ncode && k->regs))
        return true;
    return source_error(s, "kernel %s: expected %s", k->name, k->ncode ? ".reg N" : "instructions");
}

/* .arch sm_N: the chip; SM70_CHIPS: the line is not that. */
static enum sm70_chip chip_of_line(const char *line)
{
    const char *name = line + 9;
    uint64_t sm;

    if (strncmp(line, ".arch sm_", 9) || !take_number(&name, 999, &sm) || *name)
        return SM70_CHIPS;
    return sm70_chip_of((unsigned)sm);
}

bool sm70_is_text(const char *text)
{
    char line[64];
    bool too_long;

    while (*text) {
        text = next_line(text, line, sizeof line, &too_long);
        if (*line)
            return chip_of_line(line) != SM70_CHIPS;
    }
    return false;
}

static bool read_lines(struct source *s, const char *text)
{
    char line[512], err[SM70_TEXT_MAX];
    struct sm70_kernel *k = NULL;
    bool too_long;
    size_t n;

    while (*text) {
        text = next_line(text, line, sizeof line, &too_long);
        s->line++;
        if (too_long)
            return source_error(s, "expected a line of at most %zu characters", sizeof line - 1);
        if (!*line || is_label(line, &n))
            continue;
        if (!strncmp(line, ".arch", 5)) {
            if (s->m->chip != SM70_CHIPS || (s->m->chip = chip_of_line(line)) == SM70_CHIPS)
                return source_error(s, "expected .arch sm_70, 75, 80, 86, 89 or 90, once, found '%.80s'", line);
        } else if (*line == '.') {
            if (!strncmp(line, ".kernel", 7) && !check_kernel(s, k))
                return false;
            if (!take_directive(s, line, &k, text))
                return false;
        } else {
            struct sm70_word w;
            if (!k || s->m->chip == SM70_CHIPS)
                return source_error(s, "expected .arch and .kernel in front of '%.80s'", line);
            if (!sm70_as(s->m->chip, line, 16 * k->ncode, find_label, s, &w, err))
                return source_error(s, "%s", err);
            sm70_add_word(k, w);
        }
    }
    if (!k)
        return source_error(s, "expected a .kernel");
    return check_kernel(s, k);
}

bool sm70_text_read(const char *text, const char *name, struct sm70_module *m, char *err, size_t errn)
{
    struct source s = { .name = name, .err = err, .errn = errn, .m = m };

    *m = (struct sm70_module){ .chip = SM70_CHIPS };
    bool ok = read_lines(&s, text);
    free(s.labels);
    if (!ok)
        sm70_module_free(m);
    return ok;
}

/* ---- text ---- */

/* .L_N, N counting the targets of the kernel in ascending order; NULL: the address is outside of it or within an
 * instruction. */
static const char *target_name(const bool *targets, const struct sm70_kernel *k, uint64_t address, char *out, size_t n)
{
    if (address % 16 || address / 16 > k->ncode)
        return NULL;
    unsigned number = 0;
    for (uint64_t i = 0; i < address / 16; i++)
        number += targets[i];
    snprintf(out, n, ".L_%u", number);
    return out;
}

/* A kernel as text, with labels where branches lead. */
static bool write_kernel(FILE *f, enum sm70_chip chip, const struct sm70_kernel *k, bool addresses, char *err,
                         size_t errn)
{
    bool *targets = calloc(k->ncode + 1, sizeof *targets), ok = true;
    char text[SM70_TEXT_MAX], why[SM70_TEXT_MAX], name[32];
    uint64_t t;

    if (!targets)
        abort();
    fprintf(f, "\n.kernel %s\n.reg %u\n", k->name, k->regs);
    if (k->shared)
        fprintf(f, ".smem %u\n", k->shared);
    if (k->local)
        fprintf(f, ".lmem %u\n", k->local);
    if (k->barriers)
        fprintf(f, ".bar %u\n", k->barriers);
    for (size_t i = 0; i < k->nparams; i++)
        fprintf(f, "%s%u %u%s", i % PARAMS_A_LINE ? ", " : ".params ", k->params[i].offset, k->params[i].bytes,
                i + 1 == k->nparams || (i + 1) % PARAMS_A_LINE == 0 ? "\n" : "");
    for (size_t i = 0; i < k->ncode; i++)
        if (sm70_target(chip, k->code[i], 16 * i, &t) && t % 16 == 0 && t / 16 <= k->ncode)
            targets[t / 16] = true;
    for (size_t i = 0; ok && i <= k->ncode; i++) {
        if (targets[i])
            fprintf(f, "%s:\n", target_name(targets, k, 16 * i, name, sizeof name));
        if (i == k->ncode)
            break;
        const char *label = sm70_target(chip, k->code[i], 16 * i, &t) ? target_name(targets, k, t, name, sizeof name) :
                            NULL;
        ok = sm70_dis(chip, k->code[i], 16 * i, label, text, why);
        if (!ok)
            snprintf(err, errn, "%s+0x%zx: %s", k->name, 16 * i, why);
        else if (addresses)
            fprintf(f, "%-80s # %04zx: 0x%016" PRIx64 " 0x%016" PRIx64 "\n", text, 16 * i, k->code[i].hi,
                    k->code[i].lo);
        else
            fprintf(f, "%s\n", text);
    }
    free(targets);
    return ok;
}

bool sm70_text_write(FILE *f, const struct sm70_module *m, bool addresses, char *err, size_t errn)
{
    *err = 0;
    fprintf(f, ".arch sm_%u\n", sm70_chip_name(m->chip));
    for (size_t i = 0; i < m->nleft; i++)
        fprintf(f, ".left_out %s\n", m->left_out[i]);
    for (size_t i = 0; i < m->nkernels; i++)
        if (m->kernels[i].nconstants)
            fprintf(f, ".left_out .nv.constant2.%s\n", m->kernels[i].name);
    for (size_t i = 0; i < m->ntextures; i++)
        fprintf(f, ".left_out texture %s\n", m->textures[i]);
    for (unsigned p = 0; p < SM70_PLACES; p++)
        if (m->data[p].n)
            fprintf(f, ".left_out %s\n", sm70_place_name((enum sm70_place)p));
    for (size_t i = 0; i < m->nkernels; i++)
        if (!write_kernel(f, m->chip, &m->kernels[i], addresses, err, errn))
            return false;
    return !ferror(f);
}
