/* SPDX-License-Identifier: Apache-2.0
 * A measured latency curve: clocks per access against the bytes walked over, read from a CSV file. */
#ifndef GT200_CURVE_H
#define GT200_CURVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct curve {
    size_t    n;
    uint64_t *x;            /* bytes, strictly rising */
    double   *y;            /* clocks; several measurements of one x are averaged */
    uint64_t  stride;       /* bytes between successive accesses as the file says; 0: it does not */
    char      title[160];   /* "figure 18, average", names of other columns than x and y ("clocks against bytes"), or
                               empty */
};

/* Which rows of a file with several curves; NULL: whatever there is, when that is one thing. */
struct curve_choice {
    const char *figure, *series, *target;
    uint64_t    unit;       /* bytes per unit of x */
};

/* Reads a file with columns x and y, or the output of `gt200 bench --csv` (columns figure, series, x, y, target), or
 * two columns of numbers without names or with others. A column `stride` or a comment "# stride: N" gives the stride,
 * in the unit of x. Rows without x or y are skipped; lines that begin with # are comments. On failure err names file,
 * line and value. */
bool curve_read(struct curve *c, const char *path, const struct curve_choice *choice, char *err, size_t errn);
void curve_free(struct curve *c);

#endif
