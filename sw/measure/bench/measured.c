/* SPDX-License-Identifier: Apache-2.0
 * What a row of the table of measurements amounts to on a target: its value, its verdict, a difference. */
#include "measured.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

double own_value(const struct table *t, const struct measured *m)
{
    return t->nown ? m->v[0] : NAN;
}

bool bench_differs(const struct table *t, const struct measured *m, int target)
{
    return target < t->nown && !isnan(m->v[target]) && !isnan(m->v[0]) && m->v[target] != m->v[0];
}

struct verdict bench_judge(const struct table *t, const struct silicon *s, const struct measured *m, int target)
{
    double value = target < t->nown ? m->v[target] : NAN;

    return *m->figure ? silicon_judge_point(silicon_find_point(s, m->figure, m->series, m->x), value)
                      : silicon_judge(silicon_find(s, m->id), value);
}

const struct bench_experiment *bench_experiment_of_row(const struct measured *m)
{
    char id[24];
    bool listing = *m->figure == 'L';

    snprintf(id, sizeof id, "%s%s", listing ? "listing" : "figure", m->figure + listing);
    return bench_experiment_of(*m->figure ? id : m->id);
}

const char *bench_chip_name(const struct table *t, const struct measured *m, const char *target)
{
    const char *name = getenv("GT200_CHIP");
    const struct bench_experiment *e = bench_experiment_of_row(m);

    if (e && t->whole && t->whole[e - bench_experiments] && !strcmp(target, "model"))
        return bench_chip_of(BENCH_WHOLE)->name;
    return name && *name ? name : "sm";
}
