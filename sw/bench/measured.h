/* SPDX-License-Identifier: Apache-2.0
 * What a run of `gt200 bench` measured: one row per number or point, one column per target. */
#ifndef GT200_MEASURED_H
#define GT200_MEASURED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "bench.h"

#define MAX_TARGETS 4

struct measured {
    char   id[48], figure[8], series[64];   /* a value has an id; a point has figure and series */
    double x, v[MAX_TARGETS];
};

struct table {
    struct measured *m;
    size_t n;
    int    target;          /* column being filled */
    bool   failed;          /* out of memory */
};

/* As text to standard output: the numbers by id, then the figures. */
void print_values(const struct table *t, const struct silicon *s, char **targets, int ntargets);
void print_points(const struct table *t, const struct silicon *s, char **targets, int ntargets);

/* One row per target and measurement (gt200 bench --csv). */
bool print_csv(FILE *f, const struct table *t, const struct silicon *s, char **targets, int ntargets);
/* The same to a file, "-": standard output. Prints an error. */
bool csv_write(const char *path, const struct table *t, const struct silicon *s, char **targets, int ntargets);
/* Can a file be written? err: why not. */
bool output_possible(const char *path, bool picture, char *err, size_t errn);

/* Judgement of a row on one target, whether it is a number or a point of a figure. */
struct verdict judge(const struct silicon *s, const struct measured *m, int target);
/* Is the value of a target another one than that of the first? Not if one of them has none. */
bool differs(const struct measured *m, int target);

#endif
