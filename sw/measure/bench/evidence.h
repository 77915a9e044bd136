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

struct evidence {
    /* measurements of silicon compared: one per kind of experiment, unit and value, with its worst error */
    struct errors all;
    struct errors predicted;    /* those of them from which no constant was set */
    size_t outcomes, held;      /* orders, deadlocks, counts, bounds of silicon: they hold or they do not */
    size_t constants;           /* of chip.def, set from measurements */
};

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
