/* SPDX-License-Identifier: Apache-2.0
 * silicon_judge: what passes and, above all, what must not. */
#define _GNU_SOURCE
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "evidence.h"

static struct silicon_row make_row(const char *value, const char *unit, const char *tolerance, enum silicon_kind kind)
{
    struct silicon_row r = { .kind = kind };

    snprintf(r.value, sizeof r.value, "%s", value);
    snprintf(r.unit, sizeof r.unit, "%s", unit);
    snprintf(r.tolerance, sizeof r.tolerance, "%s", tolerance);
    return r;
}

static bool value_passes(const char *value, const char *tolerance, enum silicon_kind kind, double measured)
{
    struct silicon_row r = make_row(value, "clocks", tolerance, kind);
    struct verdict v = silicon_judge(&r, measured);

    assert_true(v.have);
    return v.pass;
}

static void exact_values(void **state)
{
    (void)state;
    assert_true(value_passes("28", "0", SILICON_MEASURED, 28));
    assert_true(value_passes("38", "0", SILICON_MEASURED, 37.96));  /* prints as 38 */
    assert_false(value_passes("28", "0", SILICON_MEASURED, 30));
    assert_false(value_passes("38", "0", SILICON_MEASURED, 37.4));
    assert_false(value_passes("38", "0", SILICON_MEASURED, 38.6));
}

static void test_ranges(void **state)
{
    (void)state;
    assert_true(value_passes("436-443", "range", SILICON_MEASURED, 440));
    assert_true(value_passes("436-443", "range", SILICON_MEASURED, 436));
    assert_false(value_passes("436-443", "range", SILICON_MEASURED, 434));
    assert_false(value_passes("436-443", "range", SILICON_MEASURED, 445));
}

static void test_tolerances(void **state)
{
    struct silicon_row r = make_row("7.9", "ops/clock/SM", "+-15%", SILICON_RECALLED);

    (void)state;
    assert_true(silicon_judge(&r, 7.0).pass);
    assert_false(silicon_judge(&r, 6.5).pass);
    assert_true(value_passes("24", "none printed", SILICON_MEASURED, 24.4));
    assert_false(value_passes("24", "none printed", SILICON_MEASURED, 25));
    /* 2 % of 24 are less than its last digit leaves open, 15 % of 7.9 more; a range has no last digit */
    assert_true(silicon_judge(&r, 7.0).digit == 0);
    r = make_row("24", "clocks", "none printed", SILICON_MEASURED);
    assert_true(silicon_judge(&r, 24).digit == 0.5);
    r = make_row("436-443", "clocks", "range", SILICON_MEASURED);
    assert_true(silicon_judge(&r, 440).digit == 0);
}

static void recalled_is_advisory(void **state)
{
    struct silicon_row r = make_row("26", "clocks", "none printed", SILICON_RECALLED);
    struct verdict v = silicon_judge(&r, 24);

    (void)state;
    assert_true(v.advisory);
    assert_false(v.pass);
    assert_float_equal(v.error_pct, -100.0 * 2 / 26, 1e-9);
}

/* One row of a file of expected numbers, and what must be said about it. */
static void assert_refused(const char *file, const char *row, const char *message)
{
    static const char *const names[] = { "tables.csv", "figures.csv", "known.csv", "unmeasured.csv", "set_from.csv" };
    char dir[] = "/tmp/gt200-judge-XXXXXX", path[64], err[256] = "";
    struct silicon s;

    assert_non_null(mkdtemp(dir));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fprintf(f, "heading\n%s", strcmp(names[i], file) ? "" : row);
        fclose(f);
    }
    assert_false(silicon_load(&s, dir, err, sizeof err));
    if (!strstr(err, message))
        fail_msg("'%s' lacks '%s'", err, message);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        remove(path);
    }
    remove(dir);
}

static void every_number_has_a_kind(void **state)
{
    (void)state;
    assert_refused("tables.csv", "T.x,what,clocks,24,0,paper,seed,,\n",
                   "tables.csv:2: kind 'seed', expected measured, rule or recalled");
    assert_refused("tables.csv", "T.x,what,clocks,24,0,,measured,,\n",
                   "tables.csv:2: a measured number needs its source");
    assert_refused("tables.csv", "T.x,what,clocks,24,0,paper,rule,,\n", "tables.csv:2: a rule needs its formula");
    assert_refused("tables.csv", "T.x,what,clocks,24,0,paper,measured,4 W,\n", "tables.csv:2: a formula, but no rule");
    assert_refused("tables.csv", "T.x,what,clocks,24,0,paper,measured\n", "tables.csv:2: expected 9 fields, found 7");
    assert_refused("tables.csv", "T.x,what,clocks per operation of a warp,24,0,paper,measured,,\n",
                   "tables.csv:2: a field is too long");
    assert_refused("figures.csv", "figure six,latency,1,warps,24,clocks,,0,paper,measured,\n",
                   "figures.csv:2: a field is too long");
    assert_refused("set_from.csv", "A_CONSTANT_WITH_A_NAME_THAT_IS_LONGER_THAN_ANY_OTHER,T.x,what\n",
                   "set_from.csv:2: a field is too long");
    assert_refused("figures.csv", "6,latency,1,warps,24,clocks,,0,paper,derived,\n", "figures.csv:2: kind 'derived'");
    assert_refused("figures.csv", "6,latency,1,warps,24,clocks,,0,paper,rule,\n",
                   "figures.csv:2: a rule needs its formula");
    assert_refused("set_from.csv", "LANES,T9.none,what\n",
                   "set_from.csv:2: 'T9.none' is no id of tables.csv and no figure");
    assert_refused("set_from.csv", "LANES\n", "set_from.csv:2: expected constant,ids,what");
}

