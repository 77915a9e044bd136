/* SPDX-License-Identifier: Apache-2.0
 * The numbers of the report, one table per table of the paper. */
#include "report.h"

#include <math.h>
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
    struct verdict v = silicon_judge(s, m->v[0]);

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
            fprintf(f, "<td class=\"n%s\">%.2f</td>", differs(m, k) ? " bad" : "", m->v[k]);
    fprintf(f, "<td class=\"n\">");
    html_text(f, v.have ? s->value : "");
    fprintf(f, "</td><td>");
    html_text(f, s ? s->unit : "");
    if (v.have)
        fprintf(f, "</td><td class=\"n\">%+.2f %%</td><td class=\"n\">%.3g %%</td><td>", v.error_pct, v.tolerance_pct);
    else
        fprintf(f, "</td><td></td><td></td><td>");
    html_text(f, s ? s->confidence : "");
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
            fprintf(f, "<th class=\"n\">silicon</th><th>unit</th><th class=\"n\">error</th><th class=\"n\">tolerance</th><th>source of the silicon number</th>"
                       "<th>verdict</th><th>how</th></tr></thead>\n<tbody>\n");
            any = true;
        }
        put_row(f, r, m);
    }
    if (any)
        fprintf(f, "</tbody></table></div>\n");
}

void report_tables(FILE *f, const struct report *r)
{
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        put_group(f, r, groups[g].prefix, groups[g].title);
}
