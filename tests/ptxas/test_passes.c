/* SPDX-License-Identifier: Apache-2.0
 *
 * What each pass makes of a few lines of PTX, read off the native code: instructions that must be there, those that
 * must not, and how many there are.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ptxas.h"

#define HEAD(regs) \
    ".version 3.2\n.target sm_20\n.address_size 32\n.shared .align 4 .b8 s[1024];\n.const .align 4 .b8 tab[64];\n" \
    ".visible .entry k(.param .u32 a, .param .u32 n)\n{\n" regs \
    "  ld.param.u32 %a, [a];\n  ld.param.u32 %n, [n];\n  mov.u32 %t, %tid.x;\n"
#define REGS \
    ".reg .b32 %r<20>, %a, %n, %t; .reg .b64 %d<10>; .reg .f32 %f<10>, %g<12>; .reg .pred %p<5>; .reg .b16 %h<5>;\n"

struct code { char *text; unsigned n; };

static struct code compile_body(const char *body, bool no_opt, unsigned max_regs)
{
    struct code c = { 0 };
    struct ptxas_result r;
    size_t size;
    char *ptx = malloc(strlen(body) + 1000);
    FILE *f = open_memstream(&c.text, &size);
    struct ptxas_options o = { .asm_out = f, .no_opt = no_opt, .max_regs = max_regs };
    assert_non_null(ptx);
    sprintf(ptx, "%s%s  ret;\n}\n", HEAD(REGS), body);
    bool ok = ptxas_compile(ptx, "test.ptx", &o, &r);
    fclose(f);
    free(ptx);
    if (!ok)
        fail_msg("%s", r.error);
    free(r.text);
    for (const char *p = strchr(c.text, '\n'); p && p[1]; p = strchr(p + 1, '\n'))
        c.n++;
    return c;
}

static unsigned count_occurrences(const char *text, const char *what)
{
    unsigned n = 0;
    for (const char *p = text; (p = strstr(p, what)); p++)
        n++;
    return n;
}

/* Compiles and expects `want` instructions with `what` in their text. */
static void expect_count(const char *body, const char *what, unsigned want)
{
    struct code c = compile_body(body, false, 0);
    if (count_occurrences(c.text, what) != want)
        fail_msg("expected %u times '%s' in\n%s", want, what, c.text);
    free(c.text);
}

static void expect_length(const char *body, unsigned want)
{
    struct code c = compile_body(body, false, 0);
    if (c.n != want)
        fail_msg("expected %u instructions in\n%s", want, c.text);
    free(c.text);
}

static void test_folding(void **state)
{
    (void)state;
    expect_count("  mov.u32 %r1, 5; shl.b32 %r2, %r1, 3; add.u32 %r3, %r2, 2; st.global.u32 [%a], %r3;\n", "0x2a", 1);
    expect_length("  mov.u32 %r1, 5; shl.b32 %r2, %r1, 3; add.u32 %r3, %r2, 2; st.global.u32 [%a], %r3;\n", 3);
    expect_count("  add.u32 %r1, %n, 4; add.u32 %r2, %r1, 8; st.global.u32 [%a], %r2;\n", "0xc", 1);
    /* two masks are the bits that both leave */
    expect_count("  and.b32 %r1, %n, 0xff0; and.b32 %r2, %r1, 0xff; st.global.u32 [%a], %r2;\n", "0xf0\n", 1);
    /* a constant minus one that is known only later: 32 - 18 */
    expect_count("  mov.u32 %r1, 18; mov.u32 %r2, 32; sub.u32 %r3, %r2, %r1; st.global.u32 [%a], %r3;\n",
                 "mov.b32 $r1, 0xe\n", 1);
    expect_count("  mov.u32 %r1, 18; sub.u32 %r3, 32, %r1; st.global.u32 [%a], %r3;\n", "mov.b32 $r1, 0xe\n", 1);
    /* counts beyond the width add up to one beyond the width, too */
    expect_count("  shr.s32 %r1, %n, 16; shr.s32 %r2, %r1, 0xfffffff2; st.global.u32 [%a], %r2;\n", "0x2\n", 0);
    /* (n:0) >> 18 is n << 14, the count of its builtin routine in a register */
    expect_count("  mov.u32 %r1, 0; mov.b64 %d1, {%r1, %n}; mov.u32 %r2, 18; shr.s64 %d2, %d1, %r2; "
                 "cvt.u32.u64 %r3, %d2;\n  st.global.u32 [%a], %r3;\n", "shl.b32 $r1, s[0x14].b32, 0xe\n", 1);
}

