/* SPDX-License-Identifier: Apache-2.0
 * infer on curves whose caches are known: simulated access by access, exact and with noise, whole and with points
 * missing. What the curve does not show must not be told. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chase.h"
#include "infer.h"
#include "infer_out.h"
#include "refine.h"

static struct inference result;         /* large */

static const struct inference *read_caches(struct curve *c, uint64_t stride)
{
    assert_true(infer_caches(c, stride, 0, &result));
    return &result;
}

static bool value_is(const struct infer_value *v, enum infer_kind kind, uint64_t value)
{
    return v->kind == kind && (kind == INFER_UNKNOWN || v->value == value);
}

static void print_inference(const struct chase *h, const struct inference *r)
{
    for (size_t k = 0; k < h->levels; k++)
        print_message("cache: %llu bytes, %llu ways, lines of %llu; stride %llu\n",
                      (unsigned long long)h->cache[k].size, (unsigned long long)h->cache[k].ways,
                      (unsigned long long)h->cache[k].line, (unsigned long long)h->stride);
    infer_print(stdout, r);
}

/* The number, or "cannot tell". */
static bool is_or_open(const struct infer_value *v, uint64_t number)
{
    return v->kind == INFER_UNKNOWN || value_is(v, INFER_EXACT, number);
}

/* The latency, or a lower bound of it where a line of the level below has several elements and it does not show whether
 * a miss brings all of it. */
static bool latency_is(const struct chase *h, const struct inference *r, size_t k, double latency, double tolerance)
{
    const struct infer_level *l = &r->level[k];

    if (l->latency_least)
        return k && h->cache[k - 1].line > h->stride && l->latency <= latency + tolerance;
    return fabs(l->latency - latency) <= tolerance;
}

/* Every level of h, exactly; lines no wider than the stride as "at most". As a line might be filled in parts, ways are
 * "at most" where all elements are in one set, and of a single set with several elements in a line only the size is
 * told. */
static bool all_right(const struct chase *h, const struct inference *r, double tolerance)
{
    bool ok = !*r->refused && r->levels == h->levels + 1;

    for (size_t k = 0; ok && k < h->levels; k++) {
        const struct chase_cache *c = &h->cache[k];
        const struct infer_level *l = &r->level[k];
        uint64_t way = c->size / c->ways;
        bool one_set = way <= h->stride, single = way == c->line && c->line > h->stride;
        ok = l->cache && latency_is(h, r, k, c->latency, tolerance);
        ok = ok && (one_set ? value_is(&l->size, INFER_AT_MOST, c->ways * h->stride) :
                    value_is(&l->size, INFER_EXACT, c->size));
        if (single)
            ok = ok && is_or_open(&l->ways, c->ways) && is_or_open(&l->line, c->line) && is_or_open(&l->sets, 1);
        else
            ok = ok && (value_is(&l->ways, INFER_EXACT, c->ways) ||
                        (one_set && value_is(&l->ways, INFER_AT_MOST, c->ways)));
        if (single)
            continue;
        if (c->line > h->stride)
            ok = ok && value_is(&l->line, INFER_EXACT, c->line) && value_is(&l->sets, INFER_EXACT, way / c->line);
        else
            ok = ok && (one_set ? l->line.kind == INFER_AT_MOST && l->line.value >= h->stride
                                : value_is(&l->line, INFER_AT_MOST, h->stride)) &&
                 (one_set ? l->sets.kind == INFER_UNKNOWN : value_is(&l->sets, INFER_AT_LEAST, way / h->stride));
    }
    return ok && latency_is(h, r, h->levels, h->memory, 2 * tolerance);
}

static void check_inference(const struct chase *h, const struct inference *r, double tolerance)
{
    if (all_right(h, r, tolerance))
        return;
    print_inference(h, r);
    fail_msg("wrong");
}

static struct chase single_cache(uint64_t size, uint64_t ways, uint64_t line, uint64_t stride)
{
    struct chase h = { .cache = { { size, ways, line, 56 } }, .levels = 1, .memory = 129, .stride = stride };
    return h;
}

