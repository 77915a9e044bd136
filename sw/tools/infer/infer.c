/* SPDX-License-Identifier: Apache-2.0
 * From the curve to levels: the fewest caches, one above the other, that explain all of it. */
#include "infer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"

#define MIN_POINTS   6
#define LEVEL_COST   60.0       /* another level must lower the deviation by this many variances */
#define ODD_SETS_COST 30.0      /* a set count that is no power of two is less likely */
#define UNFIT_COST   5000.0
#define BARE_COST    1000.0     /* a rise with too few points: only where no cache below explains it, too */
#define MAX_BRANCHES 4          /* ends of a level that are followed further */
#define SAME_FIT     10.0       /* variances by which a fit may be worse and still be possible */
#define FLAT_POINTS  3          /* that a plateau above a rise that no cache explains has at least, */
#define FLAT_PART    1.1        /* and the factor from its first size to its last */
#define RISE_POINTS  2          /* between two plateaus: with less no cache is told from another */
#define MOST_WORK    500000000u    /* points compared with caches: some seconds */

/* What a rise is: that of a cache, one that has too few points to tell, one that no cache explains. Above the latter
 * two begins another plateau, or the chain ends. */
enum rise { RISE_CACHE, RISE_BARE, RISE_UNEXPLAINED };

struct chain {
    struct fit level[INFER_LEVELS];
    size_t start[INFER_LEVELS + 1], rise[INFER_LEVELS + 1];     /* of the plateau below; first point above it */
    bool   any_sets[INFER_LEVELS];
    enum rise kind[INFER_LEVELS + 1];
    size_t n;
    bool   unfit;               /* a rise is not explained */
    double cost;
};

struct context {
    struct fit_curve c;
    uint64_t work;
    bool no_memory;
};

