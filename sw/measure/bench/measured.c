/* SPDX-License-Identifier: Apache-2.0
 * What a row of the table of measurements amounts to on a target: its value, its verdict, a difference. */
#include "measured.h"

#include <math.h>

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