static void test_numbering(void **state)
{
    (void)state;
    /* two loads that differ in the shift of their index only */
    expect_count("  shl.b32 %r1, %t, 2; shl.b32 %r2, %t, 3; ld.const.u32 %r3, [%r1]; ld.const.u32 %r4, [%r2];\n"
                 "  add.u32 %r3, %r3, %r4; st.global.u32 [%a], %r3;\n", "c0[", 2);
    const char *twice = "  xor.b32 %r1, %n, %t; setp.ne.u32 %p1, %t, 3; @%p1 bra L; st.global.u32 [%a], %r1;\nL:\n"
                        "  xor.b32 %r2, %t, %n; st.global.u32 [%a+4], %r2;\n";
    expect_count(twice, "xor", 1);
    struct code c = compile_body(twice, true, 0);
    assert_int_equal(count_occurrences(c.text, "xor"), 2);      /* -O0 leaves it */
    free(c.text);
}

static void dead_words(void **state)
{
    (void)state;
    /* 64-bit addresses: the high words cost nothing, around a loop neither. */
    const char *wide = "  cvt.u64.u32 %d1, %a; mul.wide.s32 %d2, %t, 4; add.s64 %d3, %d1, %d2;\n"
                       "L: ld.global.u32 %r1, [%d3]; add.s64 %d3, %d3, 128; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;\n";
    expect_count(wide, "addc", 0);
    expect_count(wide, "shr", 0);
}

static void test_demanded(void **state)
{
    (void)state;
    expect_count("  and.b32 %r1, %n, 255; st.global.u8 [%a], %r1;\n", "and", 0);
    expect_count("  and.b32 %r1, %n, 127; st.global.u8 [%a], %r1;\n", "and", 1);
    expect_count("  mul.lo.u32 %r1, %n, %t; st.global.u16 [%a], %r1;\n", "mul.u16", 1);
    expect_count("  mul.lo.u32 %r1, %n, %t; st.global.u16 [%a], %r1;\n", "madd", 0);
    expect_count("  cvt.s64.s32 %d1, %n; cvt.s64.s32 %d2, %t; setp.lt.s64 %p1, %d1, %d2; @%p1 bra L; "
                 "st.global.u32 [%a], %n;\nL:\n",
                 "set.", 1);
}

static void test_comparisons(void **state)
{
    (void)state;
    /* not less is greater, equal or unordered */
    expect_count("  mov.b32 %f1, %n; mov.b32 %f2, %t; set.lt.u32.f32 %r1, %f1, %f2; set.eq.u32.u32 %r2, %r1, 0;\n"
                 "  st.global.u32 [%a], %r2;\n", "set.geu.f32", 1);
    /* 5 < n is n > 5 */
    expect_count("  mov.u32 %r1, 5; set.lt.u32.u32 %r2, %r1, %n; st.global.u32 [%a], %r2;\n", "set.g.u32", 1);
    expect_count("  setp.lt.s32 %p1, %n, %t; selp.u32 %r1, 1, 0, %p1; setp.ne.u32 %p2, %r1, 0; @%p2 bra L; "
                 "st.global.u32 [%a], %n;\nL:\n",
                 "set.", 1);
    /* 64 bits against a small constant: the upper word is zero, or the larger one */
    const char *wide = "  ld.global.u64 %d1, [%a]; mov.u64 %d2, 3; setp.gt.u64 %p1, %d1, %d2; @%p1 st.global.u32 [%a], "
                       "%n;\n";
    expect_count(wide, "set.", 2);
    expect_count(wide, "and.", 0);
    expect_count("  cvt.u16.u32 %h1, %n; setp.ne.u16 %p1, %h1, 7; @%p1 bra L; "
                 "st.global.u32 [%a], %t;\nL: st.global.u32 [%a+4], %t;\n",
                 "set.", 1);
}

