/* SPDX-License-Identifier: Apache-2.0
 * Counting the comparison with silicon honestly. */
#include "evidence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* chip.def, as the build found it. */
static const struct { const char *name; long value; } constants[] = {
#include "chip_constants.h"
};

bool evidence_constant(const char *name, long *value)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (!strcmp(constants[i].name, name)) {
            *value = constants[i].value;
            return true;
        }
    return false;
}

/* Was any constant set from the number with this id? */
static bool is_set(const struct silicon *s, const char *id)
{
    for (size_t i = 0; i < s->nsets; i++)
        if (silicon_set_from(&s->sets[i], id))
            return true;
    return false;
}

/* Adds a number to the group it belongs to; there is room. */
static void add_number(struct evidence_point *g, size_t *n, const struct evidence_point *one)
{
    size_t i = 0;

    while (i < *n && (g[i].run != one->run || strcmp(g[i].stands, one->stands) || g[i].silicon != one->silicon))
        i++;
    if (i == *n) {
        g[(*n)++] = *one;
        return;
    }
    bool set = g[i].set || one->set, match = g[i].match && one->match;
    if (one->error > g[i].error)
        g[i] = *one;
    g[i].set = set;
    g[i].match = match;
}

/* A number of tables.csv. false: silicon has no measurement of it. */
static bool number_of_row(const struct silicon *s, const struct measured *m, double value, struct evidence_point *g)
{
    const struct silicon_row *r = silicon_find(s, m->id);
    struct verdict v = silicon_judge(r, value);
    const struct bench_experiment *e = bench_experiment_of(m->id);

    if (!v.have || r->kind != SILICON_MEASURED)
        return false;
    *g = (struct evidence_point){ .run = e ? e->run : NULL, .unit = r->unit, .stands = r->unit, .silicon = v.silicon,
                                  .error = fabs(v.error_pct), .ours = value, .set = is_set(s, m->id), .match = v.pass };
    if (strchr(r->value, '-'))          /* a range is one number, wherever in it ours is */
        g->silicon = strtod(r->value, NULL);
    silicon_span(r, &g->low, &g->high);
    snprintf(g->which, sizeof g->which, "%s", m->id);
    return true;
}

/* Is a point of a figure a number with an error, and not an outcome that holds or does not? */
static bool has_error(const struct silicon_point *p)
{
    return !isnan(p->y) && p->y != 0 && (!strncmp(p->tolerance, "+-", 2) || strstr(p->tolerance, ".."));
}

/* A point of a figure as evidence; false: it has no error, but only holds or does not. */
static bool number_of_point(const struct silicon *s, const struct measured *m, double value,
                            const struct silicon_point *p, const struct verdict *v, struct evidence_point *g)
{
    char id[16];

    snprintf(id, sizeof id, "figure%s", m->figure);
    const struct bench_experiment *e = bench_experiment_of(id);
    *g = (struct evidence_point){ .run = e ? e->run : NULL, .unit = p->unit, .stands = p->series, .silicon = p->y,
                                  .error = fabs(v->error_pct), .ours = value, .set = is_set(s, id), .match = v->pass };
    silicon_point_span(p, &g->low, &g->high);
    snprintf(g->which, sizeof g->which, "%s, %s", id, m->series);
    return has_error(p);
}

static int by_error(const void *a, const void *b)
{
    double x = ((const struct evidence_point *)a)->error, y = ((const struct evidence_point *)b)->error;
    return (x > y) - (x < y);
}

/* Of all groups, or those that nothing was set from. They are in order of their errors. */
static struct errors sum_up(const struct evidence_point *g, size_t n, bool predicted)
{
    struct errors e = { 0 };
    double *of = malloc((n + 1) * sizeof *of);

