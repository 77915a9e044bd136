/* SPDX-License-Identifier: Apache-2.0 */
#include "infer_out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gnuplot.h"

#define DRAWN 2000              /* points of the fitted staircase */

typedef unsigned long long ull;

static const char *const relation[] = { "?", "=", "<=", ">=" };

/* 2048 -> "2 KB"; what is no round number stays bytes. */
static void bytes_text(char *to, size_t n, uint64_t v)
{
    if (v >= 1 << 20 && v % (1 << 20) == 0)
        snprintf(to, n, "%llu MB", (ull)(v >> 20));
    else if (v >= 1 << 10 && v % (1 << 10) == 0)
        snprintf(to, n, "%llu KB", (ull)(v >> 10));
    else
        snprintf(to, n, "%llu B", (ull)v);
}

void infer_value_text(char *to, size_t n, const struct infer_value *v, const char *unit)
{
    char value[32];

    if (v->kind == INFER_UNKNOWN) {
        snprintf(to, n, "cannot tell");
        return;
    }
    if (*unit)
        bytes_text(value, sizeof value, v->value);
    else
        snprintf(value, sizeof value, "%llu", (ull)v->value);
    snprintf(to, n, "%s%s%s", v->kind == INFER_EXACT ? "" : relation[v->kind], v->kind == INFER_EXACT ? "" : " ",
             value);
}

static void print_value(FILE *f, const char *name, const struct infer_value *v, const char *unit)
{
    char text[48];

    infer_value_text(text, sizeof text, v, unit);
    fprintf(f, "  %-8s %-12s %s\n", name, text, v->why);
}

void infer_print(FILE *f, const struct inference *r)
{
    char text[32];

    if (*r->refused) {
        fprintf(f, "cannot tell: %s\n", r->refused);
        return;
    }
    bytes_text(text, sizeof text, r->stride);
    fprintf(f, "stride %s%s, noise %.2g clocks\n", text,
            r->stride_guessed ? " (taken from the distance of the points)" : "", r->noise);
    for (size_t i = 0; i < r->levels; i++) {
        const struct infer_level *l = &r->level[i];
        fprintf(f, "\nlevel %zu\n  latency  %-12.2f %s\n", i + 1, l->latency, l->latency_why);
        if (l->cache) {
            print_value(f, "size", &l->size, "bytes");
            print_value(f, "ways", &l->ways, "");
            print_value(f, "line", &l->line, "bytes");
            print_value(f, "sets", &l->sets, "");
            fprintf(f, "  fit      %-12.2f clocks rms on the ramp, %.1f %% of its height\n", l->rms,
                    100 * l->rms / l->rise);
        } else if (l->bare) {
            print_value(f, "size", &l->size, "bytes");
        } else if (l->unexplained) {
            fprintf(f,
                    "  size     cannot tell  the rise above %llu bytes is not that of an LRU cache with lines of 2^n "
                    "bytes\n",
                    (ull)l->to);
            if (l->shape.steps)
                fprintf(f,
                        "  steps    %-12u of %llu bytes each: what a cache of %u sets with lines of %llu bytes "
                        "shows, %.1f ways by the end of the plateau\n",
                        l->shape.steps, (ull)l->shape.bytes, l->shape.steps, (ull)l->shape.bytes,
                        (double)l->to / (double)(l->shape.steps * l->shape.bytes));
        } else
            fprintf(f, "  size     >= %llu B: flat to the end of the curve\n", (ull)l->to);
    }
    if (r->cut)
        fprintf(f, "\nthe search was cut short: caches are left that were not tried; fewer points, or a part of the "
                   "curve, take less\n");
}

static void csv_text(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        if (*s == '"')
            fputc('"', f);
        fputc(*s, f);
    }
    fputc('"', f);
}

static void csv_value(FILE *f, size_t level, const char *name, const struct infer_value *v, const char *unit)
{
    fprintf(f, "%zu,%s,%s,", level, name, relation[v->kind]);
    if (v->kind != INFER_UNKNOWN)
        fprintf(f, "%llu", (ull)v->value);
    fprintf(f, ",%s,", unit);
    csv_text(f, v->why);
    fputc('\n', f);
}

void infer_csv(FILE *f, const struct inference *r)
{
    fprintf(f, "level,property,relation,value,unit,reason\n");
    if (*r->refused) {
        fprintf(f, "0,all,?,,,");
        csv_text(f, r->refused);
        fputc('\n', f);
    }
    for (size_t i = 0; i < r->levels; i++) {
        const struct infer_level *l = &r->level[i];
        fprintf(f, "%zu,latency,=,%.3f,clocks,", i + 1, l->latency);
        csv_text(f, l->latency_why);
        fprintf(f, "\n%zu,plateau,=,%.3f,clocks,\"from %llu to %llu bytes\"\n", i + 1, l->plateau, (ull)l->from,
                (ull)l->to);
        if (l->cache) {
            csv_value(f, i + 1, "size", &l->size, "bytes");
            csv_value(f, i + 1, "ways", &l->ways, "");
            csv_value(f, i + 1, "line", &l->line, "bytes");
            csv_value(f, i + 1, "sets", &l->sets, "");
        } else if (l->bare) {
            csv_value(f, i + 1, "size", &l->size, "bytes");
        } else if (l->unexplained) {
            fprintf(f, "%zu,size,?,,bytes,\"no LRU cache explains the rise above %llu bytes\"\n", i + 1, (ull)l->to);
            if (l->shape.steps)
                fprintf(f, "%zu,steps,=,%u,,\"of %llu bytes each\"\n", i + 1, l->shape.steps, (ull)l->shape.bytes);
        } else
            fprintf(f, "%zu,size,>=,%llu,bytes,\"flat to the end of the curve\"\n", i + 1, (ull)l->to);
    }
    if (r->cut)
        fprintf(f, "0,search,?,,,\"cut short: caches are left that were not tried\"\n");
}