static void test_products(void **state)
{
    (void)state;
    expect_count("  ld.global.f32 %f1, [%a]; mul.f32 %f2, %f1, %f1; add.f32 %f3, %f2, %f1; st.global.f32 [%a], %f3;\n",
                 "mad.f32", 1);
    expect_count(
        "  ld.global.f32 %f1, [%a]; mul.rn.f32 %f2, %f1, %f1; add.rn.f32 %f3, %f2, %f1; st.global.f32 [%a], %f3;\n",
        "mad.f32", 0);
    expect_count("  ld.global.u32 %r1, [%a]; mul.lo.u32 %r2, %r1, 31; st.global.u32 [%a], %r2;\n", "mul", 0);
    /* Upper words: the carry of the middle sum, and its true sign, are predicates. */
    expect_count("  ld.global.u32 %r2, [%a]; mul.hi.u32 %r1, %n, %r2; st.global.u32 [%a], %r1;\n", "c0.c add.b32", 1);
    assert_int_equal(
        compile_body("  ld.global.u32 %r2, [%a]; mul.hi.u32 %r1, %n, %r2; st.global.u32 [%a], %r1;\n", false, 0).n -
            compile_body("  ld.global.u32 %r2, [%a]; add.u32 %r1, %n, %r2; st.global.u32 [%a], %r1;\n", false, 0).n,
        8 - 1);
    expect_count("  ld.global.u32 %r2, [%a]; mul.hi.s32 %r1, %n, %r2; st.global.u32 [%a], %r1;\n", "c0.l add.b32", 1);
    expect_count("  ld.global.u32 %r2, [%a]; mul.hi.s32 %r1, %n, %r2; st.global.u32 [%a], %r1;\n", "mul.u16.s16", 2);
    expect_count("  cvt.u16.u32 %h1, %n; ld.global.u32 %r2, [%a]; cvt.u16.u32 %h2, %r2; mul.wide.s16 %r1, %h1, %h2; "
                 "st.global.u32 [%a], %r1;\n",
                 "s[0x14].s16", 1);
}

static void test_invariants(void **state)
{
    (void)state;
    /* The shift leaves the loop: it stands in front of the branch target. */
    struct code c = compile_body("  ld.global.u32 %r3, [%a]; mov.u32 %r1, 0;\nL: shl.b32 %r2, %r3, 5; "
                                 "add.u32 %r1, %r1, %r2; setp.lt.u32 %p1, %r1, %n;"
                                 " @%p1 bra L; st.global.u32 [%a], %r1;\n",
                                 false, 0);
    const char *shl = strstr(c.text, "shl"), *bra = strstr(c.text, "bra 0x");
    assert_non_null(shl);
    assert_non_null(bra);
    unsigned long target = strtoul(bra + 4, NULL, 16);
    const char *line = shl;
    while (line[-1] != '\n')
        line--;
    assert_true(strtoul(line, NULL, 16) < target);
    free(c.text);
    /* Not out of a loop that reads the clock. */
    c = compile_body("  ld.global.u32 %r3, [%a]; mov.u32 %r1, 0;\nL: mov.u32 %r4, %clock; xor.b32 %r2, %r3, %n; "
                     "add.u32 %r1, %r4, %r2;"
                     " setp.lt.u32 %p1, %r1, %n; @%p1 bra L; st.global.u32 [%a], %r1;\n",
                     false, 0);
    assert_true(strstr(c.text, "xor") > strstr(c.text, "$clock"));
    free(c.text);
}

static void test_addresses(void **state)
{
    (void)state;
    /* s[t + 3]: the variable and three words are the offset */
    expect_count("  add.u32 %r1, %t, 3; shl.b32 %r1, %r1, 2; mov.u32 %r2, s; add.u32 %r1, %r1, %r2;\n"
                 "  ld.shared.u32 %r3, [%r1]; st.global.u32 [%a], %r3; st.global.u32 [%a+4], %r3;\n", "s[$a1+0x24]", 1);
    const char *step = "  mov.u32 %r1, s; mov.u32 %r2, 0; mov.f32 %f1, 0f00000000;\n"
                       "L: ld.shared.f32 %f2, [%r1]; add.rn.f32 %f1, %f1, %f2; st.global.f32 [%a], %f1; add.u32 %r1, "
                       "%r1, 4; add.u32 %r2, %r2, 1;"
                       " setp.lt.u32 %p1, %r2, %n; @%p1 bra L;\n";
    struct code c = compile_body(step, false, 0);
    assert_true(strstr(c.text, "$a") != NULL);
    assert_int_equal(count_occurrences(c.text, "shl $a"), 1);   /* in front of the loop, then stepped */
    free(c.text);
    expect_count("  shl.b32 %r1, %t, 2; mov.u32 %r2, s; add.u32 %r3, %r2, %r1; ld.shared.u32 %r4, [%r3]; "
                 "add.u32 %r5, %r4, %t; st.global.u32 [%a], %r5;\n",
                 "ld.b32", 0); /* an s[] operand of the add */
    expect_count("  shl.b32 %r1, %t, 2; mov.u32 %r2, s; add.u32 %r3, %r2, %r1; ld.volatile.shared.u32 %r4, [%r3]; "
                 "add.u32 %r5, %r4, %t; st.global.u32 [%a], %r5;\n",
                 "ld.b32", 1);
}

