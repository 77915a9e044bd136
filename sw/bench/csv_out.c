/* SPDX-License-Identifier: Apache-2.0
 * What was measured as CSV. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cubin.h"
#include "measured.h"

static const char *chip(void)
{
    const char *name = getenv("GT200_CHIP");
    return name && *name ? name : "sm";
}

/* Figures fill the last four columns. What a target did not measure has no row. */
bool print_csv(FILE *f, const struct table *t, const struct silicon *s, char **targets, int ntargets)
{
    fprintf(f, "id,target,chip,value,unit,silicon,error_pct,tolerance_pct,pass,figure,series,x,y,silicon_y\n");
    for (int k = 0; k < ntargets; k++)
        for (size_t i = 0; i < t->n; i++) {
            const struct measured *m = &t->m[i];
            if (isnan(m->v[k]))
                continue;
            if (*m->figure) {
                const struct silicon_point *p = silicon_find_point(s, m->figure, m->series, m->x);
                struct verdict v = silicon_judge_point(p, m->v[k]);
                fprintf(f, "figure%s,%s,%s,%.4f,,", m->figure, targets[k], chip(), m->v[k]);
                if (v.have && v.silicon == 0)
                    fprintf(f, "0,,,");
                else if (v.have && !isnan(v.silicon))
                    fprintf(f, "%g,%.3f,%.3f,", v.silicon, v.error_pct, v.tolerance_pct);
                else
                    fprintf(f, ",,,");
                char x[32] = "";
                if (!isnan(m->x))
                    snprintf(x, sizeof x, "%g", m->x);
                const char *quote = strchr(m->series, ',') ? "\"" : "";
                fprintf(f, "%s,%s,%s%s%s,%s,%.4f,", v.have ? v.pass ? "yes" : "no" : "", m->figure, quote, m->series, quote, x, m->v[k]);
                if (v.have && !isnan(v.silicon))
                    fprintf(f, "%g", v.silicon);
                fprintf(f, "\n");
                continue;
            }
            const struct silicon_row *r = silicon_find(s, m->id);
            struct verdict v = silicon_judge(r, m->v[k]);
            fprintf(f, "%s,%s,%s,%.4f,%s,", m->id, targets[k], chip(), m->v[k], r ? r->unit : "");
            if (v.have)
                fprintf(f, "%s,%.3f,%.3f,%s,,,,,\n", r->value, v.error_pct, v.tolerance_pct,
                        v.pass ? "yes" : v.advisory ? "differs" : "no");
            else
                fprintf(f, ",,,,,,,,\n");
        }
    return !ferror(f);
}

bool output_possible(const char *path, bool picture, char *err, size_t errn)
{
    char tmp[1100];
    struct stat st;

    if (!strcmp(path, "-"))
        return true;
    if (!lstat(path, &st) && !S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode)) {
        if (picture || S_ISDIR(st.st_mode))     /* gnuplot would replace a device */
            snprintf(err, errn, "%s: not a regular file", path);
        return !picture && !S_ISDIR(st.st_mode);
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