    for (size_t i = 0; of && i < n; i++) {
        if (predicted && g[i].set)
            continue;
        of[e.n++] = g[i].error;
        e.mean += g[i].error;
        e.worst = g[i].error;
        memcpy(e.which, g[i].which, sizeof e.which);
    }
    if (e.n) {
        e.mean /= (double)e.n;
        e.median = (of[(e.n - 1) / 2] + of[e.n / 2]) / 2;
    }
    free(of);
    return e;
}

struct evidence_point *evidence_points(const struct table *t, const struct silicon *s, size_t *n, struct evidence *e)
{
    struct evidence_point *g = calloc(t->n + 1, sizeof *g), one;

    *n = 0;
    for (size_t i = 0; g && i < t->n; i++) {
        const struct measured *m = &t->m[i];
        if (!*m->figure) {
            if (number_of_row(s, m, own_value(t, m), &one))
                add_number(g, n, &one);
            continue;
        }
        const struct silicon_point *p = silicon_find_point(s, m->figure, m->series, m->x);
        struct verdict v = silicon_judge_point(p, own_value(t, m));
        if (!v.have || p->kind != SILICON_MEASURED)
            continue;
        if (number_of_point(s, m, own_value(t, m), p, &v, &one)) {
            add_number(g, n, &one);
        } else if (e) {
            e->outcomes++;
            e->held += v.pass;
        }
    }
    if (g)
        qsort(g, *n, sizeof *g, by_error);
    return g;
}

bool evidence_of(const struct table *t, const struct silicon *s, struct evidence *e)
{
    size_t n;
    long value;

    memset(e, 0, sizeof *e);
    struct evidence_point *g = evidence_points(t, s, &n, e);
    if (!g)
        return false;
    e->all = sum_up(g, n, false);
    e->predicted = sum_up(g, n, true);
    for (size_t i = 0; i < s->nsets; i++)
        e->constants += evidence_constant(s->sets[i].constant, &value);
    free(g);
    return true;
}

static void put_errors(FILE *f, const struct errors *e)
{
    if (e->n)
        fprintf(f, "error mean %.2f %%, median %.2f %%, worst %.1f %% (%s)", e->mean, e->median, e->worst, e->which);
    else
        fprintf(f, "none");
}

void evidence_print(FILE *f, const struct evidence *e)
{
    fprintf(f, "%zu independent measurements of silicon compared: ", e->all.n);
    put_errors(f, &e->all);
    fprintf(f, "\n%zu of them are predictions, from which nothing was set: ", e->predicted.n);
    put_errors(f, &e->predicted);
    fprintf(f, "\n%zu constants of chip.def were set from measurements; %zu of %zu outcomes (orders, deadlocks, "
               "counts, bounds) match silicon\n",
            e->constants, e->held, e->outcomes);
}

static void put_row(FILE *f, const char *what, const struct errors *e)
{
    fprintf(f, "| %s | %zu | %.2f %% | %.2f %% | %.1f %% (%s) |\n", what, e->n, e->mean, e->median, e->worst, e->which);
}

void evidence_markdown(FILE *f, const struct evidence *e, const struct silicon *s)
{
    long value;

    fprintf(f, "| | | mean error | median | worst |\n|---|---|---|---|---|\n");
    put_row(f, "independent measurements of silicon compared", &e->all);
    put_row(f, "predictions among them: nothing was set from these", &e->predicted);
    fprintf(f, "\n%zu of %zu outcomes (orders, deadlocks, counts, bounds) match silicon;\n%zu constants of "
               "`isa/chip.def` were set from measurements.\n",
            e->held, e->outcomes, e->constants);
    fprintf(f, "\n| constant | value | set from | what |\n|---|---|---|---|\n");
    for (size_t i = 0; i < s->nsets; i++) {
        const struct silicon_set *c = &s->sets[i];
        char number[24] = "";
        if (evidence_constant(c->constant, &value))
            snprintf(number, sizeof number, "%ld", value);
        fprintf(f, "| %s | %s | %s | %s |\n", c->constant, number, c->ids, c->what);
    }
}
