/* SPDX-License-Identifier: Apache-2.0
 * What was measured as text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measured.h"

/* "measured", "rule: 4 KB / 4 ways", "recalled, within 15 %". */
static const char *row_grade(const struct silicon_row *r, char *text, size_t n)
{
    const char *limit = silicon_limit(r);
    int at = snprintf(text, n, "%s%s%s", silicon_kind_name(r->kind), r->kind == SILICON_RULE ? ": " : "", r->formula);

    if (limit)
        snprintf(text + at, n - (size_t)at, ", within %g %%", strtod(limit + 2, NULL));
    return text;
}

/* A value in a column; "-": not for this target. */
static void print_column(double v, int decimals)
{
    if (isnan(v))
        printf(" %10s", "-");
    else
        printf(" %10.*f", decimals, v);
}

/* What a reader should know about a number: why it differs, or that it should not. */
static void print_remark(const struct silicon_row *r, const struct verdict *v)
{
    if (v->pass)
        printf("%s\n", *r->known ? "  <-- holds: take it out of known.csv" : "");
    else if (*r->known)
        printf(" (known: %s)\n", r->known);
    else
        printf("%s\n", v->advisory ? " (differs)" : "  <-- outside tolerance");
}

/* Why a row has no value on a target, where that is known. */
static void print_missing(const struct measured *m, char **targets, int ntargets)
{
    for (int k = 0; k < ntargets; k++)
        if (m->missing[k])
            printf("    %s: not measured: %s\n", targets[k], m->missing[k]);
}

void print_values(const struct table *t, const struct silicon *s, char **targets, int ntargets)
{
    printf("%-24s", "");
    for (int k = 0; k < ntargets; k++)
        printf(" %10s", targets[k]);
    printf(" %10s %8s  %s\n", "expected", "error", "unit, what the expected number is, its limit");
    for (size_t i = 0; i < t->n; i++) {
        const struct measured *m = &t->m[i];
        const struct silicon_row *r = silicon_find(s, m->id);
        if (*m->figure)
            continue;
        struct verdict v = silicon_judge(r, own_value(t, m));
        char grade[192];
        printf("%-24s", m->id);
        for (int k = 0; k < ntargets; k++)
            print_column(m->v[k], 2);
        if (v.have) {
            printf(" %10s %+7.2f%%  %s, %s", r->value, v.error_pct, r->unit, row_grade(r, grade, sizeof grade));
            print_remark(r, &v);
        }
        else
            printf(" %10s\n", r ? r->value : "-");
        print_missing(m, targets, ntargets);
    }
}

/* The same of a point: "rule: 4 W, within 3 %", "measured, within 0.5". */
static void point_grade(const struct silicon_point *p, char *text, size_t n)
{
    bool limit = !isnan(p->y) && !strncmp(p->tolerance, "+-", 2);
    const char *number = limit ? p->tolerance + 2 : "";

    snprintf(text, n, "%s%s%s%s%.*s%s", silicon_kind_name(p->kind), p->kind == SILICON_RULE ? ": " : "", p->formula,
             limit ? ", within " : "", (int)strspn(number, "0123456789."), number, strchr(number, '%') ? " %" : "");
}

/* A line of a figure's point: values, expected, error, remark. */
static void print_point(const struct table *t, const struct measured *m, const struct silicon_point *p,
                        const char *known, int ntargets)
{
    struct verdict v = silicon_judge_point(p, own_value(t, m));
    const char *remark = v.pass ? "" : known ? "  (known)" : v.advisory ? "  (recalled number)" : "  <-- outside limit";
    char name[128], grade[192] = "", x[24] = "";

    if (!isnan(m->x))
        snprintf(x, sizeof x, " %g", m->x);
    snprintf(name, sizeof name, "%s %s%s", m->figure, m->series, x);
    if (p)
        point_grade(p, grade, sizeof grade);
    printf("%-52s", name);
    for (int k = 0; k < ntargets; k++)
        print_column(m->v[k], 3);
    if (!v.have)
        printf(" %10s\n", "-");
    else if (isnan(p->y))
        printf(" %10s  %s%s\n", p->tolerance, grade, v.pass ? "" : "  <-- does not hold");
    else if (p->y == 0)
        printf(" %10g %8s  %s%s\n", p->y, "", grade, remark);
    else
        printf(" %10g %+7.2f%%  %s%s\n", p->y, v.error_pct, grade, remark);
}

