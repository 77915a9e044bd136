/* SPDX-License-Identifier: Apache-2.0
 * The figures of the report: picture, verdict, points; for latency curves also what the curve tells by itself. */
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expected.h"
#include "gnuplot.h"
#include "infer.h"
#include "infer_out.h"

#define MAX_SERIES 24

struct figure {
    const struct bench_figure *b;
    const char *series[MAX_SERIES];     /* those with points on an axis */
    int         n;
    bool        differ[MAX_TARGETS];    /* a target that is not like the first one */
};

static bool on_axis(const struct measured *m)
{
    return !isnan(m->x);
}

/* What of the figure was measured; false: nothing. */
static bool collect(const struct report *r, struct figure *g)
{
    bool any = false;

    g->n = 0;
    memset(g->differ, 0, sizeof g->differ);
    for (size_t i = 0; i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        int k = 0;
        if (strcmp(m->figure, g->b->id))
            continue;
        any = true;
        for (int t = 1; t < r->ntargets; t++)
            g->differ[t] |= !isnan(m->v[t]) && m->v[t] != m->v[0];
        while (k < g->n && strcmp(g->series[k], m->series))
            k++;
        if (on_axis(m) && k == g->n && g->n < MAX_SERIES)
            g->series[g->n++] = m->series;
    }
    return any;
}

/* Data blocks: $sK_T the series K on target T, and the expected points. */
static struct expected put_data(FILE *f, const struct report *r, const struct figure *g, int k)
{
    for (int t = 0; t < r->ntargets; t++) {
        fprintf(f, "$s%d_%d << EOD\n", k, t);
        for (size_t i = 0; i < r->t->n; i++) {
            const struct measured *m = &r->t->m[i];
            if (!strcmp(m->figure, g->b->id) && !strcmp(m->series, g->series[k]) && on_axis(m) && !isnan(m->v[t]))
                fprintf(f, "%.10g %.6g\n", m->x, m->v[t]);
        }
        fprintf(f, "EOD\n");
    }
    return expected_data(f, r->s, g->b->id, g->series[k], k);
}

static bool on_second_axis(const struct figure *g, const char *series)
{
    return g->b->y2_series && !strcmp(series, g->b->y2_series);
}

/* Axes: no wider than the points; y from 0 if the points come near it or hardly differ; x in powers of two if they span many (without a point at 0, then). */
static void put_ranges(FILE *f, const struct report *r, const struct figure *g)
{
    double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        for (int t = 0; t < r->ntargets; t++) {
            if (strcmp(m->figure, g->b->id) || !on_axis(m) || isnan(m->v[t]))
                continue;
            left = m->x > 0 ? fmin(left, m->x) : left;
            right = fmax(right, m->x);
            if (on_second_axis(g, m->series))
                continue;
            low = fmin(low, m->v[t]);
            high = fmax(high, m->v[t]);
        }
    }
    fprintf(f, "set autoscale xfix\n");
    if (low >= 0 && (low < 0.2 * high || high - low < 0.05 * high))
        fprintf(f, "set yrange [0:*]\n");
    if (right / left > 500)
        fprintf(f, "set logscale x 2\n");
}

/* Where along x the paper saw something that has no height: the knee of a curve (a size among the figure's numbers), or extra time. NULL: none,
 * else what the line is called. */
static const char *paper_mark(const struct silicon_point *p, double *x)
{
    *x = isnan(p->x) ? p->y : p->x;
    if (p->kind != SILICON_MEASURED)
        return NULL;
    if (isnan(p->x))
        return !isnan(p->y) && (strstr(p->series, "apparent L1") || strstr(p->series, "apparent L2") || strstr(p->series, "last size"))
                   ? "knee, GTX 280" : NULL;
    return isnan(p->y) && strchr(p->tolerance, '>') ? "extra time, GTX 280" : NULL;
}

/* The marks as lines from bottom to top; returns their name for the key, or NULL. */
static const char *put_marks(FILE *f, const struct report *r, const struct figure *g)
{
    const char *name = NULL;
    double x;

    for (size_t i = 0; i < r->s->npoints; i++) {
        const struct silicon_point *p = &r->s->points[i];
        const char *mark = strcmp(p->figure, g->b->id) ? NULL : paper_mark(p, &x);
        if (mark)
            fprintf(f, "set arrow from first %.10g, graph 0 to first %.10g, graph 1 nohead lw 1.5 dt 3 lc rgb '#606060'\n", x, x);
        name = mark ? mark : name;
    }
    return name;
}

