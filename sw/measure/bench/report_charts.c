/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "report_charts.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "printable.h"
#include "svg.h"
#include "xml.h"

#define MAX_SERIES 8        /* of a panel */
#define MAX_PARTS  16       /* charts of a picture of its own */
#define CAPTION    240

/* A panel with what was measured of it. */
struct panel {
    const struct report *r;
    const struct bench_panel *b;
    const char *title;              /* of the figure */
    const char *series[MAX_SERIES];
    int    n;
    bool   have[MAX_TARGETS];       /* the machine has points */
    bool   same[MAX_TARGETS];       /* one of our own that has the values of the first */
    bool   apart[MAX_TARGETS];      /* in a picture of its own */
    double most[MAX_TARGETS];
};

/* Does the point belong to this panel? Series are matched by patterns. */
static bool in_panel(const struct bench_panel *b, const struct measured *m)
{
    char patterns[128], *save = NULL;

    if (strcmp(b->figure, m->figure) || isnan(m->x))
        return false;
    snprintf(patterns, sizeof patterns, "%s", b->series);
    for (char *p = strtok_r(patterns, "|", &save); p; p = strtok_r(NULL, "|", &save))
        if (!fnmatch(p, m->series, 0))
            return true;
    return false;
}

bool charts_show(const struct measured *m)
{
    for (size_t i = 0; i < bench_panel_count; i++)
        if (in_panel(&bench_panels[i], m))
            return true;
    return false;
}

/* Beside another machine's values ours must still be readable. */
#define FAR 2.5

/* The series of a panel, and which machines have points in it. */
static void collect_series(struct panel *p, const struct report *r, const struct bench_panel *b)
{
    *p = (struct panel){ .r = r, .b = b };
    for (int t = 0; t < r->ntargets; t++)
        p->same[t] = t > 0 && t < r->t->nown;
    for (size_t i = 0; i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        int k = 0;
        if (!in_panel(b, m))
            continue;
        while (k < p->n && strcmp(p->series[k], m->series))
            k++;
        if (k == p->n && p->n < MAX_SERIES)
            p->series[p->n++] = m->series;
        for (int t = 0; t < r->ntargets; t++) {
            p->have[t] |= !isnan(m->v[t]);
            p->same[t] &= !bench_differs(r->t, m, t);
            p->most[t] = fmax(p->most[t], isnan(m->v[t]) ? 0 : m->v[t]);
        }
    }
    for (int t = r->t->nown; t < r->ntargets; t++)
        p->apart[t] = p->have[t] && r->t->nown && p->have[0] &&
                      (b->style == BENCH_SPANS || p->most[t] > FAR * p->most[0]);
}

/* "model", or "model, rtl" if that has the same values. */
static void machine_name(const struct panel *p, int t, char *name, size_t n)
{
    size_t at = (size_t)snprintf(name, n, "%s", p->r->targets[t]);

    for (int k = 1; t == 0 && k < p->r->t->nown && at < n; k++)
        if (p->same[k] && p->have[k])
            at += (size_t)snprintf(name + at, n - at, ", %s", p->r->targets[k]);
}

/* A machine's values of a series. Of spans series is the one of starts. */
static void add_curve(struct chart *c, const struct panel *p, int k, int t)
{
    static const enum chart_kind kinds[] = { [BENCH_LINES] = CHART_LINE, [BENCH_DOTS] = CHART_DOTS,
                                             [BENCH_AGREE] = CHART_LINE, [BENCH_SPANS] = CHART_SPANS };
    const struct report *r = p->r;
    const char *what = p->series[k];
    char machine[160], name[240], stops[80] = "";
    bool spans = p->b->style == BENCH_SPANS;

    if (spans && strncmp(what, "start", 5))
        return;
    snprintf(stops, sizeof stops, "stop%s", spans ? what + 5 : "");
    machine_name(p, t, machine, sizeof machine);
    if (spans)
        what = !strncmp(what, "start, ", 7) ? what + 7 : "from start to stop";
    snprintf(name, sizeof name, "%s%s%s", p->n > 1 ? what : "", p->n > 1 ? ", " : "", machine);
    struct chart_series *s = chart_add(c, kinds[p->b->style], k, t, name);
    for (size_t i = 0; s && i < r->t->n; i++) {
        const struct measured *m = &r->t->m[i];
        double end = NAN;
        if (strcmp(m->figure, p->b->figure) || strcmp(m->series, p->series[k]) || isnan(m->x) || isnan(m->v[t]))
            continue;
        for (size_t j = 0; spans && j < r->t->n; j++)
            if (!strcmp(r->t->m[j].figure, m->figure) && !strcmp(r->t->m[j].series, stops) && r->t->m[j].x == m->x)
                end = r->t->m[j].v[t];
        if (!spans || !isnan(end))
            chart_point(c, s, m->x, m->v[t], end);
    }
    if (s && !s->n)
        c->n--;
}

