/* SPDX-License-Identifier: Apache-2.0
 *
 * The paper's measurements. The host side uses only the CUDA Driver API, so the same code measures the models, the RTL
 * and a real GPU. A value is what the kernel read from its own clock; nothing here knows a latency.
 */
#ifndef GT200_BENCH_H
#define GT200_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_api.h"

/* Of a chip that is no GT200. */
#define BENCH_NOT_OF "has no numbers here: its experiments are a GTX 280's; docs/g80.md has others"

/* One measured number of tables.csv. */
struct bench_value {
    const char *id;
    double      value;
    const char *missing;        /* why there is no value; NULL: there is */
};

/* One measured point of a figure; x is NaN for a number that belongs to the figure as a whole (the length of an
 * interval, the number of lanes that read old data): `series` then says what it is. A listing is a figure too ("L4").
 */
struct bench_point {
    const char *figure, *series;
    double      x, y;
    const char *missing;        /* why there is no y; NULL: there is */
};

struct bench_sink {
    void (*value)(void *ctx, const struct bench_value *v);
    void (*point)(void *ctx, const struct bench_point *p);
    void *ctx;
};

/* One request to run an experiment. */
struct bench_job {
    const struct bench_experiment *e;
    const char              *kernel_dir;
    const struct bench_sink *sink;
    const struct cuda_api   *cu;
    /* target cuda: a real GPU of another generation, kernels as PTX with 64-bit pointers */
    bool                     gpu;
    unsigned                 tpcs;      /* of our own machine; 1 of a GPU */
    unsigned                 partitions;    /* of its memory; 0: a fixed latency stands for all of that, or a GPU */
    bool                     full;      /* every point of the paper's sweep, not only those that show its shape */
    unsigned                 patience;  /* gpu: seconds that a kernel may take */
    bool                    *hung;      /* gpu: one has taken longer; nothing waits for it, and nothing more is run */
    bool                     named;     /* asked for by name, so that it may take minutes (the RTL of a TPC) */
    char                    *err;       /* why it failed */
    size_t                   errn;
};

/* Which machines an experiment measures. */
enum bench_where {
    BENCH_ANYWHERE, BENCH_GT200_ONLY, BENCH_GPU_ONLY,
    BENCH_HIERARCHY,        /* a GT200 with partitions, crossbar, TLBs and caches behind its SMs */
};

/* One experiment: a kernel and what is computed from its clock values. */
struct bench_experiment {
    const char *ids;        /* space separated ids of the values it yields, and "figureN", "listingN" if it yields
                               points */
    const char *title;      /* NULL: what tables.csv says about the first id */
    const char *module;     /* kernels/MODULE.cu; the compiled file is MODULE.cubin */
    const char *kernel;     /* the first of its kernels */
    bool (*run)(const struct bench_job *job);
    uint32_t    a, b;       /* start values of a chain (bits), or what the experiment makes of them */
    enum bench_where where;
    const char *why;        /* BENCH_GT200_ONLY, BENCH_HIERARCHY: what of the GT200 it needs */
};

extern const struct bench_experiment bench_experiments[];
extern const size_t bench_experiment_count;
/* Is the id ("figure6" for a figure) among those of an experiment? Its first experiment; NULL: none. */
bool bench_yields(const struct bench_experiment *e, const char *id);
const struct bench_experiment *bench_experiment_of(const char *id);
/* What an experiment asks of the model: about so many seconds of one processor. */
struct bench_effort {
    double seconds, whole;      /* on one SM; on the whole chip, if that is chosen for it */
    bool   deeper;              /* it runs on one SM, and tells more where there is a memory hierarchy (in a report of
                                   all) */
};
struct bench_effort bench_effort(const struct bench_experiment *e);
/* Does any experiment yield this id? */
bool bench_measures(const char *id);

/* A figure, or a listing; its points come from the experiment that has "figure" + id among its ids. */
struct bench_figure {
    const char *id;                     /* as in figures.csv: "6", "L4" */
    const char *title;
    const char *about;                  /* what is done and what to look for */
};
extern const struct bench_figure bench_figures[];
extern const size_t bench_figure_count;

