/* SPDX-License-Identifier: Apache-2.0
 * The report: a folder of web pages that needs nothing but a browser. index.html holds every table and figure; beside it lie the figures
 * (SVG), one page per kernel file with its source and one with its native code, and the numbers as CSV. */
#ifndef GT200_REPORT_H
#define GT200_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "measured.h"

struct report {
    const char *dir;
    const struct table *t;
    const struct silicon *s;
    char **targets;
    int    ntargets;
    bool   full;
    const char *kernel_dir, *source_dir;    /* compiled kernels; their sources */
};

/* Can a report be written to dir? Not when it is a file, or a folder with something else in it, or when gnuplot is missing. */
bool report_possible(const char *dir, char *err, size_t errn);

/* Writes the report beside dir and then takes dir's name, so that what stands in dir is always whole. On failure err says why and
 * nothing stays behind. */
bool report_write(const struct report *r, char *err, size_t errn);

/* The parts. Each writes to an open page; report_figures draws its pictures into the folder `to`. */
void report_evidence(FILE *f, const struct report *r);
void report_tables(FILE *f, const struct report *r);
bool report_figures(FILE *f, const struct report *r, const char *to, char *err, size_t errn);

/* HTML: text with &, <, > and quotes escaped; beginning (title, style) and end of a page. */
void html_text(FILE *f, const char *s);
/* "measured", "rule: 4 W": what an expected number is; its source when one points at it. */
void html_grade(FILE *f, enum silicon_kind kind, const char *formula, const char *source);
void html_begin(FILE *f, const char *title);
void html_end(FILE *f);

/* Links to source and native code of an experiment, and the command that repeats it. */
void html_how(FILE *f, const struct report *r, const struct bench_experiment *e, const char *id);

/* A verdict as one word and its style class; known: the reason for a known difference or empty. */
void html_verdict(FILE *f, const struct verdict *v, const char *known);

/* The experiment that measures this id ("figure6" for a figure); NULL: none. */
const struct bench_experiment *report_experiment(const char *id);

#endif
