/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the rises of a curve, and the cache whose LRU misses explain each best.
 */
#include "fit.h"

#include <math.h>
#include <stdlib.h>

#define MIN_LINE 4              /* bytes */
#define APART    32u            /* caches are tried whose sizes differ by this part of the distance of two points */
#define LATE     0.7            /* noise may hide the first steps: the knee is no earlier than this part of where the
                                   rise is seen */

double fit_tolerance(const struct fit_curve *c, double base, double rise)
{
    return fmax(fmax(3 * c->noise, 0.004 * fabs(base + c->lift)), 0.03 * rise);
}

static double median_of_three(double a, double b, double c)
{
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

static double smoothed_at(const struct fit_curve *c, size_t i)
{
    return i == 0 || i + 1 >= c->n ? c->y[i] : median_of_three(c->y[i - 1], c->y[i], c->y[i + 1]);
}

size_t fit_find_rise(const struct fit_curve *c, size_t start, double base, double tolerance)
{
    bool known = !isnan(base);
    size_t i = c->n;
    double lowest = INFINITY, sum = 0;

    if (known) {                /* from the end: as long as everything after lies above */
        while (i > start && (lowest = fmin(lowest, smoothed_at(c, i - 1))) > base + tolerance)
            i--;
        return i;
    }
    double *floor_after = malloc(c->n * sizeof *floor_after);
    if (!floor_after)
        return c->n;
    for (size_t k = c->n; k-- > start;)
        floor_after[k] = lowest = fmin(lowest, smoothed_at(c, k));
    for (i = start; i < c->n; i++) {
        if (i > start && floor_after[i] > sum / (double)(i - start) + tolerance)
            break;
        sum += c->y[i];
    }
    free(floor_after);
    return i;
}

/* Least squares of base and rise over [from, to); a second pass leaves out points that are far off. Sets cost. */
static bool regress_fit(const struct fit_curve *c, const double *f, size_t from, size_t to, struct fit *r)
{
    double cap = INFINITY, top = 0, low = INFINITY;

    for (size_t i = from; i < to; i++) {
        if (c->y[i] > top)
            top = c->y[i];
        if (c->y[i] < low)
            low = c->y[i];
    }
    for (int pass = 0; pass < 2; pass++) {
        double n = 0, sf = 0, sy = 0, sff = 0, sfy = 0;
        for (size_t i = from; i < to; i++) {
            if (pass && fabs(c->y[i] - r->base - r->rise * f[i]) > cap)
                continue;
            n++;
            sf += f[i];
            sy += c->y[i];
            sff += f[i] * f[i];
            sfy += f[i] * c->y[i];
        }
        double d = n * sff - sf * sf;
        if (!(d > 1e-12 * n * n))
            return false;
        r->rise = (n * sfy - sf * sy) / d;
        r->base = (sy - r->rise * sf) / n;
        r->height = r->rise * (double)c->stride / (double)lru_share(&r->cache, c->stride);
        cap = fmax(8 * c->noise, 0.2 * (top - low));
    }
    r->cap = cap;
    r->cost = 0;
    for (size_t i = from; i < to; i++) {
        double e = fabs(c->y[i] - r->base - r->rise * f[i]);
        r->cost += e < cap ? e * e : cap * cap;
    }
    return r->rise > 0;
}

/* Root mean square of the error on the ramp, where caches differ. */
static double ramp_rms(const struct fit_curve *c, const double *f, const struct fit *r, uint64_t width)
{
    uint64_t from = width * r->cache.ways;
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < r->end; i++)
        if (c->x[i] > from && (i <= r->ramp_end || c->x[i] <= from + 2 * width)) {
            double e = c->y[i] - r->base - r->rise * f[i];
            sum += e * e;
            n++;
        }
    return n ? sqrt(sum / (double)n) : 0;
}

