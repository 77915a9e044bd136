/* SPDX-License-Identifier: Apache-2.0
 *
 * PTX as a language: vector registers, constant expressions, debug information of old compilers, more constants than
 * c1[] holds, few registers. Every program runs as -O0 and -O2 make it. Thread i finds its number in %i, the address of
 * its result in %o.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"

enum { N = 32, ROOM = 200000 };

typedef uint32_t host(uint32_t i);

static void gives_with(const char *top, const char *body, host *want, const struct ptxas_options *opt)
{
    char *ptx = malloc(ROOM);
    uint32_t out[N];
    struct module m;

    assert_non_null(ptx);
    int n = snprintf(ptx, ROOM,
                     "\t.version 1.4\n\t.target sm_13\n%s\n.entry k (.param .u32 out)\n{\n.reg .u32 %%i, %%o, %%q, "
                     "%%r<20>; .reg .f32 %%f<9>; .reg .pred %%p<4>;\n"
                     ".reg .u16 %%h<4>; .reg .u64 %%l<9>; .reg .f64 %%d<9>; cvt.u32.u16 %%i, %%tid.x; ld.param.u32 "
                     "%%o, [out]; mad24.lo.u32 %%o, %%i, 4, %%o;\n"
                     "%s\nst.global.u32 [%%o], %%q;\nexit;\n}\n",
                     top, body);
    assert_in_range(n, 1, ROOM - 1);
    if (!module_ptx_options(&m, ptx, opt))
        fail_msg("%.2000s\n%.2000s", top, body);
    uint32_t p[] = { dev_new(&m, NULL, N * 4) };
    assert_true(module_run(&m, "k", (struct dims){ .gx = 1, .bx = N }, p, 1));
    dev_get(&m, p[0], out, sizeof out);
    for (uint32_t i = 0; i < N; i++)
        if (out[i] != want(i))
            fail_msg("thread %u: expected 0x%x, found 0x%x in\n%.2000s\n%.2000s", i, want(i), out[i], top, body);
    module_free(&m);
    free(ptx);
}

static void expect_result(const char *top, const char *body, host *want)
{
    static const struct ptxas_options none = { .no_opt = true }, few = { .max_regs = 24 };
    gives_with(top, body, want, NULL);
    gives_with(top, body, want, &none);
    gives_with(top, body, want, &few);
}

/* ---- vector registers --------------------------------------------------------------------------------------- */

static uint32_t w_reversed(uint32_t i) { return (i + 4) * 1000 + (i + 3) * 100 + (i + 2) * 10 + i + 1; }
static uint32_t w_passed(uint32_t i) { return i * 2 + 2 + (i + 1) * 3; }
static uint32_t w_halves(uint32_t i) { return (i + 7) | i << 16; }

static void test_vectors(void **state)
{
    (void)state;
    expect_result(".global .align 16 .u32 g[128];",
                  ".reg .v4 .u32 %v, %w; .reg .v2 .f32 %u<3>; add.u32 %v.x, %i, 1; add.u32 %v.y, %i, 2; add.u32 %v.b, %i, 3; "
                  "add.u32 %v.a, %i, 4;"
                  "mul24.lo.u32 %r1, %i, 16; mov.u32 %r2, g; add.u32 %r1, %r1, %r2; st.global.v4.u32 [%r1], %v; "
                  "ld.global.v4.u32 %w, [%r1];"
                  "mov.v4.u32 %w, {%w.w, %w.z, %w.y, %w.x};"
                  "mad.lo.u32 %q, %w.r, 1000, %w.a; mad.lo.u32 %q, %w.g, 100, %q; mad.lo.u32 %q, %w.z, 10, %q;",
                  w_reversed);
    expect_result(".func (.reg .v2 .u32 r) f (.reg .u32 a, .reg .v2 .u32 b) { add.u32 r.x, b.x, b.y; "
                  "add.u32 r.x, r.x, a; mul.lo.u32 r.y, b.y, 3; ret; }",
                  ".reg .v2 .u32 %v, %w; mov.v2.u32 %v, {%i, %i}; add.u32 %v.y, %i, 1; call (%w), f, (1, %v); add.u32 %q, "
                  "%w.x, %w.y;",
                  w_passed);
    expect_result("",
                  ".reg .v2 .u16 %v; cvt.u16.u32 %v.x, %i; add.u16 %v.x, %v.x, 7; cvt.u16.u32 %v.y, %i; "
                  "mov.b32 %q, %v;", w_halves);
}

/* ---- constants ------------------------------------------------------------------------------------------------ */

static uint32_t w_expr(uint32_t i) { return 4 * 3 + i + 5 + 0x80 + (7u ^ 2) + 100; }
static uint32_t w_values(uint32_t i) { (void)i; return 7 + 12 * 3 + 19 * 5 + 9 * 7 + 0xfffffffe + 1; }

