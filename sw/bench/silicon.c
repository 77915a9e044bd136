/* SPDX-License-Identifier: Apache-2.0
 * Expected numbers: reading the files of silicon/ and judging a measurement against them. */
#include "bench.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"

#define MAX_FIELDS 12

static void put(char *dst, size_t n, const char *src)
{
    snprintf(dst, n, "%s", src);
}

static bool load_tables(struct silicon *s, FILE *f, const char *path, char *err, size_t errn)
{
    char line[2048], *v[MAX_FIELDS];

    for (int no = 1; fgets(line, sizeof line, f); no++) {
        int n = csv_split(line, v, MAX_FIELDS);
        if (no == 1)
            continue;
        if (n != 8) {
            snprintf(err, errn, "%s:%d: expected 8 fields, found %d", path, no, n);
            return false;
        }
        struct silicon_row *rows = realloc(s->rows, (s->nrows + 1) * sizeof *rows);
        if (!rows) {
            snprintf(err, errn, "out of memory");
            return false;
        }
        s->rows = rows;
        struct silicon_row *r = &rows[s->nrows++];
        memset(r, 0, sizeof *r);
        put(r->id, sizeof r->id, v[0]);
        put(r->what, sizeof r->what, v[1]);
        put(r->unit, sizeof r->unit, v[2]);
        put(r->value, sizeof r->value, v[3]);
        put(r->tolerance, sizeof r->tolerance, v[4]);
        put(r->confidence, sizeof r->confidence, v[6]);
    }
    return true;
}

static bool load_figures(struct silicon *s, FILE *f, const char *path, char *err, size_t errn)
{
    char line[2048], *v[MAX_FIELDS];

    for (int no = 1; fgets(line, sizeof line, f); no++) {
        int n = csv_split(line, v, MAX_FIELDS);
        if (no == 1)
            continue;
        if (n != 10) {
            snprintf(err, errn, "%s:%d: expected 10 fields, found %d", path, no, n);
            return false;
        }
        struct silicon_point *points = realloc(s->points, (s->npoints + 1) * sizeof *points);
        if (!points) {
            snprintf(err, errn, "out of memory");
            return false;
        }
        s->points = points;
        struct silicon_point *p = &points[s->npoints++];
        put(p->figure, sizeof p->figure, v[0]);
        put(p->series, sizeof p->series, v[1]);
        p->x = *v[2] ? strtod(v[2], NULL) : NAN;
        p->y = *v[4] ? strtod(v[4], NULL) : NAN;
        put(p->tolerance, sizeof p->tolerance, *v[4] ? v[7] : v[6]);
        put(p->confidence, sizeof p->confidence, v[9]);
    }
    return true;
}

/* "figure22": every point of a figure. Is it one of figures.csv? */
static bool known_figure(struct silicon *s, const char *id, const char *why)
{
    const char *figure = NULL;

    if (strncmp(id, "figure", 6))
        return false;
    for (size_t i = 0; !figure && i < s->npoints; i++)
        if (!strcmp(s->points[i].figure, id + 6))
            figure = s->points[i].figure;
    struct silicon_known *known = figure ? realloc(s->known, (s->nknown + 1) * sizeof *known) : NULL;
    if (!known)
        return false;
    s->known = known;
    put(known[s->nknown].figure, sizeof known->figure, figure);
    put(known[s->nknown++].why, sizeof known->why, why);
    return true;
}

/* id,why: what is known to differ. Every id must be one of tables.csv, or a figure. */
static bool load_known(struct silicon *s, FILE *f, const char *path, char *err, size_t errn)
{
    char line[512];

    for (unsigned n = 1; fgets(line, sizeof line, f); n++) {
        char *comma = strchr(line, ',');
        line[strcspn(line, "\r\n")] = 0;
        if (n == 1 || !*line)
            continue;
        if (!comma || !comma[1]) {
            snprintf(err, errn, "%s:%u: expected id,why", path, n);
            return false;
        }
        *comma = 0;
        if (known_figure(s, line, comma + 1))
            continue;
        struct silicon_row *r = (struct silicon_row *)silicon_find(s, line);
        if (!r) {
            snprintf(err, errn, "%s:%u: '%s' is no id of tables.csv and no figure", path, n, line);
            return false;
        }
        put(r->known, sizeof r->known, comma + 1);
    }
    return true;
}

/* ids,why: what is not measured. Every pattern must match an id of tables.csv that is not measured, or it is out of date. */
static bool load_unmeasured(struct silicon *s, FILE *f, const char *path, char *err, size_t errn)
{
    char line[512];

    for (unsigned n = 1; fgets(line, sizeof line, f); n++) {
        char *comma = strchr(line, ',');
        line[strcspn(line, "\r\n")] = 0;
        if (n == 1 || !*line)
            continue;
        if (!comma || !comma[1]) {
            snprintf(err, errn, "%s:%u: expected ids,why", path, n);
            return false;
        }
        *comma = 0;
        size_t matches = 0;
        for (size_t i = 0; i < s->nrows; i++)
            matches += !fnmatch(line, s->rows[i].id, 0) && !bench_measures(s->rows[i].id);
        if (!matches) {
            snprintf(err, errn, "%s:%u: '%s' is no id of tables.csv that is not measured", path, n, line);
            return false;
        }
        struct silicon_unmeasured *u = realloc(s->unmeasured, (s->nunmeasured + 1) * sizeof *u);
        if (!u) {
            snprintf(err, errn, "out of memory");
            return false;
        }
        s->unmeasured = u;
        snprintf(u[s->nunmeasured].pattern, sizeof u->pattern, "%.47s", line);
        put(u[s->nunmeasured++].why, sizeof u->why, comma + 1);
    }
    return true;
}

