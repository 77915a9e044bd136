/* SPDX-License-Identifier: Apache-2.0 */
#include "printable.h"

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
