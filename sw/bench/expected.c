/* SPDX-License-Identifier: Apache-2.0 */
#include "expected.h"

#include <math.h>
#include <string.h>

void expected_quoted(FILE *g, const char *text, const char *more)
{
    fputc('"', g);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', g);
        fputc(*text, g);
    }
    fprintf(g, "%s\"", more);
}

/* One data block: the points of a kind, of the rule if it is one. */
static int put_block(FILE *g, const struct silicon *s, const char *figure, const char *series, enum silicon_kind kind,
                     const char *rule)
{
    int n = 0;

    for (size_t i = 0; i < s->npoints; i++) {
        const struct silicon_point *p = &s->points[i];
        if (strcmp(p->figure, figure) || strcmp(p->series, series) || p->kind != kind || isnan(p->x) || isnan(p->y) ||
            (rule && strcmp(p->formula, rule)))
            continue;
        fprintf(g, "%.10g %.6g\n", p->x, p->y);
        n++;
    }
    fprintf(g, "EOD\n");
    return n;
}

struct expected expected_data(FILE *g, const struct silicon *s, const char *figure, const char *series, int k)
{
    struct expected e = { 0 };

    fprintf(g, "$m%d << EOD\n", k);
    e.measured = put_block(g, s, figure, series, SILICON_MEASURED, NULL);
    fprintf(g, "$c%d << EOD\n", k);
    e.recalled = put_block(g, s, figure, series, SILICON_RECALLED, NULL);
    for (size_t i = 0; i < s->npoints; i++) {
        const struct silicon_point *p = &s->points[i];
        int j = 0;
        if (strcmp(p->figure, figure) || strcmp(p->series, series) || p->kind != SILICON_RULE || isnan(p->x) ||
            isnan(p->y))
            continue;
        while (j < e.nrules && strcmp(e.rule[j], p->formula))
            j++;
        if (j < e.nrules || j == EXPECTED_RULES)
            continue;
        e.rule[e.nrules++] = p->formula;
        fprintf(g, "$r%d_%d << EOD\n", k, j);
        put_block(g, s, figure, series, SILICON_RULE, p->formula);
    }
    return e;
}

void expected_plot(FILE *g, const struct expected *e, int k, const char *series, const char *axes, const char *colour)
{
    if (e->measured) {
        fprintf(g, ", $m%d using 1:2 %s with points pt 7 ps 1.2 lc rgb '%s' title ", k, axes, colour);
        expected_quoted(g, series, ", GTX 280");
    }
    if (e->recalled) {
        fprintf(g, ", $c%d using 1:2 %s with points pt 6 ps 1.0 lw 1 lc rgb '%s' title ", k, axes, colour);
        expected_quoted(g, series, ", recalled");
    }
    for (int j = 0; j < e->nrules; j++) {
        fprintf(g, ", $r%d_%d using 1:2 %s with lines lw 0.8 dt 2 lc rgb '#202020' title ", k, j, axes);
        expected_quoted(g, e->rule[j], " (rule)");
    }
}
