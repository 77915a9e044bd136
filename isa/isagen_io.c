/* SPDX-License-Identifier: Apache-2.0
 *
 * isagen: its files and their errors. Tables are read line by line; what is written appears whole or not at all, and
 * keeps its date when it says what it said before.
 */
#include "isagen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void gen_fail(const char *file, int line, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(1);
}

FILE *gen_open_in(const char *path)
{
    FILE *f = fopen(path, "r");

    if (!f)
        gen_fail(path, 0, "%s", strerror(errno));
    return f;
}

static void fail_file(const char *path)
{
    gen_fail(path, 0, "%s", strerror(errno));
}

/* Written first under this name. */
static FILE *open_new(char *path, size_t room, const char *dir, const char *name, const char *mode)
{
    snprintf(path, room, "%s/%s.new", dir, name);
    FILE *f = fopen(path, mode);
    if (!f)
        fail_file(path);
    return f;
}

FILE *gen_open_out(const char *dir, const char *name)
{
    char path[1024];
    return open_new(path, sizeof path, dir, name, "w");
}

static bool same(FILE *a, FILE *b)
{
    int c;

    while ((c = getc(a)) == getc(b))
        if (c == EOF)
            return true;
    return false;
}

void gen_close(FILE *f, const char *dir, const char *name)
{
    char path[1024], made[1040];

    snprintf(path, sizeof path, "%s/%s", dir, name);
    if (ferror(f) || fclose(f) != 0)
        fail_file(path);
    FILE *now = open_new(made, sizeof made, dir, name, "r"), *before = fopen(path, "r");
    bool unchanged = before && same(now, before);
    fclose(now);
    if (before)
        fclose(before);
    if (unchanged ? remove(made) : rename(made, path))
        fail_file(path);
}

bool gen_next_line(FILE *f, struct gen_line *l)
{
    while (fgets(l->buf, sizeof l->buf, f)) {
        char *save = NULL;

        l->num++;
        if (!strchr(l->buf, '\n') && !feof(f))
            gen_fail(l->file, l->num, "line longer than %d characters", GEN_MAX_LINE - 2);
        l->buf[strcspn(l->buf, "#\n")] = '\0';
        l->words = 0;
        for (char *w = strtok_r(l->buf, " \t", &save); w; w = strtok_r(NULL, " \t", &save)) {
            if (l->words == GEN_MAX_WORDS)
                gen_fail(l->file, l->num, "more than %d words", GEN_MAX_WORDS);
            l->word[l->words++] = w;
        }
        if (l->words)
            return true;
    }
    return false;
}

long gen_number(const struct gen_line *l, const char *text)
{
    char *end;
    long v = strtol(text, &end, 0);

    if (end == text || *end)
        gen_fail(l->file, l->num, "expected a number, found '%s'", text);
    return v;
}