/* One cache of every shape, walked at strides below, at and above the line. */
static void one_cache(void **state)
{
    static const uint64_t ways[] = { 1, 2, 3, 4, 8, 20 }, lines[] = { 16, 64, 256 }, sets[] = { 1, 2, 8, 16 };
    static const uint64_t strides[] = { 4, 16, 64, 256 };
    int curves = 0;

    (void)state;
    for (size_t w = 0; w < 6; w++)
        for (size_t l = 0; l < 3; l++)
            for (size_t s = 0; s < 4; s++)
                for (size_t t = 0; t < 4; t++) {
                    uint64_t way = sets[s] * lines[l], size = way * ways[w], seen = way > strides[t] ? way : strides[t];
                    uint64_t knee = seen * ways[w], wide = lines[l] > strides[t] ? lines[l] : strides[t];
                    if (size > 16384 || knee / strides[t] > 1024 || knee < 3 * strides[t])
                        continue;
                    struct chase h = single_cache(size, ways[w], lines[l], strides[t]);
                    struct curve c = chase_curve(&h, strides[t], knee + seen + 4 * wide, strides[t]);
                    check_inference(&h, read_caches(&c, 0), 0.6);
                    curve_free(&c);
                    curves++;
                }
    print_message("%d curves\n", curves);
    assert_in_range(curves, 150, 500);
}

/* Figure 17: three caches at a stride of 256. */
static struct chase figure17_chase(void)
{
    struct chase h = { .cache = { { 2048, 4, 64, 56 }, { 8192, 4, 256, 129 }, { 32768, 8, 256, 268 } },
                       .levels = 3, .memory = 524, .stride = 256 };
    return h;
}

/* Exact LRU caches of the geometry that the paper prints; Figure 4 is its worked example. */
static void paper_geometry(void **state)
{
    (void)state;
    struct chase h = { .cache = { { 384, 3, 32, 10 } }, .levels = 1, .memory = 30, .stride = 8 };       /* Figure 4 */
    struct curve c = chase_curve(&h, 8, 768, 8);
    check_inference(&h, read_caches(&c, 0), 0.3);
    curve_free(&c);
    h = figure17_chase();
    c = chase_curve(&h, 256, 65536, 256);
    check_inference(&h, read_caches(&c, 0), 0.5);
    curve_free(&c);
    h = single_cache(2048, 4, 64, 16);                              /* Figure 18: a detail, its own second level
                                                                       above */
    c = chase_curve(&h, 1792, 2816, 16);
    check_inference(&h, read_caches(&c, 0), 0.5);
    curve_free(&c);
    h = (struct chase){ .cache = { { 5120, 20, 32, 261 } }, .levels = 1, .memory = 371, .stride = 8 };  /* Figure 11 */
    c = chase_curve(&h, 64, 8192, 8);
    check_inference(&h, read_caches(&c, 0), 1);
    curve_free(&c);
    /* Figure 12 */
    h = (struct chase){ .cache = { { 262144, 8, 256, 371 } }, .levels = 1, .memory = 499, .stride = 64 };
    c = chase_curve(&h, 240 << 10, 320 << 10, 64);
    check_inference(&h, read_caches(&c, 0), 1);
    curve_free(&c);
    h = (struct chase){ .cache = { { 8 << 20, 16, 512 << 10, 440 }, { 32 << 20, 8, 4096, 487 } },
                        .levels = 2, .memory = 698, .stride = 512 << 10 };
    c = chase_curve(&h, 4 << 20, 64 << 20, 512 << 10);              /* Figure 13 */
    check_inference(&h, read_caches(&c, 0), 1);
    curve_free(&c);
    h = (struct chase){
        .cache = { { 5120, 20, 32, 261 }, { 262144, 8, 256, 371 } }, .levels = 2, .memory = 499, .stride = 64 };
    c = chase_curve(&h, 512, 320 << 10, 64);                        /* Figure 10, whole-line fill */
    check_inference(&h, read_caches(&c, 0), 1);
    curve_free(&c);
}

/* Two caches whose lines hold several elements: latencies, not only plateaus. */
static void two_caches(void **state)
{
    static const uint64_t strides[] = { 8, 16, 32, 64, 128 };

    (void)state;
    for (size_t t = 0; t < 5; t++) {
        struct chase h = {
            .cache = { { 1024, 2, 32, 20 }, { 8192, 4, 128, 80 } }, .levels = 2, .memory = 300, .stride = strides[t] };
        struct curve c = chase_curve(&h, strides[t], 16384, strides[t]);
        check_inference(&h, read_caches(&c, 0), 3);
        curve_free(&c);
    }
}