bool silicon_load(struct silicon *s, const char *dir, char *err, size_t errn)
{
    static const struct {
        const char *name;
        bool (*load)(struct silicon *, FILE *, const char *, char *, size_t);
    } files[] = { { "tables.csv", load_tables }, { "figures.csv", load_figures }, { "known.csv", load_known },
                  { "unmeasured.csv", load_unmeasured } };

    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", dir, files[i].name);
        FILE *f = fopen(path, "r");
        if (!f) {
            snprintf(err, errn, "%s: cannot open the expected numbers", path);
            silicon_free(s);
            return false;
        }
        bool ok = files[i].load(s, f, path, err, errn);
        fclose(f);
        if (!ok) {
            silicon_free(s);
            return false;
        }
    }
    return true;
}

void silicon_free(struct silicon *s)
{
    free(s->rows);
    free(s->points);
    free(s->known);
    free(s->unmeasured);
    memset(s, 0, sizeof *s);
}

const struct silicon_row *silicon_find(const struct silicon *s, const char *id)
{
    for (size_t i = 0; i < s->nrows; i++)
        if (!strcmp(s->rows[i].id, id))
            return &s->rows[i];
    return NULL;
}

const struct silicon_point *silicon_find_point(const struct silicon *s, const char *figure, const char *series, double x)
{
    for (size_t i = 0; i < s->npoints; i++) {
        const struct silicon_point *p = &s->points[i];
        if (!strcmp(p->figure, figure) && !strcmp(p->series, series) && (p->x == x || (isnan(p->x) && isnan(x))))
            return p;
    }
    return NULL;
}

const char *silicon_figure_known(const struct silicon *s, const char *figure)
{
    for (size_t i = 0; i < s->nknown; i++)
        if (!strcmp(s->known[i].figure, figure))
            return s->known[i].why;
    return NULL;
}

const char *silicon_unmeasured(const struct silicon *s, const char *id)
{
    for (size_t i = 0; i < s->nunmeasured && !bench_measures(id); i++)
        if (!fnmatch(s->unmeasured[i].pattern, id, 0))
            return s->unmeasured[i].why;
    return NULL;
}

bool silicon_acceptable(const struct silicon_row *r, const struct verdict *v)
{
    if (!v->have || v->advisory)
        return true;
    return r && *r->known ? !v->pass : v->pass;
}

/* Half a unit of the last printed digit: "24" -> 0.5, "7.9" -> 0.05. */
static double half_digit(const char *printed)
{
    const char *dot = strchr(printed, '.');

    return 0.5 * pow(10, dot ? -(double)strlen(dot + 1) : 0);
}

static bool is_throughput(const char *unit)
{
    return !strncmp(unit, "ops/clock", 9);
}

struct verdict silicon_judge(const struct silicon_row *r, double value)
{
    struct verdict v = { 0 };
    char *end;

    if (!r || !*r->value || isnan(value))
        return v;
    double low = strtod(r->value, &end), high = low;
    if (end == r->value)
        return v;
    if (*end == '-')
        high = strtod(end + 1, NULL);
    v.have = true;
    v.advisory = !strcmp(r->confidence, "recalled");
    v.silicon = value < low ? low : value > high ? high : value;
    if (low == high)
        v.silicon = low;
    v.error_pct = 100 * (value - v.silicon) / v.silicon;
    if (!strcmp(r->confidence, "approx-corroborated"))
        v.tolerance_pct = is_throughput(r->unit) ? 15 : 5;
    else if (high == low && strcmp(r->tolerance, "0") && strcmp(r->tolerance, "exact"))
        v.tolerance_pct = 2;
    v.pass = fabs(value - v.silicon) <= fmax(v.tolerance_pct / 100 * v.silicon, high > low ? 0 : half_digit(r->value));
    return v;
}

/* "<7.6", ">0" anywhere in the text; false: neither is there. */
static bool bound(const char *text, double y, bool *holds)
{
    const char *at = strpbrk(text, "<>");

    if (!at)
        return false;
    double limit = strtod(at + 1, NULL);
    *holds = *at == '<' ? y < limit : y > limit;
    return true;
}

struct verdict silicon_judge_point(const struct silicon_point *p, double y)
{
    struct verdict v = { 0 };

    if (!p || isnan(y))
        return v;
    v.advisory = !strcmp(p->confidence, "recalled");
    v.silicon = p->y;
    if (isnan(p->y)) {                          /* "throughput<7.6 (pipeline not full)" */
        v.have = bound(p->tolerance, y, &v.pass);
        return v;
    }
    v.have = true;
    v.error_pct = p->y != 0 ? 100 * (y - p->y) / fabs(p->y) : y == 0 ? 0 : NAN;
    const char *t = strstr(p->tolerance, "+-"), *range = strstr(p->tolerance, "..");
    if (range) {
        double low = strtod(p->tolerance, NULL), high = strtod(range + 2, NULL);
        v.pass = y >= low && y <= high;
        return v;
    }
    if (!t && bound(p->tolerance, y, &v.pass))
        return v;
    double tolerance = t ? strtod(t + 2, NULL) : 0;
    if (t && strchr(t, '%') && !strchr(t, '('))
        tolerance *= fabs(p->y) / 100;
    v.tolerance_pct = p->y != 0 ? 100 * tolerance / fabs(p->y) : 0;
    v.pass = fabs(y - p->y) <= tolerance * (1 + 1e-9);
    return v;
}