/* The first point from x on. */
static size_t first_at(const struct fit_curve *c, uint64_t x)
{
    size_t low = 0, high = c->n;

    while (low < high) {
        size_t mid = (low + high) / 2;
        if (c->x[mid] < x)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* A few points tell most wrong caches: nothing yet where the curve was flat, something where it rose, and the right
 * height in between. */
static bool is_plausible(const struct fit_curve *c, const struct lru_cache *l, size_t rise, size_t ramp_end,
                         double base)
{
    size_t top = ramp_end < c->n ? ramp_end : c->n - 1, at[6] = { rise - 1, rise, top };
    uint64_t x[6];
    double f[6];

    for (size_t i = 3; i < 6; i++)
        at[i] = rise + (top - rise) * (i - 2) / 4;
    for (size_t i = 0; i < 6; i++)
        x[i] = c->x[at[i]];
    if (!lru_missing(l, c->stride, x, 3, f) || !lru_missing(l, c->stride, x + 3, 3, f + 3) || f[1] <= 0 || f[2] <= 0)
        return false;
    double height = (smoothed_at(c, top) - base) / f[2];
    bool ok = height > 0 && fabs(smoothed_at(c, rise - 1) - base - height * f[0]) < 2 * fit_tolerance(c, base, 0);
    for (size_t i = 3; i < 6; i++)
        ok = ok && fabs(c->y[at[i]] - base - height * f[i]) < 0.25 * height * f[2] + 5 * c->noise;
    return ok;
}

struct search {
    const struct fit_curve *c;
    size_t start, rise, end;
    double base;
    uint64_t least;             /* bytes by which caches that are tried differ at least */
    double *f;                  /* n missing fractions */
    void (*take)(void *ctx, const struct fit *f);
    void *ctx;
};

/* Far off on the ramp already? */
static bool is_hopeless(const struct fit_curve *c, const double *f, size_t rise, const struct fit *r)
{
    double limit = fmax(6 * c->noise, 0.25 * r->height), sum = 0;
    size_t to = r->ramp_end < r->end ? r->ramp_end : r->end;

    for (size_t i = rise; i < to; i++)
        sum += pow(c->y[i] - r->base - r->rise * f[i], 2);
    return sum > limit * limit * (double)(to - rise);
}

/* Fits one cache to a rise; what explains it well enough goes to s->take. False: out of memory. */
static bool try_cache(const struct search *s, const struct lru_cache *l)
{
    const struct fit_curve *c = s->c;
    uint64_t width = lru_ramp(l, c->stride);
    struct fit r = { .cache = *l, .ramp_end = first_at(c, width * (l->ways + 1)) };

    if (r.ramp_end < s->rise)
        r.ramp_end = s->rise;
    --*c->work;
    if (!is_plausible(c, l, s->rise, r.ramp_end, s->base))
        return true;
    *c->work -= *c->work < c->n ? *c->work : c->n;
    r.end = s->end ? s->end : r.ramp_end + 1 < c->n ? r.ramp_end + 1 : c->n;
    if (!lru_missing(l, c->stride, c->x, r.end, s->f))
        return false;
    if (!regress_fit(c, s->f, s->start, r.end, &r) || is_hopeless(c, s->f, s->rise, &r))
        return true;
    if (r.end < c->n && !lru_missing(l, c->stride, c->x + r.end, c->n - r.end, s->f + r.end))
        return false;
    if (!s->end && r.end < c->n) {
        double *rest = malloc(c->n * sizeof *rest);
        if (!rest)
            return false;
        for (size_t i = 0; i < c->n; i++)
            rest[i] = c->y[i] - r.rise * s->f[i];
        struct fit_curve peeled = *c;
        peeled.y = rest;
        r.end = fit_find_rise(&peeled, r.ramp_end + 1, r.base, fit_tolerance(c, r.base, r.height));
        free(rest);
        if (!regress_fit(c, s->f, s->start, r.end, &r))
            return true;
    }
    if (r.height < fit_tolerance(c, r.base, 0))     /* what is seen is not this rise */
        return true;
    r.rms = ramp_rms(c, s->f, &r, width);
    double unit = fmax(0.01 * r.height, 0.5 * c->noise);
    r.rank = r.rms < 1000 * unit ? (int)(r.rms / unit) : 1000;
    s->take(s->ctx, &r);
    return true;
}

/* Steps of a number of which each counts for `bytes`. */
static uint64_t step_of(const struct search *s, uint64_t bytes)
{
    return s->least > bytes ? s->least / bytes : 1;
}

/* Numbers of ways from those that end the plateau too early for noise to hide it to those that end it too late. Steps
 * are counted from the end of the plateau, where the smallest possible cache is, both ways. */
static bool try_ways(const struct search *s, uint64_t line, uint64_t sets, uint64_t sector)
{
    const struct fit_curve *c = s->c;
    struct lru_cache l = { 1, line, sets, sector };
    uint64_t width = lru_ramp(&l, c->stride), seen = c->x[s->rise] + c->stride, step = step_of(s, width);
    uint64_t low = (uint64_t)(LATE * (double)c->x[s->rise - 1]) / width, high = (seen - 1) / width;
    uint64_t knee = (c->x[s->rise - 1] + width - 1) / width;

    if (width * low < c->x[s->start])
        low = c->x[s->start] / width;
    low = low ? low : 1;
    l.ways = knee > low ? low + (knee - low) % step : low;
    for (; l.ways <= high && *c->work; l.ways = l.ways == high ? high + 1 : l.ways + step < high ? l.ways + step : high)
        if (!try_cache(s, &l))
            return false;
    return true;
}

bool fit_all(const struct fit_curve *c, size_t start, size_t rise, bool any_sets, size_t end,
             void (*take)(void *ctx, const struct fit *f), void *ctx)
{
    struct search s = { .c = c, .start = start, .rise = rise, .end = end, .take = take, .ctx = ctx,
                        .least = (c->x[rise] - c->x[rise - 1]) / APART, .f = malloc(c->n * sizeof(double)) };
    /* Lines narrower than a stride that is a power of two look like lines of the stride. */
    bool power = !(c->stride & (c->stride - 1));
    uint64_t reach = c->x[rise] + c->stride;
    bool ok = s.f != NULL;

    for (size_t i = start; i < rise; i++)
        s.base += c->y[i] / (double)(rise - start);
    for (uint64_t line = power ? c->stride : MIN_LINE; ok && line < reach; line *= 2)
        for (uint64_t sets = 1, least = power && line > c->stride ? c->stride : line;
             ok && sets * line < reach && *c->work; sets = any_sets ? sets + step_of(&s, line) : 2 * sets)
            for (uint64_t sector = line; ok && sector && sector >= least && *c->work; sector /= 2)
                ok = try_ways(&s, line, sets, sector);
    free(s.f);
    return ok;
}

bool fit_acceptable(const struct fit_curve *c, const struct fit *f)
{
    return f->rms <= fmax(3 * c->noise, 0.08 * f->height);
}
