/* SPDX-License-Identifier: Apache-2.0
 *
 * What nvcc up to CUDA 4 takes and clang refuses, in the text of a source or of what it includes: `__global__
 * __device__ void f()` is a kernel, a `__device__` beside `__shared__` says nothing more, and `f<< <g, b>> >()` is a
 * launch. A word is taken out of such a pair, and the three marks are put together; blanks are left, so that lines
 * and columns stay. clang reads the changed copies in the place of the files, by their names.
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
static char *skip(char *p, bool *blank)
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

static bool is(const char *word, size_t n, const char *name) { return n == strlen(name) && !memcmp(word, name, n); }

static bool has_device_in_it(const char *word, size_t n)
{
    return is(word, n, "__global__") || is(word, n, "__shared__");
}

/* The place behind three of the mark at p, blanks between them or not; NULL: there are fewer. */
static char *three(char *p, char mark)
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
static char *launch(char *p, bool *open, bool *changed)
{
    const char mark = *open ? '>' : '<';
    char *end = three(p, mark);

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

bool cc_rewrite_text(char *text)
{
    static const char device[] = "__device__";
    const size_t length = sizeof device - 1;
    char *before = NULL, *end;         /* the word in front, nothing but blanks between */
    size_t before_length = 0;
    bool changed = false, open = false, blank;

    for (char *p = text; *p; p = end) {
        end = skip(p, &blank);
        if (end > p) {
            before = blank ? before : NULL;
            continue;
        }
        char *behind = launch(p, &open, &changed);
        if (behind) {
            before = NULL;
            end = behind;
            continue;
        }
        while (isalnum((unsigned char)*end) || *end == '_')
            end++;
        size_t n = (size_t)(end - p);
        char *out = before && is(p, n, device) && has_device_in_it(before, before_length) ? p :
                    before && is(before, before_length, device) && has_device_in_it(p, n) ? before : NULL;
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

/* ---- the files that clang complains about ---- */

static bool known(const struct cc *c, const char *name)
{
    for (int i = 0; i < c->changed.n; i += 2)
        if (!strcmp(c->changed.v[i], name))
            return true;
    return false;
}

/* A changed copy of the file, if there is something to change. */
static bool rewrite_file(struct cc *c, const char *path)
{
    char cwd[4096], *name = NULL, *text = gt_read_file(path, NULL), *copy = NULL;
    const size_t room = strlen(path) + sizeof cwd + 1;
    bool ok = text && (*path == '/' || getcwd(cwd, sizeof cwd)) && (name = malloc(room)) != NULL;

    if (ok) {
        snprintf(name, room, "%s%s%s", *path == '/' ? "" : cwd, *path == '/' ? "" : "/", path);
        ok = !known(c, name) && c->changed.n + 2 < CC_MAX_ARGS && cc_rewrite_text(text) &&
             (copy = cc_temporary(c, ".cu")) && cmd_write(copy, text, strlen(text)) && cc_add(&c->changed, name) &&
             cc_add(&c->changed, copy);
    }
    if (!ok) {
        free(name);
        free(copy);
    }
    free(text);
    return ok;
}

static void quoted(FILE *f, const char *text)
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
        quoted(f, c->changed.v[i]);
        fputs(", \"external-contents\": ", f);
        quoted(f, c->changed.v[i + 1]);
        fputs(i + 2 < c->changed.n ? " },\n" : " }\n", f);
    }
    fputs("] }\n", f);
    return !fclose(f);
}

bool cc_rewrite(struct cc *c, const char *said)
{
    static const char error[] = ": error: ";
    bool any = false;

    for (const char *line = said; *line; line += strcspn(line, "\n"), line += *line != 0) {
        const size_t n = strcspn(line, "\n");
        const char *end = strstr(line, error);
        char path[4096];
        if (!end || end > line + n || (size_t)(end - line) >= sizeof path)
            continue;
        snprintf(path, sizeof path, "%.*s", (int)(end - line), line);
        /* FILE:LINE:COLUMN */
        for (int i = 0; i < 2; i++) {
            char *colon = strrchr(path, ':');
            if (colon)
                *colon = 0;
        }
        any = rewrite_file(c, path) || any;
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
