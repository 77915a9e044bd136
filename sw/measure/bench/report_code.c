/* SPDX-License-Identifier: Apache-2.0
 * Code of an experiment for the report: what of the source its kernel is made of, and the kernel's native code with
 * repetitions folded. */
#define _POSIX_C_SOURCE 200809L
#include "report_code.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "cubin.h"
#include "files.h"
#include "xml.h"

/* The lines of a text, which points into `text`. */
struct lines {
    char  *text;
    char **line;
    size_t n;
};

static void lines_free(struct lines *l)
{
    free(l->text);
    free(l->line);
    *l = (struct lines){ 0 };
}

/* false: out of memory, errno set. Takes the text. */
static bool lines_of(struct lines *l, char *text)
{
    size_t room = 1;

    *l = (struct lines){ .text = text };
    for (const char *p = text; p && *p; p++)
        room += *p == '\n';
    l->line = text ? calloc(room, sizeof *l->line) : NULL;
    if (!l->line)
        return false;
    for (char *p = text; *p;) {
        l->line[l->n++] = p;
        p += strcspn(p, "\n");
        if (*p)
            *p++ = 0;
    }
    return true;
}

static bool read_lines(struct lines *l, const char *path)
{
    char *text = gt_read_file(path, NULL);

    *l = (struct lines){ 0 };
    return text && lines_of(l, text);
}

/* ---- Source: the definitions that a kernel needs ---- */

/* A definition at file level: lines first to last, with the comment above it. */
struct item {
    const struct lines *of;
    size_t first, last;
    bool   wanted, seen;    /* seen: its own words have been looked up */
};