/* The expected points of a kind, of one rule if formula is given. */
static void add_expected(struct chart *c, const struct panel *p, int k, enum silicon_kind kind, const char *formula)
{
    static const enum chart_kind kinds[] = { CHART_MEASURED, CHART_RULE, CHART_RECALLED };
    struct chart_series *s = NULL;
    char name[240];

    for (size_t i = 0; i < p->r->s->npoints; i++) {
        const struct silicon_point *e = &p->r->s->points[i];
        if (strcmp(e->figure, p->b->figure) || strcmp(e->series, p->series[k]) || isnan(e->x))
            continue;
        if (e->kind != kind || isnan(e->y) || (formula && strcmp(formula, e->formula))) {
            s = NULL;       /* a line does not go past a point that is not its own */
            continue;
        }
        snprintf(name, sizeof name, "%s%s%s%s", p->n > 1 && kind != SILICON_RULE ? p->series[k] : "",
                 p->n > 1 && kind != SILICON_RULE ? ", " : "",
                 kind == SILICON_MEASURED ? "GTX 280, measured" : kind == SILICON_RULE ? "rule: " : "recalled",
                 formula ? formula : "");
        if (!s)
            s = chart_add(c, kinds[kind], k, 0, name);
        if (s)
            chart_point(c, s, e->x, e->y, NAN);
    }
}

/* All rules of a series, each with its points. */
static void add_rules(struct chart *c, const struct panel *p, int k)
{
    for (size_t i = 0; i < p->r->s->npoints; i++) {
        const struct silicon_point *e = &p->r->s->points[i];
        bool seen = false;
        if (strcmp(e->figure, p->b->figure) || strcmp(e->series, p->series[k]) || e->kind != SILICON_RULE ||
            isnan(e->x) || isnan(e->y))
            continue;
        for (size_t j = 0; j < i && !seen; j++) {
            const struct silicon_point *o = &p->r->s->points[j];
            seen = !strcmp(o->figure, e->figure) && !strcmp(o->series, e->series) && o->kind == SILICON_RULE &&
                   !isnan(o->x) && !isnan(o->y) && !strcmp(o->formula, e->formula);
        }
        if (!seen)
            add_expected(c, p, k, SILICON_RULE, e->formula);
    }
}

/* Where along x the paper saw something that has no height: the knee of a curve (a size among the figure's numbers, or
 * a point that says so), or extra time. NULL: none, else what the line is called. */
static const char *paper_mark(const struct silicon_point *p, double *x)
{
    *x = isnan(p->x) ? p->y : p->x;
    if (p->kind != SILICON_MEASURED)
        return NULL;
    if (isnan(p->x))
        return !isnan(p->y) && (strstr(p->series, "apparent L1") || strstr(p->series, "apparent L2") ||
                                strstr(p->series, "last size")) ? "knee, GTX 280, measured" : NULL;
    if (isnan(p->y) && !strncmp(p->tolerance, "knee_bytes=", 11))
        return "knee, GTX 280, measured";
    return isnan(p->y) && strchr(p->tolerance, '>') ? "extra time, GTX 280, measured" : NULL;
}

/* Marks of the paper on the x axis, such as the size of a cache. */
static void add_marks(struct chart *c, const struct panel *p)
{
    double x = NAN;

    for (size_t i = 0; i < p->r->s->npoints; i++) {
        const struct silicon_point *e = &p->r->s->points[i];
        const char *mark = strcmp(e->figure, p->b->figure) ? NULL : paper_mark(e, &x);
        bool seen = false;
        for (int k = 0; k < c->nmarks; k++)
            seen |= c->mark[k] == x;
        if (!mark || seen || c->nmarks == CHART_MARKS || !strstr(p->b->x, "bytes"))
            continue;
        c->mark[c->nmarks++] = x;
        c->mark_name = mark;
    }
}

