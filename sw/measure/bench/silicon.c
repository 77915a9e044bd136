/* SPDX-License-Identifier: Apache-2.0
 * Expected numbers: reading the files of silicon/. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"

#define MAX_FIELDS 12
#define TABLE_FIELDS 9
#define FIGURE_FIELDS 11

static void copy_text(char *dst, size_t n, const char *src)
{
    snprintf(dst, n, "%s", src);
}

/* Takes a field of a row; *fits: false when it is longer than the place for it. */
static void take_field(char *dst, size_t n, const char *src, bool *fits)
{
    copy_text(dst, n, src);
    *fits = *fits && strlen(src) < n;
}

static bool too_long(const char *path, int no, char *err, size_t errn)
{
    snprintf(err, errn, "%s:%d: a field is too long", path, no);
    return false;
}

/* measured, rule, recalled: a measured number needs a source, a rule its formula. */
static bool take_kind(enum silicon_kind *kind, const char *name, const char *source, const char *formula,
                      const char *path, int no, char *err, size_t errn)
{
    for (int k = SILICON_MEASURED; k <= SILICON_RECALLED; k++)
        if (!strcmp(name, silicon_kind_name(k))) {
            *kind = k;
            if ((k == SILICON_RULE) == !!*formula && (k != SILICON_MEASURED || *source))
                return true;
            snprintf(err, errn, "%s:%d: %s", path, no, k == SILICON_RULE ? "a rule needs its formula" :
                     *formula ? "a formula, but no rule" : "a measured number needs its source");
            return false;
        }
    snprintf(err, errn, "%s:%d: kind '%s', expected measured, rule or recalled", path, no, name);
    return false;
}

const char *silicon_kind_name(enum silicon_kind kind)
{
    return kind == SILICON_MEASURED ? "measured" : kind == SILICON_RULE ? "rule" : "recalled";
}

/* The numbers of the paper's tables; false: err says file, line and what is wrong. */
static bool load_tables(struct silicon *s, FILE *f, const char *path, char *err, size_t errn)
{
    char line[2048], *v[MAX_FIELDS];

    for (int no = 1; fgets(line, sizeof line, f); no++) {
        int n = csv_split(line, v, MAX_FIELDS);
        if (no == 1)
            continue;
        if (n != TABLE_FIELDS) {
            snprintf(err, errn, "%s:%d: expected %d fields, found %d", path, no, TABLE_FIELDS, n);
            return false;
        }
        struct silicon_row *rows = realloc(s->rows, (s->nrows + 1) * sizeof *rows);
        if (!rows) {
            snprintf(err, errn, "out of memory");
            return false;
        }
        s->rows = rows;
        struct silicon_row *r = &rows[s->nrows++];
        bool fits = true;
        memset(r, 0, sizeof *r);
        take_field(r->id, sizeof r->id, v[0], &fits);
        take_field(r->what, sizeof r->what, v[1], &fits);
        take_field(r->unit, sizeof r->unit, v[2], &fits);
        take_field(r->value, sizeof r->value, v[3], &fits);
        take_field(r->tolerance, sizeof r->tolerance, v[4], &fits);
        take_field(r->source, sizeof r->source, v[5], &fits);
        take_field(r->formula, sizeof r->formula, v[7], &fits);
        if (!fits)
            return too_long(path, no, err, errn);
        if (!take_kind(&r->kind, v[6], v[5], v[7], path, no, err, errn))
            return false;
    }
    return true;
}

/* The same of the points of its figures. */
static bool load_figures(struct silicon *s, FILE *f, const char *path, char *err, size_t errn)
{
    char line[2048], *v[MAX_FIELDS];

    for (int no = 1; fgets(line, sizeof line, f); no++) {
        int n = csv_split(line, v, MAX_FIELDS);
        if (no == 1)
            continue;
        if (n != FIGURE_FIELDS) {
            snprintf(err, errn, "%s:%d: expected %d fields, found %d", path, no, FIGURE_FIELDS, n);
            return false;
        }
        struct silicon_point *points = realloc(s->points, (s->npoints + 1) * sizeof *points);
        if (!points) {
            snprintf(err, errn, "out of memory");
            return false;
        }
        s->points = points;
        struct silicon_point *p = &points[s->npoints++];
        bool fits = true;
        take_field(p->figure, sizeof p->figure, v[0], &fits);
        take_field(p->series, sizeof p->series, v[1], &fits);
        p->x = *v[2] ? strtod(v[2], NULL) : NAN;
        p->y = *v[4] ? strtod(v[4], NULL) : NAN;
        take_field(p->unit, sizeof p->unit, v[5], &fits);
        take_field(p->tolerance, sizeof p->tolerance, *v[4] ? v[7] : v[6], &fits);
        take_field(p->source, sizeof p->source, v[8], &fits);
        take_field(p->formula, sizeof p->formula, v[10], &fits);
        if (!fits)
            return too_long(path, no, err, errn);
        if (!take_kind(&p->kind, v[9], v[8], v[10], path, no, err, errn))
            return false;
    }
    return true;
}

