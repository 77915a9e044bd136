/* SPDX-License-Identifier: Apache-2.0
 * The figures of the report: pictures, verdict, numbers, code; for latency curves also what the curve tells by itself.
 */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "infer.h"
#include "infer_out.h"
#include "report_charts.h"
#include "xml.h"

static bool was_measured(const struct report *r, const struct bench_figure *g)
{
    for (size_t i = 0; i < r->t->n; i++)
        if (!strcmp(r->t->m[i].figure, g->id))
            return true;
    return false;
}

/* "5 of 5 measured on silicon match, 2 of 2 by a rule of the paper hold; largest error 0.1 %." */
static void put_compared(FILE *f, const size_t judged[SILICON_RECALLED + 1], const size_t held[SILICON_RECALLED + 1],
                         bool known, double worst)
{
    static const char *const what[] = { "measured on silicon match", "by a rule of the paper hold", "recalled agree" };
    const char *comma = "";

    fprintf(f, "<p class=\"small\">");
    for (int k = SILICON_MEASURED; k <= SILICON_RECALLED; k++)
        if (judged[k]) {
            fprintf(f, "%s<span class=\"%s\">%zu of %zu</span> %s", comma,
                    held[k] == judged[k] ? "good" : known || k == SILICON_RECALLED ? "known" : "bad", held[k],
                        judged[k],
                    what[k]);
            comma = ", ";
        }
    fprintf(f, "; largest error %.*f %%.</p>\n", worst >= 0.005 ? 2 : 0, worst);
}

/* How many points of a figure match, the largest error, the known difference. */
static void put_summary(FILE *f, const struct report *r, const struct bench_figure *g)
{
    const char *known = silicon_figure_known(r->s, g->id);
    size_t all = 0, judged[SILICON_RECALLED + 1] = { 0 }, held[SILICON_RECALLED + 1] = { 0 };
    double worst = 0;

    for (size_t i = 0; i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        if (strcmp(m->figure, g->id))
            continue;
        struct verdict v = bench_judge(r->t, r->s, m, 0);
        if (!v.have)
            continue;
        enum silicon_kind kind = report_kind(r, m);
        all++;
        judged[kind]++;
        held[kind] += v.pass;
        if (!isnan(v.silicon) && v.silicon != 0)
            worst = fmax(worst, fabs(v.error_pct));
    }
    if (all)
        put_compared(f, judged, held, known != NULL, worst);
    if (known) {
        fprintf(f, "<p class=\"known\">Known difference: ");
        xml_text(f, known);
        fprintf(f, "</p>\n");
    }
}

/* "+-3%" as a reader writes it. */
static void put_limit(FILE *f, const char *tolerance)
{
    bool both = !strncmp(tolerance, "+-", 2);
    const char *rest = both ? tolerance + 2 : tolerance;
    size_t number = strspn(rest, "0123456789.");

    fprintf(f, "%s%.*s%s", both ? "&#177; " : "", (int)number, rest, number && rest[number] == '%' ? " " : "");
    xml_text(f, rest + number);
}

#define OTHERS 6                /* columns of points beside x and those of the machines */

/* A row of the table of points; shown: with x. */
static void put_point(FILE *f, const struct report *r, const struct columns *c, const struct measured *m, bool shown)
{
    const struct silicon_point *p = silicon_find_point(r->s, m->figure, m->series, m->x);
    struct verdict v = bench_judge(r->t, r->s, m, 0);

    fprintf(f, "<tr><th scope=\"row\">");
    xml_text(f, m->series);
    fprintf(f, "</th>");
    if (shown)
        fprintf(f, "<td class=\"n\" data-h=\"x\">%.10g</td>", m->x);
    html_values(f, r, c, m);
    fprintf(f, "<td class=\"n\" data-h=\"expected\">");
    if (v.have && !isnan(v.silicon))
        fprintf(f, "%g", v.silicon);
    fprintf(f, "</td><td%s data-h=\"limit\">", v.have && !isnan(v.silicon) ? " class=\"l\"" : "");
    if (v.have)
        put_limit(f, p->tolerance);
    fprintf(f, "</td><td class=\"n error\" data-h=\"error\">");
    if (v.have && !isnan(v.silicon) && v.silicon != 0)
        html_percent(f, v.error_pct, true);
    fprintf(f, "</td><td data-h=\"kind\">");
    if (v.have)
        html_grade(f, r, p->kind, p->formula, p->source);
    fprintf(f, "</td><td class=\"verdict\" data-h=\"verdict\">");
    html_verdict(f, &v, p ? p->kind : SILICON_RECALLED, silicon_figure_known(r->s, m->figure) != NULL);
    fprintf(f, "</td></tr>\n");
    html_missing(f, r, m, OTHERS + shown + c->n);
}

