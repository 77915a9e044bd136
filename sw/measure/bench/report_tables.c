/* SPDX-License-Identifier: Apache-2.0
 * The numbers of the report, one table per table of the paper, the code of each experiment above its numbers. */
#include "report.h"

#include <math.h>
#include <string.h>

#include "xml.h"

#define OTHERS 7        /* columns beside those of the machines */

/* What is expected: the number, its limit, its kind. */
static void put_expected(FILE *f, const struct report *r, const struct silicon_row *s, const struct verdict *v)
{
    fprintf(f, "<td class=\"n\" data-h=\"expected\">");
    xml_text(f, s ? s->value : "");
    fprintf(f, "</td><td class=\"n\" data-h=\"limit\">");
    if (v->have && v->digit > 0) {
        fprintf(f, "&#177; %g", v->digit);
    } else if (v->have && v->tolerance_pct > 0) {
        fprintf(f, "&#177; ");
        html_percent(f, v->tolerance_pct, false);
    } else if (v->have) {
        fprintf(f, "in the range");
    }
    fprintf(f, "</td><td data-h=\"kind\">");
    if (s)
        html_grade(f, r, s->kind, s->formula, s->source);
    fprintf(f, "</td><td class=\"n error\" data-h=\"error\">");
    if (v->have)
        html_percent(f, v->error_pct, true);
    fprintf(f, "</td>");
}

/* A row of a table of numbers, and why it differs if that is known. */
static void put_row(FILE *f, const struct report *r, const struct columns *c, const struct measured *m)
{
    const struct silicon_row *s = silicon_find(r->s, m->id);
    struct verdict v = silicon_judge(s, own_value(r->t, m));
    bool known = s && *s->known && v.have && !v.pass;

    fprintf(f, "<tr id=\"");
    xml_text(f, m->id);
    fprintf(f, "\"%s data-kind=\"%s\" data-met=\"%s\"", known ? " class=\"differ\"" : "",
            v.have ? silicon_kind_name(s->kind) : "", v.have ? v.pass ? "yes" : "no" : "");
    if (v.have)
        fprintf(f, " data-error=\"%.4f\"", fabs(v.error_pct));
    fprintf(f, "><th scope=\"row\">");
    xml_text(f, s ? s->what : m->id);
    fprintf(f, "<br/><span class=\"id\"><a href=\"#");
    xml_text(f, m->id);
    fprintf(f, "\">");
    xml_text(f, m->id);
    fprintf(f, "</a></span></th>");
    html_values(f, r, c, m);
    put_expected(f, r, s, &v);
    fprintf(f, "<td data-h=\"unit\">");
    xml_text(f, s ? s->unit : "");
    fprintf(f, "</td><td class=\"verdict\" data-h=\"verdict\">");
    html_verdict(f, &v, s ? s->kind : SILICON_RECALLED, known);
    fprintf(f, "</td></tr>\n");
    html_missing(f, r, m, OTHERS + c->n);
    if (known) {
        fprintf(f, "<tr class=\"why\"><td colspan=\"%d\">Known: ", OTHERS + c->n);
        xml_text(f, s->known);
        fprintf(f, "</td></tr>\n");
    }
}

/* The line above the rows of an experiment: its code, or where that is. */
static bool put_experiment(FILE *f, const struct report *r, const struct columns *c, const struct bench_experiment *e,
                           const char *first, char *err, size_t errn)
{
    const struct bench_figure *g = report_figure_of(r, e);
    char name[96], place[40];
    bool ok = true;

    fprintf(f, "<tr class=\"x\"><td colspan=\"%d\">", OTHERS + c->n);
    report_name(r, e, name);
    if (g) {
        fprintf(f, "<b>");
        xml_text(f, name);
        fprintf(f, "</b>: <a href=\"#%s\">curve and code</a>", report_place(g, place));
    } else {
        ok = html_code(f, r, e, first, name, err, errn);
    }
    fprintf(f, "</td></tr>\n");
    return ok;
}

/* The table of a group, with the code of each experiment above its numbers. */
static bool put_group(FILE *f, const struct report *r, const struct report_group *g, char *err, size_t errn)
{
    const struct bench_experiment *last = NULL;
    struct columns c = { 0 };
    bool any = false, ok = true;

    for (size_t i = 0; i < r->t->n; i++)
        if (report_in_group(&r->t->m[i], g))
            columns_add(&c, r, &r->t->m[i]);
    for (size_t i = 0; ok && i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        const struct bench_experiment *e = bench_experiment_of(m->id);
        if (!report_in_group(m, g))
            continue;
        if (!any) {
            fprintf(f, "<section id=\"%s\">\n<h2>%s</h2>\n", g->prefix, g->title);
            html_wide(f, g->title);
            fprintf(f, "<table class=\"rows numbers\">\n<thead><tr><th scope=\"col\">what</th>");
            html_machines(f, r, &c);
            fprintf(f, "<th scope=\"col\" class=\"n\">expected</th><th scope=\"col\" class=\"n\">limit</th>"
                       "<th scope=\"col\">what the expected number is</th><th scope=\"col\" class=\"n "
                       "error\">error</th>"
                       "<th scope=\"col\">unit</th><th scope=\"col\">verdict</th></tr></thead>\n<tbody>\n");
            any = true;
        }
        if (e && e != last)
            ok = put_experiment(f, r, &c, e, m->id, err, errn);
        last = e;
        put_row(f, r, &c, m);
    }
    if (any) {
        fprintf(f, "</tbody></table>\n");
        html_wide_end(f);
        fprintf(f, "</section>\n");
    }
    return ok;
}

bool report_tables(FILE *f, const struct report *r, char *err, size_t errn)
{
    bool ok = true;

    fprintf(f, "<div id=\"tables\">\n");
    html_filter(f);
    for (size_t g = 0; ok && g < report_group_count; g++)
        ok = put_group(f, r, &report_groups[g], err, errn);
    fprintf(f, "</div>\n");
    return ok;
}
