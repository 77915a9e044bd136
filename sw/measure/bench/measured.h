/* SPDX-License-Identifier: Apache-2.0
 * What a run of `gt200 bench` measured: one row per number or point, one column per target. */
#ifndef GT200_MEASURED_H
#define GT200_MEASURED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "bench.h"

#define MAX_TARGETS 8
#define RECORD_NAME 64

struct measured {
    char   id[48], figure[8], series[80];   /* a value has an id; a point has figure and series */
    double x, v[MAX_TARGETS];
    char  *missing[MAX_TARGETS];    /* why v is NaN, where the number was asked for and means nothing; else NULL */
};

struct table {
    struct measured *m;
    size_t n;
    int    target;          /* column being filled */
    int    nown;            /* columns of our own machines, which are judged and compared */
    int    nrun;            /* and of the real GPU after them: all that were measured now */
    int    ntargets;        /* and of records */
    char   record[MAX_TARGETS][RECORD_NAME];    /* names of the machines of records */
    bool  *whole;           /* of each experiment: the model made it on the whole chip, which was chosen for it */
    struct cuda_device gpu; /* of target cuda; no name: none */
    bool   incomplete;      /* an experiment on it failed */
    bool   hung;            /* a kernel on it runs on; the driver would wait for it where the process ends */
    bool   failed;          /* out of memory */
};

/* The row of a value (id) or a point (figure, series, x), made if it is not there; NULL: out of memory, t->failed. */
struct measured *table_row(struct table *t, const char *id, const char *figure, const char *series, double x);
/* A row has no value on a target, for this reason (copied). */
void table_missing(struct table *t, struct measured *m, int target, const char *why);
void table_free(struct table *t);

/* A run of `gt200 bench` on one target. */
struct measure {
    struct table *t;
    const char *target;
    char **patterns;        /* of ids; none: every experiment */
    int    npatterns;
    bool   full;
    bool   report, choose;  /* choose: the chip that each experiment needs */
    unsigned patience;      /* of a real GPU: seconds that a kernel may take */
    unsigned jobs;          /* of our own machines: experiments at a time */
    double  *seconds;       /* for each experiment: processor time on the target before; the longest begins */
    const char *kernel_dir;
    const char *csv;        /* of a real GPU: written anew after each experiment; NULL: not */
    const struct silicon *s;
    char **targets;
    int    ntargets;
};
/* Does the pattern stand for the id? It is a glob, or the id or its beginning, of which capital letters are no others,
 * nor is fig17 for figure17. What is an id is no beginning. */
bool measure_matches(const char *pattern, const char *id);
/* Does any of the experiment's ids match any of the patterns? */
bool measure_wanted(const struct bench_experiment *e, char **patterns, int n);
/* Fills column t->target: on one of our own machines, on a real GPU. false: after a message. */
bool measure_own(const struct measure *m);
bool measure_gpu(const struct measure *m, struct cuda_device *d);

/* Adds what a CSV of gt200 bench holds, a column for each machine in it; targets gets their names. */
bool record_take(struct table *t, char **targets, const char *path, char *err, size_t errn);

/* As text to standard output: the numbers by id, then the figures. */
void print_values(const struct table *t, const struct silicon *s, char **targets, int ntargets);
void print_points(const struct table *t, const struct silicon *s, char **targets, int ntargets);

/* One row per target and measurement (gt200 bench --csv). */
bool print_csv(FILE *f, const struct table *t, const struct silicon *s, char **targets, int ntargets);
/* The same to a file, "-": standard output. Prints an error. */
bool csv_write(const char *path, const struct table *t, const struct silicon *s, char **targets, int ntargets);
/* Can a file be written? err: why not. */
bool output_possible(const char *path, char *err, size_t errn);

/* Judgement of a row on one target, whether it is a number or a point of a figure; of another machine than our own:
 * none. */
struct verdict bench_judge(const struct table *t, const struct silicon *s, const struct measured *m, int target);
/* Is the value of one of our machines another one than that of the first? Not if one of them has none. */
bool bench_differs(const struct table *t, const struct measured *m, int target);
/* The experiment that measures a row; NULL: none, it came from a record. */
const struct bench_experiment *bench_experiment_of_row(const struct measured *m);
/* The chip that a row was measured on by one of our own machines. */
const char *bench_chip_name(const struct table *t, const struct measured *m, const char *target);
/* What is judged: the first of our own machines. NaN: there is none. */
double own_value(const struct table *t, const struct measured *m);

#endif
