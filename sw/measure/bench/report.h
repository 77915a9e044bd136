/* SPDX-License-Identifier: Apache-2.0
 * The report: one web page, index.html in a folder of its own, that needs nothing but a browser, with every table and
 * figure and the code of each experiment; beside it lie the numbers as CSV. */
#ifndef GT200_REPORT_H
#define GT200_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "measured.h"

#define REPORT_SOURCES 128

struct report {
    const char *dir;
    const struct table *t;
    const struct silicon *s;
    char **targets;
    int    ntargets;
    bool   full, quick;
    char *const *patterns;                  /* what was asked for by name */
    int    npatterns;
    const char *kernel_dir, *source_dir;    /* compiled kernels; their sources */
    const char *source[REPORT_SOURCES];     /* of expected numbers on the page, in the order of the list at its end */
    int    nsources;
};

/* Can a report be written to dir? Not when it is a file, or a folder with something else in it. */
bool report_possible(const char *dir, char *err, size_t errn);

/* Writes the report beside dir and then takes dir's name, so that what stands in dir is always whole. On failure err
 * says why and nothing stays behind. */
bool report_write(struct report *r, char *err, size_t errn);

/* The parts of the page; each writes to it. report_sources collects the sources first. */
bool report_page(FILE *f, struct report *r, char *err, size_t errn);
void report_sources(struct report *r);
bool report_head(FILE *f, const struct report *r, char *err, size_t errn);      /* title, summary, what is not met */
bool report_summary(FILE *f, const struct report *r, char *err, size_t errn);   /* leaves its section open */
void report_unmet(FILE *f, const struct report *r);
void report_contents(FILE *f, const struct report *r);
bool report_tables(FILE *f, const struct report *r, char *err, size_t errn);
bool report_figures(FILE *f, const struct report *r, char *err, size_t errn);
void report_tail(FILE *f, const struct report *r);          /* constants, what is not measured, sources */

/* How many numbers of each kind are judged and met; differences between our own machines. */
struct report_counts {
    size_t judged[SILICON_RECALLED + 1], held[SILICON_RECALLED + 1], all, all_held, different;
};
struct report_counts report_count(const struct report *r);
/* What the expected number of a row is that has one; why ours is known to differ from it, NULL: nothing is known. */
enum silicon_kind report_kind(const struct report *r, const struct measured *m);
const char *report_why(const struct report *r, const struct measured *m);

/* Groups of ids, a table of the page each: what stands before the first dot. */
struct report_group {
    const char *prefix, *title;
};
extern const struct report_group report_groups[];
extern const size_t report_group_count;
bool report_in_group(const struct measured *m, const struct report_group *g);

/* The place of a figure on the page, "figure6" or "listing4", and as its heading begins, "Figure 6: ..." */
const char *report_place(const struct bench_figure *g, char name[40]);
void report_title(FILE *f, const struct bench_figure *g);
/* The figure that shows an experiment, if it was measured; NULL: a table does. */
const struct bench_figure *report_figure_of(const struct report *r, const struct bench_experiment *e);
/* Name of an experiment: "add u32", or its title. */
const char *report_name(const struct report *r, const struct bench_experiment *e, char name[96]);

/* The chip that repeats an experiment, "": none is to be named. Without an experiment: the chip that was named for
 * all. */
const char *report_chip(const struct report *r, const struct bench_experiment *e);

/* HTML: beginning (title, style) and end of the page. */
void html_begin(FILE *f, const char *title);
void html_end(FILE *f);
/* Filter of the tables of numbers, for a browser that runs the script at the end of the page. */
void html_filter(FILE *f);
/* A region that scrolls sideways, reachable by keyboard, and its end. */
void html_wide(FILE *f, const char *label);
void html_wide_end(FILE *f);
/* What an expected number is: "measured", "rule: 4 W", and the number of its source. */
void html_grade(FILE *f, const struct report *r, enum silicon_kind kind, const char *formula, const char *source);
/* "+0.13 %", "15 %" */
void html_percent(FILE *f, double percent, bool sign);
/* A number as the tables show it. */
void html_number(FILE *f, double v);
/* The machines of a table: those that have a value in one of its rows. */
struct columns {
    bool has[MAX_TARGETS];
    int  n;
};
void columns_add(struct columns *c, const struct report *r, const struct measured *m);
/* Heads of their columns, and the values of a row, a cell each. */
void html_machines(FILE *f, const struct report *r, const struct columns *c);
void html_values(FILE *f, const struct report *r, const struct columns *c, const struct measured *m);
/* A row of so many columns for each machine that has no value because what it measured means nothing. */
void html_missing(FILE *f, const struct report *r, const struct measured *m, int columns);
/* Source, native code and the command that repeats it, to be opened in place. id: what is asked for; name: of the
 * experiment, "" where a heading has it. */
bool html_code(FILE *f, const struct report *r, const struct bench_experiment *e, const char *id, const char *name,
               char *err, size_t errn);
/* A verdict in words, which depend on what the expected number is, and its style class; known: it is a known
 * difference. */
void html_verdict(FILE *f, const struct verdict *v, enum silicon_kind kind, bool known);

#endif