/* One picture of a figure. */
enum bench_style {
    BENCH_LINES, BENCH_DOTS,
    BENCH_AGREE,                        /* lines that hide what is expected: their errors are drawn below */
    BENCH_SPANS,                        /* series "start..." and "stop..." in pairs */
};
struct bench_panel {
    const char *figure;
    const char *series;                 /* names or patterns as of fnmatch, with | between them */
    const char *title;                  /* "": that of the figure */
    const char *x, *y;                  /* names of the axes with units */
    enum bench_style style;
};
extern const struct bench_panel bench_panels[];
extern const size_t bench_panel_count;

/* What an expected number is: printed by the source that is named, a statement of the paper as a formula, or from
 * memory. */
enum silicon_kind { SILICON_MEASURED, SILICON_RULE, SILICON_RECALLED };
const char *silicon_kind_name(enum silicon_kind kind);      /* as in the files: "measured", "rule", "recalled" */

/* Expected numbers, silicon/tables.csv and figures.csv. */
struct silicon_row {
    char id[48], value[80], unit[24], tolerance[48];
    char what[96], source[320], formula[96];    /* formula: of a rule */
    enum silicon_kind kind;
    char known[200];        /* why our value is known to differ, from known.csv; empty: it must hold */
};
struct silicon_point {
    char figure[8], series[80], unit[24], tolerance[192], source[320], formula[96];
    enum silicon_kind kind;
    double x, y;            /* x is NaN for a number of the whole figure; y is NaN for a property */
};
struct silicon_known {      /* a figure whose points are known to differ, from known.csv ("figure22,why") */
    char figure[8], why[200];
    bool recalled;          /* only those that are recalled ("figureC recalled,why"); the others must hold */
};
struct silicon_unmeasured { /* ids of tables.csv that no experiment yields, from unmeasured.csv ("T5.t*,why"; a
                               pattern as of fnmatch) */
    char pattern[48], why[200];
};
struct silicon_set {        /* what a constant of the machine was set from, from set_from.csv */
    char constant[48], ids[160], what[160];
};
struct silicon {
    struct silicon_row *rows;
    size_t nrows;
    struct silicon_point *points;
    size_t npoints;
    struct silicon_known *known;
    size_t nknown;
    struct silicon_unmeasured *unmeasured;
    size_t nunmeasured;
    struct silicon_set *sets;
    size_t nsets;
};
bool silicon_load(struct silicon *s, const char *dir, char *err, size_t errn);
void silicon_free(struct silicon *s);
const struct silicon_row *silicon_find(const struct silicon *s, const char *id);
const struct silicon_point *silicon_find_point(const struct silicon *s, const char *figure, const char *series,
                                               double x);
const char *silicon_figure_known(const struct silicon *s, const char *figure);     /* NULL: its points must hold */

/* Why this point is known to differ; NULL: it is not. */
const char *silicon_point_known(const struct silicon *s, const struct silicon_point *p);

/* Was the constant set from the number with this id ("T2.sp.latency", "figure6")? */
bool silicon_set_from(const struct silicon_set *set, const char *id);
/* The limit that a number brings with it ("+-15%": its source has it only about so); NULL: none. */
const char *silicon_limit(const struct silicon_row *r);

/* Why an id is not measured; NULL: it is to be. */
const char *silicon_unmeasured(const struct silicon *s, const char *id);

/* What an expected number leaves open: a range, a limit that it brings with it, half a unit of its last printed digit;
 * of a point its limit. false: it is no number. */
bool silicon_span(const struct silicon_row *r, double *low, double *high);
bool silicon_point_span(const struct silicon_point *p, double *low, double *high);

/* Judgement of a value against the silicon number: error in percent (0 inside a range), the tolerance that applies, and
 * whether it holds. Recalled numbers without a limit of their own never fail. A number printed with d decimals
 * counts as met when the value rounds to it. */
struct verdict {
    bool   have;
    double silicon, error_pct, tolerance_pct;
    double digit;       /* half a unit of the last printed digit where that is wider than tolerance_pct, else 0 */
    bool   pass, advisory;
};
/* May the whole run succeed with this verdict? A known difference that has gone, also from a recalled number, is an
 * error too: known.csv is then out of date. */
bool silicon_acceptable(const struct silicon_row *r, const struct verdict *v);
struct verdict silicon_judge(const struct silicon_row *r, double value);
/* Tolerances of points: "exact", "+-N" (of y), "+-N%", "A..B", "<N", ">N". A property is judged when it contains one
 * of the last two. */
struct verdict silicon_judge_point(const struct silicon_point *p, double y);

#endif
