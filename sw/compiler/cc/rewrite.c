/* SPDX-License-Identifier: Apache-2.0
 *
 * What nvcc up to CUDA 4 takes and clang refuses, in the text of a source or of what it includes: `__global__
 * __device__ void f()` is a kernel, a `__device__` beside `__shared__` says nothing more, and `f<< <g, b>> >()` is a
 * launch. A word is taken out of such a pair, and the three marks are put together; blanks are left, so that lines
 * and columns stay. So is a #pragma that a macro becomes. Variables in shared memory: shared.c.
 *
 * A function that is declared `__host__ __device__` may be defined without the words, or the other way round. In files
 * where clang finds such pairs all functions without a mark get these two (clang's pragma force_cuda_host_device).
 *
 * In the text of an asm statement only "%1" and "%%" mean something; clang wants every other percent sign doubled, as
 * in "mov.u32 %0, %laneid;". Default template arguments: defaults.c; launches with braces: braces.c.
 *
 * clang reads the changed copies in the place of the files, by their names.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"
#include "files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The end of a literal, of a comment or of blanks at p; p itself: there is none. *blank: the compiler sees nothing
 * there. */
static char *skip_literal(char *p, bool *blank)
{
    *blank = true;
    if (p[0] == '/' && p[1] == '/')
        return p + strcspn(p, "\n");
    if (p[0] == '/' && p[1] == '*') {
        char *end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    while (isspace((unsigned char)*p))
        p++;
    if (*p != '"' && *p != '\'')
        return p;
    *blank = false;
    for (char quote = *p++; *p && *p != quote && *p != '\n'; p++)
        p += p[0] == '\\' && p[1];
    return p + (*p && *p != '\n');
}

static bool is_word(const char *word, size_t n, const char *name)
{
    return n == strlen(name) && !memcmp(word, name, n);
}

static bool has_device_in_it(const char *word, size_t n)
{
    return is_word(word, n, "__global__") || is_word(word, n, "__shared__");
}

/* The place behind three of the mark at p, blanks between them or not; NULL: there are fewer. */
static char *behind_three(char *p, char mark)
{
    for (int i = 0; i < 3; i++, p++) {
        p += i ? strspn(p, " \t") : 0;
        if (*p != mark)
            return NULL;
    }
    return p;
}

/* The angle brackets of a launch at p. *open: one has begun. The place behind them, NULL: there are none; *changed is
 * set when they have been put together. Two brackets of a shift or three of template arguments are left alone. */
static char *join_brackets(char *p, bool *open, bool *changed)
{
    const char mark = *open ? '>' : '<';
    char *end = behind_three(p, mark);

    if (!end || (*open && end[strspn(end, " \t")] != '('))
        return NULL;
    *open = !*open;
    if (end > p + 3) {
        memset(p, ' ', (size_t)(end - p));
        memset(p, mark, 3);
        *changed = true;
    }
    return end;
}

/* nvcc's pragmas about its own warnings in the bodies of macros: "#define NAME \\", "#pragma hd_warning_disable". clang
 * would take the number sign for code. */
static bool take_pragmas_out(char *text)
{
    static const char *const names[] = { "#pragma hd_warning_disable", "#pragma nv_exec_check_disable" };
    bool changed = false;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (char *p = text; (p = strstr(p, names[i])); p += strlen(names[i])) {
            char *before = p;
            while (before > text && (before[-1] == ' ' || before[-1] == '\t'))
                before--;
            if (before < text + 2 || before[-1] != '\n' || before[-2] != '\\')
                continue;
            memset(p, ' ', strlen(names[i]));
            changed = true;
        }
    return changed;
}

bool cc_rewrite_text(char *text)
{
    static const char device[] = "__device__";
    const size_t length = sizeof device - 1;
    char *before = NULL, *end;         /* the word in front, nothing but blanks between */
    size_t before_length = 0;
    bool changed = take_pragmas_out(text), open = false, blank;

    for (char *p = text; *p; p = end) {
        end = skip_literal(p, &blank);
        if (end > p) {
            before = blank ? before : NULL;
            continue;
        }
        char *behind = join_brackets(p, &open, &changed);
        if (behind) {
            before = NULL;
            end = behind;
            continue;
        }
        while (isalnum((unsigned char)*end) || *end == '_')
            end++;
        size_t n = (size_t)(end - p);
        char *out = before && is_word(p, n, device) && has_device_in_it(before, before_length) ? p :
                    before && is_word(before, before_length, device) && has_device_in_it(p, n) ? before : NULL;
        if (out) {
            memset(out, ' ', length);
            changed = true;
        }
        if (out != p) {
            before = n ? p : NULL;
            before_length = n;
        }
        end += !n;
    }
    return changed;
}

/* ---- marks ---- */

#define FORCE "#pragma clang force_cuda_host_device "

/* A line; the pragma does not mark "template<>" of functions. */
static void mark_specializations(FILE *f, const char *line, size_t n)
{
    const char *at = strstr(line, "template<>"), *behind = at ? at + 10 + strspn(at + 10, " \t\n") : line;
    const bool type = !strncmp(behind, "struct", 6) || !strncmp(behind, "class", 5) || !strncmp(behind, "union", 5);

    if (at && at + 10 <= line + n && !type)
        fprintf(f, "%.*s __host__ __device__%.*s\n", (int)(at + 10 - line), line, (int)(line + n - at - 10), at + 10);
    else
        fprintf(f, "%.*s\n", (int)n, line);
}

char *cc_rewrite_marks(const char *text)
{
    char *made = NULL;
    size_t length;
    FILE *f = strstr(text, FORCE) ? NULL : open_memstream(&made, &length);
    unsigned line = 0;

    if (!f)
        return NULL;
    fputs(FORCE "begin\n#line 1\n", f);
    /* what it includes is as it was */
    for (const char *next; *text; text = next) {
        const size_t n = strcspn(text, "\n");
        const char *word = text + strspn(text, " \t");
        next = text + n + (text[n] != 0);
        line++;
        word += *word == '#' ? 1 + strspn(word + 1, " \t") : 0;
        const bool includes = word > text && !strncmp(word, "include", 7);
        if (includes)
            fprintf(f, FORCE "end\n#line %u\n", line);
        mark_specializations(f, text, n);
        if (includes)
            fprintf(f, FORCE "begin\n#line %u\n", line + 1);
    }
    fputs(FORCE "end\n", f);
    return fclose(f) ? NULL : made;
}

/* ---- inline PTX ---- */

/* A literal of an asm statement. true: it was changed. */
static bool write_template(FILE *f, const char *p, const char *end)
{
    bool changed = false;

    for (; p < end; p++) {
        const bool one = *p == '%' && p[1] != '%' && !isdigit((unsigned char)p[1]);
        fputs(one ? "%" : "", f);
        putc(*p, f);
        if (*p == '%' && p[1] == '%')
            putc(*++p, f);
        changed |= one;
    }
    return changed;
}

char *cc_rewrite_percents(char *text)
{
    char *made = NULL, *end;
    size_t length;
    FILE *f = open_memstream(&made, &length);
    bool changed = false, in_asm = false, blank;

    for (char *p = text; f && *p; p = end) {
        end = skip_literal(p, &blank);
        if (end > p && !blank && in_asm) {
            changed |= write_template(f, p, end);
            continue;
        }
        if (end == p) {
            while (isalnum((unsigned char)*end) || *end == '_')
                end++;
            const size_t n = (size_t)(end - p);
            in_asm = (in_asm && !strchr(":;)", *p)) || is_word(p, n, "asm") || is_word(p, n, "__asm__") ||
                     is_word(p, n, "__asm");
            end += !n;
        }
        fwrite(p, 1, (size_t)(end - p), f);
    }
    if (!f || fclose(f) || !changed) {
        free(made);
        return NULL;
    }
    return made;
}

/* ---- the files that clang complains about ---- */

/* The place in a text that a line and column (from 1 on) name; NULL: there is none. */
static const char *place_of(const char *text, unsigned line, unsigned column)
{
    for (; line > 1 && text; line--) {
        text = strchr(text, '\n');
        text += text != NULL;
    }
    return text && column && column <= strcspn(text, "\n") ? text + column - 1 : NULL;
}

/* The copy of a file; NULL: there is none. */
static const char *copy_of(const struct cc *c, const char *name)
{
    for (int i = 0; i < c->changed.n; i += 2)
        if (!strcmp(c->changed.v[i], name))
            return c->changed.v[i + 1];
    return NULL;
}

/* A change of a file: in its text, of the marks of its functions, in its asm statements, in its launches, or of the
 * variable or the template declared at a place. */
struct change {
    enum { CHANGE_TEXT, CHANGE_MARKS, CHANGE_PERCENTS, CHANGE_BRACES, CHANGE_SHARED, CHANGE_DEFAULTS } what;
    unsigned line, column;
};

/* The text of a file as it has to be; NULL: there is nothing to change, or it cannot be read. */
static char *changed_text(const char *path, struct change change)
{
    char *text = gt_read_file(path, NULL), *made = NULL;

    if (text && change.what == CHANGE_TEXT && cc_rewrite_text(text))
        return text;
    if (text && change.what == CHANGE_MARKS)
        made = cc_rewrite_marks(text);
    else if (text && change.what == CHANGE_PERCENTS)
        made = cc_rewrite_percents(text);
    else if (text && change.what == CHANGE_BRACES)
        made = cc_rewrite_braces(text);
    const char *at = text ? place_of(text, change.line, change.column) : NULL;
    if (at && change.what == CHANGE_SHARED)
        made = cc_rewrite_shared(text, at);
    else if (at && change.what == CHANGE_DEFAULTS)
        made = cc_rewrite_defaults(text, at);
    free(text);
    return made;
}

/* A changed copy of the file, or the copy changed once more, if there is something to change. */
static bool rewrite_file(struct cc *c, const char *path, struct change change)
{
    char cwd[4096], *name = NULL, *text = NULL, *copy = NULL;
    const size_t room = strlen(path) + sizeof cwd + 1;
    bool ok = (*path == '/' || getcwd(cwd, sizeof cwd)) && (name = malloc(room)) != NULL;

    if (ok) {
        snprintf(name, room, "%s%s%s", *path == '/' ? "" : cwd, *path == '/' ? "" : "/", path);
        const char *old = copy_of(c, name);
        ok = (text = changed_text(old ? old : path, change)) != NULL;
        if (ok && old) {
            free(name);
            ok = cmd_write(old, text, strlen(text));
            free(text);
            return ok;
        }
        ok = ok && c->changed.n + 2 < CC_MAX_ARGS && (copy = cc_temporary(c, ".cu")) &&
             cmd_write(copy, text, strlen(text)) && cc_add(&c->changed, name) && cc_add(&c->changed, copy);
    }
    if (!ok) {
        free(name);
        free(copy);
    }
    free(text);
    return ok;
}

static void put_quoted(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text; text++)
        fprintf(f, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
    fputc('"', f);
}

/* Which copy clang reads for which file, as it wants to be told; messages have the file's own name. */
static bool write_overlay(struct cc *c)
{
    if (!c->overlay && !(c->overlay = cc_temporary(c, ".txt")))
        return false;
    FILE *f = fopen(c->overlay, "w");
    if (!f)
        return false;
    fputs("{ \"version\": 0, \"use-external-names\": \"false\", \"roots\": [\n", f);
    for (int i = 0; i < c->changed.n; i += 2) {
        fputs("{ \"type\": \"file\", \"name\": ", f);
        put_quoted(f, c->changed.v[i]);
        fputs(", \"external-contents\": ", f);
        put_quoted(f, c->changed.v[i + 1]);
        fputs(i + 2 < c->changed.n ? " },\n" : " }\n", f);
    }
    fputs("] }\n", f);
    return !fclose(f);
}

/* FILE of a line "FILE:LINE:COLUMN: error: ...", "... note: ..." (kind says which), and the other two. */
static bool file_of(const char *line, const char *kind, char *path, size_t room, struct change *at)
{
    const size_t n = strcspn(line, "\n");
    const char *end = strstr(line, kind);

    if (!end || end > line + n || (size_t)(end - line) >= room)
        return false;
    snprintf(path, room, "%.*s", (int)(end - line), line);
    unsigned *const numbers[] = { &at->column, &at->line };
    for (int i = 0; i < 2; i++) {
        char *colon = strrchr(path, ':');
        *numbers[i] = colon ? (unsigned)strtoul(colon + 1, NULL, 10) : 0;
        if (colon)
            *colon = 0;
    }
    return true;
}

/* Does the line say one of these, up to NULL? */
static bool says_one_of(const char *line, const char *const *signs)
{
    for (; *signs; signs++) {
        const char *at = strstr(line, *signs);
        if (at && at < line + strcspn(line, "\n"))
            return true;
    }
    return false;
}

/* What marks put right, and variables in shared memory with constructors. */
static const char *const about_marks[] = { " cannot overload __host__", " cannot overload __device__",
                                           "no function template matches function template specialization", NULL };
static const char *const about_shared[] = { "initialization is not supported for __shared__ variables", NULL };
static const char *const about_percents[] = { "inline assembly string", "inline asm string", NULL };
static const char *const about_braces[] = { "expected expression", NULL };
static const char *const about_defaults[] = { "too few template arguments for class template", NULL };

static bool mark_file(struct cc *c, const char *path)
{
    const bool changed = rewrite_file(c, path, (struct change){ .what = CHANGE_MARKS });

    c->marks = c->marks || changed;
    return changed;
}

bool cc_rewrite(struct cc *c, const char *said)
{
    const struct change text = { .what = CHANGE_TEXT }, percents = { .what = CHANGE_PERCENTS };
    const struct change braces = { .what = CHANGE_BRACES };
    struct change at, shared = { .what = CHANGE_SHARED };
    bool any = false, marks = false, assembly = false, expression = false, defaults = false;
    char path[4096];

    for (const char *line = said; *line; line += strcspn(line, "\n"), line += *line != 0) {
        if (file_of(line, ": error: ", path, sizeof path, &at)) {
            marks = says_one_of(line, about_marks);
            assembly = says_one_of(line, about_percents);
            defaults = says_one_of(line, about_defaults);
            expression = says_one_of(line, about_braces);
            any = rewrite_file(c, path, text) || any;
            any = (assembly && rewrite_file(c, path, percents)) || any;
            any = (expression && rewrite_file(c, path, braces)) || any;
            any = (marks && mark_file(c, path)) || any;
            /* one in a line and attempt: behind it columns are others */
            if (says_one_of(line, about_shared) && at.line != shared.line) {
                shared.line = at.line;
                shared.column = at.column;
                any = rewrite_file(c, path, shared) || any;
            }
        } else if (file_of(line, ": note: expanded from macro", path, sizeof path, &at)) {
            any = rewrite_file(c, path, text) || any;
            any = (assembly && rewrite_file(c, path, percents)) || any;
            any = (expression && rewrite_file(c, path, braces)) || any;
        } else if (defaults && file_of(line, ": note: template is declared here", path, sizeof path, &at)) {
            at.what = CHANGE_DEFAULTS;
            any = rewrite_file(c, path, at) || any;
        } else if (marks && file_of(line, ": note: previous declaration is here", path, sizeof path, &at)) {
            any = mark_file(c, path) || any;
        }
    }
    return any && write_overlay(c);
}

void cc_rewrite_forget(struct cc *c)
{
    for (int i = 0; i < c->changed.n; i++)
        free((char *)c->changed.v[i]);
    free(c->overlay);
    c->changed.n = 0;
    c->overlay = NULL;
}
