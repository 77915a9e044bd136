/* SPDX-License-Identifier: Apache-2.0
 *
 * Variables in shared memory of a type whose constructor does something. Nothing is constructed there, and nvcc up to
 * CUDA 4 takes such a variable; clang refuses it. In the changed text `__shared__ T a[N], b;` is
 *
 *     typedef    T a__gt200_type[N], b__gt200_type;
 *     __shared__ __gt200_raw<a__gt200_type> a__gt200; a__gt200_type &a = a__gt200.v; ... the same for b
 *
 * in the line it was in: room for a T (__gt200_raw, host_defines.h), aligned as its type, and names of what is in it.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* A word between two places; NULL: it is not there. */
static const char *find_word(const char *from, const char *to, const char *word)
{
    const size_t n = strlen(word);

    for (; from + n <= to; from++)
        if (!strncmp(from, word, n) && !in_word(from[n]) && !in_word(from[-1]))
            return from;
    return NULL;
}

/* The comma or semicolon that ends a declarator: a name and what is in brackets behind it. NULL: it is more. */
static const char *declarator_end(const char *p)
{
    int depth = 0;

    while (in_word(*p))
        p++;
    for (; *p && (depth || (*p != ',' && *p != ';')); p++) {
        depth += (*p == '[') - (*p == ']');
        if (!depth && *p != ']' && !isspace((unsigned char)*p))
            return NULL;
    }
    return *p ? p : NULL;
}

/* The text from `from` on, to `to`, without a word. */
static void without(FILE *f, const char *from, const char *to, const char *word)
{
    const char *at = find_word(from, to, word);

    if (at) {
        fwrite(from, 1, (size_t)(at - from), f);
        from = at + strlen(word);
    }
    fwrite(from, 1, (size_t)(to - from), f);
}

char *cc_rewrite_shared(const char *text, const char *name)
{
    static const char mark[] = "__shared__";
    const char *begin = name, *end = name;
    char *made = NULL;
    size_t length;

    while (begin > text && !strchr(";{}", begin[-1]))
        begin--;
    const char *shared = begin > text ? find_word(begin, name, mark) : NULL;
    if (!shared)
        return NULL;
    do
        end = declarator_end(end + (end > name) + (end > name ? strspn(end + 1, " \t\n") : 0));
    while (end && *end == ',');
    FILE *f = end ? open_memstream(&made, &length) : NULL;
    if (!f)
        return NULL;

    fwrite(text, 1, (size_t)(begin - text), f);
    without(f, begin, shared, "static");
    fputs("typedef   ", f);
    fwrite(shared + sizeof mark - 1, 1, (size_t)(name - shared) - (sizeof mark - 1), f);
    char *behind = NULL;
    size_t room;
    FILE *g = open_memstream(&behind, &room);
    for (const char *p = name, *next; g && p <= end; p = next) {
        const char *stop = declarator_end(p);
        int n = 0;
        while (in_word(p[n]))
            n++;
        fprintf(f, "%.*s__gt200_type%.*s", n, p, (int)(stop + 1 - p - n), p + n);
        fprintf(g, " __shared__ __attribute__((aligned(__alignof__(%.*s__gt200_type)))) __gt200_raw<%.*s__gt200_type> "
                   "%.*s__gt200; %.*s__gt200_type &%.*s = %.*s__gt200.v;", n, p, n, p, n, p, n, p, n, p, n, p);
        next = stop + 1;
        for (; stop < end && isspace((unsigned char)*next); next++)
            putc(*next, f);
    }
    const bool ok = g && !fclose(g);
    fprintf(f, "%s%s", ok ? behind : "", end + 1);
    free(behind);
    if (fclose(f) || !ok) {
        free(made);
        return NULL;
    }
    return made;
}
