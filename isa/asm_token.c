/* SPDX-License-Identifier: Apache-2.0
 *
 * The tokens of a line of assembly, and the place where it went wrong.
 */
#include "asm_int.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool asm_expect(struct asm_line *a, const char *fmt, ...)
{
    va_list ap;

    /* at the same place the later row speaks: long forms accept the most */
    if (a->bad && a->p < a->bad)
        return false;
    a->bad = a->p;
    va_start(ap, fmt);
    vsnprintf(a->what, sizeof a->what, fmt, ap);
    va_end(ap);
    return false;
}

void asm_blank(struct asm_line *a)
{
    while (*a->p == ' ' || *a->p == '\t')
        a->p++;
}

bool asm_take(struct asm_line *a, const char *text)
{
    size_t n = strlen(text);

    if (strncmp(a->p, text, n) != 0)
        return false;
    a->p += n;
    return true;
}

bool asm_number(struct asm_line *a, uint32_t *v, bool *neg)
{
    const char *p = a->p;
    unsigned base = 10;
    uint64_t n = 0;

    if (neg && *p == '-') {
        *neg = true;
        p++;
    }
    if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
        base = 16;
        p += 2;
    }
    if (base == 16 ? !isxdigit((unsigned char)*p) : !isdigit((unsigned char)*p))
        return false;
    for (; isxdigit((unsigned char)*p); p++) {
        unsigned d = isdigit((unsigned char)*p) ? (unsigned)(*p - '0')
                                                : (unsigned)(tolower((unsigned char)*p) - 'a') + 10;

        if (d >= base)
            return false;
        n = n * base + d;
        if (n > 0xffffffff)
            return false;
    }
    a->p = p;
    *v = (uint32_t)n;
    return true;
}