static void test_noisy(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 20; seed++) {
        struct chase h = figure17_chase();
        struct curve c = chase_curve(&h, 256, 65536, 256);
        chase_noise(&c, 3, seed);
        check_inference(&h, read_caches(&c, 0), 6);
        curve_free(&c);
        h = single_cache(2048, 4, 64, 16);
        c = chase_curve(&h, 1024, 4096, 16);
        chase_noise(&c, 0.7, seed);                                 /* a step is about 2.3 */
        check_inference(&h, read_caches(&c, 0), 4);
        curve_free(&c);
        h = (struct chase){ .cache = { { 5120, 20, 32, 261 } }, .levels = 1, .memory = 371, .stride = 8 };
        c = chase_curve(&h, 2048, 8192, 8);
        chase_noise(&c, 1.1, seed);                                 /* a step is about 3.5 */
        check_inference(&h, read_caches(&c, 0), 6);
        curve_free(&c);
    }
}

/* Leaves out the points for which drop says so. */
static void thin_curve(struct curve *c, bool (*drop)(uint64_t x))
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        if (!drop(c->x[i])) {
            c->x[n] = c->x[i];
            c->y[n++] = c->y[i];
        }
    c->n = n;
}

static bool every_third(uint64_t x) { return x / 16 % 3 == 1; }
static bool not_geometric(uint64_t x) { return x < 1800 ? x & (x - 1) : x > 2700 ? x % 1024 : x % 48; }
static bool all_of_the_knee(uint64_t x) { return x > 1900 && x < 2150; }
static bool off_lines(uint64_t x) { return x % 128; }

static void missing_points(void **state)
{
    static bool (*const drops[])(uint64_t) = { every_third, not_geometric, all_of_the_knee };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct chase h = single_cache(2048, 4, 64, 16);
        struct curve c = chase_curve(&h, 16, 8192, 16);
        thin_curve(&c, drops[i]);
        check_inference(&h, read_caches(&c, 0), 1);
        curve_free(&c);
    }
}

/* Not every stride is a power of two. */
static void odd_strides(void **state)
{
    static const uint64_t strides[] = { 12, 24, 48, 40 };

    (void)state;
    for (size_t t = 0; t < 4; t++) {
        struct chase h = single_cache(2048, 4, 64, strides[t]);
        struct curve c = chase_curve(&h, strides[t], 4096, strides[t]);
        check_inference(&h, read_caches(&c, 0), 1);
        curve_free(&c);
    }
}

/* Three sets: no power of two, so told only because nothing else fits. */
static void odd_sets(void **state)
{
    (void)state;
    struct chase h = single_cache(6 * 3 * 64, 6, 64, 16);
    struct curve c = chase_curve(&h, 16, 3000, 16);
    check_inference(&h, read_caches(&c, 0), 1);
    curve_free(&c);
}

/* The points are wider apart than the steps: ways and size, no line. */
static void coarse_points(void **state)
{
    (void)state;
    struct chase h = single_cache(2048, 4, 64, 16);
    struct curve c = chase_curve(&h, 128, 4096, 16);
    thin_curve(&c, off_lines);
    const struct infer_level *l = &read_caches(&c, 0)->level[0];
    assert_true(value_is(&l->size, INFER_EXACT, 2048));
    assert_true(value_is(&l->ways, INFER_EXACT, 4));
    assert_true(value_is(&l->line, INFER_AT_MOST, 128));
    assert_true(value_is(&l->sets, INFER_AT_LEAST, 4));
    assert_non_null(strstr(l->line.why, "128 bytes apart"));
    curve_free(&c);
}

/* Noise as high as the steps: no line is told, or the right one. */
static void drowned_steps(void **state)
{
    (void)state;
    int open = 0;
    for (unsigned seed = 1; seed <= 20; seed++) {
        struct chase h = single_cache(2048, 4, 32, 16);
        struct curve c = chase_curve(&h, 1024, 4096, 32);
        chase_noise(&c, 6, seed);
        const struct infer_level *l = &read_caches(&c, 0)->level[0];
        if (l->line.kind == INFER_EXACT)
            assert_int_equal(l->line.value, 32);
        if (l->ways.kind == INFER_EXACT)
            assert_int_equal(l->ways.value, 4);
        open += l->line.kind != INFER_EXACT;
        curve_free(&c);
    }
    assert_true(open > 0);
}