static void test_order(void **state)
{
    (void)state;
    /* Both loads go before the first use; nothing passes a barrier or the clock. */
    struct code c = compile_body(
        "  ld.global.u32 %r1, [%a]; add.u32 %r2, %r1, 1; ld.global.u32 %r3, [%a+4]; add.u32 %r4, %r3, 2;"
        " xor.b32 %r5, %r2, %r4; st.global.u32 [%a], %r5;\n",
        false, 0);
    const char *second = strstr(strstr(c.text, "ld.b32") + 1, "ld.b32");
    assert_true(second < strstr(c.text, ", 0x1"));
    free(c.text);
    c = compile_body("  ld.global.u32 %r1, [%a]; add.u32 %r2, %r1, 1; st.shared.u32 [s], %r2; membar.cta; "
                     "ld.global.u32 %r3, [%a+4];"
                     " st.global.u32 [%a], %r3;\n",
                     false, 0);
    assert_true(strstr(strstr(c.text, "ld.b32") + 1, "ld.b32") > strstr(c.text, "st.b32 s["));
    free(c.text);
    c = compile_body("  ld.global.u32 %r1, [%a]; mov.u32 %r6, %clock; ld.global.u32 %r3, [%a+4]; bar.sync 0; "
                     "ld.global.u32 %r4, [%a+8];"
                     " add.u32 %r5, %r1, %r3; add.u32 %r5, %r5, %r4; add.u32 %r5, %r5, %r6; st.global.u32 [%a], %r5;\n",
                     false, 0);
    const char *l1 = strstr(c.text, "ld.b32"), *clock = strstr(c.text, "$clock"), *l2 = strstr(l1 + 1, "ld.b32"),
               *bar = strstr(c.text, "bar."), *l3 = strstr(l2 + 1, "ld.b32");
    assert_true(l1 < clock && clock < l2 && l2 < bar && bar < l3);
    free(c.text);
}

static void test_joins(void **state)
{
    (void)state;
    const char *body = "@%p1 bra L; st.global.u32 [%a], %r2; st.global.u32 [%a+4], %r3; bar.sync 1;\nL: "
                       "st.global.u32 [%a+8], %r2;\n";
    char text[600];
    snprintf(text, sizeof text, "  mov.u32 %%r2, 1; mov.u32 %%r3, 2; setp.lt.u32 %%p1, %%n, 5; %s", body);
    expect_count(text, "join", 0);      /* all lanes agree on a parameter */
    snprintf(text, sizeof text, "  mov.u32 %%r2, 1; mov.u32 %%r3, 2; setp.lt.u32 %%p1, %%t, 5; %s", body);
    expect_count(text, "join", 2);      /* joinat and its join */
    /* Between the branch round a loop and the loop stands a block of nothing but joinat. */
    expect_count("  setp.eq.u32 %p1, %n, 0; @%p1 bra E;\nL: ld.volatile.global.u32 %r2, [%t]; bar.sync 1;"
                 " setp.ne.u32 %p2, %r2, 0; @%p2 bra L; st.global.u32 [%a], %t;\nE: st.global.u32 [%a+4], %n;\n",
                 "join", 2);
    /* predicated */
    expect_count("  setp.lt.u32 %p1, %t, 5; @%p1 bra L; st.global.u32 [%a], %n;\nL: st.global.u32 [%a+8], %t;\n", "bra",
                 0);
}