static void test_expressions(void **state)
{
    (void)state;
    expect_result(".shared .u32 s[2*2+4*(1<<3)];",
                  "mov.u32 %r1, s; mad24.lo.u32 %r1, %i, 4, %r1; st.shared.u32 [%r1+4*2-8], %i; ld.shared.u32 %r2, "
                  "[%r1+(1+1-2)];"
                  "add.u32 %q, %r2, (1 + 3) * 3; add.u32 %q, %q, 17 - 12; add.u32 %q, %q, 1 << 9 >> 2; add.u32 %q, %q, 7 ^ 2;"
                  "add.u32 %q, %q, 3 > 2 && -1 < 0 && -1 > 0U ? 100 : -(5);",
                  w_expr);
    expect_result(".global .u32 g[] = {1+2*3, (1+2)*4, (1<<4)|3, 27 / 3, ~1, 0x10 % 5};",
                  "ld.global.u32 %q, [g]; ld.global.u32 %r1, [g+4]; mad.lo.u32 %q, %r1, 3, %q; ld.global.u32 %r1, [g+4*2]; "
                  "mad.lo.u32 %q, %r1, 5, %q;"
                  "ld.global.u32 %r1, [g+2*4+4]; mad.lo.u32 %q, %r1, 7, %q; ld.global.u32 %r1, [g+16]; add.u32 %q, %q, %r1; "
                  "ld.global.u32 %r1, [g+24-4]; add.u32 %q, %q, %r1;",
                  w_values);
}

static uint32_t nth_constant(uint32_t k) { return k * 7919 + 123457; }

enum { CONSTANTS = 300 };

/* More than c1[] holds, in every kind of operand, with a call of routines that have constants of their own. */
static uint32_t w_many(uint32_t i)
{
    uint32_t r = 0, t = 1;
    uint16_t h = (uint16_t)i;

    for (uint32_t n = 0; n < CONSTANTS; n++) {
        uint32_t k = nth_constant(n);
        if (i > 3)
            r ^= k;
        else
            r += k + 1;
        r = (r & 0xffffff) * (i & 0xffffff) + k + 2;
        t = i > 3 ? k + 3 : t;
        r = (r ^ t) + (uint16_t)(h * (uint16_t)(n * 37 + 5));
        r += r < k + 4;
    }
    double d = (double)r / (double)(i + 3);
    uint64_t q = (uint64_t)r * r / (i + 5);
    return r + r / (i + 1) + (uint32_t)d + (uint32_t)(q >> 7) + (uint32_t)((int32_t)r % (int32_t)(i + 7));
}

static void test_constants(void **state)
{
    char *body = malloc(ROOM);
    size_t n = 0;

    (void)state;
    assert_non_null(body);
    n += (size_t)snprintf(body, ROOM,
                          "setp.gt.u32 %%p1, %%i, 3; mov.u32 %%r3, 0; mov.u32 %%r4, 1; cvt.u16.u32 %%h1, %%i;\n");
    for (uint32_t i = 0; i < CONSTANTS; i++) {
        uint32_t k = nth_constant(i);
        n += (size_t)snprintf(
            body + n, ROOM - n,
            "@%%p1 xor.b32 %%r3, %%r3, %u; @!%%p1 add.u32 %%r3, %%r3, %u; mad24.lo.u32 %%r3, %%r3, %%i, %u; @%%p1 "
            "mov.u32 %%r4, %u;"
            "xor.b32 %%r3, %%r3, %%r4; mul.lo.u16 %%h2, %%h1, %u; cvt.u32.u16 %%r5, %%h2; add.u32 %%r3, %%r3, %%r5;"
            "set.lt.u32.u32 %%r5, %%r3, %u; sub.u32 %%r3, %%r3, %%r5;\n",
            k, k + 1, k + 2, k + 3, i * 37 + 5, k + 4);
    }
    snprintf(body + n, ROOM - n,
             "add.u32 %%r5, %%i, 1; div.u32 %%r6, %%r3, %%r5; add.u32 %%q, %%r3, %%r6; cvt.rn.f64.u32 %%d1, %%r3; "
             "add.u32 %%r5, %%i, 3; cvt.rn.f64.u32 %%d2, %%r5;"
             "div.rn.f64 %%d1, %%d1, %%d2; cvt.rzi.u32.f64 %%r6, %%d1; add.u32 %%q, %%q, %%r6; mul.wide.u32 %%l1, "
             "%%r3, %%r3; add.u32 %%r5, %%i, 5; cvt.u64.u32 %%l2, %%r5;"
             "div.u64 %%l1, %%l1, %%l2; shr.u64 %%l1, %%l1, 7; cvt.u32.u64 %%r6, %%l1; add.u32 %%q, %%q, %%r6; "
             "add.u32 %%r5, %%i, 7; rem.s32 %%r6, %%r3, %%r5; add.u32 %%q, %%q, %%r6;");
    expect_result("", body, w_many);
    free(body);
}

