/* SPDX-License-Identifier: Apache-2.0 */
#include "plot.h"

#include <stdio.h>

#include "expected.h"
#include "gnuplot.h"

static void put_block(FILE *g, const char *name, const struct plot_curve *c)
{
    fprintf(g, "$%s << EOD\n", name);
    for (int i = 0; i < c->n; i++)
        fprintf(g, "%g %.4f\n", c->x[i], c->y[i]);
    fprintf(g, "EOD\n");
}

bool plot_figure6(const char *path, const struct silicon *s, const struct plot_curve *latency,
                  const struct plot_curve *throughput, char *err, size_t errn)
{
    struct gnuplot g;

    if (!gnuplot_open(&g, path, 800, 500, err, errn))
        return false;
    put_block(g.f, "latency", latency);
    put_block(g.f, "throughput", throughput);
    struct expected l = expected_data(g.f, s, "6", "latency", 0), t = expected_data(g.f, s, "6", "throughput", 1);
    fprintf(g.f,
            "set title 'Figure 6: dependent integer adds, one block'\n"
            "set xlabel 'warps'\nset ylabel 'latency (clocks)'\nset y2label 'throughput (operations per clock)'\n"
            "set xrange [0.5:16.5]\nset xtics 1\nset yrange [0:72]\nset y2range [0:9]\n"
            "set ytics nomirror\nset y2tics 1\nset key bottom right noenhanced\nset grid xtics ytics lc rgb '#dddddd'\n"
            "plot $latency using 1:2 with linespoints pt 7 ps 0.4 lw 2 lc rgb '#c03030' title 'latency',"
            " $throughput using 1:2 axes x1y2 with linespoints pt 7 ps 0.4 lw 2 lc rgb '#2050b0' title 'throughput'");
    expected_plot(g.f, &l, 0, "latency", "", "#c03030");
    expected_plot(g.f, &t, 1, "throughput", "axes x1y2", "#2050b0");
    fprintf(g.f, "\n");
    return gnuplot_close(&g, err, errn);
}
