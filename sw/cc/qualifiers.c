/* SPDX-License-Identifier: Apache-2.0
 *
 * nvcc up to CUDA 4 takes `__global__ __device__ void f()` as a kernel, and a `__device__` beside `__shared__` says
 * nothing more; clang refuses both, and there are programs with them. Here the word is taken out of such a pair:
 * blanks are left in its place, so that lines and columns stay.
 */
#define _POSIX_C_SOURCE 200809L
#include "cc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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

bool cc_qualifiers(char *text)
{
    static const char device[] = "__device__";
    const size_t length = sizeof device - 1;
    char *before = NULL, *end;         /* the word in front, nothing but blanks between */
    size_t before_length = 0;
    bool changed = false, blank;

    for (char *p = text; *p; p = end) {
        end = skip(p, &blank);
        if (end > p) {
            before = blank ? before : NULL;
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