static void test_pairs(void **state)
{
    (void)state;
    struct code c = compile_body("  ld.global.u32 %r1, [%n]; xor.b32 %r2, %r1, %t; st.global.u32 [%a], %r2;\n", false,
                                 0);
    assert_int_equal(count_occurrences(c.text, ".half") % 2, 0);
    assert_true(count_occurrences(c.text, ".half") >= 2);
    free(c.text);

    /* A short instruction that reads a word of s[] stays behind the store to it. */
    c = compile_body("  ld.global.u32 %r1, [%a]; ld.global.u32 %r2, [%a+4]; add.u32 %r3, %r1, %r2; "
                     "st.shared.u32 [s], %r3; ld.shared.u32 %r4, [s]; add.u32 %r5, %r4, %r1; "
                     "st.global.u32 [%a], %r5; st.global.u32 [%a+4], %r3;\n",
                     false, 0);
    const char store[] = "st.b32 s[0x18]", *at = strstr(c.text, store);
    assert_non_null(at);
    if (!strstr(at + sizeof store, "s[0x18]"))
        fail_msg("the word is read before it is stored:\n%s", c.text);
    free(c.text);
}

static void test_spills(void **state)
{
    (void)state;
    char body[4000] = "", *p = body;
    for (int i = 0; i < 18; i++)
        p += sprintf(p, "  ld.global.u32 %%r%d, [%%a+%d];\n", i, 4 * i);
    p += sprintf(p, "  bar.sync 0;\n");
    for (int i = 0; i < 18; i++)
        p += sprintf(p, "  st.global.u32 [%%a+%d], %%r%d;\n", 4 * ((i * 7) % 18), i);
    struct code c = compile_body(body, false, 0), d = compile_body(body, false, 8);
    assert_int_equal(count_occurrences(c.text, "l["), 0);
    assert_true(count_occurrences(d.text, "l[") >= 20);
    assert_null(strstr(d.text, "$r8"));         /* registers 0 to 7 */
    free(c.text);
    free(d.text);
}

/* Sums that differ by a constant: a + 4 * (t + 256 * i) costs one addition each behind the first. */
static void test_linear(void **state)
{
    (void)state;
    const char *body = "  add.u32 %r1, %t, 256; shl.b32 %r2, %t, 2; add.u32 %r2, %r2, %n; ld.global.u32 %r3, [%r2];\n"
                       "  shl.b32 %r4, %r1, 2; add.u32 %r4, %r4, %n; ld.global.u32 %r5, [%r4];\n"
                       "  add.u32 %r6, %t, 512; shl.b32 %r7, %r6, 2; add.u32 %r7, %n, %r7; ld.global.u32 %r8, [%r7];\n"
                       "  xor.b32 %r3, %r3, %r5; xor.b32 %r3, %r3, %r8; st.global.u32 [%a], %r3;\n";
    expect_count(body, "shl", 1);
    expect_count(body, ", 0x400", 1);
    expect_count(body, ", 0x800", 1);
    expect_count(body, "add.b32", 3);
}

/* A vote gives its result to all lanes: no older value of its condition code lives around a loop. */
static void test_votes(void **state)
{
    (void)state;
    char body[20000], *p = body;
    p += sprintf(p, "  mov.u32 %%r1, 0;\nL: ");
    for (int i = 0; i < 140; i++)
        p += sprintf(p, "  setp.eq.u32 %%p1, %%r%d, %%n; vote.all.pred %%p2, %%p1; selp.u32 %%r%d, 1, 0, %%p2;\n",
                     i % 2 + 1, 2 - i % 2);
    sprintf(p, "  setp.lt.u32 %%p1, %%r1, %%n; @%%p1 bra L; st.global.u32 [%%a], %%r2;\n");
    struct code c = compile_body(body, false, 0);
    assert_int_equal(count_occurrences(c.text, "vote"), 140);
    assert_null(strstr(c.text, "$r8"));
    free(c.text);
}

/* A routine of the library is there once, however often it is called. */
static void test_routines(void **state)
{
    (void)state;
#define LOADS "  ld.global.f64 %d0, [%a];\n  ld.global.f64 %d1, [%a+8];\n  div.rn.f64 %d2, %d0, %d1;\n"
    struct code one = compile_body(LOADS "  st.global.f64 [%a], %d2;\n", false, 0);
    struct code three = compile_body(
        LOADS "  div.rn.f64 %d3, %d2, %d0;\n  div.rn.f64 %d4, %d3, %d2;\n  st.global.f64 [%a], %d4;\n", false, 0);
    assert_int_equal(count_occurrences(one.text, "call "), 1);
    assert_int_equal(count_occurrences(three.text, "call "), 3);
    assert_in_range(three.n, one.n + 2, one.n + 30);
    free(one.text);
    free(three.text);
}