/* A string for gnuplot between single quotes. */
static void quoted(FILE *f, const char *s)
{
    fputc('\'', f);
    for (; *s; s++) {
        if (*s == '\'')
            fputc('\'', f);
        fputc(*s, f);
    }
    fputc('\'', f);
}

/* The fitted staircase between the first and the last point. */
static bool put_fit(FILE *f, const struct curve *c, const struct inference *r)
{
    uint64_t first = c->x[0], last = c->x[c->n - 1], *x = malloc(DRAWN * sizeof *x);
    double *y = malloc(DRAWN * sizeof *y);
    size_t n = 0;

    for (size_t i = 0; x && i < DRAWN; i++) {
        uint64_t at = first + (uint64_t)((double)(last - first) * (double)i / (DRAWN - 1));
        at = (at + r->stride - 1) / r->stride * r->stride;
        if (!n || at > x[n - 1])
            x[n++] = at;
    }
    bool ok = x && y && infer_predict(r, x, n, y);
    fprintf(f, "$fit << EOD\n");
    for (size_t i = 0; ok && i < n; i++)
        fprintf(f, "%llu %.4f\n", (ull)x[i], y[i]);
    fprintf(f, "EOD\n");
    free(x);
    free(y);
    return ok;
}

static void put_level(FILE *f, size_t i, const struct infer_level *l)
{
    char size[48], ways[48], line[48], label[256];

    fprintf(f, "set arrow from %llu,%g to %llu,%g nohead lw 1.5 dt 2 lc rgb '#207040'\n", (ull)l->from, l->plateau,
            (ull)l->to, l->plateau);
    if (!l->cache)
        return;
    infer_value_text(size, sizeof size, &l->size, "bytes");
    infer_value_text(ways, sizeof ways, &l->ways, "");
    infer_value_text(line, sizeof line, &l->line, "bytes");
    snprintf(label, sizeof label, "%.4g clocks, size %s, ways %s, line %s", l->latency, size, ways, line);
    fprintf(f, "set arrow from first %llu, graph 0 to first %llu, graph 1 nohead dt 3 lc rgb '#888888'\n",
            (ull)l->ramp_from, (ull)l->ramp_from);
    fprintf(f, "set arrow from first %llu, graph 0 to first %llu, graph 1 nohead dt 3 lc rgb '#bbbbbb'\n",
            (ull)l->ramp_to, (ull)l->ramp_to);
    fprintf(f, "set label %zu ", i + 1);
    quoted(f, label);
    fprintf(f, " at graph 0.02, graph %g left font ',11'\n", 0.95 - 0.05 * (double)i);
}

bool infer_plot(const char *path, const struct curve *c, const struct inference *r, char *err, size_t errn)
{
    struct gnuplot g;
    double top = 0, low = INFINITY;

    if (!gnuplot_open(&g, path, 900, 540, err, errn))
        return false;
    fprintf(g.f, "$curve << EOD\n");
    for (size_t i = 0; i < c->n; i++) {
        fprintf(g.f, "%llu %.4f\n", (ull)c->x[i], c->y[i] - r->offset);
        top = fmax(top, c->y[i] - r->offset);
        low = fmin(low, c->y[i] - r->offset);
    }
    fprintf(g.f, "EOD\n");
    bool fitted = r->levels && put_fit(g.f, c, r);
    for (size_t i = 0; i < r->levels; i++)
        put_level(g.f, i, &r->level[i]);
    fprintf(g.f, "set title ");
    quoted(g.f, *c->title ? c->title : "latency against size");
    fprintf(g.f,
            " noenhanced\nset xlabel 'bytes'\nset ylabel 'clocks per access'\nset yrange [%g:%g]\nset xrange "
            "[%llu:%llu]\nset key bottom right\n"
            "set grid lc rgb '#eeeeee'\n",
            low - 0.05 * (top - low + 1), top + 0.08 * (double)(r->levels + 1) * (top - low + 1), (ull)c->x[0],
            (ull)c->x[c->n - 1] + r->stride);
    if (c->x[c->n - 1] > 32 * c->x[0])
        fprintf(g.f, "set logscale x 2\n");
    fprintf(g.f, "plot ");
    if (fitted)
        fprintf(g.f, "$fit using 1:($2-%g) with steps lw 1.5 lc rgb '#c03030' title 'inferred', ", r->offset);
    fprintf(g.f, "$curve with points pt 7 ps 0.35 lc rgb '#2050b0' title 'measured'\n");
    return gnuplot_close(&g, err, errn);
}
