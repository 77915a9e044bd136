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

/* One measured number. NaN while not measured. */
struct bench_value {
    const char *id;         /* id of silicon/tables.csv */
    double      value;
};

/* One measured point of a figure. */
struct bench_point {
    const char *figure, *series;
    double      x, y;
};

struct bench_sink {
    void (*value)(void *ctx, const struct bench_value *v);
    void (*point)(void *ctx, const struct bench_point *p);
    void *ctx;
};

/* One experiment: a kernel and what is computed from its clock values. */
struct bench_experiment {
    const char *ids;        /* space separated ids of the values it yields, and "figureN" if it yields points */
    const char *module;     /* kernel file, without extension */
    const char *kernel;
    bool (*run)(const struct bench_experiment *e, const char *kernel_dir, const struct bench_sink *sink,
                char *err, size_t errn);
    uint32_t    a, b;       /* start values of the chain (bits) */
};

extern const struct bench_experiment bench_experiments[];
extern const size_t bench_experiment_count;

/* Expected numbers, silicon/tables.csv and figures.csv. */
struct silicon_row {
    char id[48], value[48], unit[24], tolerance[48], confidence[32];
    char what[96];
    char known[200];        /* why our value is known to differ, from known.csv; empty: it must hold */
};
struct silicon_point {
    char figure[8], series[64], tolerance[64], confidence[32];
    double x, y;            /* y is NaN for a property */
};
struct silicon {
    struct silicon_row *rows;
    size_t nrows;
    struct silicon_point *points;
    size_t npoints;
};
bool silicon_load(struct silicon *s, const char *dir, char *err, size_t errn);
void silicon_free(struct silicon *s);
const struct silicon_row *silicon_find(const struct silicon *s, const char *id);
const struct silicon_point *silicon_find_point(const struct silicon *s, const char *figure, const char *series, double x);

/* Judgement of a value against the silicon number: error in percent (0 inside a range), the tolerance that applies, and
 * whether it holds. Recalled numbers never fail. A number printed with d decimals counts as met when the value rounds to it. */
struct verdict { bool have; double silicon, error_pct, tolerance_pct; bool pass, advisory; };
/* May the whole run succeed with this verdict? A known difference that has gone is an error too: known.csv is then out of date. */
bool silicon_acceptable(const struct silicon_row *r, const struct verdict *v);
struct verdict silicon_judge(const struct silicon_row *r, double value);
struct verdict silicon_judge_point(const struct silicon_point *p, double y);

int gt_cmd_bench(int argc, char **argv);

#endif
