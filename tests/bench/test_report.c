/* SPDX-License-Identifier: Apache-2.0
 * The parts of the report: charts of points that are awkward, and the code of every experiment. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agreement.h"
#include "bench.h"
#include "report_code.h"
#include "pace.h"
#include "svg.h"

/* What is drawn of a chart, or (key) its key; to be freed. */
static char *drawn_text(const struct chart *c, bool key)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);

    assert_non_null(f);
    if (key)
        chart_key(f, c);
    else
        chart_draw(f, c, "a < b");
    fclose(f);
    return text;
}

static int count_text(const char *text, const char *what)
{
    int n = 0;

    for (const char *p = text; (p = strstr(p, what)); p += strlen(what))
        n++;
    return n;
}

static struct chart *new_chart(const char *x, const char *y)
{
    struct chart *c = calloc(1, sizeof *c);

    assert_non_null(c);
    c->x = x;
    c->y = y;
    return c;
}

static void free_chart(struct chart *c, char *text)
{
    free(text);
    chart_free(c);
    free(c);
}

static void no_points(void **state)
{
    (void)state;
    struct chart *c = new_chart("x", "y");
    chart_add(c, CHART_LINE, 0, 0, "empty");
    char *text = drawn_text(c, false);

    assert_string_equal(text, "");
    free_chart(c, text);
}

/* Points come in any order; the line goes from left to right. x from 0 to 10 has a margin of 3 % on 84 to 622, y from 0
 * to 100 one of 4 % on 288 to 42. */
static void in_order(void **state)
{
    (void)state;
    struct chart *c = new_chart("x", "y");
    struct chart_series *s = chart_add(c, CHART_LINE, 0, 0, "s");

    chart_point(c, s, 10, 100, NAN);
    chart_point(c, s, 0, 0, NAN);
    chart_point(c, s, 5, 50, NAN);
    char *text = drawn_text(c, false);
    assert_non_null(strstr(text, "points=\"99.2,288.0 353.0,169.7 606.8,51.5\""));
    assert_non_null(strstr(text, "<title>s: 5: 50</title>"));
    free_chart(c, text);
}

/* A lone point, not a whole number: an axis of two units around it. */
static void test_lone(void **state)
{
    (void)state;
    struct chart *c = new_chart("x", "y");
    struct chart_series *s = chart_add(c, CHART_MEASURED, 0, 0, "s");

    chart_point(c, s, 1.5, 3, NAN);
    char *text = drawn_text(c, false);
    assert_non_null(strstr(text, "d=\"M353.0 "));
    assert_int_equal(count_text(text, "text-anchor=\"middle\""), 4);   /* 1, 1.5, 2, 2.5 */
    free_chart(c, text);
}

static void test_escaped(void **state)
{
    (void)state;
    struct chart *c = new_chart("x & more", "y");
    struct chart_series *s = chart_add(c, CHART_DOTS, 1, 0, "<\"s\">");

    chart_point(c, s, 1, 1, NAN);
    char *text = drawn_text(c, false);
    assert_non_null(strstr(text, "aria-label=\"a &lt; b\""));
    assert_non_null(strstr(text, ">x &amp; more<"));
    assert_non_null(strstr(text, "<title>&lt;&quot;s&quot;&gt;: 1: 1</title>"));
    assert_null(strstr(text, "<\"s\">"));
    free_chart(c, text);
}

/* A factor of 100 or more makes an axis logarithmic; bytes count in units. */
static void test_bytes(void **state)
{
    (void)state;
    struct chart *c = new_chart("bytes", "clocks");
    struct chart_series *s = chart_add(c, CHART_LINE, 0, 0, "s");

    chart_point(c, s, 256, 10, NAN);
    chart_point(c, s, 32 * 1024, 20, NAN);
    char *text = drawn_text(c, false);
    assert_int_equal(count_text(text, ">256</text>") + count_text(text, ">1 KB</text>") +
                     count_text(text, ">32 KB</text>"), 3);
    assert_int_equal(count_text(text, ">64 KB</text>"), 0);
    free_chart(c, text);
}