/* Thirteen instructions of 24 clocks are one measurement, with the worst of their errors; what a constant was set
 * from is no prediction; rules
 * and recalled numbers are no measurements. */
static void one_for_each_experiment_and_value(void **state)
{
    struct silicon_row rows[] = {
        { .id = "T3.add.u32.latency", .value = "24", .unit = "clocks", .source = "p" },
        { .id = "T3.sub.u32.latency", .value = "24", .unit = "clocks", .source = "p" },
        { .id = "T3.mul.u32.latency", .value = "96", .unit = "clocks", .source = "p" },
        { .id = "T3.or.u32.latency", .value = "30", .unit = "clocks", .kind = SILICON_RECALLED },
        { .id = "T2.sfu.mul_throughput", .value = "4", .unit = "ops/clock/SM", .kind = SILICON_RULE,
            .formula = "2 x 2" },
    };
    struct silicon_point p[] = {
        { .figure = "6", .series = "latency", .tolerance = "+-0.5", .x = 1, .y = 24 },
        { .figure = "7", .series = "pairs", .tolerance = "exact", .x = NAN, .y = 0 },
        { .figure = "7", .series = "more pairs", .tolerance = "exact", .x = NAN, .y = 1 },
    };
    struct silicon_set set = { "SPS", "T3.sub.*", "" };
    struct silicon s = { .rows = rows, .nrows = 5, .points = p, .npoints = 3, .sets = &set, .nsets = 1 };
    struct measured m[] = {
        { .id = "T3.add.u32.latency", .v = { 24 } }, { .id = "T3.sub.u32.latency", .v = { 30 } },
            { .id = "T3.mul.u32.latency", .v = { 120 } },
        { .id = "T3.or.u32.latency", .v = { 60 } }, { .id = "T2.sfu.mul_throughput", .v = { 9 } },
        { .figure = "6", .series = "latency", .x = 1, .v = { 24 } }, { .figure = "7", .series = "pairs", .x = NAN,
            .v = { 0 } },
        { .figure = "7", .series = "more pairs", .x = NAN, .v = { 2 } },
    };
    struct table t = { .m = m, .n = sizeof m / sizeof *m, .nown = 1, .nrun = 1, .ntargets = 1 };
    struct evidence e;

    (void)state;
    assert_true(evidence_of(&t, &s, &e));
    assert_int_equal(e.all.n, 3);
    assert_float_equal(e.all.worst, 25, 1e-9);              /* the 24 that is 30, and the 96 that is 120 */
    assert_float_equal(e.all.mean, 50.0 / 3, 1e-9);
    assert_float_equal(e.all.median, 25, 1e-9);
    assert_int_equal(e.predicted.n, 2);                     /* 96, and the latency of Figure 6 */
    assert_float_equal(e.predicted.mean, 12.5, 1e-9);
    assert_string_equal(e.predicted.which, "T3.mul.u32.latency");
    assert_int_equal(e.outcomes, 2);
    assert_int_equal(e.held, 1);
    assert_int_equal(e.constants, 1);
}

static void nothing_to_compare(void **state)
{
    struct silicon_row r = make_row("SP", "-", "", SILICON_MEASURED);

    (void)state;
    assert_false(silicon_judge(&r, 1).have);
    assert_false(silicon_judge(NULL, 1).have);
    r = make_row("24", "clocks", "0", SILICON_MEASURED);
    assert_false(silicon_judge(&r, NAN).have);
}

/* A known difference may differ; once it holds, the list is wrong. */
static void known_differences(void **state)
{
    (void)state;
    struct silicon_row r = make_row("24", "clocks", "0", SILICON_MEASURED);
    struct verdict off = silicon_judge(&r, 30), on = silicon_judge(&r, 24);
    assert_false(silicon_acceptable(&r, &off));
    assert_true(silicon_acceptable(&r, &on));
    snprintf(r.known, sizeof r.known, "a reason");
    assert_true(silicon_acceptable(&r, &off));
    assert_false(silicon_acceptable(&r, &on));
    r = make_row("24", "clocks", "none printed", SILICON_RECALLED);
    off = silicon_judge(&r, 30);
    on = silicon_judge(&r, 24);
    assert_true(silicon_acceptable(&r, &off) && silicon_acceptable(&r, &on));
    snprintf(r.known, sizeof r.known, "a reason");
    assert_true(silicon_acceptable(&r, &off));
    assert_false(silicon_acceptable(&r, &on));
}