struct items {
    struct item *item;
    size_t n;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* How much deeper in braces the text is at its end. */
static int brace_depth(const char *text)
{
    int d = 0;

    for (; *text; text++)
        d += *text == '{' ? 1 : *text == '}' ? -1 : 0;
    return d;
}

static bool begins_with(const char *line, const char *with)
{
    return !strncmp(line, with, strlen(with));
}

static bool line_continues(const char *line)
{
    size_t n = strlen(line);
    return n && line[n - 1] == '\\';
}

/* The last line of the comment, conditional group or definition that begins at line i. */
static size_t item_end(const struct lines *l, size_t i)
{
    int groups = 0, braces = 0;

    if (begins_with(l->line[i], "/*")) {
        while (i + 1 < l->n && !strstr(l->line[i], "*/"))
            i++;
        return i;
    }
    for (;; i++) {
        const char *line = l->line[i];
        groups += begins_with(line, "#if") ? 1 : begins_with(line, "#endif") ? -1 : 0;
        braces += begins_with(line, "#") ? 0 : brace_depth(line);
        bool body = i + 1 < l->n && begins_with(l->line[i + 1], "{");
        if (i + 1 == l->n || (groups <= 0 && braces <= 0 && !line_continues(line) && !body))
            return i;
    }
}

/* Adds the items of a file. A header's guard is none. false: out of memory. */
static bool add_items(struct items *s, const struct lines *l)
{
    size_t comment = SIZE_MAX;

    for (size_t i = 0; i < l->n; i++) {
        const char *line = l->line[i];
        bool guard = begins_with(line, "#ifndef") && i + 1 < l->n && begins_with(l->line[i + 1], "#define") &&
                     !strcmp(line + strlen("#ifndef"), l->line[i + 1] + strlen("#define"));
        if (guard)
            i++;
        if (guard || !*line || begins_with(line, "#endif") || begins_with(line, "#include")) {
            comment = SIZE_MAX;
            continue;
        }
        size_t last = item_end(l, i);
        if (begins_with(line, "/*")) {
            comment = strstr(line, "SPDX") ? SIZE_MAX : i;      /* that of the file belongs to no definition */
            i = last;
            continue;
        }
        struct item *grown = realloc(s->item, (s->n + 1) * sizeof *grown);
        if (!grown)
            return false;
        s->item = grown;
        grown[s->n++] = (struct item){ l, comment != SIZE_MAX ? comment : i, last, false, false };
        comment = SIZE_MAX;
        i = last;
    }
    return true;
}

/* The first line behind the comment. */
static size_t item_head(const struct item *t)
{
    size_t i = t->first;

    if (begins_with(t->of->line[i], "/*"))
        i = item_end(t->of, i) + 1;
    return i;
}

/* Does a line define the word: a macro, a function, a variable? An invocation of a macro defines what it is given. */
static bool line_defines(const char *line, const char *word)
{
    size_t n = strlen(word), name = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");

    if (begins_with(line, "#define "))
        return !strncmp(line + 8, word, n) && !is_word(line[8 + n]);
    if (*line == '#' || *line == ' ')
        return false;
    if (name && line[name] == '(') {
        const char *p = line + name + 1;
        return !strncmp(p, word, n) && !is_word(p[n]);
    }
    const char *p = strpbrk(line, "([=;");
    while (p && p > line && p[-1] == ' ')
        p--;
    ptrdiff_t before = p ? p - line - (ptrdiff_t)n : -1;
    return before >= 0 && !strncmp(line + before, word, n) && (!before || !is_word(line[before - 1]));
}

static bool item_defines(const struct item *t, const char *word)
{
    for (size_t i = item_head(t); i <= t->last; i++)
        if (line_defines(t->of->line[i], word))
            return true;
    return false;
}

/* A name that a macro pastes: "abs_2" of `abs_##n`. What invokes the macro is wanted, too. */
static bool want_pasted(struct items *s, const char *kernel)
{
    const char *last = strrchr(kernel, '_');
    char stem[80], macro[64] = "";

    if (!last)
        return false;
    snprintf(stem, sizeof stem, "%.*s##", (int)(last + 1 - kernel), kernel);
    for (size_t i = 0; i < s->n && !*macro; i++) {
        const struct item *t = &s->item[i];
        for (size_t k = item_head(t); k <= t->last && !*macro; k++)
            if (strstr(t->of->line[k], stem))
                sscanf(t->of->line[item_head(t)], "#define %63[A-Z0-9_]", macro);
    }
    for (size_t i = 0; i < s->n && *macro; i++) {
        struct item *t = &s->item[i];
        const char *line = t->of->line[item_head(t)];
        t->wanted |= item_defines(t, macro) || (begins_with(line, macro) && line[strlen(macro)] == '(');
    }
    return *macro != 0;
}

/* The items that define the words of this one. */
static void want_words(struct items *s, struct item *t)
{
    char word[64];

    t->seen = true;
    for (size_t i = item_head(t); i <= t->last; i++)
        for (const char *p = t->of->line[i]; *p;) {
            size_t n = 0;
            while (is_word(p[n]))
                n++;
            if (n && n < sizeof word && !isdigit((unsigned char)*p)) {
                snprintf(word, sizeof word, "%.*s", (int)n, p);
                bool defined = false;
                for (size_t k = 0; k < s->n; k++) {
                    bool here = item_defines(&s->item[k], word);
                    s->item[k].wanted |= here;
                    defined |= here;
                }
                if (!defined)
                    want_pasted(s, word);
            }
            p += n ? n : 1;
        }
}

/* The items of the source that the kernel needs, a blank line where some are left out. */
static void put_items(FILE *f, const struct items *s)
{
    const struct lines *file = NULL;
    size_t before = 0;

    for (size_t i = 0; i < s->n; i++) {
        const struct item *t = &s->item[i];
        if (!t->wanted)
            continue;
        if (file && (file != t->of || before + 1 != t->first))
            fputc('\n', f);
        for (size_t k = t->first; k <= t->last; k++) {
            xml_text(f, t->of->line[k]);
            fputc('\n', f);
        }
        file = t->of;
        before = t->last;
    }
}

/* What of a C file and the harness it may include the kernel needs. */
static bool put_slice(FILE *f, const char *dir, const struct lines *l, const char *kernel, char *err, size_t errn)
{
    struct lines harness = { 0 };
    struct items s = { 0 };
    char path[1200];
    bool ok = true, any = false;

    for (size_t i = 0; i < l->n; i++)
        if (!strcmp(l->line[i], "#include \"chain.h\"")) {
            snprintf(path, sizeof path, "%s/chain.h", dir);
            ok = read_lines(&harness, path);
        }
    ok = ok && add_items(&s, &harness) && add_items(&s, l);
    for (size_t i = 0; ok && i < s.n; i++) {
        s.item[i].wanted = item_defines(&s.item[i], kernel);
        any |= s.item[i].wanted;
    }
    any = any || (ok && want_pasted(&s, kernel));
    for (bool more = any; ok && more;) {
        more = false;
        for (size_t i = 0; i < s.n; i++)
            if (s.item[i].wanted && !s.item[i].seen) {
                want_words(&s, &s.item[i]);
                more = true;
            }
    }
    if (!ok)
        snprintf(err, errn, "%s: %s", path, strerror(errno));
    else if (!any)
        snprintf(err, errn, "%s: no kernel %s in its source", dir, kernel);
    if (ok && any)
        put_items(f, &s);
    free(s.item);
    lines_free(&harness);
    return ok && any;
}

bool code_source(FILE *f, const char *dir, const char *module, const char *kernel, char *name, size_t namen, char *err,
                 size_t errn)
{
    char path[1200];
    struct lines l;

    snprintf(name, namen, "%s.cu", module);
    snprintf(path, sizeof path, "%s/%s", dir, name);
    if (read_lines(&l, path)) {
        bool ok = put_slice(f, dir, &l, kernel, err, errn);
        lines_free(&l);
        return ok;
    }
    lines_free(&l);
    snprintf(name, namen, "%s.s", module);
    snprintf(path, sizeof path, "%s/%s", dir, name);
    bool ok = read_lines(&l, path);
    for (size_t i = 0; ok && i < l.n; i++) {
        xml_text(f, l.line[i]);
        fputc('\n', f);
    }
    if (!ok)
        snprintf(err, errn, "%s: cannot read the source of a kernel (.cu or .s): %s", path, strerror(errno));
    lines_free(&l);
    return ok;
}

/* ---- Native code ---- */

/* What of a line repeats: its instruction, without address, words and names of labels. */
static uint64_t line_hash(const char *line)
{
    uint64_t h = 0xcbf29ce484222325u;
    const char *end = strstr(line, "//");

    for (const char *p = line; *p && p != end; p++) {
        bool label = *p == 'L' && (p == line || p[-1] == ' ') && isxdigit((unsigned char)p[1]);
        h = (h ^ (unsigned char)*p) * 0x100000001b3u;
        while (label && isxdigit((unsigned char)p[1]))
            p++;
    }
    return h;
}

/* The period from line i on that folds the most lines; *times: how often it stands there. 0: nothing worth folding. */
static size_t find_period(const uint64_t *h, size_t n, size_t i, size_t *times)
{
    enum { LONGEST = 600, WORTH = 8 };      /* lines */
    size_t best = 0, covered = WORTH;

    for (size_t p = 1; p <= LONGEST && i + 2 * p <= n; p++) {
        size_t same = 0;
        while (i + p + same < n && h[i + p + same] == h[i + same])
            same++;
        size_t repeats = same / p;          /* beside the first */
        if (repeats >= 2 && (repeats + 1) * p > covered + p) {
            best = p;
            covered = (repeats + 1) * p;
            *times = repeats + 1;
        }
    }
    return best;
}

static void put_line(FILE *f, const char *line)
{
    xml_text(f, line);
    fputc('\n', f);
}

/* A repetition is shown once, with how often it comes and where its last line stands. */
static void put_folded(FILE *f, const struct lines *l, size_t first, size_t last, const uint64_t *h)
{
    for (size_t i = first; i < last;) {
        size_t times = 0, p = find_period(h + first, last - first, i - first, &times);
        if (!p) {
            put_line(f, l->line[i++]);
            continue;
        }
        for (size_t k = 0; k < p; k++)
            put_line(f, l->line[i + k]);
        if (p == 1)
            fprintf(f, "<b>    ... the same line %zu more times</b>\n", times - 1);
        else
            fprintf(f, "<b>    ... the %zu lines above %zu more times</b>\n", p, times - 1);
        i += p * times;
    }
}

/* The lines of a kernel in a listing: from ".kernel NAME" to the next one. */
static bool find_kernel(const struct lines *l, const char *kernel, size_t *first, size_t *last)
{
    char name[160];

    for (*first = 0; *first < l->n; ++*first)
        if (sscanf(l->line[*first], ".kernel %159s", name) == 1 && !strcmp(name, kernel))
            break;
    for (*last = *first + 1; *last < l->n && !begins_with(l->line[*last], ".kernel "); ++*last)
        ;
    return *first < l->n;
}

bool code_native(FILE *f, const char *dir, const char *module, const char *kernel, char *err, size_t errn)
{
    struct gt_cubin c;
    struct lines l = { 0 };
    char path[1200];
    FILE *listing = tmpfile();
    size_t first, last;

    snprintf(path, sizeof path, "%s/%s.cubin", dir, module);
    if (!listing) {
        snprintf(err, errn, "%s: %s", path, strerror(errno));
        return false;
    }
    bool ok = cubin_read(path, &c, err, errn);
    if (ok) {
        ok = isa_dis_file(listing, &c, true);
        cubin_free(&c);
        rewind(listing);
        char *text = ok ? gt_slurp(listing, NULL) : NULL;
        uint64_t *h = NULL;
        ok = text && lines_of(&l, text) && find_kernel(&l, kernel, &first, &last) && (h = calloc(l.n, sizeof *h));
        for (size_t i = 0; ok && i < l.n; i++)
            h[i] = line_hash(l.line[i]);
        if (ok)
            put_folded(f, &l, first, last, h);
        else
            snprintf(err, errn, "%s: the code of %s cannot be disassembled", path, kernel);
        free(h);
    }
    fclose(listing);
    lines_free(&l);
    return ok;
}