/* The points that no picture shows (numbers of the figure as a whole), or those that one does. */
static void put_points(FILE *f, const struct report *r, const struct bench_figure *g, bool shown)
{
    struct columns c = { 0 };
    size_t n = 0;
    char label[64];

    for (size_t i = 0; i < r->t->n; i++)
        if (!strcmp(r->t->m[i].figure, g->id) && charts_show(&r->t->m[i]) == shown) {
            columns_add(&c, r, &r->t->m[i]);
            n++;
        }
    if (!n)
        return;
    if (shown)
        fprintf(f, "<details><summary>the %zu points of the curves</summary>\n", n);
    snprintf(label, sizeof label, "%s of figure %s", shown ? "points" : "numbers", g->id);
    html_wide(f, label);
    fprintf(f, "<table class=\"rows\">\n<thead><tr><th scope=\"col\">%s</th>%s", shown ? "curve" : "number",
            shown ? "<th scope=\"col\" class=\"n\">x</th>" : "");
    html_machines(f, r, &c);
    fprintf(f, "<th scope=\"col\" class=\"n\">expected</th><th scope=\"col\">limit</th><th scope=\"col\" "
               "class=\"n\">error</th><th scope=\"col\">what the expected number is</th><th "
               "scope=\"col\">verdict</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < r->t->n; i++)
        if (!strcmp(r->t->m[i].figure, g->id) && charts_show(&r->t->m[i]) == shown)
            put_point(f, r, &c, &r->t->m[i], shown);
    fprintf(f, "</tbody></table>\n");
    html_wide_end(f);
    fprintf(f, shown ? "</details>\n" : "");
}

/* Other ids of the experiment that are no figure of their own (a listing shown by a figure) lead here too. */
static void put_aliases(FILE *f, const struct bench_experiment *e)
{
    char ids[512], *save = NULL, name[40];

    snprintf(ids, sizeof ids, "%s", e->ids);
    for (char *id = strtok_r(ids, " ", &save); id; id = strtok_r(NULL, " ", &save)) {
        bool own = strncmp(id, "listing", 7) && strncmp(id, "figure", 6);
        for (size_t i = 0; i < bench_figure_count; i++)
            own |= !strcmp(report_place(&bench_figures[i], name), id);
        if (!own)
            fprintf(f, "<span id=\"%s\"></span>", id);
    }
}

/* The series as a latency curve, read without knowing what it is. Says something only where it shows a cache. */
static void put_inferred(FILE *f, const struct report *r, const struct bench_figure *g, const char *series)
{
    struct curve c = { 0 };
    struct inference *inferred = malloc(sizeof *inferred);

    c.x = malloc(r->t->n * sizeof *c.x);
    c.y = malloc(r->t->n * sizeof *c.y);
    for (size_t i = 0; inferred && c.x && c.y && i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        if (strcmp(m->figure, g->id) || strcmp(m->series, series) || !(m->x >= 1) || isnan(m->v[0]) ||
            (c.n && m->x <= (double)c.x[c.n - 1]))
            continue;
        c.x[c.n] = (uint64_t)m->x;
        c.y[c.n++] = m->v[0];
    }
    if (c.n > 8 && infer_caches(&c, 0, 0, inferred) && inferred->levels > 1) {
        char *text = NULL;
        size_t size;
        FILE *m = open_memstream(&text, &size);
        if (m) {
            infer_print(m, inferred);
            fclose(m);
            fprintf(f, "<details><summary>what the curve &quot;");
            xml_text(f, series);
            fprintf(f, "&quot; tells by itself (gt200 infer)</summary>\n<pre tabindex=\"0\">");
            xml_text(f, text);
            fprintf(f, "</pre>\n</details>\n");
            free(text);
        }
    }
    curve_free(&c);
    free(inferred);
}

/* Is row k the first of its series? Several series of a figure may come point by point in turn. */
static bool first_of_series(const struct report *r, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (!strcmp(r->t->m[i].figure, r->t->m[k].figure) && !strcmp(r->t->m[i].series, r->t->m[k].series))
            return false;
    return true;
}

/* A chase over sizes: its curves may tell a cache. */
static void put_inferences(FILE *f, const struct report *r, const struct bench_figure *g)
{
    for (size_t i = 0; i < bench_panel_count; i++) {
        const struct bench_panel *b = &bench_panels[i];
        if (strcmp(b->figure, g->id) || !strstr(b->x, "bytes") || !strstr(b->y, "clocks"))
            continue;
        for (size_t k = 0; k < r->t->n; k++)
            if (!strcmp(r->t->m[k].figure, g->id) && charts_show(&r->t->m[k]) && first_of_series(r, k))
                put_inferred(f, r, g, r->t->m[k].series);
        return;
    }
}

/* The section of a figure. */
static bool put_figure(FILE *f, const struct report *r, const struct bench_figure *g, char *err, size_t errn)
{
    char name[40];
    const struct bench_experiment *e = bench_experiment_of(report_place(g, name));

    fprintf(f, "<section id=\"%s\">\n", name);
    if (e)
        put_aliases(f, e);
    fprintf(f, "<h2>");
    report_title(f, g);
    fprintf(f, "</h2>\n<p>");
    xml_text(f, g->about);
    fprintf(f, "</p>\n");
    put_summary(f, r, g);
    if (!charts_put(f, r, g, err, errn))
        return false;
    put_points(f, r, g, false);
    put_points(f, r, g, true);
    put_inferences(f, r, g);
    bool ok = !e || html_code(f, r, e, name, "", err, errn);
    fprintf(f, "</section>\n");
    return ok;
}

bool report_figures(FILE *f, const struct report *r, char *err, size_t errn)
{
    bool ok = true;

    for (size_t i = 0; ok && i < bench_figure_count; i++)
        if (was_measured(r, &bench_figures[i]))
            ok = put_figure(f, r, &bench_figures[i], err, errn);
    return ok;
}