/* ---- debug information ------------------------------------------------------------------------------------------ */

static uint32_t w_number(uint32_t i) { return i; }

static void test_debug(void **state)
{
    (void)state;
    expect_result("\t.file\t1\t\"a.cu\"\n\t@@DWARF .section .debug_info, \"\", @progbits\n\t@@DWARF .4byte 0x10, "
                  "'x'\n#line 3\n",
                  "\t.loc\t1\t3\t0\n@@DWARF .byte 0\n$LDWbegin_k:\n mov.u32 %q, %i;\n$LDWend_k:", w_number);
    expect_result(".section .debug_abbrev\n{\n.b8 1\n.b8 17\n.b64 .debug_info+1\n}\n", "mov.u32 %q, %i;", w_number);
}

/* ---- few registers ---------------------------------------------------------------------------------------------- */

/* Pairs (i, 1), (i + 3, i + 3), ... stored by a loop while 24 other numbers live. */
enum { LIVING = 24 };
static uint32_t w_pairs(uint32_t i)
{
    uint32_t a = i, b = 1, q = 0;
    for (int k = 0; k < 4; k++, a += 3, b *= a)
        q = q * 7 + a + 5 * b;
    return q + LIVING * (LIVING - 1) / 2 * i;
}

static uint32_t w_divided(uint32_t i) { return 0xfffffff0u / (i + 3) + 4 * i + 10; }

static void few_registers(void **state)
{
    (void)state;
    /* Both words of a pair change between its filling and its store. */
    char body[3000], *p = body;
    p += sprintf(p, ".reg .u32 %%a<%d>; mov.u32 %%r3, g; mad24.lo.u32 %%r3, %%i, 32, %%r3; mov.u32 %%r4, %%r3; "
                    "mov.u32 %%r1, %%i; mov.u32 %%r2, 1; add.u32 %%r5, %%i, 12;", LIVING);
    for (int k = 0; k < LIVING; k++)
        p += sprintf(p, "mul.lo.u32 %%a%d, %%i, %d; st.global.u32 [%%r3], %%a%d; ld.global.u32 %%a%d, [%%r3];", k, k, k,
                     k);
    p += sprintf(p, "L: st.global.v2.u32 [%%r4], {%%r1, %%r2}; add.u32 %%r4, %%r4, 8; add.u32 %%r1, %%r1, 3; "
                    "mul.lo.u32 %%r2, %%r2, %%r1; setp.lt.u32 %%p1, %%r1, %%r5; @%%p1 bra L; mov.u32 %%q, 0;");
    for (int k = 0; k < 4; k++)
        p += sprintf(p, "ld.global.v2.u32 {%%r1, %%r2}, [%%r3+%d]; mad.lo.u32 %%q, %%q, 7, %%r1; mad.lo.u32 %%q, %%r2, "
                        "5, %%q;", 8 * k);
    for (int k = 0; k < LIVING; k++)
        p += sprintf(p, "add.u32 %%q, %%q, %%a%d;", k);
    expect_result(".global .align 8 .u32 g[256];", body, w_pairs);

    /* What a routine spills lies behind the local memory of who calls it. */
    gives_with("",
               ".local .u32 m[4]; mov.u32 %r1, m; add.u32 %r2, %i, 1; add.u32 %r3, %i, 2; add.u32 %r4, %i, 3; "
               "add.u32 %r5, %i, 4; st.local.u32 [%r1], %r2; st.local.u32 [%r1+4], %r3; st.local.u32 [%r1+8], %r4; "
               "st.local.u32 [%r1+12], %r5; mov.u64 %l1, 0xfffffff0; cvt.u64.u32 %l2, %r4; div.u64 %l1, %l1, %l2; "
               "cvt.u32.u64 %q, %l1; ld.local.u32 %r2, [%r1]; ld.local.u32 %r3, [%r1+4]; ld.local.u32 %r4, [%r1+8]; "
               "ld.local.u32 %r5, [%r1+12]; add.u32 %q, %q, %r2; add.u32 %q, %q, %r3; add.u32 %q, %q, %r4; "
               "add.u32 %q, %q, %r5;",
               w_divided, &(struct ptxas_options){ .max_regs = 10 });
}

int main(void)
{
    const struct CMUnitTest list[] = { cmocka_unit_test(test_vectors), cmocka_unit_test(test_expressions),
                                       cmocka_unit_test(test_constants), cmocka_unit_test(test_debug),
                                       cmocka_unit_test(few_registers) };
    return cmocka_run_group_tests(list, NULL, NULL);
}
