/* SPDX-License-Identifier: Apache-2.0
 * The first screen of the report: how much matches, what does not and why, ours against silicon as one picture. */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agreement.h"
#include "evidence.h"
#include "xml.h"

/* ---- how much matches ---- */

struct report_counts report_count(const struct report *r)
{
    struct report_counts c = { 0 };

    for (size_t i = 0; i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        struct verdict v = bench_judge(r->t, r->s, m, 0);
        for (int t = 1; t < r->t->nown; t++)
            c.different += bench_differs(r->t, m, t);
        if (!v.have)
            continue;
        enum silicon_kind kind = report_kind(r, m);
        c.judged[kind]++;
        c.held[kind] += v.pass;
        c.all++;
        c.all_held += v.pass;
    }
    return c;
}

enum silicon_kind report_kind(const struct report *r, const struct measured *m)
{
    const struct silicon_row *s = *m->figure ? NULL : silicon_find(r->s, m->id);

    return s ? s->kind : silicon_find_point(r->s, m->figure, m->series, m->x)->kind;
}

const char *report_why(const struct report *r, const struct measured *m)
{
    const struct silicon_row *s = *m->figure ? NULL : silicon_find(r->s, m->id);
    const struct silicon_point *p = *m->figure ? silicon_find_point(r->s, m->figure, m->series, m->x) : NULL;
    const char *why = p ? silicon_point_known(r->s, p) : s ? s->known : NULL;

    return why && *why ? why : NULL;
}

/* "113 of 114 measurements of silicon match", as large as it is important. */
static void put_count(FILE *f, const struct report_counts *c, enum silicon_kind kind, const char *what)
{
    if (c->judged[kind])
        fprintf(f, "<li id=\"count-%s\"><b>%zu of %zu</b> %s</li>\n", silicon_kind_name(kind), c->held[kind],
                c->judged[kind], what);
}

/* How many numbers are met, by kind. */
static void put_counts(FILE *f, const struct report *r, const struct report_counts *c)
{
    if (!c->all) {
        fprintf(f, "<p>None of the machines here is judged.</p>\n");
        return;
    }
    fprintf(f, "<p class=\"met\"><b>%zu of %zu</b> numbers are met, <b>%zu</b> %s not</p>\n<ul class=\"counts\">\n",
            c->all_held, c->all, c->all - c->all_held, c->all - c->all_held == 1 ? "is" : "are");
    put_count(f, c, SILICON_MEASURED, "measurements of the GTX 280 <strong>match</strong>");
    put_count(f, c, SILICON_RULE, "points of a <a href=\"#kinds\">rule</a> <strong>hold</strong>: the machine does "
              "what "
                                  "the paper says, which is no measurement");
    put_count(f, c, SILICON_RECALLED, "<a href=\"#recalled\">recalled</a> numbers <strong>agree</strong>: no source "
                                      "prints them");
    if (r->t->nown > 1)
        fprintf(f, "<li id=\"count-targets\"><b class=\"%s\">%zu of %zu</b> numbers differ between our own machines"
                   "</li>\n", c->different ? "bad" : "good", c->different, r->t->n);
    fprintf(f, "</ul>\n");
}

/* ---- what does not match, and why ---- */

/* What leads to a row: its id, or its figure. */
static void put_link(FILE *f, const struct report *r, const struct measured *m)
{
    const struct silicon_row *s = *m->figure ? NULL : silicon_find(r->s, m->id);
    char place[40];

    if (s) {
        fprintf(f, "<a href=\"#%s\">", m->id);
        xml_text(f, s->what);
        fprintf(f, "</a>");
        return;
    }
    for (size_t i = 0; i < bench_figure_count; i++)
        if (!strcmp(bench_figures[i].id, m->figure))
            fprintf(f, "<a href=\"#%s\">%s %s</a>", report_place(&bench_figures[i], place),
                    *m->figure == 'L' ? "Listing" : "Figure", m->figure + (*m->figure == 'L'));
}

/* The points of a figure that do not match are one line; is this the first of them? */
static bool first_of_figure(const struct report *r, size_t i, enum silicon_kind kind, size_t *points)
{
    bool first = true;

    *points = 0;
    for (size_t k = 0; k < r->t->n; k++) {
        const struct measured *m = &r->t->m[k];
        struct verdict v = bench_judge(r->t, r->s, m, 0);
        if (strcmp(m->figure, r->t->m[i].figure) || !v.have || v.pass || report_kind(r, m) != kind)
            continue;
        first = first && k >= i;
        ++*points;
    }
    return first;
}

/* A number that does not match, and why. */
static void put_reason(FILE *f, const struct report *r, const struct measured *m, const struct verdict *v,
                       size_t points)
{
    const struct silicon_row *s = *m->figure ? NULL : silicon_find(r->s, m->id);
    const char *why = report_why(r, m);

    fprintf(f, "<li>");
    put_link(f, r, m);
    if (points > 1) {
        fprintf(f, ", %zu points", points);
    } else {
        fprintf(f, ": <b>");
        html_number(f, own_value(r->t, m));
        fprintf(f, "</b>");
        if (s || !isnan(v->silicon)) {
            fprintf(f, " for ");
            if (s)
                xml_text(f, s->value);
            else
                fprintf(f, "%g", v->silicon);
        }
    }
    fprintf(f, "%s", why ? " &#8211; " : " &#8211; <span class=\"bad\">no reason is known</span>");
    xml_text(f, why ? why : "");
    fprintf(f, "</li>\n");
}