/* Asked for, the axis is logarithmic however little it spans; a plateau is a broad line with its tag above its middle.
 * x from 1 KB to 4 KB has a margin of a factor 4^0.03 on 84 to 622, y from 0 to 20 one of 4 % on 288 to 42. */
static void test_plateau(void **state)
{
    (void)state;
    struct chart *c = new_chart("bytes", "clocks");
    struct chart_series *s = chart_add(c, CHART_PLATEAU, 1, 0, "level 1");

    c->log_x = true;
    snprintf(s->tag, sizeof s->tag, "1");
    chart_point(c, s, 1024, 20, NAN);
    chart_point(c, s, 4096, 20, NAN);
    char *text = drawn_text(c, false), *key = drawn_text(c, true);
    assert_non_null(strstr(text, "<polyline class=\"plateau\" points=\"99.2,51.5 606.8,51.5\">"));
    assert_non_null(strstr(text, "<text class=\"tag\" x=\"353.0\" y=\"40.5\" text-anchor=\"middle\">1</text>"));
    assert_int_equal(count_text(text, ">1 KB</text>") + count_text(text, ">2 KB</text>") +
                     count_text(text, ">4 KB</text>"), 3);
    assert_int_equal(count_text(text, ">3 KB</text>"), 0);
    assert_int_equal(count_text(text, "<path class=\"dot\"") + count_text(text, "<circle"), 0);
    assert_int_equal(count_text(key, "class=\"plateau\""), 1);
    free(key);
    free_chart(c, text);
}

/* Blocks are counted in whole steps, also if there are few. */
static void whole_steps(void **state)
{
    (void)state;
    struct chart *c = new_chart("block", "clock");
    struct chart_series *s = chart_add(c, CHART_SPANS, 0, 0, "s");

    chart_point(c, s, 0, 100, 200);
    chart_point(c, s, 2, 150, 151);
    char *text = drawn_text(c, false);
    assert_int_equal(count_text(text, ">0.5</text>"), 0);
    assert_int_equal(count_text(text, ">1</text>"), 1);
    assert_non_null(strstr(text, "<title>s: 2: 150 to 151</title>"));
    free_chart(c, text);
}

/* What stands beside the points is neither drawn nor in the key. */
static void test_marks(void **state)
{
    (void)state;
    struct chart *c = new_chart("bytes", "clocks");
    struct chart_series *s = chart_add(c, CHART_LINE, 0, 0, "s");

    chart_point(c, s, 1024, 10, NAN);
    chart_point(c, s, 4096, 20, NAN);
    c->mark[c->nmarks++] = 8192;
    c->mark_name = "knee";
    char *text = drawn_text(c, false), *key = drawn_text(c, true);
    assert_null(strstr(text, "class=\"knee\""));
    assert_null(strstr(key, "knee"));
    free(text);
    free(key);
    c->mark[c->nmarks++] = 2048;
    text = drawn_text(c, false);
    key = drawn_text(c, true);
    assert_int_equal(count_text(text, "class=\"knee\""), 1);
    assert_int_equal(count_text(key, "class=\"knee\""), 1);
    free(key);
    free_chart(c, text);
}

/* Each kind looks like itself and like no other; a line in two pieces is in the key once, and so is a rule of two
 * curves, which has one colour. */
static void test_kinds(void **state)
{
    (void)state;
    struct chart *c = new_chart("x", "y");
    static const enum chart_kind all[] = { CHART_MEASURED, CHART_RECALLED, CHART_RULE, CHART_RULE, CHART_RULE };

    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        struct chart_series *s = chart_add(c, all[k], k == 4, 0, all[k] == CHART_RULE ? "rule" : "number");
        chart_point(c, s, 1 + 3 * (double)k, 1, NAN);
        chart_point(c, s, 2 + 3 * (double)k, 2, NAN);
    }
    char *text = drawn_text(c, false), *key = drawn_text(c, true);
    assert_int_equal(count_text(text, "class=\"measured\""), 2);
    assert_int_equal(count_text(text, "class=\"recalled\""), 2);
    assert_int_equal(count_text(text, "class=\"rule\""), 3);
    assert_int_equal(count_text(text, "class=\"curve\"") + count_text(text, "class=\"dot\""), 0);
    assert_int_equal(count_text(key, "<li>"), 3);
    free(key);
    free_chart(c, text);
}

