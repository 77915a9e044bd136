/* SPDX-License-Identifier: Apache-2.0
 * silicon_judge: what passes and, above all, what must not. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bench.h"

static struct silicon_row make(const char *value, const char *unit, const char *tolerance, const char *confidence)
{
    struct silicon_row r = { 0 };

    snprintf(r.value, sizeof r.value, "%s", value);
    snprintf(r.unit, sizeof r.unit, "%s", unit);
    snprintf(r.tolerance, sizeof r.tolerance, "%s", tolerance);
    snprintf(r.confidence, sizeof r.confidence, "%s", confidence);
    return r;
}

static bool passes(const char *value, const char *tolerance, const char *confidence, double measured)
{
    struct silicon_row r = make(value, "clocks", tolerance, confidence);
    struct verdict v = silicon_judge(&r, measured);

    assert_true(v.have);
    return v.pass;
}

static void exact_values(void **state)
{
    (void)state;
    assert_true(passes("28", "0", "seed", 28));
    assert_true(passes("38", "0", "seed", 37.96));      /* prints as 38 */
    assert_false(passes("28", "0", "seed", 30));
    assert_false(passes("38", "0", "seed", 37.4));
    assert_false(passes("38", "0", "seed", 38.6));
}

static void ranges(void **state)
{
    (void)state;
    assert_true(passes("436-443", "range", "seed", 440));
    assert_true(passes("436-443", "range", "seed", 436));
    assert_false(passes("436-443", "range", "seed", 434));
    assert_false(passes("436-443", "range", "seed", 445));
}

static void tolerances(void **state)
{
    struct silicon_row r = make("7.9", "ops/clock/SM", "none printed", "approx-corroborated");

    (void)state;
    assert_true(silicon_judge(&r, 7.0).pass);
    assert_false(silicon_judge(&r, 6.5).pass);
    assert_true(passes("24", "none printed", "corroborated", 24.4));
    assert_false(passes("24", "none printed", "corroborated", 25));
}

static void recalled_is_advisory(void **state)
{
    struct silicon_row r = make("26", "clocks", "none printed", "recalled");
    struct verdict v = silicon_judge(&r, 24);

    (void)state;
    assert_true(v.advisory);
    assert_false(v.pass);
    assert_float_equal(v.error_pct, -100.0 * 2 / 26, 1e-9);
}

static void nothing_to_compare(void **state)
{
    struct silicon_row r = make("SP", "-", "", "seed");

    (void)state;
    assert_false(silicon_judge(&r, 1).have);
    assert_false(silicon_judge(NULL, 1).have);
    r = make("24", "clocks", "0", "seed");
    assert_false(silicon_judge(&r, NAN).have);
}

/* A known difference may differ; once it holds, the list is wrong. */
static void known_differences(void **state)
{
    (void)state;
    struct silicon_row r = make("24", "clocks", "0", "seed");
    struct verdict off = silicon_judge(&r, 30), on = silicon_judge(&r, 24);
    assert_false(silicon_acceptable(&r, &off));
    assert_true(silicon_acceptable(&r, &on));
    snprintf(r.known, sizeof r.known, "a reason");
    assert_true(silicon_acceptable(&r, &off));
    assert_false(silicon_acceptable(&r, &on));
}

static struct verdict at(const char *tolerance, double expected, double measured)
{
    struct silicon_point p = { "7", "series", "", "seed", NAN, expected };

    snprintf(p.tolerance, sizeof p.tolerance, "%s", tolerance);
    return silicon_judge_point(&p, measured);
}

static void points(void **state)
{
    (void)state;
    assert_true(at("exact", 448, 448).pass);
    assert_false(at("exact", 448, 449).pass);
    assert_true(at("exact", 0, 0).pass);
    assert_false(at("exact", 0, 1).pass);
    assert_true(at("+-0.5", 38, 38.4).pass);
    assert_false(at("+-0.5", 38, 38.6).pass);
    assert_true(at("+-5%", 796, 776).pass);
    assert_false(at("+-5%", 796, 750).pass);
    assert_true(at("436..443", 440, 442).pass);
    assert_false(at("436..443", 440, 444).pass);
    assert_true(at("<1", 0, 0.5).pass);
    assert_false(at("<1", 0, 1).pass);
    assert_true(at(">0", 32, 7).pass);
    assert_false(at(">0", 32, 0).pass);
    assert_false(at("structural", NAN, 1).have);
    assert_false(at("exact", 448, NAN).have);
}

static void the_files(void **state)
{
    struct silicon s;
    char err[256];

    (void)state;
    assert_true(silicon_load(&s, SILICON_DIR, err, sizeof err));
    const struct silicon_row *r = silicon_find(&s, "X.shared.latency");
    assert_non_null(r);
    assert_string_equal(r->value, "38");
    assert_string_equal(r->confidence, "seed");
    assert_null(silicon_find(&s, "X.shared"));
    for (size_t i = 0; i < s.nrows; i++)            /* each is measured, or has a reason not to be */
        if (bench_measures(s.rows[i].id) == !!silicon_unmeasured(&s, s.rows[i].id))
            fail_msg("%s", s.rows[i].id);
    assert_true(bench_measures("T5.cL1.line"));
    assert_false(bench_measures("T5.cL1"));
    const struct silicon_point *p = silicon_find_point(&s, "6", "throughput", 8);
    assert_non_null(p);
    assert_true(silicon_judge_point(p, 7.91).pass);
    assert_false(silicon_judge_point(p, 7.5).pass);
    p = silicon_find_point(&s, "6", "throughput", 7);           /* a property: below 7.6 */
    assert_non_null(p);
    assert_true(silicon_judge_point(p, 7.38).pass);
    assert_false(silicon_judge_point(p, 7.91).pass);
    p = silicon_find_point(&s, "6", "latency", 16);             /* +-3 % */
    assert_true(silicon_judge_point(p, 64.9).pass);
    assert_false(silicon_judge_point(p, 60).pass);
    p = silicon_find_point(&s, "7", "interval length", NAN);     /* a number of the whole figure */
    assert_non_null(p);
    assert_true(p->y == 796);
    assert_null(silicon_figure_known(&s, "7"));
    silicon_free(&s);
    assert_false(silicon_load(&s, "/nonexistent", err, sizeof err));
    assert_non_null(strstr(err, "/nonexistent/tables.csv"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_values), cmocka_unit_test(ranges), cmocka_unit_test(tolerances),
        cmocka_unit_test(recalled_is_advisory), cmocka_unit_test(nothing_to_compare), cmocka_unit_test(known_differences), cmocka_unit_test(points), cmocka_unit_test(the_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
