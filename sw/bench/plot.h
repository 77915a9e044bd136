/* SPDX-License-Identifier: Apache-2.0
 * Pictures of figures, drawn by gnuplot. */
#ifndef GT200_PLOT_H
#define GT200_PLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "bench.h"

#define PLOT_MAX 64

struct plot_curve {
    int    n;
    double x[PLOT_MAX], y[PLOT_MAX];
};

/* Figure 6: latency and throughput against warps, ours as curves, expected numbers as expected.h draws them. SVG,
 * or PNG when the name ends in .png. False, with the reason in err, when gnuplot is missing or fails; nothing
 * half-written stays. */
bool plot_figure6(const char *path, const struct silicon *s, const struct plot_curve *latency,
                  const struct plot_curve *throughput, char *err, size_t errn);

#endif
