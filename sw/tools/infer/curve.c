/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a curve from a CSV of gt200 bench or of others, sorted by size.
 */
#include "curve.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "csv.h"

#define MAX_FIELDS 32
#define MAX_KINDS  32           /* different curves in one file that are remembered for the message */
#define MAX_BYTES  9007199254740992.0   /* 2^53: a double is exact up to here */

enum column { COL_X, COL_Y, COL_FIGURE, COL_SERIES, COL_TARGET, COL_STRIDE, COLUMNS };

struct point { double x, y; };

struct reader {
    const char *path;
    const struct curve_choice *choice;
    unsigned line;
    int  at[COLUMNS];           /* number of the field; -1: there is none */
    bool named;                 /* columns are known */
    struct point *p;
    size_t n;
    double stride;
    char axes[140];             /* names of columns that were taken for y and x */
    char key[3][64];            /* figure, series, target of the rows taken */
    char kinds[MAX_KINDS][80];  /* what there is to choose from */
    int  nkinds, ambiguous;     /* which of the three keys; -1: none */
    char *err;
    size_t errn;
};

static const char *const key_name[3] = { "figure", "series", "target" };

static bool set_error(struct reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static bool set_error(struct reader *r, const char *fmt, ...)
{
    va_list ap;
    int n = snprintf(r->err, r->errn, r->line ? "%s:%u: " : "%s: ", r->path, r->line);

    va_start(ap, fmt);
    if (n > 0 && (size_t)n < r->errn)
        vsnprintf(r->err + n, r->errn - (size_t)n, fmt, ap);
    va_end(ap);
    return false;
}

/* A number with blanks around; false: the text is none. */
static bool read_number(const char *text, double *v)
{
    char *end;

    while (isspace((unsigned char)*text))
        text++;
    *v = strtod(text, &end);
    if (end == text)
        return false;
    while (isspace((unsigned char)*end))
        end++;
    return !*end;
}

/* The first line gives the columns: by name, or, when it holds numbers, x and y are the first two. */
static bool take_header(struct reader *r, char **field, int n, bool *is_data)
{
    static const char *const names[COLUMNS] = { "x", "y", "figure", "series", "target", "stride" };
    double ignore;

    for (int c = 0; c < COLUMNS; c++)
        r->at[c] = -1;
    r->named = true;
    *is_data = read_number(field[0], &ignore);
    if (!*is_data)
        for (int i = 0; i < n; i++)
            for (int c = 0; c < COLUMNS; c++)
                if (!strcasecmp(field[i], names[c]))
                    r->at[c] = i;
    if (!*is_data && r->at[COL_X] >= 0 && r->at[COL_Y] >= 0)
        return true;
    if (r->at[COL_X] >= 0 || r->at[COL_Y] >= 0 || n < 2)
        return set_error(r, "expected columns x (bytes) and y (clocks), found '%s'%s", field[0],
                         n > 1 ? " and others" : "");
    r->at[COL_X] = 0;
    r->at[COL_Y] = 1;
    if (!*is_data)
        snprintf(r->axes, sizeof r->axes, "%.60s against %.60s", field[1], field[0]);
    return true;
}

/* "# stride: 256" or "# stride = 256" */
static bool take_comment(struct reader *r, char *line)
{
    char *s = strstr(line, "stride");

    if (!s)
        return true;
    s += strlen("stride");
    s += strspn(s, " \t:=");
    if (!isdigit((unsigned char)*s))
        return true;
    s[strcspn(s, "\r\n")] = 0;
    r->stride = strtod(s, NULL);
    return r->stride >= 1 ? true : set_error(r, "stride is '%s', expected bytes from 1", s);
}

static const char *cell_of(const struct reader *r, char **field, int n, enum column c)
{
    return r->at[c] >= 0 && r->at[c] < n ? field[r->at[c]] : "";
}

static void remember_kind(struct reader *r, const char *what)
{
    for (int i = 0; i < r->nkinds; i++)
        if (!strcmp(r->kinds[i], what))
            return;
    if (r->nkinds < MAX_KINDS)
        snprintf(r->kinds[r->nkinds++], sizeof r->kinds[0], "%s", what);
}

/* Is this row of the curve that was chosen? A row that differs from the ones taken in a key nobody chose makes the
 * file ambiguous. */
static bool row_chosen(struct reader *r, char **field, int n)
{
    const char *want[3] = { r->choice->figure, r->choice->series, r->choice->target };
    const char *have[3] = { cell_of(r, field, n, COL_FIGURE), cell_of(r, field, n, COL_SERIES),
                            cell_of(r, field, n, COL_TARGET) };

    for (int k = 0; k < 3; k++)
        if (want[k] && strcmp(want[k], have[k]))
            return false;
    for (int k = 0; k < 3; k++) {
        if (!r->n)
            snprintf(r->key[k], sizeof r->key[k], "%s", have[k]);
        else if (strncmp(r->key[k], have[k], sizeof r->key[k] - 1)) {
            if (r->ambiguous < 0 || k < r->ambiguous) {
                r->ambiguous = k;
                r->nkinds = 0;
                remember_kind(r, r->key[k]);
            }
            if (k == r->ambiguous)
                remember_kind(r, have[k]);
            return false;
        }
    }
    return true;
}

/* A row of the CSV; those of other figures are passed over. */
static bool take_row(struct reader *r, char **field, int n)
{
    struct point p;
    const char *x = cell_of(r, field, n, COL_X), *y = cell_of(r, field, n, COL_Y),
               *stride = cell_of(r, field, n, COL_STRIDE);

    if (r->at[COL_FIGURE] >= 0 && !*cell_of(r, field, n, COL_FIGURE))
        return true;                                    /* a row of a table, not of a figure */
    if (!*x || !*y || !row_chosen(r, field, n))         /* without x: a number of the whole figure */
        return true;
    if (!read_number(x, &p.x) || !(p.x > 0) || p.x * (double)r->choice->unit > MAX_BYTES)
        return set_error(r, "x is '%s', expected a number of bytes", x);
    if (!read_number(y, &p.y))
        return set_error(r, "y is '%s', expected clocks", y);
    if (isnan(p.y))
        return true;                                    /* not measured */
    if (!isfinite(p.y) || p.y < 0)
        return set_error(r, "y is '%s', expected clocks", y);
    if (*stride && (!read_number(stride, &r->stride) || !(r->stride >= 1)))
        return set_error(r, "stride is '%s', expected bytes from 1", stride);
    struct point *grown = r->n & (r->n - 1) ? r->p : realloc(r->p, (r->n ? 2 * r->n : 1) * sizeof *grown);
    if (!grown)
        return set_error(r, "out of memory");
    r->p = grown;
    r->p[r->n++] = p;
    return true;
}

static bool read_lines(struct reader *r, FILE *f)
{
    char line[4096], *field[MAX_FIELDS];

    while (fgets(line, sizeof line, f)) {
        bool is_data = true;
        r->line++;
        if (!strchr(line, '\n') && !feof(f))
            return set_error(r, "line is longer than %zu characters", sizeof line - 2);
        char *text = line + strspn(line, " \t\r\n");
        if (!*text)
            continue;
        if (*text == '#') {
            if (!take_comment(r, text))
                return false;
            continue;
        }
        int n = csv_split(line, field, MAX_FIELDS);
        if (!r->named && !take_header(r, field, n, &is_data))
            return false;
        else if (r->named && is_data && r->line && (r->at[COL_X] >= n || r->at[COL_Y] >= n))
            return set_error(r, "%d fields, expected at least %d", n,
                             1 + (r->at[COL_X] > r->at[COL_Y] ? r->at[COL_X] : r->at[COL_Y]));
        if (is_data && !take_row(r, field, n))
            return false;
    }
    if (ferror(f))
        return set_error(r, "%s", strerror(errno));
    return true;
}

static int by_x(const void *a, const void *b)
{
    double x = ((const struct point *)a)->x, y = ((const struct point *)b)->x;
    return (x > y) - (x < y);
}

/* Sorted, one point per x. */
static bool finish_curve(struct reader *r, struct curve *c)
{
    r->line = 0;
    if (r->ambiguous >= 0) {
        char list[1024] = "";
        for (int i = 0; i < r->nkinds; i++)
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s'%s'", i ? ", " : "", r->kinds[i]);
        return set_error(r, "several curves; choose one with --%s: %s", key_name[r->ambiguous], list);
    }
    if (!r->n)
        return set_error(r, "no point of %s",
                         r->choice->figure || r->choice->series || r->choice->target ? "the chosen curve" : "a curve");
    c->x = malloc(r->n * sizeof *c->x);
    c->y = malloc(r->n * sizeof *c->y);
    if (!c->x || !c->y)
        return set_error(r, "out of memory");
    qsort(r->p, r->n, sizeof *r->p, by_x);
    for (size_t i = 0, j; i < r->n; i = j) {
        double sum = 0;
        for (j = i; j < r->n && r->p[j].x == r->p[i].x; j++)
            sum += r->p[j].y;
        c->x[c->n] = (uint64_t)llround(r->p[i].x * (double)r->choice->unit);
        c->y[c->n++] = sum / (double)(j - i);
    }
    c->stride = (uint64_t)llround(r->stride * (double)r->choice->unit);
    if (*r->key[0])
        snprintf(c->title, sizeof c->title, "figure %s, %s", r->key[0], r->key[1]);
    else
        snprintf(c->title, sizeof c->title, "%s", *r->key[1] ? r->key[1] : r->axes);
    return true;
}

bool curve_read(struct curve *c, const char *path, const struct curve_choice *choice, char *err, size_t errn)
{
    struct reader r = { .path = path, .choice = choice, .ambiguous = -1, .err = err, .errn = errn };
    bool from_stdin = !strcmp(path, "-");

    memset(c, 0, sizeof *c);
    FILE *f = from_stdin ? stdin : fopen(path, "r");
    if (!f)
        return set_error(&r, "%s", strerror(errno));
    bool ok = read_lines(&r, f) && finish_curve(&r, c);
    if (!from_stdin)
        fclose(f);
    free(r.p);
    if (!ok)
        curve_free(c);
    return ok;
}

void curve_free(struct curve *c)
{
    free(c->x);
    free(c->y);
    memset(c, 0, sizeof *c);
}
