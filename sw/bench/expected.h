/* SPDX-License-Identifier: Apache-2.0
 * Expected numbers in pictures: what a source printed are filled markers, rules thin lines with their formula, what
 * is recalled hollow markers. */
#ifndef GT200_EXPECTED_H
#define GT200_EXPECTED_H

#include <stdio.h>

#include "bench.h"

#define EXPECTED_RULES 8

/* The expected points of one series of a figure. */
struct expected {
    int measured, recalled;             /* points */
    int nrules;
    const char *rule[EXPECTED_RULES];   /* formulas; each has its points */
};

/* Writes gnuplot data blocks of series number k: $mK, $cK (recalled) and $rK_J (rule J). */
struct expected expected_data(FILE *g, const struct silicon *s, const char *figure, const char *series, int k);
/* Writes the parts of gnuplot's plot command that draw them, each with a comma before. axes: "" or "axes x1y2". */
void expected_plot(FILE *g, const struct expected *e, int k, const char *series, const char *axes, const char *colour);
/* Text in gnuplot's double quotes. */
void expected_quoted(FILE *g, const char *text, const char *more);

#endif