/* All of a kind, folded; of a figure's points one line. */
static void put_reasons(FILE *f, const struct report *r, const struct report_counts *c, enum silicon_kind kind,
                        const char *title)
{
    size_t points, not = c->judged[kind] - c->held[kind];

    if (!not)
        return;
    fprintf(f, "<details class=\"why\"%s><summary>%zu %s</summary>\n<ul>\n",
            kind == SILICON_RECALLED ? "" : " open=\"\"",
            not, title);
    for (size_t i = 0; i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        struct verdict v = bench_judge(r->t, r->s, m, 0);
        if (!v.have || v.pass || report_kind(r, m) != kind)
            continue;
        points = 1;
        if (!*m->figure || first_of_figure(r, i, kind, &points))
            put_reason(f, r, m, &v, points);
    }
    fprintf(f, "</ul>\n</details>\n");
}

/* ---- ours against silicon ---- */

static const char *const colours[] = { "clocks", "a clock", "bytes", "counts" };
enum { CLOCKS, RATES, BYTES, COUNTS, COLOURS };

/* Which of the colours a unit has. */
static int colour_of(const char *unit)
{
    if (strchr(unit, '/'))
        return RATES;
    if (strstr(unit, "clock"))
        return CLOCKS;
    return strstr(unit, "byte") || !strcmp(unit, "KB") || !strcmp(unit, "MB") ? BYTES : COUNTS;
}

/* Where a name leads: "#T3.add.u32.latency"; "#figure6" of "figure6, throughput". */
static const char *link_target(const struct evidence_point *e, char href[64])
{
    snprintf(href, 64, "#%s%.*s", !strncmp(e->which, "figureL", 7) ? "listing" : "",
             (int)strcspn(e->which, ","), e->which + (!strncmp(e->which, "figureL", 7) ? 7 : 0));
    return href;
}

/* A name that is short enough to stand in the picture. */
static const char *short_name(const struct evidence_point *e, char name[48])
{
    enum { MOST = 30 };
    size_t n = strlen(e->which);

    snprintf(name, 48, "%.*s%s", n > MOST ? MOST - 3 : MOST, e->which, n > MOST ? "..." : "");
    return name;
}

struct shown {
    struct agreement_point *p;
    char (*name)[48], (*href)[64];
    size_t n;
};

/* The points of the picture; a number that is 0 has no place on its axes. */
static bool collect_points(struct shown *s, const struct evidence_point *e, size_t n)
{
    s->p = calloc(n + 1, sizeof *s->p);
    s->name = calloc(n + 1, sizeof *s->name);
    s->href = calloc(n + 1, sizeof *s->href);
    for (size_t i = 0; s->p && s->name && s->href && i < n; i++) {
        size_t k = s->n;
        double expected = e[i].high > e[i].low ? (e[i].low + e[i].high) / 2 : e[i].silicon;
        if (expected <= 0 || e[i].low <= 0 || e[i].ours <= 0)       /* it has no place on a logarithmic axis */
            continue;
        s->p[s->n++] = (struct agreement_point){ short_name(&e[i], s->name[k]), link_target(&e[i], s->href[k]),
                                                 expected, e[i].low, e[i].high, e[i].ours, colour_of(e[i].unit),
                                                 e[i].match };
    }
    return s->p && s->name && s->href;
}

/* Ours against silicon, twice: for wide and for narrow screens. */
static bool put_picture(FILE *f, const struct report *r, char *err, size_t errn)
{
    size_t n, off = 0;
    struct evidence_point *e = evidence_points(r->t, r->s, &n, NULL);
    struct shown s = { 0 };
    char alt[200];
    bool ok = e && collect_points(&s, e, n);

    for (size_t i = 0; ok && i < s.n; i++)
        off += !s.p[i].match;
    snprintf(alt, sizeof alt, "Ours against the GTX 280 on logarithmic axes: %zu measurements, %zu of them do not "
             "match; "
             "below, their errors in percent.", s.n, off);
    if (ok && s.n) {
        fprintf(f, "<figure id=\"agreement\">\n<h2>Ours against silicon</h2>\n");
        agreement_draw(f, s.p, s.n, false, alt);
        agreement_draw(f, s.p, s.n, true, alt);
        agreement_key(f, s.p, s.n, colours, COLOURS);
        fprintf(f, "<figcaption class=\"small\">%zu independent measurements of the real chip; those of one kind of "
                   "experiment with one result are one point, named by the one that is off most. +2: two more lie "
                   "there.</figcaption>\n"
                   "</figure>\n", s.n);
    }
    if (!ok)
        snprintf(err, errn, "out of memory");
    free(s.p);
    free(s.name);
    free(s.href);
    free(e);
    return ok;
}