/* "figure22": every point of a figure; "figureC recalled": those that are recalled. Is it one of figures.csv? */
static bool known_figure(struct silicon *s, const char *id, const char *why)
{
    const char *figure = NULL;
    const size_t n = strcspn(id, " ");
    const bool recalled = !strcmp(id + n, " recalled");

    if (strncmp(id, "figure", 6) || (id[n] && !recalled))
        return false;
    for (size_t i = 0; !figure && i < s->npoints; i++)
        if (strlen(s->points[i].figure) == n - 6 && !strncmp(s->points[i].figure, id + 6, n - 6))
            figure = s->points[i].figure;
    struct silicon_known *known = figure ? realloc(s->known, (s->nknown + 1) * sizeof *known) : NULL;
    if (!known)
        return false;
    s->known = known;
    known[s->nknown].recalled = recalled;
    copy_text(known[s->nknown].figure, sizeof known->figure, figure);
    copy_text(known[s->nknown++].why, sizeof known->why, why);
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
        copy_text(r->known, sizeof r->known, comma + 1);
    }
    return true;
}

/* ids,why: what is not measured. Every pattern must match an id of tables.csv that is not measured, or it is out of
 * date. */
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
        copy_text(u[s->nunmeasured++].why, sizeof u->why, comma + 1);
    }
    return true;
}

/* A pattern of set_from.csv: does anything have that id? */
static bool names_something(const struct silicon *s, const char *pattern)
{
    if (!strncmp(pattern, "figure", 6))
        for (size_t i = 0; i < s->npoints; i++)
            if (!strcmp(s->points[i].figure, pattern + 6))
                return true;
    for (size_t i = 0; i < s->nrows; i++)
        if (!fnmatch(pattern, s->rows[i].id, 0))
            return true;
    return false;
}

/* constant,ids,what: what a constant of chip.def was set from; ids are of tables.csv (patterns) or figures
 * ("figure6"). A constant in parentheses stands in the structure of the machine. */
static bool load_set_from(struct silicon *s, FILE *f, const char *path, char *err, size_t errn)
{
    char line[512], *v[MAX_FIELDS];

    for (int no = 1; fgets(line, sizeof line, f); no++) {
        int n = csv_split(line, v, MAX_FIELDS);
        if (no == 1)
            continue;
        if (n != 3 || !*v[1]) {
            snprintf(err, errn, "%s:%d: expected constant,ids,what", path, no);
            return false;
        }
        struct silicon_set *sets = realloc(s->sets, (s->nsets + 1) * sizeof *sets);
        if (!sets) {
            snprintf(err, errn, "out of memory");
            return false;
        }
        s->sets = sets;
        struct silicon_set *set = &sets[s->nsets++];
        bool fits = true;
        take_field(set->constant, sizeof set->constant, v[0], &fits);
        take_field(set->ids, sizeof set->ids, v[1], &fits);
        take_field(set->what, sizeof set->what, v[2], &fits);
        if (!fits)
            return too_long(path, no, err, errn);
        char *save = NULL;
        for (char *id = strtok_r(v[1], " ", &save); id; id = strtok_r(NULL, " ", &save))
            if (!names_something(s, id)) {
                snprintf(err, errn, "%s:%d: '%s' is no id of tables.csv and no figure", path, no, id);
                return false;
            }
    }
    return true;
}

bool silicon_set_from(const struct silicon_set *set, const char *id)
{
    char ids[sizeof set->ids], *save = NULL;

    copy_text(ids, sizeof ids, set->ids);
    for (char *p = strtok_r(ids, " ", &save); p; p = strtok_r(NULL, " ", &save))
        if (!fnmatch(p, id, 0))
            return true;
    return false;
}

bool silicon_load(struct silicon *s, const char *dir, char *err, size_t errn)
{
    static const struct {
        const char *name;
        bool (*load)(struct silicon *, FILE *, const char *, char *, size_t);
    } files[] = { { "tables.csv", load_tables }, { "figures.csv", load_figures }, { "known.csv", load_known },
                  { "unmeasured.csv", load_unmeasured }, { "set_from.csv", load_set_from } };

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
    free(s->sets);
    memset(s, 0, sizeof *s);
}

const struct silicon_row *silicon_find(const struct silicon *s, const char *id)
{
    for (size_t i = 0; i < s->nrows; i++)
        if (!strcmp(s->rows[i].id, id))
            return &s->rows[i];
    return NULL;
}

const struct silicon_point *silicon_find_point(const struct silicon *s, const char *figure, const char *series,
                                               double x)
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
        if (!s->known[i].recalled && !strcmp(s->known[i].figure, figure))
            return s->known[i].why;
    return NULL;
}

const char *silicon_point_known(const struct silicon *s, const struct silicon_point *p)
{
    for (size_t i = 0; i < s->nknown; i++)
        if (!strcmp(s->known[i].figure, p->figure) && (!s->known[i].recalled || p->kind == SILICON_RECALLED))
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