/* The ramp is cut off: size from the steps, ways unknown. */
static void cut_ramp(void **state)
{
    (void)state;
    struct chase h = single_cache(2048, 4, 64, 16);
    struct curve c = chase_curve(&h, 1024, 2200, 16);
    const struct inference *r = read_caches(&c, 0);
    assert_int_equal(r->level[0].ways.kind, INFER_UNKNOWN);
    assert_non_null(strstr(r->level[0].ways.why, "ends at 2192 bytes"));
    curve_free(&c);
}

static void flat_curve(void **state)
{
    (void)state;
    struct chase h = single_cache(1 << 20, 4, 64, 16);
    struct curve c = chase_curve(&h, 16, 4096, 16);
    for (int noise = 0; noise < 2; noise++) {
        const struct inference *r = read_caches(&c, 0);
        assert_int_equal(r->levels, 1);
        assert_false(r->level[0].cache || r->level[0].unexplained);
        assert_true(fabs(r->level[0].latency - 56) < 0.5);
        chase_noise(&c, 1, 5);
    }
    curve_free(&c);
}

/* Random replacement gives no staircase; a fall is none; neither is a line. */
static void no_staircase(void **state)
{
    (void)state;
    struct chase h = single_cache(2048, 4, 64, 16);
    h.random = true;
    struct curve c = chase_curve(&h, 16, 8192, 16);
    const struct inference *r = read_caches(&c, 0);
    assert_true(r->level[0].unexplained && !r->level[0].cache);
    assert_int_equal(r->level[0].shape.steps, 0);
    for (size_t i = 0; i < c.n; i++)
        c.y[i] = 200 - 0.2 * (double)i;
    assert_non_null(strstr(read_caches(&c, 0)->refused, "falls"));
    for (size_t i = 0; i < c.n; i++)
        c.y[i] = 20 + 0.2 * (double)i;
    r = read_caches(&c, 0);
    assert_true(*r->refused || r->level[0].unexplained);
    c.n = 3;
    assert_non_null(strstr(read_caches(&c, 0)->refused, "3 points"));
    curve_free(&c);
    h = single_cache(2048, 4, 64, 16);
    c = chase_curve(&h, 2112, 4096, 16);
    r = read_caches(&c, 0);
    assert_true(*r->refused || !r->level[0].cache || r->level[0].size.kind != INFER_EXACT);
    curve_free(&c);
}

/* Steps that are no LRU cache's, since fetching ahead lowers the first ones: where they stand is told, and nothing if
 * they are uneven. */
static void steps_only(void **state)
{
    (void)state;
    struct chase h = single_cache(8192, 4, 256, 64);
    struct curve c = chase_curve(&h, 64, 16384, 64);
    for (size_t i = 0; i < c.n; i++) {
        double step = c.x[i] <= 7936 ? 0 : c.x[i] > 9728 ? 8 : (double)((c.x[i] - 7936 + 255) / 256);
        c.y[i] = 4 + step * sqrt(step) / 5;
    }
    const struct inference *r = read_caches(&c, 0);
    assert_true(r->level[0].unexplained);
    assert_int_equal(r->level[0].to, 7936);
    assert_int_equal(r->level[0].shape.steps, 8);
    assert_int_equal(r->level[0].shape.bytes, 256);
    for (size_t i = 0; i < c.n; i++)
        if (c.x[i] > 9216)
            c.y[i] = 4 + 4.5;
    assert_int_equal(read_caches(&c, 0)->level[0].shape.steps, 6);      /* the last one is higher, not wider */
    for (size_t i = 0; i < c.n; i++)
        if (c.x[i] > 8448 && c.x[i] <= 8704)
            c.y[i] = c.y[i - 1];                                        /* one is missing */
    assert_int_equal(read_caches(&c, 0)->level[0].shape.steps, 0);
    curve_free(&c);
}

static bool chase_one(void *ctx, uint64_t bytes, double *clocks)
{
    const struct chase *h = ctx;
    struct curve c = chase_curve(h, bytes, bytes, 1);

    *clocks = c.y[0];
    curve_free(&c);
    return bytes != 1 << 19;
}

/* Few sizes, chosen while they are measured, tell what all of them would: 2048 here. Between are 63 at most, four from
 * one power of two to the next, and those where the curve rises. */