/* ---- more numbers ---- */

static void put_errors(FILE *f, const struct errors *e)
{
    if (e->n)
        fprintf(f, "; errors: mean %.2f %%, median %.2f %%, worst %.1f %% (%s)", e->mean, e->median, e->worst,
                e->which);
}

static void put_cards(FILE *f, const struct report *r)
{
    struct evidence e;

    if (!evidence_of(r->t, r->s, &e))
        return;
    fprintf(f, "<ul class=\"cards\">\n<li id=\"evidence-all\"><b>%zu</b> independent measurements of silicon compared",
            e.all.n);
    put_errors(f, &e.all);
    fprintf(f, "</li>\n");
    if (e.predicted.n) {
        fprintf(f, "<li id=\"evidence-predicted\"><b>%zu</b> of them predictions, from which nothing was set",
                e.predicted.n);
        put_errors(f, &e.predicted);
        fprintf(f, "</li>\n");
    }
    if (e.outcomes)
        fprintf(f, "<li id=\"evidence-outcomes\"><b>%zu of %zu</b> outcomes (orders, deadlocks, counts, bounds) "
                   "match silicon</li>\n", e.held, e.outcomes);
    fprintf(f, "<li id=\"evidence-constants\"><b>%zu</b> <a href=\"#constants\">constants</a> of the machine were "
               "set from measurements</li>\n</ul>\n", e.constants);
}

bool report_summary(FILE *f, const struct report *r, char *err, size_t errn)
{
    struct report_counts c = report_count(r);

    fprintf(f, "<section id=\"summary\" aria-label=\"Summary\">\n<div class=\"first\">\n<div>\n");
    put_counts(f, r, &c);
    if (c.all > c.all_held)
        fprintf(f, "<h2>The %zu, and why</h2>\n", c.all - c.all_held);
    put_reasons(f, r, &c, SILICON_MEASURED, "measured on silicon");
    put_reasons(f, r, &c, SILICON_RULE, "by a rule of the paper");
    put_reasons(f, r, &c, SILICON_RECALLED, "recalled");
    fprintf(f, "</div>\n");
    bool ok = put_picture(f, r, err, errn);
    fprintf(f, "</div>\n");
    put_cards(f, r);
    return ok;
}

/* ---- all that is not met, as a table ---- */

/* A number that is not met. */
static void put_unmet(FILE *f, const struct report *r, const struct measured *m, const struct verdict *v)
{
    const struct silicon_row *s = *m->figure ? NULL : silicon_find(r->s, m->id);
    const struct silicon_point *p = *m->figure ? silicon_find_point(r->s, m->figure, m->series, m->x) : NULL;
    const char *known = report_why(r, m);

    fprintf(f, "<tr><th scope=\"row\">");
    if (s) {
        fprintf(f, "<a href=\"#%s\">", m->id);
        xml_text(f, s->what);
        fprintf(f, "</a>");
    } else {
        fprintf(f, "Figure %s, ", m->figure);
        xml_text(f, m->series);
        if (!isnan(m->x))
            fprintf(f, ", %g", m->x);
    }
    fprintf(f, "</th><td class=\"n\" data-h=\"here\">");
    html_number(f, own_value(r->t, m));
    fprintf(f, "</td><td class=\"n\" data-h=\"expected\">");
    if (s)
        xml_text(f, s->value);
    else if (!isnan(v->silicon))
        fprintf(f, "%g", v->silicon);
    fprintf(f, "</td><td data-h=\"kind\">");
    html_grade(f, r, s ? s->kind : p->kind, s ? s->formula : p->formula, s ? s->source : p->source);
    fprintf(f, "</td><td class=\"n error\" data-h=\"error\">");
    if (!isnan(v->silicon) && v->silicon != 0)
        html_percent(f, v->error_pct, true);
    fprintf(f, "</td><td data-h=\"why\">");
    if (known)
        xml_text(f, known);
    else
        html_verdict(f, v, s ? s->kind : p->kind, false);
    fprintf(f, "</td></tr>\n");
}

void report_unmet(FILE *f, const struct report *r)
{
    struct report_counts c = report_count(r);

    fprintf(f, "<section id=\"unmet\">\n<h2>What is not met</h2>\n");
    if (c.all_held == c.all) {
        fprintf(f, "<p>Everything that was measured and has an expected number holds.</p>\n</section>\n");
        return;
    }
    html_wide(f, "What is not met");
    fprintf(f, "<table class=\"rows\">\n<thead><tr><th scope=\"col\">what</th><th scope=\"col\" "
            "class=\"n\">here</th><th "
               "scope=\"col\" "
               "class=\"n\">expected</th><th scope=\"col\">what the expected number is</th><th scope=\"col\" "
               "class=\"n\">error</th><th scope=\"col\">why</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < r->t->n; i++) {
        struct verdict v = bench_judge(r->t, r->s, &r->t->m[i], 0);
        if (v.have && !v.pass)
            put_unmet(f, r, &r->t->m[i], &v);
    }
    fprintf(f, "</tbody></table>\n");
    html_wide_end(f);
    fprintf(f, "</section>\n");
}

