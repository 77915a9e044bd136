/* SPDX-License-Identifier: Apache-2.0
 * Judging a measurement against the expected number. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool silicon_acceptable(const struct silicon_row *r, const struct verdict *v)
{
    if (!v->have)
        return true;
    return r && *r->known ? !v->pass : v->pass || v->advisory;
}

/* Half a unit of the last printed digit: "24" -> 0.5, "7.9" -> 0.05. */
static double half_digit(const char *printed)
{
    const char *dot = strchr(printed, '.');

    return 0.5 * pow(10, dot ? -(double)strlen(dot + 1) : 0);
}

const char *silicon_limit(const struct silicon_row *r)
{
    return !strncmp(r->tolerance, "+-", 2) ? r->tolerance : NULL;
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
    const char *limit = silicon_limit(r);
    v.advisory = r->kind == SILICON_RECALLED && !limit;
    v.silicon = value < low ? low : value > high ? high : value;
    if (low == high)
        v.silicon = low;
    v.error_pct = 100 * (value - v.silicon) / v.silicon;
    if (limit)
        v.tolerance_pct = strtod(limit + 2, NULL);
    else if (high == low && strcmp(r->tolerance, "0") && strcmp(r->tolerance, "exact"))
        v.tolerance_pct = 2;
    double open = v.tolerance_pct / 100 * v.silicon, digit = high > low ? 0 : half_digit(r->value);
    v.digit = digit > open ? digit : 0;
    v.pass = fabs(value - v.silicon) <= fmax(open, digit);
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
    v.advisory = p->kind == SILICON_RECALLED;
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

bool silicon_span(const struct silicon_row *r, double *low, double *high)
{
    char *end;
    double value = strtod(r->value, &end), open = half_digit(r->value);
    const char *limit = silicon_limit(r);

    *low = *high = value;
    if (end == r->value)
        return false;
    if (*end == '-') {
        *high = strtod(end + 1, NULL);
        return true;
    }
    if (limit)
        open = strtod(limit + 2, NULL) / 100 * value;
    *low -= open;
    *high += open;
    return true;
}

bool silicon_point_span(const struct silicon_point *p, double *low, double *high)
{
    const char *t = strstr(p->tolerance, "+-"), *range = strstr(p->tolerance, "..");
    double open = t ? strtod(t + 2, NULL) : 0;

    if (t && strchr(t, '%') && !strchr(t, '('))
        open *= fabs(p->y) / 100;
    *low = range ? strtod(p->tolerance, NULL) : p->y - open;
    *high = range ? strtod(range + 2, NULL) : p->y + open;
    return !isnan(p->y);
}
