/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of a line of CSV.
 */
#include "csv.h"

#include <stdbool.h>
#include <string.h>

int csv_split(char *line, char **field, int max)
{
    int n = 0;
    char *in = line;

    line[strcspn(line, "\r\n")] = 0;
    while (n < max) {
        char *out = in;
        bool quoted = *in == '"';

        field[n++] = out;
        if (quoted)
            in++;
        while (*in && (quoted || *in != ',')) {
            if (quoted && *in == '"') {
                if (in[1] != '"') {
                    quoted = false;
                    in++;
                    continue;
                }
                in++;
            }
            *out++ = *in++;
        }
        bool more = *in == ',';
        if (more)
            in++;
        *out = 0;
        if (!more)
            break;
    }
    return n;
}