static void test_report(void **state)
{
    (void)state;
    struct ptxas_result r;
    char *line;
    size_t size;
    FILE *f = open_memstream(&line, &size);
    struct ptxas_options o = { .verbose = f };
    assert_true(ptxas_compile(HEAD(REGS) "  st.global.u32 [%a], %n;\n  ret;\n}\n", "test.ptx", &o, &r));
    fclose(f);
    assert_non_null(strstr(line, "k: 2 registers, 24 bytes shared (16 header, 8 parameters), 0 bytes local"));
    assert_non_null(
        strstr(line, "occupancy 50 % (64 threads), 100 % (128 threads), 100 % (256 threads), 100 % (512 threads)"));
    free(line);
    free(r.text);
}

/* Twelve sums that a loop carries, and six loads that each goes into: the sums of one round and the next are the same
 * registers, so loads may not all come first at the cost of more registers than the order of the PTX needs. */
static void test_pressure(void **state)
{
    (void)state;
    char ptx[8000], *p = ptx;
    for (int k = 0; k < 12; k++)
        p += sprintf(p, "  mov.f32 %%g%d, 0f00000000;\n", k);
    p += sprintf(p, "L:\n");
    for (int l = 0; l < 6; l++) {
        p += sprintf(p, "  ld.global.f32 %%f1, [%%a+%d];\n", 4 * l);
        for (int k = 0; k < 12; k++)
            p += sprintf(p, "  mad.f32 %%g%d, %%f1, %%f1, %%g%d;\n", k, k);
    }
    p += sprintf(p, "  add.u32 %%a, %%a, %%n; setp.ne.u32 %%p1, %%a, 0; @%%p1 bra L;\n");
    for (int k = 0; k < 12; k++)
        p += sprintf(p, "  st.global.f32 [%%a+%d], %%g%d;\n", 4 * k, k);
    struct code c = compile_body(ptx, false, 0);
    if (strstr(c.text, "$r16"))
        fail_msg("more than 16 registers in\n%s", c.text);
    free(c.text);
}

/* Registers that the code takes, from $r0 on; $r124 is zero. */
static unsigned registers_used(const char *text)
{
    unsigned most = 0;
    for (const char *p = text; (p = strstr(p, "$r")); p += 2) {
        unsigned n = (unsigned)strtoul(p + 2, NULL, 10) + 1;
        most = n > most && n != 125 ? n : most;
    }
    return most;
}

/* Where each of two ways writes a word, the word does not live on from before: ten that are written 300 times do
 * with 24 registers. */
static void test_alternatives(void **state)
{
    (void)state;
    static char body[60000];
    char *p = body;
    uint32_t x = 1;
    for (int i = 0; i < 10; i++)
        p += sprintf(p, "  ld.global.u32 %%r%d, [%%a+%d];\n", i, 4 * i);
    for (int i = 0; i < 300; i++) {
        unsigned r[7];
        for (int k = 0; k < 7; k++)
            r[k] = (x = x * 1664525 + 1013904223) >> 16 & 0xffff, r[k] %= 10;
        p += sprintf(p, "  setp.lt.u32 %%p0, %%r%u, %%r%u; @%%p0 bra A%d; add.u32 %%r%u, %%r%u, %%r%u; bra.uni B%d;\n"
                        "A%d: xor.b32 %%r%u, %%r%u, %%r%u;\nB%d:\n",
                     r[0], r[1], i, r[2], r[3], r[4], i, i, r[2], r[5], r[6], i);
    }
    for (int i = 0; i < 10; i++)
        p += sprintf(p, "  st.global.u32 [%%a+%d], %%r%d;\n", 4 * i, i);
    struct code c = compile_body(body, false, 0);
    assert_int_equal(count_occurrences(c.text, "l["), 0);
    if (registers_used(c.text) > 24)
        fail_msg("%u registers for 10 words", registers_used(c.text));
    free(c.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_folding),  cmocka_unit_test(test_numbering),  cmocka_unit_test(dead_words),
        cmocka_unit_test(test_demanded),  cmocka_unit_test(test_comparisons), cmocka_unit_test(test_products),
        cmocka_unit_test(test_invariants), cmocka_unit_test(test_addresses),  cmocka_unit_test(test_order),
        cmocka_unit_test(test_joins),  cmocka_unit_test(test_pairs),  cmocka_unit_test(test_spills),
        cmocka_unit_test(test_routines),  cmocka_unit_test(test_report),  cmocka_unit_test(test_votes),
        cmocka_unit_test(test_linear),  cmocka_unit_test(test_pressure),  cmocka_unit_test(test_alternatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
