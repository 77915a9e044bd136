/* SPDX-License-Identifier: Apache-2.0
 *
 * Control characters of a message become harmless ones before it is printed.
 */
#include "printable.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define FIRST_PRINTABLE 0x20
#define DELETE 0x7f

char *gt_printable(char *text)
{
    for (unsigned char *p = (unsigned char *)text; *p; p++)
        if ((*p < FIRST_PRINTABLE && *p != '\n' && *p != '\t') || *p == DELETE)
            *p = '?';
        else if (p[0] == 0xc2 && p[1] >= 0x80 && p[1] <= 0x9f)
            p[0] = p[1] = '?';
    return text;
}

void gt_tell(const char *fmt, ...)
{
    char small[1024], *text = small;
    va_list ap;

    va_start(ap, fmt);
    const int n = vsnprintf(small, sizeof small, fmt, ap);
    va_end(ap);
    if (n >= (int)sizeof small && (text = malloc((size_t)n + 1))) {
        va_start(ap, fmt);
        vsnprintf(text, (size_t)n + 1, fmt, ap);
        va_end(ap);
    }
    if (n >= 0)
        fputs(gt_printable(text ? text : small), stderr);
    if (text != small)
        free(text);
}