/* The picture in words. */
static char *in_words(const struct chart *c, const char *title)
{
    char *text = NULL;
    size_t size;
    FILE *m = open_memstream(&text, &size);

    if (!m)
        return NULL;
    fprintf(m, "%s: %s against %s.", title, c->y, c->x);
    for (int k = 0; k < c->n; k++) {
        const struct chart_series *s = &c->s[k];
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < s->n; i++) {
            low = fmin(low, s->p[i].y);
            high = fmax(high, s->kind == CHART_SPANS ? s->p[i].end : s->p[i].y);
        }
        fprintf(m, " %s: %zu point%s at %g to %g, from %g to %g.", s->name, s->n, s->n == 1 ? "" : "s", s->p[0].x,
                s->p[s->n - 1].x, low, high);
    }
    fclose(m);
    return text;
}

/* One picture's chart: machine `only`, or (-1) ours, those of the others that fit, and what is expected. caption: its
 * name, perhaps "". To be freed by free_chart; NULL: out of memory. */
static struct chart *make_chart(const struct panel *p, int only, char caption[CAPTION])
{
    struct chart *c = calloc(1, sizeof *c);
    const char *title = p->b->title;
    char machine[160] = "";
    bool others = false;

    if (!c)
        return NULL;
    c->x = p->b->x;
    c->y = p->b->y;
    for (int k = 0; k < p->n; k++)
        for (int t = 0; t < p->r->ntargets; t++)
            if (p->have[t] && (only < 0 ? !p->apart[t] && !p->same[t] : t == only))
                add_curve(c, p, k, t);
    for (int k = 0; only < 0 && k < p->n; k++) {
        add_expected(c, p, k, SILICON_MEASURED, NULL);
        add_expected(c, p, k, SILICON_RECALLED, NULL);
        add_rules(c, p, k);
    }
    if (only < 0)
        add_marks(c, p);
    for (int t = 0; t < p->r->ntargets; t++)
        others |= p->apart[t];
    if (others)
        machine_name(p, only < 0 ? 0 : only, machine, sizeof machine);
    snprintf(caption, CAPTION, "%s%s%s", title, *title && *machine ? ", " : "", machine);
    return c;
}

/* Of one series: how far ours are from the expected points of a kind, in percent, and the limits of those. */
static void add_errors(struct chart *c, const struct panel *p, int k, enum silicon_kind kind)
{
    static const enum chart_kind kinds[] = { CHART_MEASURED, CHART_DOTS, CHART_RECALLED };
    static const char *const names[] = { "against GTX 280, measured", "against a rule",
                                         "against the recalled number" };
    struct chart_series *s = NULL, *limit = NULL;
    char name[240];

    for (size_t i = 0; i < p->r->t->n; i++) {
        const struct measured *m = &p->r->t->m[i];
        double low, high;
        if (strcmp(m->figure, p->b->figure) || strcmp(m->series, p->series[k]) || isnan(m->x))
            continue;
        const struct silicon_point *e = silicon_find_point(p->r->s, m->figure, m->series, m->x);
        if (!e || e->kind != kind || !silicon_point_span(e, &low, &high) || e->y == 0 || isnan(own_value(p->r->t, m)))
            continue;
        snprintf(name, sizeof name, "%s%sours %s", p->n > 1 ? p->series[k] : "", p->n > 1 ? ", " : "",
                 names[kind]);
        s = s ? s : chart_add(c, kinds[kind], k, 0, name);
        if (s)
            chart_point(c, s, m->x, 100 * (own_value(p->r->t, m) / e->y - 1), NAN);
        limit = limit || low == high ? limit : chart_add(c, CHART_LIMIT, 0, 0, "limit");
        if (limit && low < high)
            chart_point(c, limit, m->x, 100 * (low / e->y - 1), 100 * (high / e->y - 1));
    }
}

/* Beneath a chart whose lines hide what is expected: ours less that, on the same axis. NULL: out of memory. */
static struct chart *make_errors(const struct panel *p, const struct chart *above)
{
    struct chart *c = calloc(1, sizeof *c);

    for (int k = 0; c && k < p->n; k++)
        for (int kind = SILICON_MEASURED; kind <= SILICON_RECALLED; kind++)
            add_errors(c, p, k, (enum silicon_kind)kind);
    if (c) {
        c->x = p->b->x;
        c->y = "error of ours in percent";
        c->height = 210;
        chart_span(above, &c->from, &c->to);
    }
    return c;
}

static void free_chart(struct chart *c)
{
    if (c)
        chart_free(c);
    free(c);
}