static bool range_spans(const char *value, const char *tolerance, double low, double high)
{
    struct silicon_row r = make_row(value, "clocks", tolerance, SILICON_MEASURED);
    struct silicon_point p = { .figure = "7", .y = strtod(value, NULL) };
    double a, b;

    snprintf(p.tolerance, sizeof p.tolerance, "%s", tolerance);
    bool ok = *tolerance == '=' ? silicon_point_span(&p, &a, &b) : silicon_span(&r, &a, &b);
    return ok && fabs(a - low) < 1e-9 && fabs(b - high) < 1e-9;
}

/* What an expected number leaves open: its last digit, its range, its limit. */
static void spans_of_numbers(void **state)
{
    (void)state;
    struct silicon_row none = make_row("SP", "-", "", SILICON_MEASURED);
    double low, high;

    assert_true(range_spans("24", "0", 23.5, 24.5));
    assert_true(range_spans("7.9", "none printed", 7.85, 7.95));
    assert_true(range_spans("436-443", "range", 436, 443));
    assert_true(range_spans("200", "+-5%", 190, 210));
    assert_true(range_spans("200", "=+-5%", 190, 210));
    assert_true(range_spans("38", "=+-0.5", 37.5, 38.5));
    assert_true(range_spans("440", "=436..443", 440, 443) == false && range_spans("440", "=exact", 440, 440));
    assert_false(silicon_span(&none, &low, &high));
}

static struct verdict verdict_at(const char *tolerance, double expected, double measured)
{
    struct silicon_point p = { .figure = "7", .series = "series", .x = NAN, .y = expected };

    snprintf(p.tolerance, sizeof p.tolerance, "%s", tolerance);
    return silicon_judge_point(&p, measured);
}

static void test_points(void **state)
{
    (void)state;
    assert_true(verdict_at("exact", 448, 448).pass);
    assert_false(verdict_at("exact", 448, 449).pass);
    assert_true(verdict_at("exact", 0, 0).pass);
    assert_false(verdict_at("exact", 0, 1).pass);
    assert_true(verdict_at("+-0.5", 38, 38.4).pass);
    assert_false(verdict_at("+-0.5", 38, 38.6).pass);
    assert_true(verdict_at("+-5%", 796, 776).pass);
    assert_false(verdict_at("+-5%", 796, 750).pass);
    assert_true(verdict_at("436..443", 440, 442).pass);
    assert_false(verdict_at("436..443", 440, 444).pass);
    assert_true(verdict_at("<1", 0, 0.5).pass);
    assert_false(verdict_at("<1", 0, 1).pass);
    assert_true(verdict_at(">0", 32, 7).pass);
    assert_false(verdict_at(">0", 32, 0).pass);
    assert_false(verdict_at("structural", NAN, 1).have);
    assert_false(verdict_at("exact", 448, NAN).have);
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
    assert_int_equal(r->kind, SILICON_MEASURED);
    assert_true(*r->source);
    assert_null(silicon_find(&s, "X.shared"));
    for (size_t i = 0; i < s.nrows; i++)            /* each is measured, or has a reason not to be */
        if (bench_measures(s.rows[i].id) == !!silicon_unmeasured(&s, s.rows[i].id))
            fail_msg("%s", s.rows[i].id);
    assert_true(bench_measures("T5.cL1.line"));
    assert_false(bench_measures("T5.cL1"));
    for (size_t i = 0; i < s.nsets; i++) {          /* a constant of chip.def, or of the structure */
        long value;
        if (s.sets[i].constant[0] != '(' && !evidence_constant(s.sets[i].constant, &value))
            fail_msg("set_from.csv: %s is no constant of chip.def", s.sets[i].constant);
    }
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
    assert_null(silicon_point_known(&s, p));
    const struct silicon_point *bytes = silicon_find_point(&s, "C", "copy against bytes of a thread's load", 4);
    const struct silicon_point *half = silicon_find_point(&s, "C", "copy a word further: percent of the aligned copy",
                                                          NAN);
    assert_true(bytes && half && bytes->kind == SILICON_RECALLED && half->kind == SILICON_MEASURED);
    assert_non_null(silicon_point_known(&s, bytes));    /* "figureC recalled": the measured one must hold */
    assert_null(silicon_point_known(&s, half));
    assert_null(silicon_figure_known(&s, "C"));
    assert_non_null(silicon_figure_known(&s, "19"));
    silicon_free(&s);
    assert_false(silicon_load(&s, "/nonexistent", err, sizeof err));
    assert_non_null(strstr(err, "/nonexistent/tables.csv"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_values), cmocka_unit_test(test_ranges), cmocka_unit_test(test_tolerances),
        cmocka_unit_test(recalled_is_advisory), cmocka_unit_test(nothing_to_compare),
        cmocka_unit_test(known_differences), cmocka_unit_test(spans_of_numbers),
        cmocka_unit_test(test_points), cmocka_unit_test(the_files),
        cmocka_unit_test(every_number_has_a_kind), cmocka_unit_test(one_for_each_experiment_and_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
