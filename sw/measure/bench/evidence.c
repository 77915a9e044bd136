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

/* Measurements that stand for the same: made by the same kind of experiment, in the same unit, with the same number
 * of silicon. */
struct group {
    bool (*run)(const struct bench_job *);
    const char *unit;
    double silicon, error;
    bool   set;                 /* a constant was set from one of them */
    char   which[112];
};

/* Was any constant set from the number with this id? */
static bool is_set(const struct silicon *s, const char *id)
{
    for (size_t i = 0; i < s->nsets; i++)
        if (silicon_set_from(&s->sets[i], id))
            return true;
    return false;
}

/* Adds a number to the group it belongs to; there is room. */
static void add(struct group *g, size_t *n, const struct group *one)
{
    size_t i = 0;

    while (i < *n && (g[i].run != one->run || strcmp(g[i].unit, one->unit) || g[i].silicon != one->silicon))
        i++;
    if (i == *n)
        g[(*n)++] = *one;
    g[i].set |= one->set;
    if (one->error > g[i].error) {
        g[i].error = one->error;
        memcpy(g[i].which, one->which, sizeof g[i].which);
    }
}

/* A number of tables.csv. false: silicon has no measurement of it. */
static bool number(const struct silicon *s, const struct measured *m, double value, struct group *g)
{
    const struct silicon_row *r = silicon_find(s, m->id);
    struct verdict v = silicon_judge(r, value);
    const struct bench_experiment *e = bench_experiment_of(m->id);

    if (!v.have || r->kind != SILICON_MEASURED)
        return false;
    *g = (struct group){ e ? e->run : NULL, r->unit, v.silicon, fabs(v.error_pct), is_set(s, m->id), "" };
    if (strchr(r->value, '-'))          /* a range is one number, wherever in it ours is */
        g->silicon = strtod(r->value, NULL);
    snprintf(g->which, sizeof g->which, "%s", m->id);
    return true;
}

/* Is a point of a figure a number with an error, and not an outcome that holds or does not? */
static bool has_error(const struct silicon_point *p)
{
    return !isnan(p->y) && p->y != 0 && (!strncmp(p->tolerance, "+-", 2) || strstr(p->tolerance, ".."));
}

static bool point(const struct silicon *s, const struct measured *m, const struct silicon_point *p,
                  const struct verdict *v, struct group *g)
{
    char id[16];

    snprintf(id, sizeof id, "figure%s", m->figure);
    const struct bench_experiment *e = bench_experiment_of(id);
    *g = (struct group){ e ? e->run : NULL, p->series, p->y, fabs(v->error_pct), is_set(s, id), "" };
    snprintf(g->which, sizeof g->which, "%s, %s", id, m->series);
    return has_error(p);
}

static int by_error(const void *a, const void *b)
{
    double x = ((const struct group *)a)->error, y = ((const struct group *)b)->error;
    return (x > y) - (x < y);
}

/* Of all groups, or those that nothing was set from. They are in order of their errors. */
static struct errors sum_up(const struct group *g, size_t n, bool predicted)
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

bool evidence_of(const struct table *t, const struct silicon *s, struct evidence *e)
{
    struct group *g = calloc(t->n + 1, sizeof *g), one;
    size_t n = 0;
    long value;

    memset(e, 0, sizeof *e);
    if (!g)
        return false;
    for (size_t i = 0; i < t->n; i++) {
        const struct measured *m = &t->m[i];
        if (!*m->figure) {
            if (number(s, m, own_value(t, m), &one))
                add(g, &n, &one);
            continue;
        }
        const struct silicon_point *p = silicon_find_point(s, m->figure, m->series, m->x);
        struct verdict v = silicon_judge_point(p, own_value(t, m));
        if (!v.have || p->kind != SILICON_MEASURED)
            continue;
        if (point(s, m, p, &v, &one)) {
            add(g, &n, &one);
        } else {
            e->outcomes++;
            e->held += v.pass;
        }
    }
    qsort(g, n, sizeof *g, by_error);
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
