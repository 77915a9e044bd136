/* SPDX-License-Identifier: Apache-2.0
 * Pictures of figures, drawn by gnuplot. */
#ifndef GT200_PLOT_H
#define GT200_PLOT_H

#include <stdbool.h>
#include <stddef.h>

#define PLOT_MAX 64

struct plot_curve {
    int    n;
    double x[PLOT_MAX], y[PLOT_MAX], silicon[PLOT_MAX];     /* silicon: NaN where the paper has no point */
};

/* Figure 6: latency and throughput against warps, ours as lines, the paper's as points. SVG, or PNG when the name ends in .png.
 * False, with the reason in err, when gnuplot is missing or fails; nothing half-written stays. */
bool plot_figure6(const char *path, const struct plot_curve *latency, const struct plot_curve *throughput, char *err, size_t errn);

#endif