/* The errors of a panel of which they are shown; nothing where nothing is expected. */
static bool put_errors(FILE *f, const struct panel *p, const struct chart *above, const char *title)
{
    struct chart *c = make_errors(p, above);
    char *alt = c && c->n ? in_words(c, title) : NULL;
    bool ok = c && !c->failed && (alt || !c->n);

    if (alt) {
        fprintf(f, "<div class=\"errors\">\n");
        chart_draw(f, c, alt);
        chart_key(f, c);
        fprintf(f, "</div>\n");
    }
    free(alt);
    free_chart(c);
    return ok;
}

/* The chart of a panel, or of one of its series, with key and errors. */
static bool put_chart(FILE *f, const struct panel *p, int only)
{
    char caption[CAPTION], title[CAPTION + 40];
    struct chart *c = make_chart(p, only, caption);
    char *alt = c && c->n ? in_words(c, *caption ? caption : p->title) : NULL;
    bool ok = c && !c->failed && (alt || !c->n);

    if (alt) {
        fprintf(f, "<figure>\n");
        if (*caption) {
            fprintf(f, "<h3>");
            xml_text(f, caption);
            fprintf(f, "</h3>\n");
        }
        chart_draw(f, c, alt);
        chart_key(f, c);
        snprintf(title, sizeof title, "%s, errors", *caption ? caption : p->title);
        if (p->b->style == BENCH_AGREE && only < 0)
            ok = put_errors(f, p, c, title);
        fprintf(f, "</figure>\n");
    }
    free(alt);
    free_chart(c);
    return ok;
}

/* All pictures of one panel; *count of them. */
static bool put_panel(FILE *f, const struct panel *p, int *count)
{
    bool ok = put_chart(f, p, -1);

    ++*count;
    for (int t = 0; ok && t < p->r->ntargets; t++)
        if (p->apart[t]) {
            ok = put_chart(f, p, t);
            ++*count;
        }
    return ok;
}

bool charts_put(FILE *f, const struct report *r, const struct bench_figure *g, char *err, size_t errn)
{
    char *text = NULL;
    size_t size;
    int count = 0;
    FILE *m = open_memstream(&text, &size);
    bool ok = m != NULL;

    for (size_t i = 0; ok && i < bench_panel_count; i++) {
        struct panel p;
        if (strcmp(bench_panels[i].figure, g->id))
            continue;
        collect_series(&p, r, &bench_panels[i]);
        p.title = g->title;
        if (p.n)
            ok = put_panel(m, &p, &count);
    }
    if (m)
        fclose(m);
    if (ok && count)
        fprintf(f, "<div class=\"charts%s\">\n%s</div>\n", count == 1 ? " one" : "", text);
    if (!ok)
        snprintf(err, errn, "out of memory");
    free(text);
    return ok;
}

/* The charts of a figure that have something to show. */
struct picture {
    struct chart_part part[MAX_PARTS];
    char   caption[MAX_PARTS][CAPTION];
    size_t n;
};

/* The same as a part of a picture of its own. */
static bool add_part(struct picture *pic, const struct panel *p, int only)
{
    char *caption = pic->caption[pic->n];
    struct chart *c = pic->n < MAX_PARTS ? make_chart(p, only, caption) : NULL;
    bool ok = c && !c->failed;

    if (!ok || !c->n)
        free_chart(c);
    else
        pic->part[pic->n++] = (struct chart_part){ c, *caption ? caption : p->title };
    return ok;
}

static bool put_picture(FILE *f, const void *data)
{
    const struct picture *pic = data;

    chart_document(f, pic->part, pic->n);
    return !fflush(f) && !ferror(f);
}

bool charts_file(const char *path, const struct report *r, const struct bench_figure *g)
{
    struct picture *pic = calloc(1, sizeof *pic);
    bool ok = pic != NULL;

    for (size_t i = 0; ok && i < bench_panel_count; i++) {
        struct panel p;
        if (strcmp(bench_panels[i].figure, g->id))
            continue;
        collect_series(&p, r, &bench_panels[i]);
        p.title = g->title;
        ok = !p.n || add_part(pic, &p, -1);
        for (int t = 0; ok && t < r->ntargets; t++)
            ok = !p.apart[t] || add_part(pic, &p, t);
    }
    if (!ok)
        gt_tell("%s: out of memory\n", path);
    ok = ok && gt_write_file(path, put_picture, pic);
    for (size_t i = 0; pic && i < pic->n; i++)
        free_chart((struct chart *)pic->part[i].chart);
    free(pic);
    return ok;
}