static void print_points_head(char **targets, int ntargets)
{
    printf("\n%-52s", "figure, series, x");
    for (int k = 0; k < ntargets; k++)
        printf(" %10s", targets[k]);
    printf(" %10s %8s  what the expected number is\n", "expected", "error");
}

/* A series of more than this many points with an expected number is one line, and its points outside tolerance. */
#define LONG_SERIES 16

/* "29 measured, 3 by a rule": of the points of a series by the kind of the number that they are judged by. */
static void print_kinds(const size_t count[SILICON_RECALLED + 1])
{
    static const char *const what[] = { "measured", "by a rule", "recalled" };
    const char *comma = " (";

    for (int k = SILICON_MEASURED; k <= SILICON_RECALLED; k++)
        if (count[k]) {
            printf("%s%zu %s", comma, count[k], what[k]);
            comma = ", ";
        }
    printf(")");
}

/* One line about the series of row i, if that is its first row and it is long. Returns whether it is long. */
static bool print_series(const struct table *t, const struct silicon *s, size_t i)
{
    const struct measured *m = &t->m[i];
    size_t judged = 0, hold = 0, kinds[SILICON_RECALLED + 1] = { 0 };
    double largest = 0;
    bool first = true;

    for (size_t k = 0; k < t->n; k++) {
        const struct measured *o = &t->m[k];
        if (strcmp(o->figure, m->figure) || strcmp(o->series, m->series) || isnan(o->x))
            continue;
        first = first && k >= i;
        const struct silicon_point *p = silicon_find_point(s, o->figure, o->series, o->x);
        struct verdict v = silicon_judge_point(p, own_value(t, o));
        judged += v.have;
        hold += v.have && v.pass;
        if (v.have)
            kinds[p->kind]++;
        if (v.have && fabs(v.error_pct) > largest)
            largest = fabs(v.error_pct);
    }
    if (judged <= LONG_SERIES)
        return false;
    if (first) {
        printf("%s %s: %zu of %zu points", m->figure, m->series, hold, judged);
        print_kinds(kinds);
        printf(" hold, largest error %.2f%%\n", largest);
    }
    return true;
}

/* Curve points without an expected number are only counted. */
void print_points(const struct table *t, const struct silicon *s, char **targets, int ntargets)
{
    size_t bare = 0, shown = 0;

    for (size_t i = 0; i < t->n; i++) {
        const struct measured *m = &t->m[i];
        if (!*m->figure)
            continue;
        const struct silicon_point *p = silicon_find_point(s, m->figure, m->series, m->x);
        if (!p && !isnan(m->x)) {
            bare++;
            continue;
        }
        if (!shown++)
            print_points_head(targets, ntargets);
        if (isnan(m->x) || !print_series(t, s, i) || !silicon_judge_point(p, own_value(t, m)).pass)
            print_point(t, m, p, silicon_figure_known(s, m->figure), ntargets);
        print_missing(m, targets, ntargets);
    }
    if (bare)
        printf("\n%zu more points of curves, without an expected number: --csv\n", bare);
    for (size_t i = 0; i < s->nknown; i++)
        for (size_t k = 0; k < t->n; k++)
            if (!strcmp(t->m[k].figure, s->known[i].figure)) {
                printf("figure %s is known to differ: %s\n", s->known[i].figure, s->known[i].why);
                break;
            }
}