static bool draw(const struct report *r, const struct figure *g, const char *path, char *err, size_t errn)
{
    static const char *const colours[] = { "#c03030", "#2050b0", "#207040", "#a05000", "#703090", "#008080", "#d060a0", "#606060" };
    struct gnuplot p;
    struct expected paper[MAX_SERIES];
    bool second = g->b->y2_series != NULL;

    if (!gnuplot_open(&p, path, 900, 520, err, errn))
        return false;
    for (int k = 0; k < g->n; k++)
        paper[k] = put_data(p.f, r, g, k);
    fprintf(p.f, "set key outside top center horizontal noenhanced\nset grid lc rgb '#dddddd'\nset offsets graph 0.02, graph 0.02, graph 0.05, graph 0.02\n");
    put_ranges(p.f, r, g);
    fprintf(p.f, "set xlabel ");
    expected_quoted(p.f, g->b->x, "");
    fprintf(p.f, " noenhanced\nset ylabel ");
    expected_quoted(p.f, g->b->y ? g->b->y : "", "");
    fprintf(p.f, " noenhanced\n");
    if (second) {
        fprintf(p.f, "set ytics nomirror\nset y2tics\nset y2label ");
        expected_quoted(p.f, g->b->y2, "");
        fprintf(p.f, " noenhanced\n");
    }
    const char *marks = put_marks(p.f, r, g);
    fprintf(p.f, "plot ");
    for (int k = 0; k < g->n; k++) {
        const char *colour = colours[k % (int)(sizeof colours / sizeof *colours)], *axes = on_second_axis(g, g->series[k]) ? "axes x1y2" : "";
        for (int t = 0; t < r->ntargets; t++) {
            if (t && !g->differ[t])
                continue;
            fprintf(p.f, "%s$s%d_%d using 1:2 %s with linespoints pt 7 ps 0.4 lw %d dt %d lc rgb '%s' title ", k || t ? ", " : "", k, t, axes, t ? 1 : 2,
                    t + 1, colour);
            char target[RECORD_NAME + 4];
            snprintf(target, sizeof target, ", %s", r->targets[t]);
            expected_quoted(p.f, g->series[k], t ? target : "");
        }
        expected_plot(p.f, &paper[k], k, g->series[k], axes, colour);
    }
    if (marks) {
        fprintf(p.f, ", NaN with lines lw 1.5 dt 3 lc rgb '#606060' title ");
        expected_quoted(p.f, marks, "");
    }
    fprintf(p.f, "\n");
    return gnuplot_close(&p, err, errn);
}

static void put_summary(FILE *f, const struct report *r, const struct figure *g)
{
    const char *known = silicon_figure_known(r->s, g->b->id);
    size_t judged = 0, held = 0, points = 0, kinds[SILICON_RECALLED + 1] = { 0 };
    double worst = 0;

    for (size_t i = 0; i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        if (strcmp(m->figure, g->b->id))
            continue;
        struct verdict v = judge(r->t, r->s, m, 0);
        points++;
        judged += v.have;
        held += v.have && v.pass;
        if (v.have)
            kinds[silicon_find_point(r->s, m->figure, m->series, m->x)->kind]++;
        if (v.have && !isnan(v.silicon) && v.silicon != 0)
            worst = fmax(worst, fabs(v.error_pct));
    }
    fprintf(f, "<p>%zu points; %zu have an expected number (%zu measured on silicon, %zu by rules of the paper, "
               "%zu recalled), <span class=\"%s\">%zu hold</span>; largest error %.2f %%.</p>\n", points, judged,
               kinds[SILICON_MEASURED], kinds[SILICON_RULE], kinds[SILICON_RECALLED],
               held == judged ? "good" : known ? "note" : "bad", held, worst);
    if (known) {
        fprintf(f, "<p class=\"note\">Known difference: ");
        html_text(f, known);
        fprintf(f, "</p>\n");
    }
}

static void put_points(FILE *f, const struct report *r, const struct figure *g)
{
    fprintf(f, "<details><summary>all points</summary>\n<div class=\"wide\"><table>\n<thead><tr><th>series</th><th class=\"n\">x</th>");
    for (int t = 0; t < r->ntargets; t++)
        fprintf(f, "<th class=\"n\">%s</th>", r->targets[t]);
    fprintf(f, "<th class=\"n\">expected</th><th class=\"n\">error</th><th>what the expected number "
               "is</th><th>verdict</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        if (strcmp(m->figure, g->b->id))
            continue;
        const struct silicon_point *p = silicon_find_point(r->s, m->figure, m->series, m->x);
        struct verdict v = judge(r->t, r->s, m, 0);
        fprintf(f, "<tr><td>");
        html_text(f, m->series);
        fprintf(f, "</td><td class=\"n\">");
        if (on_axis(m))
            fprintf(f, "%.10g", m->x);
        fprintf(f, "</td>");
        for (int t = 0; t < r->ntargets; t++) {
            if (isnan(m->v[t]))
                fprintf(f, "<td class=\"n\"></td>");
            else
                fprintf(f, "<td class=\"n%s\">%.10g</td>", differs(r->t, m, t) ? " bad" : "", m->v[t]);
        }
        fprintf(f, "<td class=\"n\">");
        if (v.have && !isnan(v.silicon))
            fprintf(f, "%g", v.silicon);
        else if (v.have)
            html_text(f, p->tolerance);
        fprintf(f, "</td><td class=\"n\">");
        if (v.have && !isnan(v.silicon) && v.silicon != 0)
            fprintf(f, "%+.2f %%", v.error_pct);
        fprintf(f, "</td><td>");
        if (p)
            html_grade(f, p->kind, p->formula, p->source);
        fprintf(f, "</td><td>");
        html_verdict(f, &v, "");
        fprintf(f, "</td></tr>\n");
    }
    fprintf(f, "</tbody></table></div>\n</details>\n");
}

