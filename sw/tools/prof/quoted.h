/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the profile's writers: a field of comma-separated values that may hold anything.
 */
#ifndef GT200_QUOTED_H
#define GT200_QUOTED_H

#include <stdio.h>

static inline void quoted(FILE *f, const char *text)
{
    putc('"', f);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', f);
        putc(*text, f);
    }
    putc('"', f);
}

#endif