static void chosen_sizes(void **state)
{
    (void)state;
    struct chase h = {
        .cache = { { 4096, 4, 64, 20 }, { 32768, 8, 128, 90 } }, .levels = 2, .memory = 300, .stride = 64 };
    struct refine r = { .stride = 64, .from = 512, .to = 1 << 17, .steps = 4, .most = 300, .measure = chase_one,
                        .ctx = &h };
    struct curve c;
    assert_true(infer_refine(&r, &c));
    assert_in_range(c.n, 8 * 4 + 1 + 30, 200);
    for (size_t i = 1; i < c.n; i++)
        assert_true(c.x[i] > c.x[i - 1] && c.x[i] % 64 == 0);
    assert_int_equal(c.x[0], 512);
    assert_int_equal(c.x[c.n - 1], 1 << 17);
    check_inference(&h, read_caches(&c, 0), 1);
    curve_free(&c);
    r.most = 5;
    assert_true(infer_refine(&r, &c));
    assert_int_equal(c.n, 8 * 4 + 1 + 5);
    curve_free(&c);
    r.to = 1 << 19;                                     /* which cannot be measured */
    assert_false(infer_refine(&r, &c));
    assert_int_equal(c.n, 10 * 4);
    curve_free(&c);
}

/* A rise that is no LRU cache's between two that are: they are told all the same. */
static void one_odd_rise(void **state)
{
    (void)state;
    struct chase h = { .cache = { { 1024, 4, 32, 10 }, { 1 << 20, 1, 32, 50 } }, .levels = 2, .memory = 100,
                       .stride = 32 };
    struct curve c = chase_curve(&h, 256, 8192, 32);
    for (size_t i = 0; i < c.n; i++)                    /* 3 KB to 4 KB, as no set fills */
        c.y[i] += c.x[i] < 3072 ? 0 : c.x[i] > 4096 ? 60 : 60 * pow(((double)c.x[i] - 3072) / 1024, 0.3);
    const struct inference *r = read_caches(&c, 0);
    assert_int_equal(r->levels, 3);
    assert_true(r->level[0].cache && value_is(&r->level[0].size, INFER_EXACT, 1024));
    assert_true(r->level[1].unexplained && r->level[1].to == 3072);
    assert_true(fabs(r->level[1].latency - 50) < 0.5 && fabs(r->level[2].latency - 110) < 0.5);
    assert_in_range(r->level[2].from, 3500, 4128);
    curve_free(&c);
}

/* The formula against the simulation: a cache at this stride. */
static void formula_of(uint64_t ways, uint64_t sets, uint64_t sector, uint64_t stride)
{
    struct chase h = {
        .cache = { { ways * sets * 64, ways, 64, 0, sector } }, .levels = 1, .memory = 1, .stride = stride };
    struct lru_cache l = { ways, 64, sets, sector };
    struct curve c = chase_curve(&h, stride, 64 * stride < 8192 ? 64 * stride : 8192, stride);
    double *f = malloc(c.n * sizeof *f);

    assert_true(lru_missing(&l, stride, c.x, c.n, f));
    for (size_t i = 0; i < c.n; i++)
        if (fabs(f[i] - c.y[i]) > 1e-9)
            fail_msg("ways %d sets %d sector %d stride %d bytes %d: %g, simulated %g", (int)ways, (int)sets,
                     (int)sector, (int)stride, (int)c.x[i], f[i], c.y[i]);
    free(f);
    curve_free(&c);
}

/* Every shape and stride; sectors at strides that are powers of two. */
static void test_formula(void **state)
{
    static const uint64_t strides[] = { 4, 16, 24, 48, 64, 96, 100, 128, 192, 512 };

    (void)state;
    for (uint64_t ways = 1; ways <= 5; ways += 2)
        for (uint64_t sets = 1; sets <= 8; sets += sets < 4 ? 1 : 4)
            for (size_t t = 0; t < 10; t++)
                for (uint64_t sector = strides[t] & (strides[t] - 1) ? 64 : 8; sector <= 64; sector *= 2)
                    formula_of(ways, sets, sector, strides[t]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formula),  cmocka_unit_test(one_cache),  cmocka_unit_test(paper_geometry),
        cmocka_unit_test(two_caches),    cmocka_unit_test(test_noisy),  cmocka_unit_test(missing_points),
        cmocka_unit_test(odd_strides),   cmocka_unit_test(odd_sets),   cmocka_unit_test(coarse_points),
        cmocka_unit_test(drowned_steps), cmocka_unit_test(cut_ramp),   cmocka_unit_test(flat_curve),
        cmocka_unit_test(no_staircase),  cmocka_unit_test(steps_only), cmocka_unit_test(chosen_sizes),
        cmocka_unit_test(one_odd_rise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