/* Every experiment has its source and, if the GT200 runs it, its native code. */
static void test_code(void **state)
{
    (void)state;
    for (size_t i = 0; i < bench_experiment_count; i++) {
        const struct bench_experiment *e = &bench_experiments[i];
        char *text = NULL, name[64] = "", err[1600] = "", head[160];
        size_t size;
        FILE *f = open_memstream(&text, &size);

        assert_non_null(f);
        if (!code_source(f, SOURCE_DIR, e->module, e->kernel, name, sizeof name, err, sizeof err))
            fail_msg("source of %s: %s", e->kernel, err);
        fclose(f);
        if (!strstr(text, "__global__") && !strstr(text, ".kernel"))
            fail_msg("source of %s has no kernel:\n%s", e->kernel, text);
        if (!strncmp(text, "/* SPDX", 7) || strstr(text, "#include"))
            fail_msg("source of %s: more than the kernel needs", e->kernel);
        free(text);
        if (e->where == BENCH_GPU_ONLY)
            continue;
        text = NULL;
        f = open_memstream(&text, &size);
        assert_non_null(f);
        if (!code_native(f, KERNEL_DIR, e->module, e->kernel, err, sizeof err))
            fail_msg("native code of %s: %s", e->kernel, err);
        fclose(f);
        snprintf(head, sizeof head, ".kernel %s\n", e->kernel);
        if (strncmp(text, head, strlen(head)) || count_text(text, ".kernel ") != 1 || size > 40000)
            fail_msg("native code of %s: %zu characters:\n%.200s", e->kernel, size, text);
        free(text);
    }
}

static void no_code(void **state)
{
    (void)state;
    char name[64], err[1600] = "";
    FILE *f = tmpfile();

    assert_non_null(f);
    assert_false(code_source(f, SOURCE_DIR, "nothing", "none", name, sizeof name, err, sizeof err));
    assert_non_null(strstr(err, "nothing.s: cannot read the source of a kernel (.cu or .s): No such file"));
    assert_false(code_source(f, SOURCE_DIR, "arith", "none", name, sizeof name, err, sizeof err));
    assert_non_null(strstr(err, "no kernel none in its source"));
    assert_false(code_native(f, KERNEL_DIR, "nothing", "none", err, sizeof err));
    assert_non_null(strstr(err, "nothing.cubin"));
    assert_false(code_native(f, KERNEL_DIR, "arith", "none", err, sizeof err));
    assert_non_null(strstr(err, "the code of none cannot be disassembled"));
    fclose(f);
}

/* A picture of its own: each chart with its title, each name of the key once, the marks that are drawn. */
static void test_document(void **state)
{
    (void)state;
    struct chart *c = new_chart("bytes", "clocks"), *other = new_chart("warps", "clocks");
    struct chart_series *s = chart_add(c, CHART_LINE, 0, 0, "first < second");
    chart_point(c, s, 1, 10, NAN);
    chart_point(c, s, 2, 20, NAN);
    for (int piece = 0; piece < 2; piece++) {
        s = chart_add(c, CHART_RULE, 1, 0, "a rule in two pieces");
        chart_point(c, s, 1 + piece, 12, NAN);
    }
    c->mark[c->nmarks++] = 1.5;
    c->mark[c->nmarks++] = 3000;                        /* beside the points */
    c->mark_name = "a knee";
    chart_point(other, chart_add(other, CHART_MEASURED, 2, 0, "alone"), 1, 1, NAN);
    const struct chart_part parts[] = { { c, "one & all" }, { other, "" } };
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    chart_document(f, parts, 2);
    fclose(f);
    assert_ptr_equal(strstr(text, "<svg xmlns="), text);
    assert_int_equal(count_text(text, "<svg"), count_text(text, "</svg>"));
    assert_int_equal(count_text(text, "<svg class=\"chart\""), 2);
    assert_int_equal(count_text(text, "class=\"title\""), 1);
    assert_int_equal(count_text(text, ">one &amp; all</text>"), 1);
    assert_int_equal(count_text(text, "class=\"entry\""), 4);
    assert_int_equal(count_text(text, ">first &lt; second</text>"), 1);
    assert_int_equal(count_text(text, ">a rule in two pieces</text>"), 1);
    assert_int_equal(count_text(text, ">a knee</text>"), 1);
    assert_int_equal(count_text(text, "class=\"knee\""), 2);    /* in the chart and in its key */
    free_chart(other, NULL);
    free_chart(c, text);
    char err[80];
    assert_true(chart_name("a.svg", err, sizeof err));
    assert_false(chart_name(".svg", err, sizeof err));
    assert_string_equal(err, ".svg: expected a name that ends in .svg");
}

