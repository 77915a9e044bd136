/* SPDX-License-Identifier: Apache-2.0
 *
 * What nvcc takes where clang expects an expression: a launch with braces, `f<<<grid, { x, y, 1 }>>>()`, is one with
 * `dim3{ x, y, 1 }`; a macro that is `#pragma unroll` is one with `_Pragma("unroll")`.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *blanks_end(const char *p) { return p + strspn(p, " \t\r\n"); }

/* Writes what stands between the brackets of a launch, from p on; braces that begin an argument get their type. The
 * place behind. */
static const char *write_configuration(FILE *f, const char *p, bool *changed)
{
    bool begins = true;         /* an argument */

    for (int depth = 0; *p && *p != ';' && (depth || strncmp(p, ">>>", 3)); p++) {
        if (*p == '{' && begins && !depth) {
            fputs("dim3", f);
            *changed = true;
        }
        begins = *p == ',' || (begins && blanks_end(p) > p);
        depth += (strchr("({[", *p) != NULL) - (strchr(")}]", *p) != NULL);
        putc(*p, f);
    }
    return p;
}

/* Is the place in a macro: behind #define in its line, or in a line that goes on the one before? */
static bool in_macro(const char *text, const char *p)
{
    const char *line = p;

    while (line > text && line[-1] != '\n')
        line--;
    const char *word = line + strspn(line, " \t");
    const char *name = *word == '#' ? word + 1 + strspn(word + 1, " \t") : word;
    return (*word == '#' && word < p && !strncmp(name, "define", 6)) ||
           (word == p && line > text + 1 && line[-2] == '\\');
}

char *cc_rewrite_braces(const char *text)
{
    static const char unroll[] = "#pragma unroll";
    char *made = NULL;
    size_t length;
    bool changed = false;
    FILE *f = open_memstream(&made, &length);

    if (!f)
        return NULL;
    for (const char *p = text; *p;) {
        if (!strncmp(p, "<<<", 3)) {
            fputs("<<<", f);
            p = write_configuration(f, p + 3, &changed);
        } else if (!strncmp(p, unroll, sizeof unroll - 1) && in_macro(text, p)) {
            const char *number = p + sizeof unroll - 1, *from = number + strspn(number, " \t");
            const size_t n = strspn(from, "0123456789");
            fprintf(f, "_Pragma(\"unroll%s%.*s\")", n ? " " : "", (int)n, from);
            p = n ? from + n : number;
            changed = true;
        } else {
            putc(*p++, f);
        }
    }
    if (!fclose(f) && changed)
        return made;
    free(made);
    return NULL;
}
