/* SPDX-License-Identifier: Apache-2.0
 *
 * What the value of an option or variable says: a number, a word of a list.
 */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool cli_number(const char *text, uint64_t max, uint64_t *value)
{
    char *end;

    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 0);
    if (errno || *end || v > max)
        return false;
    *value = v;
    return true;
}

bool cli_sizes(const char *text, uint64_t *v, int n)
{
    char copy[64], *save = NULL;
    int i = 0;

    if (strlen(text) >= sizeof copy)
        return false;
    strcpy(copy, text);
    for (char *p = strtok_r(copy, ",", &save); p; p = strtok_r(NULL, ",", &save), i++)
        if (i == n || !cli_number(p, UINT32_MAX, &v[i]))
            return false;
    return i > 0 && text[strlen(text) - 1] != ',';
}

bool cli_word_in(const char *list, const char *name, size_t length)
{
    for (const char *p = list; *p; p += strspn(p, " ")) {
        size_t n = strcspn(p, " ");
        if (n == length && !memcmp(p, name, n))
            return true;
        p += n;
    }
    return false;
}