static void print_to(char *to, size_t n, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

static void print_to(char *to, size_t n, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(to, n, fmt, ap);
    va_end(ap);
}

#define WHY(v, ...) print_to((v).why, sizeof (v).why, __VA_ARGS__)

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Standard deviation from second differences, which steps hardly touch: the lower quarter of them, scaled for a
 * normal distribution. */
static double noise_of(const struct curve *c)
{
    size_t n = c->n - 2;
    double *d = malloc(n * sizeof *d);

    if (!d)
        return -1;
    for (size_t i = 0; i < n; i++)
        d[i] = fabs(c->y[i] - 2 * c->y[i + 1] + c->y[i + 2]);
    qsort(d, n, sizeof *d, by_size);
    double sigma = d[n / 4] / (0.3186 * sqrt(6));
    free(d);
    return sigma;
}

/* The best fit for each end. */
struct ends { struct fit *best; size_t n; };

/* Keeps the cheapest fit for each end. */
static void keep_best(void *ctx, const struct fit *f)
{
    struct ends *e = ctx;

    for (size_t i = 0; i < e->n; i++)
        if (e->best[i].end == f->end) {
            if (f->cost < e->best[i].cost)
                e->best[i] = *f;
            return;
        }
    struct fit *grown = e->n & (e->n - 1) ? e->best : realloc(e->best, (e->n ? 2 * e->n : 1) * sizeof *grown);
    if (!grown)
        return;
    e->best = grown;
    e->best[e->n++] = *f;
}

static int best_first(const void *a, const void *b)
{
    const struct fit *x = a, *y = b;
    return x->rank != y->rank ? x->rank - y->rank : (x->end < y->end) - (x->end > y->end);
}

static int farthest_first(const void *a, const void *b)
{
    const struct fit *x = a, *y = b;
    return (x->end < y->end) - (x->end > y->end);
}

/* Deviation of the points [from, to) from a fit, in variances; what the model cannot know better than to 1 % of the
 * rise counts as noise. */
static double fit_deviation(const struct context *k, const struct fit *f, const double *peeled, size_t from, size_t to)
{
    double sigma = fmax(fmax(k->c.noise, 0.01 * f->height), 0.003 * fabs(f->base + k->c.lift)), sum = 0;

    for (size_t i = from; i < to; i++)
        sum += pow(fmin(fabs(peeled[i] - f->base), f->cap) / sigma, 2);
    return sum;
}

static void explain_points(struct context *k, const double *y, size_t start, double base, double tolerance,
                           size_t depth, struct chain *chain);

/* Of the fits that end at about the same size only the best stays. The rest: farthest first. */
static void thin_out(const struct fit_curve *c, struct ends *e)
{
    size_t kept = 0;

    if (!e->n)
        return;
    qsort(e->best, e->n, sizeof *e->best, best_first);
    for (size_t i = 0; i < e->n; i++) {
        double x = (double)c->x[e->best[i].end - 1];
        bool near = !fit_acceptable(c, &e->best[i]);
        for (size_t j = 0; j < kept && !near; j++)
            near = fabs(x - (double)c->x[e->best[j].end - 1]) < 0.05 * x;
        if (!near)
            e->best[kept++] = e->best[i];
    }
    e->n = kept;
    qsort(e->best, e->n, sizeof *e->best, farthest_first);
}

/* Tries the fits of one kind, each with everything that follows above it; keeps the cheapest chain. */
static void try_fits(struct context *k, const double *y, size_t start, size_t rise, bool any_sets, size_t depth,
                     struct chain *chain)
{
    struct fit_curve c = k->c;
    struct ends ends = { 0 };
    double *rest = malloc(c.n * sizeof *rest), *f = malloc(c.n * sizeof *f);
    int followed = 0;

    c.y = y;
    if (!rest || !f || !fit_all(&c, start, rise, any_sets, 0, keep_best, &ends))
        k->no_memory = true;
    thin_out(&c, &ends);
    for (size_t i = 0; i < ends.n && followed < MAX_BRANCHES && !k->no_memory; i++) {
        const struct fit *b = &ends.best[i];
        struct chain above = { 0 };
        if (!lru_missing(&b->cache, c.stride, c.x, c.n, f))
            continue;
        followed++;
        for (size_t p = 0; p < c.n; p++)
            rest[p] = y[p] - b->rise * f[p];
        k->c.lift = c.lift + b->height;
        explain_points(k, rest, b->ramp_end, b->base, fit_tolerance(&c, b->base, b->height), depth + 1, &above);
        k->c.lift = c.lift;
        double cost = above.cost + LEVEL_COST + (any_sets ? ODD_SETS_COST : 0) +
                      fit_deviation(k, b, rest, start, above.n > depth + 1 || above.unfit ? b->ramp_end : c.n);
        if (cost >= chain->cost)
            continue;
        *chain = above;
        chain->cost = cost;
        chain->level[depth] = *b;
        chain->start[depth] = start;
        chain->rise[depth] = rise;
        chain->any_sets[depth] = any_sets;
    }
    free(ends.best);
    free(rest);
    free(f);
}

/* Two ramps closer than real hierarchies have them: perhaps one of another number of sets. */
static bool is_crowded(const struct fit_curve *c, const struct chain *chain, size_t depth)
{
    return chain->unfit || (chain->n > depth + 1 &&
                            (double)c->x[chain->rise[depth + 1] - 1] <= 1.5 * (double)c->x[chain->rise[depth] - 1]);
}

/* First of the next points that lie level above a rise from `base` at point `rise`; n: none. */
static size_t next_plateau(const struct fit_curve *c, size_t rise, double base)
{
    for (size_t i = rise; i + FLAT_POINTS <= c->n; i++) {
        double low = INFINITY, high = 0, reach = FLAT_PART * (double)c->x[i];
        for (size_t k = i; k < c->n && (k < i + FLAT_POINTS || (double)c->x[k - 1] < reach); k++) {
            low = fmin(low, c->y[k]);
            high = fmax(high, c->y[k]);
        }
        if ((double)c->x[c->n - 1] < reach)
            break;
        if (high - low <= fit_tolerance(c, low, low - base))
            return i;
    }
    return c->n;
}

/* Are there so few points from x[rise] on, below x[above], that any cache would do, or none? */
static bool too_few(const struct fit_curve *c, size_t rise, size_t above)
{
    return above < rise + RISE_POINTS && above < c->n && c->x[above] - c->x[rise - 1] > (above - rise + 1) * c->stride;
}

/* Leaves the rise as it is and goes on with the plateau above it. */
static void leave_rise(struct context *k, const double *y, size_t start, size_t rise, size_t depth, struct chain *chain)
{
    struct fit_curve c = k->c;
    double base = 0;

    c.y = y;
    for (size_t i = start; i < rise; i++)
        base += y[i] / (double)(rise - start);
    size_t above = next_plateau(&c, rise, base);
    if (above == c.n)
        return;
    explain_points(k, y, above, NAN, fit_tolerance(&c, y[above], y[above] - base), depth + 1, chain);
    chain->start[depth] = start;
    chain->rise[depth] = rise;
    chain->kind[depth] = too_few(&c, rise, above) ? RISE_BARE : RISE_UNEXPLAINED;
    chain->cost += chain->kind[depth] == RISE_BARE ? BARE_COST : UNFIT_COST;
    chain->unfit = chain->unfit || chain->kind[depth] == RISE_UNEXPLAINED;
}

/* Explains the points from `start` on, which lie at `base` (NaN: at their own mean) until they rise. */
static void explain_points(struct context *k, const double *y, size_t start, double base, double tolerance,
                           size_t depth, struct chain *chain)
{
    struct fit_curve c = k->c;

    c.y = y;
    memset(chain, 0, sizeof *chain);
    chain->n = depth;
    chain->start[depth] = start;
    chain->rise[depth] = start < c.n ? fit_find_rise(&c, start, base, tolerance) : c.n;
    if (chain->rise[depth] == c.n)
        return;
    size_t rise = chain->rise[depth];
    chain->cost = UNFIT_COST;
    chain->unfit = true;
    chain->kind[depth] = RISE_UNEXPLAINED;
    if (depth == INFER_LEVELS - 1 || rise == start || (depth == 0 && rise < 2))
        return;
    leave_rise(k, y, start, rise, depth, chain);
    struct chain none = *chain;
    try_fits(k, y, start, rise, false, depth, chain);
    if (is_crowded(&k->c, chain, depth))
        try_fits(k, y, start, rise, true, depth, chain);
    if (is_crowded(&k->c, chain, depth) && !chain->unfit)
        *chain = none;
}

/* What the caches that fit a rise about as well as the best one agree on. */
struct agreement {
    const struct fit *best;
    uint64_t stride, size[2], ways[2], line[2], share[2], ramp[2], from[2];
    uint64_t apart;             /* bytes between accesses that come so far: one for each line of levels before */
    double   limit;             /* cost up to which a fit is possible */
    bool     parts;             /* one of them fills its lines in parts */
    size_t   n;
};

static void widen_range(uint64_t range[2], uint64_t v, bool first)
{
    if (first || v < range[0])
        range[0] = v;
    if (first || v > range[1])
        range[1] = v;
}

/* Widens the ranges of what all good fits say. */
static void widen_by_fit(void *ctx, const struct fit *f)
{
    struct agreement *a = ctx;
    uint64_t ramp = lru_ramp(&f->cache, a->stride);

    if (f->cost > a->limit)
        return;
    bool first = a->n++ == 0;
    widen_range(a->size, f->cache.sets * f->cache.line * f->cache.ways, first);
    widen_range(a->ways, f->cache.ways, first);
    widen_range(a->line, f->cache.line, first);
    widen_range(a->share, lru_share(&f->cache, a->stride), first);
    a->parts = a->parts || lru_share(&f->cache, a->stride) < f->cache.line;
    widen_range(a->ramp, ramp, first);
    widen_range(a->from, ramp * f->cache.ways, first);
}

static struct infer_value known_value(enum infer_kind kind, uint64_t value)
{
    struct infer_value v = { kind, value, "" };
    return v;
}

typedef unsigned long long ull;

/* Why several caches fit alike: points too far apart, the curve ends, or noise. */
static void why_open(struct infer_value *v, const struct context *k, const struct agreement *a, const char *what,
                     const uint64_t range[2])
{
    const struct fit *b = a->best;
    uint64_t gap = 0;
    char reason[100];

    for (size_t i = 1; i < k->c.n; i++)
        if (k->c.x[i] > a->from[0] && k->c.x[i - 1] < a->from[1] + a->ramp[1] && k->c.x[i] - k->c.x[i - 1] > gap)
            gap = k->c.x[i] - k->c.x[i - 1];
    if (b->ramp_end + 1 >= k->c.n)
        print_to(reason, sizeof reason, "the curve ends at %llu bytes, before a plateau", (ull)k->c.x[k->c.n - 1]);
    else if (gap > k->c.stride && gap > a->line[0])
        print_to(reason, sizeof reason, "the points there are up to %llu bytes apart", (ull)gap);
    else if (a->parts)
        print_to(reason, sizeof reason, "a miss may bring a part of its line");
    else
        print_to(reason, sizeof reason, "the points scatter by %.2g clocks about the steps", fmax(b->rms, k->c.noise));
    print_to(v->why, sizeof v->why, "%s from %llu to %llu fit alike: %s", what, (ull)range[0], (ull)range[1], reason);
}

/* One step, no wider than the accesses lie apart. */
static bool one_step(const struct agreement *a)
{
    return a->ramp[0] <= a->apart && a->line[0] <= a->apart;
}

/* The size, if all good fits agree on it, and why. */
static void tell_size(const struct context *k, const struct agreement *a, size_t rise, struct infer_level *l)
{
    l->size = known_value(INFER_UNKNOWN, 0);
    if (a->size[0] != a->size[1])
        why_open(&l->size, k, a, "sizes", a->size);
    else if (one_step(a)) {
        l->size = known_value(INFER_AT_MOST, a->size[0]);
        WHY(l->size, "the curve rises in one step as wide as the %s, so all elements may share one set: exact "
                     "only if the cache is fully associative",
            a->apart == k->c.stride ? "stride" : "lines of the level before may be");
    } else {
        l->size = known_value(INFER_EXACT, a->size[0]);
        WHY(l->size, "flat to %llu bytes, above that from %llu", (ull)l->to, (ull)k->c.x[rise]);
    }
}

/* The same of the ways. */
static void tell_ways(const struct context *k, const struct agreement *a, struct infer_level *l)
{
    l->ways = known_value(INFER_UNKNOWN, 0);
    if (one_step(a) && a->parts && a->size[0] == a->size[1]) {
        l->ways = known_value(INFER_AT_MOST, a->ways[1]);
        WHY(l->ways, "%llu accesses fit into the set; a line that a miss fills in parts may hold several",
            (ull)a->ways[1]);
    } else if (a->ways[0] != a->ways[1])
        why_open(&l->ways, k, a, "ways", a->ways);
    else {
        l->ways = known_value(INFER_EXACT, a->ways[0]);
        WHY(l->ways, "the ramp from %llu to %llu is %llu bytes wide: %llu / %llu", (ull)a->from[0],
            (ull)(a->from[0] + a->ramp[0]), (ull)a->ramp[0], (ull)a->from[0], (ull)a->ramp[0]);
    }
}

/* The same of the line. */
static void tell_line(const struct context *k, const struct agreement *a, struct infer_level *l)
{
    uint64_t stride = k->c.stride;

    l->line = known_value(INFER_UNKNOWN, 0);
    l->share_known = a->share[0] == a->share[1];
    l->share = a->share[1];
    if (a->line[0] == a->line[1] && a->line[0] > stride && a->line[0] <= a->apart) {
        l->line = known_value(INFER_AT_MOST, a->line[0]);
        WHY(l->line, "a step is as wide as a line of the level before may be: a line is no wider, but may be narrower");
    } else if (a->line[0] == a->line[1] && a->line[0] > stride) {
        l->line = known_value(INFER_EXACT, a->line[0]);
        WHY(l->line, "%llu step%s of %llu bytes", (ull)(a->ramp[0] / a->line[0]),
            a->ramp[0] / a->line[0] == 1 ? "" : "s", (ull)a->line[0]);
    } else if (a->line[0] <= stride) {
        uint64_t most = a->line[1] > stride ? a->line[1] : stride;
        l->line = known_value(INFER_AT_MOST, most);
        if (most == stride)
            WHY(l->line, "a step is one stride (%llu bytes) wide: a line is no wider, but may be narrower",
                (ull)stride);
        else
            why_open(&l->line, k, a, "lines", a->line);
    } else
        why_open(&l->line, k, a, "lines", a->line);
}

/* The same of the sets. */
static void tell_sets(const struct context *k, const struct agreement *a, struct infer_level *l)
{
    l->sets = known_value(INFER_UNKNOWN, 0);
    if (a->ramp[0] != a->ramp[1])
        why_open(&l->sets, k, a, "way sizes", a->ramp);
    else if (l->line.kind == INFER_UNKNOWN)
        WHY(l->sets, "way size is %llu bytes, but the line is not known", (ull)a->ramp[0]);
    else if (l->size.kind != INFER_EXACT)
        WHY(l->sets, "the stride touches one set only");
    else if (l->line.kind == INFER_EXACT) {
        l->sets = known_value(INFER_EXACT, a->ramp[0] / l->line.value);
        WHY(l->sets, "%llu steps; way size / line = %llu / %llu", (ull)l->sets.value, (ull)a->ramp[0],
            (ull)l->line.value);
    } else if (lru_ramp(&a->best->cache, k->c.stride) == a->best->cache.line * a->best->cache.sets) {
        l->sets = known_value(INFER_AT_LEAST, a->ramp[0] / l->line.value);
        WHY(l->sets, "way size / line = %llu / at most %llu", (ull)a->ramp[0], (ull)l->line.value);
    } else
        WHY(l->sets, "the line is not known");
}

/* A rise without enough points: between which sizes it lies. */
static void tell_bare(const struct fit_curve *c, size_t rise, size_t above, struct infer_level *l)
{
    l->ramp_from = c->x[rise - 1];
    l->ramp_to = c->x[above < c->n ? above : c->n - 1];
    l->size = known_value(INFER_UNKNOWN, 0);
    WHY(l->size, "between %llu and %llu bytes: %zu point%s of the curve on the rise", (ull)l->ramp_from,
        (ull)l->ramp_to, above - rise, above == rise + 1 ? "" : "s");
}

/* Bytes between the accesses that come past the levels before this one, at most. */
static uint64_t bytes_apart(const struct infer_level *level, size_t at, const struct agreement *a)
{
    uint64_t most = a->stride;

    for (size_t i = 0; i < at; i++) {
        uint64_t share = level[i].cache ? level[i].share : a->line[1];      /* no cache: it may be this one's line */
        most = share > most ? share : most;
    }
    return most;
}

/* Behind the last point that cache `at` of the chain leaves flat: noise can hide the first steps of its ramp. */
static size_t flat_end(const struct fit_curve *c, const struct chain *chain, size_t at)
{
    size_t end = chain->rise[at];
    const struct lru_cache *l = &chain->level[at].cache;

    if (at < chain->n && chain->kind[at] == RISE_CACHE)
        while (end > chain->start[at] + 1 && c->x[end - 1] > lru_ramp(l, c->stride) * l->ways)
            end--;
    return end;
}

/* l: that of the chain's level `at` */
static bool tell_cache(struct context *k, const struct chain *chain, size_t at, const double *y, struct infer_level *l)
{
    struct fit_curve c = k->c;
    /* as far as the plateau above it */
    size_t start = chain->start[at], rise = chain->rise[at], end = flat_end(&k->c, chain, at + 1);
    struct ends best = { 0 };

    c.y = y;
    if (!fit_all(&c, start, rise, chain->any_sets[at], end, keep_best, &best))
        return false;
    const struct fit *b = best.n ? best.best : &chain->level[at];
    double points = (double)(end - start);
    double variance = fmax(b->cost / fmax(points - 5, 1), pow(0.003 * b->height, 2));
    struct agreement a = { .best = b, .stride = c.stride, .limit = b->cost + SAME_FIT * variance };

    if (!fit_all(&c, start, rise, chain->any_sets[at], end, widen_by_fit, &a)) {
        free(best.best);
        return false;
    }
    l->fit = b->cache;
    l->rise = b->rise;
    l->rms = b->rms;
    size_t first = start, above;
    while (first < rise && c.x[first] <= a.from[0])
        first++;
    for (above = first; above < c.n && c.x[above] < a.from[1] + a.ramp[1];)
        above++;
    l->bare = too_few(&c, first, above);
    l->cache = !l->bare;
    if (l->bare) {
        tell_bare(&c, first, above, l);
        free(best.best);
        return true;
    }
    l->ramp_from = lru_ramp(&b->cache, c.stride) * b->cache.ways;
    l->ramp_to = l->ramp_from + lru_ramp(&b->cache, c.stride);
    a.apart = bytes_apart(l - at, at, &a);
    tell_size(k, &a, rise, l);
    tell_ways(k, &a, l);
    tell_line(k, &a, l);
    tell_sets(k, &a, l);
    free(best.best);
    return true;
}

/* Does a miss of the level below count by its share so little that it cannot be told to 1 %? */
static bool is_blurred(const struct infer_level *below, uint64_t stride)
{
    double times = (double)lru_share(&below->fit, stride) / (double)stride;

    return times > 1 && 3 * below->rms * times > 0.01 * (below->latency + below->rise);
}

/* Latency of level `at`: what the levels below add up to. Where a line serves several accesses the plateau shows only
 * its share. */
static void tell_latency(struct inference *r, size_t at, double base)
{
    struct infer_level *l = &r->level[at];
    const struct infer_level *below = at ? &r->level[at - 1] : NULL;

    l->latency_least = below && (below->latency_least || below->bare || below->unexplained || !below->share_known ||
                                 is_blurred(below, r->stride));
    if (l->latency_least) {
        l->latency = base;
        print_to(l->latency_why, sizeof l->latency_why,
                 "plateau; an access may take longer, as a line may serve several");
    } else if (!below) {
        l->latency = base;
        print_to(l->latency_why, sizeof l->latency_why, "plateau from %llu to %llu bytes", (ull)l->from, (ull)l->to);
    } else {
        l->latency = below->latency + below->rise;
        uint64_t share = lru_share(&below->fit, r->stride);
        if (share > r->stride)
            print_to(l->latency_why, sizeof l->latency_why,
                     "plateau of %.2f: each %s of %llu bytes is fetched once for %.3g accesses", l->plateau,
                     share < below->fit.line ? "part of a line" : "line", (ull)share,
                     (double)share / (double)r->stride);
        else
            print_to(l->latency_why, sizeof l->latency_why, "plateau from %llu to %llu bytes", (ull)l->from,
                     (ull)l->to);
    }
}

/* Does the curve rise between the two, or did a cache below leave a rest that looks so? If not, the first has both. */
static bool one_plateau(struct infer_level *l, const struct infer_level *above, double noise)
{
    if (fabs(above->plateau - l->plateau) > fmax(3 * noise, 0.004 * l->plateau))
        return false;
    l->to = above->to;
    l->cache = l->bare = l->unexplained = false;
    return true;
}

/* From the chain of rises to levels; false: out of memory. */
static bool tell_levels(struct context *k, const struct chain *chain, const struct curve *c, double offset,
                        struct inference *r)
{
    double *y = malloc(c->n * sizeof *y), *f = malloc(c->n * sizeof *f);
    bool ok = y && f;

    if (ok)
        memcpy(y, c->y, c->n * sizeof *y);
    r->levels = chain->n + 1;
    for (size_t at = 0; ok && at <= chain->n; at++) {
        struct infer_level *l = &r->level[at];
        size_t start = chain->start[at] < c->n ? chain->start[at] : c->n - 1, rise = chain->rise[at];
        if (rise <= start)
            rise = start + 1;
        l->from = c->x[start];
        if (chain->start[at] < c->n)
            rise = flat_end(&k->c, chain, at);
        l->to = c->x[rise - 1];
        for (size_t i = start; i < rise; i++)
            l->plateau += (c->y[i] - offset) / (double)(rise - start);
        l->bare = chain->kind[at] == RISE_BARE;
        l->unexplained = chain->kind[at] == RISE_UNEXPLAINED;
        bool peeled = at < chain->n && chain->kind[at] == RISE_CACHE;
        if (peeled)
            ok = tell_cache(k, chain, at, y, l);
        if (chain->kind[at] == RISE_BARE)
            tell_bare(&k->c, rise, chain->start[at + 1], l);
        tell_latency(r, at, l->plateau);
        if (l->unexplained) {
            struct curve part = { .n = at < chain->n ? chain->rise[at + 1] : c->n, .x = c->x, .y = c->y };
            l->ramp_from = l->to;
            l->shape = infer_shape(&part, l->to, r->noise);
        }
        ok = ok && (!peeled || lru_missing(&chain->level[at].cache, k->c.stride, c->x, c->n, f));
        for (size_t i = 0; ok && peeled && i < c->n; i++)
            y[i] -= chain->level[at].rise * f[i];
        k->c.lift += peeled ? chain->level[at].height : 0;
    }
    if (r->levels > 1 && chain->n && chain->start[chain->n] >= c->n)    /* the curve ends on the last ramp */
        r->levels--;
    while (r->levels > 1 && one_plateau(&r->level[r->levels - 2], &r->level[r->levels - 1], r->noise))
        r->levels--;
    free(y);
    free(f);
    return ok;
}

/* Of all sizes: no step is narrower. */
static uint64_t common_divisor(const struct curve *c)
{
    uint64_t g = 0;

    for (size_t i = 0; i < c->n; i++)
        for (uint64_t b = c->x[i]; b;) {
            uint64_t m = g % b;
            g = b;
            b = m;
        }
    return g;
}

/* Things no staircase can be read from. */
static bool refuse_curve(const struct context *k, const struct curve *c, struct inference *r)
{
    double low = INFINITY, high = 0;
    size_t n = sizeof r->refused;

    for (size_t i = 0; i < c->n; i++) {
        low = fmin(low, c->y[i]);
        high = fmax(high, c->y[i]);
    }
    if (c->n < MIN_POINTS) {
        print_to(r->refused, n, "%zu point%s, at least %d are needed", c->n, c->n == 1 ? "" : "s", MIN_POINTS);
        return true;
    }
    if (!k->c.stride) {
        print_to(r->refused, n,
                 "the stride is not known and the sizes have no common divisor of 4 bytes or more: give --stride");
        return true;
    }
    double last = (c->y[c->n - 1] + c->y[c->n - 2] + c->y[c->n - 3]) / 3;
    if (high - low > fmax(8 * k->c.noise, 0.02 * high) && high - last > 0.7 * (high - low)) {
        print_to(r->refused, n, "the curve falls from %.2f to %.2f clocks: not the staircase of a growing array", high,
                 last);
        return true;
    }
    return false;
}

bool infer_caches(const struct curve *c, uint64_t stride, double offset, struct inference *r)
{
    memset(r, 0, sizeof *r);
    r->offset = offset;
    r->stride = stride ? stride : c->stride;
    if (!r->stride) {
        r->stride = common_divisor(c);
        r->stride_guessed = true;
        if (r->stride < 4)
            r->stride = 0;
    }
    r->noise = c->n > 3 ? noise_of(c) : 0;
    if (r->noise < 0)
        return false;
    struct context k = { .c = { .n = c->n, .x = c->x, .y = c->y, .stride = r->stride, .noise = r->noise },
                         .work = MOST_WORK };
    k.c.work = &k.work;
    struct chain *chain = malloc(sizeof *chain);
    bool ok = chain != NULL;
    if (ok && !refuse_curve(&k, c, r)) {
        double first = (c->y[0] + c->y[1]) / 2;
        explain_points(&k, c->y, 0, NAN, fit_tolerance(&k.c, first, 0), 0, chain);
        ok = !k.no_memory;
        if (ok && chain->unfit && !chain->n && chain->rise[0] < 2)
            print_to(r->refused, sizeof r->refused,
                     "the curve rises from its first point (%llu bytes): no plateau to start from", (ull)c->x[0]);
        else if (ok) {
            r->cut = !k.work;
            k.work = MOST_WORK;
            ok = tell_levels(&k, chain, c, offset, r);
            r->cut = r->cut || !k.work;
        }
    }
    free(chain);
    return ok;
}

bool infer_predict(const struct inference *r, const uint64_t *x, size_t n, double *y)
{
    double *f = malloc((n ? n : 1) * sizeof *f);
    bool ok = f != NULL;

    for (size_t i = 0; i < n; i++)
        y[i] = r->levels ? r->level[0].latency + r->offset : NAN;
    for (size_t k = 0; ok && k < r->levels; k++) {
        const struct infer_level *l = &r->level[k], *above = k + 1 < r->levels ? l + 1 : NULL;
        ok = !l->cache || lru_missing(&l->fit, r->stride, x, n, f);
        for (size_t i = 0; ok && l->cache && i < n; i++)
            y[i] += l->rise * f[i];
        for (size_t i = 0; (l->bare || l->unexplained) && i < n; i++)
            y[i] = x[i] <= l->to ? y[i] : above && x[i] >= above->from ? above->plateau + r->offset : NAN;
    }
    free(f);
    return ok;
}
