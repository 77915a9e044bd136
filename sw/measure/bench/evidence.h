/* SPDX-License-Identifier: Apache-2.0
 *
 * What the comparison with silicon amounts to: independent measurements, constants of the machine that were set
 * from some of them, and predictions, from which nothing was set.
 */
#ifndef GT200_EVIDENCE_H
#define GT200_EVIDENCE_H

#include <stdio.h>

#include "measured.h"

/* Absolute errors in percent. */
struct errors {
    size_t n;
    double mean, median, worst;
    char   which[112];          /* the one with the worst */
};

/* Measurements that stand for the same: made by the same kind of experiment, in the same unit, with the same number of
 * silicon. */
struct evidence_point {
    bool (*run)(const struct bench_job *);
    const char *unit, *stands;  /* stands: the unit, or the series of a figure */
    double silicon, error;      /* error: in percent, the worst */
    double ours, low, high;     /* of the one with the worst; what its number of silicon leaves open */
    bool   set, match;          /* a constant was set from one of them; all of them match */
    char   which[112];          /* the one with the worst: its id; "figure6, throughput" */
};

struct evidence {
    /* measurements of silicon compared: one per kind of experiment, unit and value, with its worst error */
    struct errors all;
    struct errors predicted;    /* those of them from which no constant was set */
    size_t outcomes, held;      /* orders, deadlocks, counts, bounds of silicon: they hold or they do not */
    size_t constants;           /* of chip.def, set from measurements */
};

/* The measurements with a number, to be freed, in the order of their errors; e, if it is not NULL, gets the outcomes.
 * NULL: out of memory. */
struct evidence_point *evidence_points(const struct table *t, const struct silicon *s, size_t *n, struct evidence *e);
/* Of what target 0 measured. false: out of memory. */
bool evidence_of(const struct table *t, const struct silicon *s, struct evidence *e);

/* The summary as a few lines of text. */
void evidence_print(FILE *f, const struct evidence *e);
/* The summary and the table of constants as Markdown, for README.md, docs/silicon.md and docs/records/constants.md
 * (make evidence). */
void evidence_markdown(FILE *f, const struct evidence *e, const struct silicon *s);

/* The value that a constant has in chip.def; false: it has no such constant. */
bool evidence_constant(const char *name, long *value);

#endif
