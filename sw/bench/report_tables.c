/* SPDX-License-Identifier: Apache-2.0
 * The numbers of the report, one table per table of the paper. */
#define _POSIX_C_SOURCE 200809L
#include "evidence.h"
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Groups of ids: what stands before the first dot. */
static const struct { const char *prefix, *title; } groups[] = {
    { "T1", "Table I" }, { "T2", "Table II" }, { "T3", "Table III: arithmetic and logic" }, { "T4", "Table IV: intrinsics" }, { "T5", "Table V" },
    { "X", "Numbers of the text" },
};

static bool in_group(const struct measured *m, const char *prefix)
{
    size_t n = strlen(prefix);

    return !*m->figure && !strncmp(m->id, prefix, n) && m->id[n] == '.';
}

static void put_row(FILE *f, const struct report *r, const struct measured *m)
{
    const struct silicon_row *s = silicon_find(r->s, m->id);
    struct verdict v = silicon_judge(s, own_value(r->t, m));

    fprintf(f, "<tr id=\"");
    html_text(f, m->id);
    fprintf(f, "\"><td><a href=\"#");
    html_text(f, m->id);
    fprintf(f, "\">");
    html_text(f, m->id);
    fprintf(f, "</a></td><td>");
    html_text(f, s ? s->what : "");
    fprintf(f, "</td>");
    for (int k = 0; k < r->ntargets; k++)
        if (isnan(m->v[k]))
            fprintf(f, "<td class=\"n\">-</td>");
        else
            fprintf(f, "<td class=\"n%s\">%.2f</td>", differs(r->t, m, k) ? " bad" : "", m->v[k]);
    fprintf(f, "<td class=\"n\">");
    html_text(f, v.have ? s->value : "");
    fprintf(f, "</td><td>");
    html_text(f, s ? s->unit : "");
    if (v.have)
        fprintf(f, "</td><td class=\"n\">%+.2f %%</td><td class=\"n\">%.3g %%</td><td>", v.error_pct, v.tolerance_pct);
    else
        fprintf(f, "</td><td></td><td></td><td>");
    if (s)
        html_grade(f, s->kind, s->formula, s->source);
    fprintf(f, "</td><td>");
    html_verdict(f, &v, s ? s->known : "");
    fprintf(f, "</td><td>");
    html_how(f, r, report_experiment(m->id), m->id);
    fprintf(f, "</td></tr>\n");
}

static void put_group(FILE *f, const struct report *r, const char *prefix, const char *title)
{
    bool any = false;

    for (size_t i = 0; i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        if (!in_group(m, prefix))
            continue;
        if (!any) {
            fprintf(f, "<h2 id=\"%s\">", prefix);
            html_text(f, title);
            fprintf(f, "</h2>\n<div class=\"wide\"><table>\n<thead><tr><th>id</th><th>what</th>");
            for (int k = 0; k < r->ntargets; k++)
                fprintf(f, "<th class=\"n\">%s</th>", r->targets[k]);
            fprintf(f, "<th class=\"n\">expected</th><th>unit</th><th class=\"n\">error</th><th "
                       "class=\"n\">limit</th><th>what the expected number is</th>"
                       "<th>verdict</th><th>how</th></tr></thead>\n<tbody>\n");
            any = true;
        }
        put_row(f, r, m);
    }
    if (any)
        fprintf(f, "</tbody></table></div>\n");
}

/* Independent measurements, predictions, and what each constant of the machine was set from. */
void report_evidence(FILE *f, const struct report *r)
{
    struct evidence e;
    char *text = NULL;
    size_t size;
    FILE *m = open_memstream(&text, &size);
    long value;

    if (!m)
        return;
    if (evidence_of(r->t, r->s, &e))
        evidence_print(m, &e);
    fclose(m);
    fprintf(f, "<h2 id=\"evidence\">What the comparison amounts to</h2>\n<pre class=\"text\">");
    html_text(f, text);
    fprintf(f, "</pre>\n<p>A measurement is a number that a source prints; those made by one kind of experiment "
               "with one result count once, with their worst error. Rules (formulas of the paper) and recalled "
               "numbers are compared below, but "
               "are no measurements.</p>\n"
               "<details><summary>what each constant of the machine was set from</summary>\n<div "
               "class=\"wide\"><table>\n"
               "<thead><tr><th>constant</th><th class=\"n\">value</th><th>set "
               "from</th><th>what</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < r->s->nsets; i++) {
        const struct silicon_set *c = &r->s->sets[i];
        fprintf(f, "<tr><td>%s</td><td class=\"n\">", c->constant);
        if (evidence_constant(c->constant, &value))
            fprintf(f, "%ld", value);
        fprintf(f, "</td><td>%s</td><td>", c->ids);
        html_text(f, c->what);
        fprintf(f, "</td></tr>\n");
    }
    fprintf(f, "</tbody></table></div>\n</details>\n");
    free(text);
}

void report_tables(FILE *f, const struct report *r)
{
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        put_group(f, r, groups[g].prefix, groups[g].title);
}