/* Names lie as near to their points as the height of a line lets them, in their order, and inside the picture. */
static void test_spread(void **state)
{
    (void)state;
    double far[] = { 10, 40, 70 }, near[] = { 50, 50, 51 }, low[] = { 1, 2, 3 }, many[] = { 1, 1, 1, 1, 1 };
    const double still[] = { 10, 40, 70 }, apart[] = { 40.333, 50.333, 60.333 }, end[] = { 5, 15, 25 };

    agreement_spread(far, 3, 10, 0, 100);
    agreement_spread(near, 3, 10, 0, 100);
    agreement_spread(low, 3, 10, 5, 100);
    agreement_spread(many, 5, 10, 0, 20);               /* there is room for half the height */
    for (int i = 0; i < 3; i++) {
        assert_true(fabs(far[i] - still[i]) < 1e-3);
        assert_true(fabs(near[i] - apart[i]) < 1e-3);
        assert_true(fabs(low[i] - end[i]) < 1e-3);
    }
    for (int i = 0; i < 5; i++)
        assert_true(fabs(many[i] - 5 * i) < 1e-3);
}

/* How long a report takes: as foretold at first, then as the finished experiments say. Two at a time of 10 and 90
 * seconds take 90, since the longest is one experiment. */
static void test_estimate(void **state)
{
    (void)state;
    const struct work_unit units[] = { { .effort = 10 }, { .effort = 90 } };
    struct pace p = { .target = "model", .estimate = true };
    struct work_state s = { .begun = 2, .begun_effort = 100 };

    pace_begin(&p, units, 2, 2);
    assert_int_equal(pace_estimate(&p, &s, 0), 90);
    assert_int_equal(pace_estimate(&p, &s, 75), 135);       /* both run, and have taken 150 of 100 seconds */
    s = (struct work_state){ .begun = 2, .done = 1, .effort = 10, .seconds = 25 };
    assert_int_equal(pace_estimate(&p, &s, 25), 180);       /* (25 + 5) / (10 + 5) times as long */
    assert_int_equal(pace_estimate(&p, &s, 200), 200);
    pace_begin(&p, units, 2, 1);
    assert_int_equal(pace_estimate(&p, &s, 25), 200);
    p.estimate = false;
    assert_int_equal(pace_estimate(&p, &s, 25), 0);
}

/* All that a report asks of the whole chip is known to the estimate. */
static void test_efforts(void **state)
{
    (void)state;
    for (size_t i = 0; i < bench_experiment_count; i++) {
        const struct bench_experiment *e = &bench_experiments[i];
        const struct bench_effort f = bench_effort(e);
        assert_true(f.whole > 0);
        assert_true(f.whole >= 1 || (e->where != BENCH_HIERARCHY && !f.deeper));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_points), cmocka_unit_test(in_order), cmocka_unit_test(test_lone),
        cmocka_unit_test(test_escaped),  cmocka_unit_test(test_bytes),  cmocka_unit_test(whole_steps),
        cmocka_unit_test(test_marks),  cmocka_unit_test(test_kinds),  cmocka_unit_test(test_code),
        cmocka_unit_test(no_code),   cmocka_unit_test(test_document), cmocka_unit_test(test_plateau),
        cmocka_unit_test(test_estimate),  cmocka_unit_test(test_efforts), cmocka_unit_test(test_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
