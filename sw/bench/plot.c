/* SPDX-License-Identifier: Apache-2.0 */
#include "plot.h"

#include <math.h>
#include <stdio.h>

#include "gnuplot.h"

static void put_block(FILE *g, const char *name, const struct plot_curve *c)
{
    fprintf(g, "$%s << EOD\n", name);
    for (int i = 0; i < c->n; i++) {
        fprintf(g, "%g %.4f ", c->x[i], c->y[i]);
        if (isnan(c->silicon[i]))
            fprintf(g, "NaN\n");
        else
            fprintf(g, "%g\n", c->silicon[i]);
    }
    fprintf(g, "EOD\n");
}

bool plot_figure6(const char *path, const struct plot_curve *latency, const struct plot_curve *throughput, char *err, size_t errn)
{
    struct gnuplot g;

    if (!gnuplot_open(&g, path, 800, 500, err, errn))
        return false;
    put_block(g.f, "latency", latency);
    put_block(g.f, "throughput", throughput);
    fprintf(g.f,
            "set title 'Figure 6: dependent integer adds, one block'\n"
            "set xlabel 'warps'\nset ylabel 'latency (clocks)'\nset y2label 'throughput (operations per clock)'\n"
            "set xrange [0.5:16.5]\nset xtics 1\nset yrange [0:72]\nset y2range [0:9]\n"
            "set ytics nomirror\nset y2tics 1\nset key bottom right\nset grid xtics ytics lc rgb '#dddddd'\n"
            "plot $latency using 1:2 with linespoints pt 7 ps 0.5 lw 2 lc rgb '#c03030' title 'latency',"
            " $latency using 1:3 with points pt 6 ps 1.4 lw 1.5 lc rgb '#c03030' title 'latency, GTX 280',"
            " $throughput using 1:2 axes x1y2 with linespoints pt 7 ps 0.5 lw 2 lc rgb '#2050b0' title 'throughput',"
            " $throughput using 1:3 axes x1y2 with points pt 4 ps 1.4 lw 1.5 lc rgb '#2050b0' title 'throughput, GTX 280'\n");
    return gnuplot_close(&g, err, errn);
}