/* Other ids of the experiment that are no figure of their own (a listing shown by a figure) lead here too. */
static void put_aliases(FILE *f, const char *name)
{
    const struct bench_experiment *e = report_experiment(name);
    char ids[256], *save = NULL;

    snprintf(ids, sizeof ids, "%s", e ? e->ids : "");
    for (char *id = strtok_r(ids, " ", &save); id; id = strtok_r(NULL, " ", &save)) {
        bool listing = !strncmp(id, "listing", 7), own = !strcmp(id, name) || (!listing && strncmp(id, "figure", 6));
        for (size_t i = 0; i < bench_figure_count; i++)
            own |= listing ? bench_figures[i].id[0] == 'L' && !strcmp(bench_figures[i].id + 1, id + 7) : !strcmp(bench_figures[i].id, id + 6);
        if (!own)
            fprintf(f, "<span id=\"%s\"></span>", id);
    }
}

/* The series as a latency curve, read without knowing what it is. Says something only where it shows a cache. */
static void put_inferred(FILE *f, const struct report *r, const struct figure *g, const char *series)
{
    struct curve c = { 0 };
    struct inference *inferred = malloc(sizeof *inferred);

    c.x = malloc(r->t->n * sizeof *c.x);
    c.y = malloc(r->t->n * sizeof *c.y);
    for (size_t i = 0; inferred && c.x && c.y && i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        if (strcmp(m->figure, g->b->id) || strcmp(m->series, series) || !(m->x >= 1) || isnan(m->v[0]) || (c.n && m->x <= (double)c.x[c.n - 1]))
            continue;
        c.x[c.n] = (uint64_t)m->x;
        c.y[c.n++] = m->v[0];
    }
    if (c.n > 8 && infer(&c, 0, 0, inferred) && inferred->levels > 1) {
        char *text = NULL;
        size_t size;
        FILE *m = open_memstream(&text, &size);
        if (m) {
            infer_print(m, inferred);
            fclose(m);
            fprintf(f, "<details><summary>what the curve &quot;");
            html_text(f, series);
            fprintf(f, "&quot; tells by itself (gt200 infer)</summary>\n<pre>");
            html_text(f, text);
            fprintf(f, "</pre></details>\n");
            free(text);
        }
    }
    curve_free(&c);
    free(inferred);
}

static bool put_figure(FILE *f, const struct report *r, const struct figure *g, const char *to, char *err, size_t errn)
{
    const char *id = g->b->id;
    char path[1100], name[40];
    bool listing = id[0] == 'L' && id[1] >= '0' && id[1] <= '9';

    snprintf(name, sizeof name, listing ? "listing%s" : "figure%s", listing ? id + 1 : id);
    put_aliases(f, name);
    fprintf(f, "<h2 id=\"%s\">", name);
    if (*id >= '0' && *id <= '9')
        fprintf(f, "Figure %s: ", id);
    html_text(f, g->b->title);
    fprintf(f, "</h2>\n");
    if (g->b->x && g->n) {
        snprintf(path, sizeof path, "%s/%s.svg", to, name);
        if (!draw(r, g, path, err, errn))
            return false;
        fprintf(f, "<figure><img src=\"%s.svg\" width=\"900\" height=\"520\" alt=\"", name);
        html_text(f, g->b->title);
        fprintf(f, ": curves measured here, markers measured on silicon, thin lines rules of the paper\"/></figure>\n");
    }
    put_summary(f, r, g);
    fprintf(f, "<p>");
    html_how(f, r, report_experiment(name), name);
    fprintf(f, "</p>\n");
    if (g->b->x && strstr(g->b->x, "bytes") && g->b->y && strstr(g->b->y, "clocks"))
        for (int k = 0; k < g->n; k++)
            put_inferred(f, r, g, g->series[k]);
    put_points(f, r, g);
    return true;
}

bool report_figures(FILE *f, const struct report *r, const char *to, char *err, size_t errn)
{
    for (size_t i = 0; i < bench_figure_count; i++) {
        struct figure g = { .b = &bench_figures[i] };
        if (collect(r, &g) && !put_figure(f, r, &g, to, err, errn))
            return false;
    }
    return true;
}
