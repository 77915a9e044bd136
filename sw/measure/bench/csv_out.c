/* SPDX-License-Identifier: Apache-2.0
 * What was measured as CSV. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "files.h"
#include "measured.h"

/* What the column `chip_column` says: the chip of one of our own machines, or a real GPU's name. */
static const char *chip_column(const struct table *t, const struct measured *m, char **targets, int target)
{
    if (target >= t->nown)
        return target < t->nrun ? t->gpu.name : "";
    return bench_chip_name(t, m, targets[target]);
}

/* A line about the GPU: what a record needs to be read later. */
static void put_gpu(FILE *f, const struct cuda_device *d)
{
    char date[40] = "";
    time_t now = time(NULL);
    struct tm tm;

    if (gmtime_r(&now, &tm))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &tm);
    fprintf(f, "# %s: compute capability %d.%d, %d SMs, at most %.0f MHz, driver for CUDA %d.%d, %s, gt200 %s\n",
            d->name, d->major,
            d->minor, d->sms, d->clock_khz / 1e3, d->driver / 1000, d->driver % 1000 / 10, date, GT200_VERSION);
}

/* A field, in quotes if it needs them. */
static void put_field(FILE *f, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, f);
        return;
    }
    fputc('"', f);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', f);
        fputc(*text, f);
    }
    fputc('"', f);
}

/* "id,target,chip,value,", the first four columns. */
static void put_machine(FILE *f, const char *id, const char *target, const char *machine, double value)
{
    put_field(f, id);
    fputc(',', f);
    put_field(f, target);
    fputc(',', f);
    put_field(f, machine);
    fprintf(f, ",%.4f,", value);
}

/* "kind,formula,source,missing", the last four columns. */
static void put_grade(FILE *f, bool have, enum silicon_kind kind, const char *formula, const char *source)
{
    if (!have) {
        fprintf(f, ",,,\n");
        return;
    }
    fprintf(f, "%s,", silicon_kind_name(kind));
    put_field(f, formula);
    fputc(',', f);
    put_field(f, source);
    fprintf(f, ",\n");
}

/* A row without a value: what was asked for, and why there is none. */
static void put_missing(FILE *f, const struct silicon *s, const struct measured *m, const char *target,
                        const char *machine, const char *why)
{
    const struct silicon_row *r = *m->figure ? NULL : silicon_find(s, m->id);
    char id[16];

    snprintf(id, sizeof id, "figure%s", m->figure);
    put_field(f, *m->figure ? id : m->id);
    fputc(',', f);
    put_field(f, target);
    fputc(',', f);
    put_field(f, machine);
    fprintf(f, ",,%s,,,,,%s,", r ? r->unit : "", m->figure);
    put_field(f, m->series);
    fprintf(f, ",,,,,,,");
    put_field(f, why);
    fputc('\n', f);
}

/* A row of a figure's point; judged: the machine is one of ours. */
static void put_point(FILE *f, const struct silicon *s, const struct measured *m, const char *target,
                      const char *machine, double value, bool judged)
{
    const struct silicon_point *p = silicon_find_point(s, m->figure, m->series, m->x);
    struct verdict v = silicon_judge_point(p, judged ? value : NAN);
    char x[32] = "", id[16];

    snprintf(id, sizeof id, "figure%s", m->figure);
    put_machine(f, id, target, machine, value);
    fputc(',', f);
    if (v.have && v.silicon == 0)
        fprintf(f, "0,,,");
    else if (v.have && !isnan(v.silicon))
        fprintf(f, "%g,%.3f,%.3f,", v.silicon, v.error_pct, v.tolerance_pct);
    else
        fprintf(f, ",,,");
    if (!isnan(m->x))
        snprintf(x, sizeof x, "%.15g", m->x);      /* sizes are whole bytes */
    fprintf(f, "%s,%s,", v.have ? v.pass ? "yes" : v.advisory ? "differs" : "no" : "", m->figure);
    put_field(f, m->series);
    fprintf(f, ",%s,%.4f,", x, value);
    if (v.have && !isnan(v.silicon))
        fprintf(f, "%g", v.silicon);
    fputc(',', f);
    put_grade(f, v.have, p ? p->kind : SILICON_RECALLED, p ? p->formula : "", p ? p->source : "");
}

/* A row of a table's number. */
static void put_value(FILE *f, const struct silicon *s, const struct measured *m, const char *target,
                      const char *machine, double value, bool judged)
{
    const struct silicon_row *r = silicon_find(s, m->id);
    struct verdict v = silicon_judge(r, judged ? value : NAN);

    put_machine(f, m->id, target, machine, value);
    put_field(f, r ? r->unit : "");
    fputc(',', f);
    if (v.have)
        fprintf(f, "%s,%.3f,%.3f,%s,,,,,,", r->value, v.error_pct, v.tolerance_pct,
                v.pass ? "yes" : v.advisory ? "differs" : "no");
    else
        fprintf(f, ",,,,,,,,,");
    put_grade(f, v.have, r ? r->kind : SILICON_RECALLED, r ? r->formula : "", r ? r->source : "");
}

/* expected, expected_y: the number that is compared with, of the kind in the column `kind`. What a target did not
 * measure has no row, but if it was asked for and means nothing: one without a value, with the reason in the column
 * `missing`. */
bool print_csv(FILE *f, const struct table *t, const struct silicon *s, char **targets, int ntargets)
{
    if (*t->gpu.name)
        put_gpu(f, &t->gpu);
    fprintf(f, "id,target,chip,value,unit,expected,error_pct,tolerance_pct,pass,"
               "figure,series,x,y,expected_y,kind,formula,source,missing\n");
    for (int k = 0; k < ntargets; k++)
        for (size_t i = 0; i < t->n; i++) {
            const struct measured *m = &t->m[i];
            if (isnan(m->v[k]) && m->missing[k])
                put_missing(f, s, m, targets[k], chip_column(t, m, targets, k), m->missing[k]);
            if (isnan(m->v[k]))
                continue;
            if (*m->figure)
                put_point(f, s, m, targets[k], chip_column(t, m, targets, k), m->v[k], k < t->nown);
            else
                put_value(f, s, m, targets[k], chip_column(t, m, targets, k), m->v[k], k < t->nown);
        }
    return !ferror(f);
}

bool output_possible(const char *path, char *err, size_t errn)
{
    char tmp[1100];
    struct stat st;

    if (!strcmp(path, "-"))
        return true;
    if (!lstat(path, &st) && !S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode)) {
        if (S_ISDIR(st.st_mode))
            snprintf(err, errn, "%s: not a regular file", path);
        return !S_ISDIR(st.st_mode);
    }
    snprintf(tmp, sizeof tmp, "%s.tmp", path);
    FILE *f = fopen(tmp, "w");
    if (!f) {
        snprintf(err, errn, "%s: %s", path, strerror(errno));
        return false;
    }
    fclose(f);
    remove(tmp);
    return true;
}

struct rows {
    const struct table *t;
    const struct silicon *s;
    char **targets;
    int ntargets;
};

static bool print_rows(FILE *f, const void *data)
{
    const struct rows *r = data;
    return print_csv(f, r->t, r->s, r->targets, r->ntargets) && !fflush(f);
}

bool csv_write(const char *path, const struct table *t, const struct silicon *s, char **targets, int ntargets)
{
    return gt_write_file(path, print_rows, &(struct rows){ t, s, targets, ntargets });
}
